"""What a table says of a file against its footer: one row for each thing that can differ."""

from __future__ import annotations

import io
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.footers.footer.read import read_footer
from inlay.verbs.register.check.differences import Weight, list_differences
from inlay.verbs.register.check.held_file import HeldColumn, HeldFile
from inlay.verbs.register.read_record import RecordMaker
from inlay.verbs.register.record import LeafRecord
from inlay.verbs.register.schema.unite_columns import Path
from tests.support.footers import edit_footer

COLUMN: Final = ("x",)
OWN: Final = HeldColumn(1, 9, 1, None)
WRONG, UNPROVED, ABSENT = Weight
CASES: Final[list[tuple[str, HeldColumn, list[tuple[Weight, str]]]]] = [
    ("the same", OWN, []),
    ("cut bounds, further out", HeldColumn(0, 10, 1), []),
    ("a lower bound inside", HeldColumn(2, 9, 1), [(WRONG, "false-bound")]),
    ("an upper bound inside", HeldColumn(1, 8, 1), [(WRONG, "false-bound")]),
    ("both inside", HeldColumn(2, 8, 1), [(WRONG, "false-bound")] * 2),
    ("no lower bound", HeldColumn(None, 9, 1), [(ABSENT, "no-bound")]),
    ("no bounds", HeldColumn(nulls=1), [(ABSENT, "no-bound")] * 2),
    ("nothing", HeldColumn(), [(ABSENT, "no-bound")] * 2 + [(ABSENT, "no-null-count")]),
    ("no null", HeldColumn(1, 9, 0), [(WRONG, "null-count")]),
    ("NaN", HeldColumn(float("nan"), 9, 1), [(WRONG, "nan-bound")]),
    ("text instead of a number", HeldColumn(b"1", 9, 1), [(WRONG, "false-bound")]),
]


def _make(values: list[Any], type_: pa.DataType, edit: Any = None) -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table({"x": pa.array(values, type_)}), sink)
    return sink.getvalue() if edit is None else edit_footer(sink.getvalue(), edit)


def _list(
    data: bytes, held: HeldColumn, own: HeldColumn = OWN, **counts: int
) -> list[tuple[Weight, str]]:
    record = RecordMaker().make(read_footer(data), "x.parquet")
    said = {"rows": record.rows, "size": record.size, **counts}
    file, ours = (
        HeldFile("x.parquet", said["rows"], said["size"], {COLUMN: column})
        for column in (held, own)
    )
    leaves: dict[Path, LeafRecord | None] = {COLUMN: record.leaves[0]}
    return [(it.weight, it.finding.code) for it in list_differences(file, ours, record, leaves)]


@pytest.mark.parametrize(
    ("_name", "held", "expected"), CASES, ids=lambda it: it if isinstance(it, str) else ""
)
def test_each_difference_has_its_weight(
    _name: str, held: HeldColumn, expected: list[tuple[Weight, str]]
) -> None:
    assert _list(_make([1, None, 9], pa.int32()), held) == expected


def test_what_the_footer_does_not_say_is_unproved() -> None:
    def forget(metadata: Any) -> None:
        metadata.row_groups[0].columns[0].meta_data.statistics = None
        metadata.row_groups[0].columns[0].meta_data.size_statistics = None

    data = _make([1, None, 9], pa.int32(), forget)
    assert _list(data, HeldColumn(1, 9, 1), HeldColumn()) == [
        (UNPROVED, "unproved-bound"),
        (UNPROVED, "unproved-bound"),
        (UNPROVED, "unproved-null-count"),
    ]


def test_a_bound_that_may_be_cut_proves_less() -> None:
    def loosen(metadata: Any) -> None:
        statistics = metadata.row_groups[0].columns[0].meta_data.statistics
        statistics.is_max_value_exact = False

    data = _make(["a", "z"], pa.string(), loosen)
    own = HeldColumn(b"a", b"z", 0)
    assert _list(data, HeldColumn(b"a", b"y", 0), own) == [(UNPROVED, "unproved-bound")]
    assert _list(data, HeldColumn(b"b", b"z", 0), own) == [(WRONG, "false-bound")]


def test_zeros_have_a_sign() -> None:
    """A lower bound of 0.0 leaves -0.0 out where zeros are ordered; the footer does not say which of both there is."""
    data = _make([0.0, 1.0], pa.float64())
    own = HeldColumn(-0.0, 1.0, 0)
    assert _list(data, HeldColumn(-0.0, 1.0, 0), own) == []
    assert _list(data, HeldColumn(0.0, 1.0, 0), own) == [(UNPROVED, "unproved-bound")]


def test_rows_and_bytes_are_the_files() -> None:
    data = _make([1, None, 9], pa.int32())
    assert _list(data, OWN, rows=4) == [(WRONG, "row-count")]
    assert _list(data, OWN, size=4) == [(WRONG, "file-size")]


def test_a_column_that_the_file_lacks_is_all_null() -> None:
    record = RecordMaker().make(read_footer(_make([1], pa.int32())), "x.parquet")
    held, own = (
        HeldFile("x.parquet", 1, record.size, {("y",): HeldColumn(nulls=nulls)}) for nulls in (0, 1)
    )
    (difference,) = list_differences(held, own, record, {("y",): None})
    assert difference.finding.code == "null-count"
    assert list(list_differences(own, own, record, {("y",): None})) == []
