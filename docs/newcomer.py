"""Does what README.md and the quickstart tell a newcomer, in a new folder and a new virtual environment, and times it.

``python docs/newcomer.py`` clones the checkout it lies in, runs every shell line and pastes every snippet, in the order
of the pages, with nothing else installed. Lines of ``make`` are left out: they are for who changes razz, and .ci/run
runs them.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import tempfile
import time
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/quickstart.md")

#: Pastes the snippets of standard input into one interpreter; what it shows must be what the page says.
PASTE = """
import doctest, sys
flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
test = doctest.DocTestParser().get_doctest(sys.stdin.read(), {}, sys.argv[1], sys.argv[1], 0)
assert test.examples
result = doctest.DocTestRunner(optionflags=flags).run(test)
sys.exit(result.failed > 0)
"""


def blocks(page: str) -> list[tuple[str, str]]:
    """The language and the text of every block of code of a page."""
    found = re.findall(r"^```(sh|python)\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert found, f"{page} has no code"
    return found


def main() -> None:
    """Be a newcomer."""
    os.environ.pop("PYTHONPATH", None)
    start = time.monotonic()
    first_result = None
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        subprocess.run(["git", "clone", "--quiet", str(ROOT), "razz"], cwd=home, check=True)
        venv.create(home / "env", with_pip=True)
        path = f"{home / 'env' / 'bin'}{os.pathsep}{os.environ['PATH']}"
        env = {**os.environ, "PATH": path, "VIRTUAL_ENV": str(home / "env")}
        ran: set[str] = set()
        for page in PAGES:
            snippets = []
            for language, text in blocks(page):
                if language == "python":
                    snippets.append(text)
                    continue
                for line in text.splitlines():
                    if not line or line.startswith(("make ", "#", ".ci/")) or line in ran:
                        continue
                    ran.add(line)
                    print(f"{time.monotonic() - start:6.1f} s  $ {line}", flush=True)
                    subprocess.run(["bash", "-ec", line], cwd=home / "razz", env=env, check=True)
            (home / "elsewhere").mkdir(exist_ok=True)
            command = [str(home / "env" / "bin" / "python"), "-c", PASTE, page]
            text = "\n".join(snippets)
            subprocess.run(command, input=text, cwd=home / "elsewhere", env=env, text=True, check=True)
            first_result = first_result or time.monotonic() - start
            print(f"{time.monotonic() - start:6.1f} s  {page}: {text.count('>>> ')} lines pasted", flush=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = used.ru_utime + used.ru_stime
    print(f"from the clone to the first results: {first_result:.0f} s; processor time in all: {busy:.0f} s", flush=True)


if __name__ == "__main__":
    main()
