"""docs/sources.md says which command takes which paths, and every cell of its table is run."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import click
import pytest

from inlay.__main__ import run
from inlay.cli.command_line import inlay
from tests.ground.files.documented_tables import columns_below
from tests.inlayc.test_vocabulary import walk
from tests.support import quick_schemas, quick_vet

TITLES = columns_below("Commands")
KINDS = list(TITLES["many files"].cells)
WRITING = (
    "seal",
    "set",
    "index",
    "geo",
    "footer",
    "ext",
    "encoding",
    "variant",
    "assemble",
    "spark",
    "crypt footer",
    "crypt rewrap",
)
"""Commands and groups that change files, or make them of something else."""
SCHEMA = str(Path(__file__).parents[2] / "tables" / "typed_extensions" / "note.fbs")


def words_of(name: str, paths: list[str], number: int, lake: Path, folder: Path) -> list[str]:
    """The command on the paths; what it writes goes into the folder."""
    output = ["-o", str(folder / str(number))]
    match name:
        case "prune":
            return [name, *paths, "at > 9000"]
        case "diff":
            return [name, *paths, str(lake / "part.parquet")]
        case "register files":
            return [*name.split(), *paths, "--to", "records", *output]
        case "concat" | "rewrite" | "store build":
            return [*name.split(), *paths, *output]
        case "drop" | "select":
            return [name, *paths, "--columns", "at", *output]
        case "split":
            return [name, *paths, "--row-groups", "1", *output]
        case "lint":
            return [name, *paths, "--select", "empty-row-group"]
        case "vet" | "compat":
            return [name, *paths, "--reader", "pyarrow"]
        case "ext show":
            return [*name.split(), *paths, "--schema", SCHEMA]
        case "footer compare":
            return [*name.split(), *paths, "--design", "thrift"]
        case _:
            return [*name.split(), *paths]


def test_the_page_lists_every_command_that_reads() -> None:
    names = [
        name.removeprefix("inlay ")
        for name, command in walk(inlay, "inlay")
        if not isinstance(command, click.Group)
    ]
    listed = {name for column in TITLES.values() for name in column.names}
    assert listed <= set(names)
    others = {
        *listed,
        "register check",
        "store plan",
        "store refresh",
    }  # of a table, and of a store
    assert [
        name for name in names if name not in others and not {name, name.split()[0]} & {*WRITING}
    ] == []


@pytest.mark.parametrize("kind", KINDS)
def test_commands(
    kind: str,
    places: dict[str, Any],
    lake: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quick_schemas.install(monkeypatch)
    quick_vet.install(monkeypatch)
    place = places[kind]
    paths = place if isinstance(place, list) else [place]
    numbers = itertools.count()
    for column in TITLES.values():
        for name in column.names:
            words = words_of(name, paths, next(numbers), lake, tmp_path)
            assert run(words) == int(column.cells[kind]), (words, capsys.readouterr().err)
