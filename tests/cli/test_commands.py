"""Commands of later layers, found through the entry-point group."""

from __future__ import annotations

import re
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from inlay import cli
from inlay.cli.front_page import GROUP
from inlay.cli.inspect.json_versions import VERSIONS

if TYPE_CHECKING:
    from tests.support.small_files import Inlay


@click.command()
def later() -> None:
    """Something that a later layer does."""
    click.echo("done")


NOT_A_COMMAND = 1


@pytest.fixture(autouse=True)
def entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    found = EntryPoints(
        EntryPoint(name, value, GROUP)
        for name, value in {
            "later": f"{__name__}:later",
            "odd": f"{__name__}:NOT_A_COMMAND",
            "inspect": "nowhere:to_be_found",
        }.items()
    )

    def only_ours(*, group: str) -> EntryPoints:
        return found.select(group=group)

    monkeypatch.setattr("importlib.metadata.entry_points", only_ours)


def test_help_lists_it_without_importing_it(inlay: Inlay) -> None:
    shown = " ".join(inlay("--help").out.split())
    assert "later From " in shown
    assert "inspect Print the footer of a file." in shown


def test_it_runs(inlay: Inlay) -> None:
    assert inlay("later") == (0, "done\n", "")


def test_it_cannot_replace_a_built_in_one(inlay: Inlay) -> None:
    assert inlay("inspect", "--help").code == 0


def test_an_entry_point_that_is_no_command_is_a_defect(inlay: Inlay) -> None:
    found = inlay("odd")
    assert found.code == 70
    assert "not a click command" in found.err


def test_every_layout_of_json_has_its_number_in_one_place() -> None:
    """A command that prints a document asks `document_of` for it, by its own name."""
    folder = Path(cli.__file__).parent
    used = {
        name
        for path in folder.rglob("*.py")
        for name in re.findall(r'document_of\(\s*"([^"]+)"', path.read_text("utf-8"))
    }
    assert used == set(VERSIONS)
    assert not [path for path in folder.rglob("*.py") if re.search(r"\bLAYOUT\b", path.read_text())]
