"""What registrars get wrong, file by file: what a record says of each is right, or absent."""

from __future__ import annotations

import io
from collections.abc import Sequence
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.errors import FooterError
from inlay.ground.statements.native_pass import fold_statements
from inlay.verbs.register import read_record
from parquet_format.parquet import FileMetaData
from tests.support.footers import edit_footer
from tests.support.in_one_test import in_one_test
from tests.verbs.register.kinds import KINDS, Kind, drop_sizes, make_record, write_file


@in_one_test("kind", KINDS)
def test_a_record_is_right_or_absent(kind: Kind) -> None:
    (leaf,) = make_record(write_file(kind)).leaves
    bounds = [leaf.decode(bound) for bound in (leaf.lower, leaf.upper)]
    shown = [None if bound is None else str(bound) for bound in bounds]
    assert [*shown, leaf.nulls, leaf.nans, leaf.is_tight] == [
        kind.lower, kind.upper, kind.nulls, kind.nans, kind.is_tight
    ]  # fmt: skip
    assert bool(leaf.why) == (kind.lower is None or kind.upper is None)


def _write_two(names: Sequence[str], ids: Sequence[int] = (1, 2)) -> bytes:
    fields = [
        pa.field(name, pa.int32(), metadata={"PARQUET:field_id": str(at)})
        for name, at in zip(names, ids, strict=True)
    ]
    sink = io.BytesIO()
    arrays = [pa.array([1, 2, 3], pa.int32()), pa.array([4, 5, 6], pa.int32())]
    table = pa.Table.from_arrays(arrays, schema=pa.schema(fields))
    pq.write_table(table, sink, row_group_size=2)
    return sink.getvalue()


def test_field_ids_are_those_of_the_file() -> None:
    record = make_record(_write_two(["a", "b"], [2, 1]))
    assert [(leaf.path, leaf.field_id) for leaf in record.leaves] == [(("a",), 2), (("b",), 1)]


def test_a_row_group_begins_with_the_first_page_of_any_column() -> None:
    """Chunks need not lie in the order of the schema."""
    data = _write_two(["a", "b"])
    expected = make_record(data).split_offsets

    def swap(metadata: FileMetaData) -> None:
        for group in metadata.row_groups:
            first, second = (chunk.meta_data for chunk in group.columns)
            assert first is not None
            assert second is not None
            for name in ("data_page_offset", "dictionary_page_offset"):
                one, other = getattr(first, name), getattr(second, name)
                setattr(first, name, other)
                setattr(second, name, one)

    assert make_record(edit_footer(data, swap)).split_offsets == expected
    assert expected[0] == 4
    assert len(expected) == 2


def test_a_dot_in_a_name_is_no_path() -> None:
    struct_type = pa.struct([("b", pa.int32())])
    table = pa.table({"a.b": pa.array([1]), "a": pa.array([{"b": 2}], struct_type)})
    sink = io.BytesIO()
    pq.write_table(table, sink)
    paths = {leaf.path: leaf.decode(leaf.lower) for leaf in make_record(sink.getvalue()).leaves}
    assert paths == {("a.b",): 1, ("a", "b"): 2}


def test_sizes_of_byte_arrays_are_those_of_all_row_groups() -> None:
    kind = Kind("text", pa.string(), [["a", "bb"], ["ccc", None]])
    (leaf,) = make_record(write_file(kind)).leaves
    assert (leaf.plain, leaf.values) == (6, 4)
    (leaf,) = make_record(write_file(kind._replace(edits=[drop_sizes(1)]))).leaves
    assert leaf.plain is None


@pytest.mark.parametrize("is_native", [True, False])
def test_a_file_that_counts_its_rows_in_two_ways_is_refused(is_native: bool) -> None:
    kind = Kind(
        "more rows", pa.int32(), [[1, 2], [3, None]], [lambda it: setattr(it, "num_rows", 5)]
    )
    native = fold_statements if is_native else None
    with (
        patch.object(read_record, "fold_statements", native),
        pytest.raises(FooterError, match="the row groups have 4 rows, and the file says 5"),
    ):
        make_record(write_file(kind))
