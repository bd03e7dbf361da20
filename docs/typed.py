"""Type-checks the examples of README.md and the pages: each page becomes a module with its code at the same lines.

``python docs/typed.py`` runs mypy --strict over them all; line 12 of quickstart.py is line 12 of docs/quickstart.md.
Functions and names of an example may go without annotations, as people type them.
"""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
LOOSE = ["--allow-untyped-defs", "--allow-incomplete-defs", "--allow-untyped-calls", "--allow-redefinition"]


def module(page: str) -> str:
    """The Python code of a page, each line where it is on the page and all else left blank."""
    lines = [""] * (page.count("\n") + 1)
    for block in BLOCK.finditer(page):
        code, first = block[1], page.count("\n", 0, block.start(1))
        if ">>>" in code:
            for example in doctest.DocTestParser().get_examples(code):
                source = example.source.splitlines()
                lines[first + example.lineno : first + example.lineno + len(source)] = source
        else:
            lines[first : first + code.count("\n")] = code.splitlines()
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the modules into a folder of their own and let mypy read them."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for page in pages:
            text = module(page.read_text("utf-8"))
            if text.strip():
                names.append(f"{page.stem}.py")
                (Path(folder) / names[-1]).write_text(text, "utf-8")
        if len(names) < 5:
            raise SystemExit(f"examples found on {len(names)} pages only")
        settings = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache" / "docs")]
        command = [sys.executable, "-m", "mypy", *settings, *LOOSE, *names]
        environment = {"MYPYPATH": str(ROOT / "python"), "PATH": "", "PYTHONPATH": str(ROOT / "python")}
        return subprocess.run(command, cwd=folder, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
