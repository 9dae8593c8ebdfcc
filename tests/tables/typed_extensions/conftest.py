"""A generated package of extensions, and a lake of files that have them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlayc.base.settings import Settings
from inlayc.pipeline import compile_sources

SCHEMA = Path(__file__).with_name("rich.fbs")
NOTE = SCHEMA.with_name("note.fbs")
PACKAGE = "acme_of_tests"


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its folder, from which it has been imported."""
    folder = tmp_path_factory.mktemp("generated")
    settings = Settings(SCHEMA.parent, (SCHEMA.name, NOTE.name), package=PACKAGE)
    for name, text in compile_sources(settings).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    sys.path.append(str(folder))
    return folder / PACKAGE


@pytest.fixture(scope="session")
def rich(package: Path) -> Any:
    return import_module(f"{PACKAGE}.rich")


def write(path: Path, change: Callable[[Any], None]) -> None:
    """A file whose metadata `change` has changed."""
    pq.write_table(pa.table({"a": [1], "b": [2]}), path)

    def edit(footer: inlay.Footer) -> bytes:
        change(footer.metadata)
        return footer.metadata.encode()

    inlay.edit_footer(path, edit)


@pytest.fixture(scope="session")
def note(package: Path) -> Any:
    return import_module(f"{PACKAGE}.note")


@pytest.fixture(scope="session")
def lake(rich: Any, note: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`full` has all fields, `bare` none, `notes` two of another type, `none` nothing; `damaged` is that."""
    folder = tmp_path_factory.mktemp("lake")
    write(folder / "full.parquet", full(rich).attach)
    write(folder / "bare.parquet", rich.Rich().attach)

    def annotate(metadata: Any) -> None:
        for column in metadata.row_groups[0].columns:
            note.Note(owner="us", path="p").attach(column.meta_data)

    write(folder / "notes.parquet", annotate)
    write(folder / "none.parquet", lambda metadata: None)
    damaged = folder / "damaged.parquet"
    write(damaged, full(rich).attach)
    data = damaged.read_bytes()
    damaged.write_bytes(data.replace(b"somebody", b"somebodX"))
    return folder


def full(rich: Any) -> Any:
    return rich.Rich(
        owner="somebody",
        days=3,
        marks=rich.Marks.A | rich.Marks.B,
        big=2**64 - 1,
        raw=b"\x00\xff",
        points=[rich.Point(x=1.0, y=-0.0)],
        leaf=rich.Leaf(n=4),
        leaves=[rich.Leaf(n=5), rich.Leaf()],
        names=["q", ""],
        choice=rich.ChoiceWord("w"),
        node=rich.Branch(left=rich.Branch(left=rich.Leaf(n=8))),
        share=1.5,
    )


FULL: dict[str, Any] = {
    "owner": "somebody",
    "days": 3,
    "color": "Green",
    "marks": "A|B",
    "big": 2**64 - 1,
    "raw": b"\x00\xff",
    "points": [{"x": 1.0, "y": -0.0}],
    "leaf": {"n": 4},
    "leaves": [{"n": 5}, {"n": 0}],
    "names": ["q", ""],
    "choice": {"Leaf": None, "Text": None, "P": None, "word": "w"},
    "node": {
        "Leaf": None,
        "Branch": {"left": {"Leaf": None, "Branch": '{"left": {"Leaf": {"n": 8}}}'}},
    },
    "ok": False,
    "share": 1.5,
}
BARE: dict[str, Any] = {
    **dict.fromkeys(FULL),
    "color": "Green",
    "marks": "0",
    "big": 0,
    "ok": False,
    "share": 0.0,
}
