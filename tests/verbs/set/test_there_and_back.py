"""Edits and their opposites: on files of all forms, as new files and in place, and taken back to the byte."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

import inlay
from inlay.changes.rewrite.change import Target
from inlay.changes.rewrite.undo import undo_metadata
from inlay.footers.footer.form import Form
from inlay.verbs.set.edits import Edits, SortedBy
from inlay.verbs.set.set_metadata import set_edits
from tests.verbs.set.files import FORMS, write


@dataclass(frozen=True)
class Case:
    """`there` and `back` are opposites, where there is a way back other than to undo."""

    name: str
    there: Edits
    back: Edits | None


CASES = [
    Case("rename", Edits(rename={"n": "number"}), Edits(rename={"number": "n"})),
    Case(
        "rename inside",
        Edits(rename={"s.x": "z", "l.list.element.p": "l.list.element.q", "s": "t2"}),
        Edits(rename={"t2.z": "x", "l.list.element.q": "p", "t2": "s"}),
    ),
    Case("swap names", Edits(rename={"n": "i", "i": "n"}), Edits(rename={"n": "i", "i": "n"})),
    Case("set a key", Edits(keys={"who": "mé"}), Edits(delete=["wh?"])),
    Case(
        "field ids", Edits(field_ids={"n": 7, "s.x": 9}), Edits(field_ids={"n": None, "s.x": None})
    ),
    Case("logical type", Edits(logical_types={"n": "TIMESTAMP(MICROS, UTC)"}), None),
    Case("writer", Edits(created_by="us"), None),
    Case("no writer", Edits(created_by=""), None),
    Case("sorted", Edits(sorted_by=[SortedBy("n")]), Edits(sorted_by=[])),
    Case("nothing", Edits(rename={"n": "n"}), Edits(rename={"n": "n"})),
]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.value)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_set_is_read_and_goes_back(case: Case, form: Form, tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", form)
    before, old = path.read_bytes(), inlay.read_metadata(path)
    undo = tmp_path / "a.undo"
    result = set_edits(str(path), case.there, undo_to=str(undo))
    assert result.outcome.changed == (case.name != "nothing") == undo.exists()
    assert inlay.open(path).form is form
    assert not inlay.verify(path).findings
    body = inlay.open(path).offset
    assert path.read_bytes()[:body] == before[:body]
    if case.back is not None:
        other = tmp_path / "b.parquet"
        set_edits(str(path), case.back, target=Target(output=str(other)))
        assert inlay.read_metadata(other).replace(extension=None) == old.replace(extension=None)
    if undo.exists():
        undo_metadata(str(path), str(undo))
    assert path.read_bytes() == before


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.value)
def test_in_place_and_elsewhere_give_the_same_file(form: Form, tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{name}.parquet", form) for name in "abc"]
    edits, output = CASES[1].there, tmp_path / "out.parquet"
    before = paths[0].read_bytes()
    set_edits(str(paths[0]), edits)
    inode = paths[1].stat().st_ino
    set_edits(str(paths[1]), edits, target=Target(in_place=True))
    set_edits(str(paths[2]), edits, target=Target(output=str(output)))
    assert paths[1].stat().st_ino == inode
    assert paths[0].read_bytes() == paths[1].read_bytes() == output.read_bytes()
    assert paths[2].read_bytes() == before


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet")
    before = path.read_bytes()
    target = Target(dry_run=True)
    result = set_edits(str(path), CASES[0].there, undo_to=str(tmp_path / "u"), target=target)
    assert result.outcome.changed
    assert sorted(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == before


def test_what_is_not_touched_keeps_its_bytes(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet")
    metadata = inlay.read_metadata(path)
    set_edits(str(path), Edits(keys={"who": "me"}))
    after = inlay.read_metadata(path)
    assert [group.encode() for group in after.row_groups] == [
        group.encode() for group in metadata.row_groups
    ]
    assert after.schema == metadata.schema


def test_a_file_of_ten_gigabytes_is_changed_by_its_tail(tmp_path: Path) -> None:
    """It is sparse: nothing that reads or writes the body would get through it."""
    path = write(tmp_path / "a.parquet")
    data = path.read_bytes()
    body = inlay.open(path).offset
    size = 10 << 30
    with path.open("r+b") as file:
        file.truncate(size)
        file.seek(size)
        file.write(data[body:])
    blocks = path.stat().st_blocks
    undo = tmp_path / "a.undo"
    set_edits(str(path), Edits(rename={"n": "m"}), undo_to=str(undo), target=Target(in_place=True))
    assert path.stat().st_blocks <= blocks + 64
    assert undo.stat().st_size < 3 * len(data)
    assert inlay.read_metadata(path).schema[1].name == "m"
    undo_metadata(str(path), str(undo), target=Target(in_place=True))
    assert inlay.open(path).data == data[body:-8]
