"""Second and ratified encodings stay what they are when names change."""

from __future__ import annotations

from pathlib import Path

import pytest

import inlay
from inlay.encoding import read_table
from inlay.pages.encodings.on_files import ratify_file, strip_file, verify_file
from tests.pages.encodings.files import ENCODINGS, add_all, plain_and_indexed, pq


@pytest.fixture
def path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("INLAY_CONFIG", str(tmp_path / "none.toml"))
    path = tmp_path / "a.parquet"
    plain_and_indexed(path)
    return path


def renamed(path: Path) -> str:
    """The first column, whose name changes."""
    name = str(pq.read_schema(path).names[0])
    inlay.set_metadata(str(path), rename={name: "renamed"})
    return name


def test_a_rename_and_a_second_encoding_do_not_meet(path: Path) -> None:
    """What `strip` gives back is the file as it was, but for the name: in either order, the same bytes."""
    other = path.with_name("b.parquet")
    other.write_bytes(path.read_bytes())
    renamed(other)
    expected = pq.read_table(other)
    add_all(path)
    renamed(path)
    assert verify_file(str(path), encodings=ENCODINGS) == []
    assert read_table(str(path), encodings=ENCODINGS).equals(expected)
    strip_file(str(path), encodings=ENCODINGS)
    assert path.read_bytes() == other.read_bytes()


def test_ratified_encodings_stay(path: Path) -> None:
    add_all(path)
    ratify_file(str(path), encodings=ENCODINGS)
    before = read_table(str(path), encodings=ENCODINGS)
    name = renamed(path)
    names = ["renamed" if column == name else column for column in before.column_names]
    after = read_table(str(path), encodings=ENCODINGS)
    assert after.column_names == names
    assert after.columns == before.columns
