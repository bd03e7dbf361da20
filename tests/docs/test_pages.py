"""The pages: nothing public is left out, links lead somewhere, pictures are what the code draws now."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest
import razz
from razz.cli import COMMANDS

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("docs/*.md"), *ROOT.glob("*.md")])


def test_the_reference_has_every_public_name() -> None:
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    listed = set(re.findall(r"^\.\. auto\w+:: (?:razz\.)?([\w.]+)", text, re.MULTILINE))
    assert {"State", "evaluate"} <= listed
    assert {name for name in razz.__all__ if not name.startswith("__")} - listed == set()


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        assert target.startswith("https://") or (page.parent / target).exists(), target


def test_the_pages_are_found_and_listed() -> None:
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    trees = "\n".join(re.findall(r"```\{toctree\}.*?```", index, re.DOTALL)).splitlines()
    names = {page.stem for page in PAGES if page.parent.name == "docs"}
    assert {"stream", "api"} <= names
    assert names - {"index"} == names & set(trees)


def test_the_readme_names_every_extra() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    assert "plot" in extras
    text = (ROOT / "README.md").read_text("utf-8")
    assert [name for name in extras if f"`{name}`" not in text] == []


def test_the_command_line_page_has_every_command() -> None:
    text = (ROOT / "docs" / "cli.md").read_text("utf-8")
    assert COMMANDS
    assert [name for name in COMMANDS if f"\n## razz {name}\n" not in text] == []


def test_the_pictures_are_current() -> None:
    spec = importlib.util.spec_from_file_location("docs_draw", ROOT / "docs" / "draw.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.PICTURES
    for name, draw in module.PICTURES.items():
        assert (ROOT / "docs" / "_static" / name).read_text("utf-8") == draw(), f"run docs/draw.py: {name}"


def test_examples_fit_the_column_of_the_pages() -> None:
    lines = 0
    for page in PAGES:
        for block in re.findall(r"^```.*?^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
            for line in block.splitlines():
                lines += 1
                assert len(line) <= 90, f"{page.name}: {line}"
    assert lines > 500


def test_the_face_does_not_import_the_compiled_module() -> None:
    package = ROOT / "python" / "razz"
    files = [*package.glob("cli/*.py"), *package.glob("adapters/*.py"), package / "plot.py"]
    assert len(files) > 15
    for file in files:
        assert not re.search(r"razz\._razz|import _razz", file.read_text("utf-8")), file.name
