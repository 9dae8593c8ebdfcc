"""What is left of a damaged footer, beside the one that the pages prove."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import inlay
from inlay.errors import FooterError
from inlay.verbs.recover.rebuild.old_footer import read_part
from parquet_format.parquet import FileMetaData
from tests.support.inlay_command import make_command
from tests.verbs.recover.rebuild.cut_files import metadata_of, pages_of, write_whole

ROWS, GROUP = 1_000, 100

Damage = Callable[[bytearray], object]
"""Of a footer with its length and the magic."""


def _table() -> Any:
    table = pa.table({"a": range(ROWS), "b": [str(it) for it in range(ROWS)]})
    return table.replace_schema_metadata({"note": "x", "owner": "y"})


def _footer(metadata: FileMetaData) -> bytes:
    data = metadata.encode()
    return data + len(data).to_bytes(4, "little") + b"PAR1"


def _flip(at: float) -> Damage:
    def flip(data: bytearray) -> None:
        data[int(at * len(data))] ^= 0xFF

    return flip


def _cut(data: bytearray) -> None:
    del data[len(data) // 2 :]


def _lose_length(data: bytearray) -> None:
    del data[-8:]


WRITER = "parquet-cpp-arrow version "
ALL = (ROWS, 10, True, ("note", "owner"))
CASES: dict[str, tuple[Damage, bool, tuple[int | None, int | None, bool, tuple[str, ...]]]] = {
    "the length is lost": (_lose_length, True, ALL),
    "the magic is another": (_flip(0.9999), True, ALL),
    "damage among the row groups": (_flip(0.5), False, ALL),
    "damage at the front": (_flip(0), False, (None, None, True, ("note", "owner"))),
    "cut among the row groups": (_cut, False, (ROWS, 10, False, ())),
}


@pytest.mark.parametrize(("damage", "is_whole", "expected"), CASES.values(), ids=CASES)
def test_what_it_says(
    damage: Damage,
    is_whole: bool,
    expected: tuple[int | None, int | None, bool, tuple[str, ...]],
    tmp_path: Path,
) -> None:
    table, path = _table(), tmp_path / "damaged.parquet"
    pages = pages_of(table, row_group_size=GROUP)
    tail = bytearray(write_whole(table, row_group_size=GROUP)[len(pages) :])
    damage(tail)
    path.write_bytes(pages + tail)
    rebuilt = inlay.rebuild(path, like=metadata_of(table.slice(0, 3)))
    assert (rebuilt.rows, rebuilt.row_groups, rebuilt.notes) == (ROWS, 10, ())
    old = rebuilt.old_footer
    assert old is not None
    assert (old.offset, old.is_whole) == (len(pages), is_whole)
    has_writer = (old.created_by or "").startswith(WRITER)
    assert (old.rows, old.row_groups, has_writer, old.keys) == expected


def test_any_byte_of_it_may_be_wrong() -> None:
    """It never raises, and what is in front of the byte is read."""
    table = _table()
    footer = write_whole(table, row_group_size=500)[len(pages_of(table, row_group_size=500)) :]
    for at in range(len(footer)):
        for bits in (0xFF, 0x01, 0x80):
            damaged = bytearray(footer)
            damaged[at] ^= bits
            part = read_part(bytes(damaged))
            if at > 100:
                assert part.schema is not None
                assert part.rows == ROWS
            if at < len(footer) // 2 and not part.is_whole:
                assert part.created_by is None or part.created_by.startswith(WRITER)
        read_part(footer[:at])


def test_a_contradiction_is_a_warning(tmp_path: Path) -> None:
    table, path = _table(), tmp_path / "damaged.parquet"
    whole = write_whole(table, row_group_size=GROUP)
    pages, metadata = pages_of(table, row_group_size=GROUP), inlay.read_metadata(whole)
    like = metadata_of(table)
    metadata.row_groups[3].num_rows = 90
    metadata.num_rows = 990
    path.write_bytes(pages + _footer(metadata)[:-1])
    notes = inlay.rebuild(path, like=like).notes
    assert len(notes) == 2
    assert "says 990 rows, and its pages have 1,000" in notes[0]
    assert "says 90 rows of row group 3, and its pages have 100" in notes[1]


def test_other_columns_of_a_damaged_one_are_a_warning(tmp_path: Path) -> None:
    """Of a whole one they are refused: of a damaged one nobody knows which of its bytes are."""
    table, path = _table(), tmp_path / "damaged.parquet"
    whole = write_whole(table, row_group_size=GROUP)
    pages, metadata = pages_of(table, row_group_size=GROUP), inlay.read_metadata(whole)
    metadata.schema[2].name = "city"
    footer = _footer(metadata)
    path.write_bytes(pages + footer[:-8])
    with pytest.raises(FooterError, match="column 2 is optional byte_array city"):
        inlay.rebuild(path, like=metadata_of(table))
    path.write_bytes(pages + footer[: len(footer) // 2])
    rebuilt = inlay.rebuild(path, like=metadata_of(table))
    assert rebuilt.rows == ROWS
    assert "column 2 is optional byte_array city, and in the file" in rebuilt.notes[0]


def test_of_several_files_in_one_none_is_compared(tmp_path: Path) -> None:
    path, whole = tmp_path / "both.parquet", write_whole(_table(), row_group_size=GROUP)
    path.write_bytes(whole + whole)
    rebuilt = inlay.rebuild(path, like=metadata_of(_table()))
    assert (rebuilt.rows, rebuilt.old_footer) == (2 * ROWS, None)


def test_the_summary_says_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, like = tmp_path / "damaged.parquet", tmp_path / "like.parquet"
    like.write_bytes(write_whole(_table().slice(0, 3)))
    path.write_bytes(write_whole(_table(), row_group_size=GROUP)[:-2])
    run = make_command(capsys, monkeypatch)
    done = run("recover", "--rebuild", str(path), "--like", str(like))
    assert ": 1,000 rows in 10 row groups, written by parquet-cpp-arrow version" in done.out
    assert "not in the new footer: 2 keys of the old one: note, owner" in done.out
