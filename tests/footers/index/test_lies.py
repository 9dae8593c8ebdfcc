"""What an index may not say: each lie is a typed error where it is read, and a finding in `verify`."""

from __future__ import annotations

import io
import random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.footers.footer import read_footer
from inlay.footers.index import IndexView, build_index
from inlay.footers.index.compare import find_lie
from inlay.verbs.verify.footer_index import check_footer_index
from inlay_runtime.errors import DecodeError, InvalidValueError
from parquet_format.jump_table import FileMetadataFooterIndex
from tests.footers.index.footers import made_footers
from tests.footers.index.lying import Lie, layout_of, shift_first_chunk, table_of, with_lie
from tests.support.in_one_test import in_one_test


def negative_columns(index: FileMetadataFooterIndex) -> None:
    index.num_leaf_columns = -1


def more_columns(index: FileMetadataFooterIndex) -> None:
    index.num_leaf_columns += 1


def fewer_row_groups(index: FileMetadataFooterIndex) -> None:
    index.num_row_groups -= 1


def many_row_groups(index: FileMetadataFooterIndex) -> None:
    index.num_row_groups = (1 << 31) - 1


def odd_length(index: FileMetadataFooterIndex) -> None:
    index.column_chunk_offsets += b"\0"


def wide_offsets(index: FileMetadataFooterIndex) -> None:
    index.column_chunk_offsets *= 9


def no_offsets(index: FileMetadataFooterIndex) -> None:
    index.column_chunk_offsets = b""


def reversed_offsets(index: FileMetadataFooterIndex) -> None:
    index.column_chunk_offsets = index.column_chunk_offsets[::-1]


def outlying_offsets(index: FileMetadataFooterIndex) -> None:
    index.column_chunk_offsets = b"\xff" * len(index.column_chunk_offsets)


def equal_fields(index: FileMetadataFooterIndex) -> None:
    index.field_offsets = dict.fromkeys(index.field_offsets or {}, 5)


def outlying_field(index: FileMetadataFooterIndex) -> None:
    index.field_offsets = {**(index.field_offsets or {}), 9: 1 << 40}


def negative_field(index: FileMetadataFooterIndex) -> None:
    index.field_offsets = {**(index.field_offsets or {}), 9: -1}


def no_elements(index: FileMetadataFooterIndex) -> None:
    layout_of(index).num_schema_elements = 0


def more_elements(index: FileMetadataFooterIndex) -> None:
    layout_of(index).num_schema_elements += 1


def elements_reversed(index: FileMetadataFooterIndex) -> None:
    layout_of(index).offsets = layout_of(index).offsets[::-1]


def too_many_children(index: FileMetadataFooterIndex) -> None:
    layout_of(index).num_children = b"\xff" * layout_of(index).num_schema_elements


def no_children(index: FileMetadataFooterIndex) -> None:
    layout_of(index).num_children = bytes(layout_of(index).num_schema_elements)


def negative_slots(index: FileMetadataFooterIndex) -> None:
    table_of(index).num_slots = -4


def odd_slots(index: FileMetadataFooterIndex) -> None:
    table_of(index).num_slots += 1


def many_slots(index: FileMetadataFooterIndex) -> None:
    table_of(index).num_slots = (1 << 31) - 1


def all_discriminator(index: FileMetadataFooterIndex) -> None:
    table_of(index).discriminator_bits = 64


def slots_that_lead_to_nothing(index: FileMetadataFooterIndex) -> None:
    table_of(index).discriminator_bits = 0
    table_of(index).table = b"\xff" * len(table_of(index).table)


def full_table_of_the_root(index: FileMetadataFooterIndex) -> None:
    table_of(index).discriminator_bits = 0
    table_of(index).num_slots = len(table_of(index).table)
    table_of(index).table = b"\1" * len(table_of(index).table)


def slots_emptied(index: FileMetadataFooterIndex) -> None:
    table_of(index).table = bytes(len(table_of(index).table))


REFUSED: tuple[Lie, ...] = (
    negative_columns, more_columns, many_row_groups, odd_length, wide_offsets, no_offsets, reversed_offsets, outlying_offsets,
    equal_fields, outlying_field, negative_field, no_elements, more_elements, elements_reversed, too_many_children, no_children,
    negative_slots, odd_slots, many_slots, all_discriminator, slots_that_lead_to_nothing, full_table_of_the_root,
)  # fmt: skip
"""Which of its own numbers show to be wrong, whoever reads them."""

STALE: tuple[Lie, ...] = (shift_first_chunk, fewer_row_groups, slots_emptied)
"""What only the footer shows to be wrong."""


def ask_all(view: IndexView) -> None:
    for column in range(min(view.num_columns, 20)):
        view.chunks_of(column)
        for ordinal in view.path_of(column):
            view.element(ordinal)
            view.column_of(ordinal)
    for field_id in range(12):
        view.field(field_id)
    for key in (b"a\0b\0c", b"column_1", b"x"):
        view.candidates(key)


@in_one_test("name", ["nested", "wide"])
@in_one_test("lie", REFUSED)
def test_a_number_that_cannot_be_true_is_refused(lie: Lie, name: str) -> None:
    data = made_footers()[name]
    index = build_index(data)
    lie(index)
    with pytest.raises(InvalidValueError):
        ask_all(IndexView(index.encode(), len(data)))
    assert find_lie(index.encode(), data)


@pytest.mark.parametrize("lie", [*REFUSED, *STALE])
def test_verify_says_what_is_wrong(lie: Lie) -> None:
    file = io.BytesIO()
    pq.write_table(pa.table({"a": [1, 2, 3], "b": ["x", "y", "z"]}), file, row_group_size=1)
    from tests.footers.index.test_files import indexed

    whole = indexed(file.getvalue())
    assert check_footer_index(read_footer(whole)) == []
    (finding,) = check_footer_index(read_footer(with_lie(whole, lie)))
    assert finding.code == "index"
    assert "inlay footer index add" in finding.hint


@pytest.mark.parametrize("name", made_footers())
def test_damage_is_a_typed_error_or_another_index(name: str) -> None:
    """No other exception, no more memory than the index has bytes; what can be read is compared with the truth."""
    data = made_footers()[name]
    content = build_index(data).encode()
    draw = random.Random(name)
    refused = lies = 0
    for _ in range(400):
        changed = bytearray(content)
        for _ in range(draw.choice((1, 1, 2, 8))):
            changed[draw.randrange(len(changed))] = draw.randrange(256)
        damaged = bytes(changed[: draw.randrange(len(changed))] if draw.random() < 0.1 else changed)
        try:
            ask_all(IndexView(damaged, len(data)))
        except DecodeError:
            refused += 1
        lies += find_lie(damaged, data) is not None
    assert refused > 10
    assert lies > refused


@pytest.mark.needs("native core")
def test_parts_are_found_inside_of_their_slots() -> None:
    from inlay.footers.index.native_index import find_parts

    slots = memoryview(bytes(range(10)))[:8]
    parts = [(0, 1), (2, 3), (4, 5), (6, 7)]
    assert find_parts(slots, 1, 0, 2, 4, 100) == parts
    assert find_parts(slots, 1, 0, 2, 5, 100) is None
    assert find_parts(slots, 1, 0, 2, 4, 6) is None
