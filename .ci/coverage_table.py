"""The lines that the tests reach, by folder: Rust as llvm-cov tells it, Python as coverage.py does, and both."""

import json
import sys
from collections import Counter
from pathlib import Path


def rust(report: str) -> dict[Path, list[bool]]:
    """By file, for each line with code of its own outside `mod tests` whether it was reached."""
    files: dict[Path, list[bool]] = {}
    for line in Path(report).read_text().splitlines():
        kind, _, value = line.partition(":")
        if kind == "SF":
            path = Path(value).relative_to(Path.cwd())
            lines = path.read_text().splitlines()
            tests = lines.index("mod tests {") if "mod tests {" in lines else len(lines)
        elif kind == "DA":
            number, count = value.split(",")[:2]
            if int(number) <= tests:
                files.setdefault(path, []).append(count != "0")
    return files


def python(report: str) -> dict[Path, list[bool]]:
    """By file, for each statement whether it was reached."""
    files = json.loads(Path(report).read_text())["files"]
    return {
        Path(name): [True] * len(file["executed_lines"]) + [False] * len(file["missing_lines"])
        for name, file in files.items()
    }


languages = {"Rust": rust(sys.argv[1]), "Python": python(sys.argv[2])}
folders: Counter[Path] = Counter()
reached: Counter[Path] = Counter()
whole: Counter[str] = Counter()
whole_reached: Counter[str] = Counter()
for language, files in languages.items():
    for path, lines in files.items():
        folders[path.parent] += len(lines)
        reached[path.parent] += sum(lines)
        for name in (language, "both"):
            whole[name] += len(lines)
            whole_reached[name] += sum(lines)

print(f"{'':32}{'lines':>8}{'reached':>9}")
rows = [(str(folder), folders[folder], reached[folder]) for folder in sorted(folders)]
for name, lines, hit in [*rows, *((name, whole[name], whole_reached[name]) for name in ("Rust", "Python", "both"))]:
    print(f"{name:32}{lines:8,}{hit:9,}{100 * hit / lines:7.1f}%")
