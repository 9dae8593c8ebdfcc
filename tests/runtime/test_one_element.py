"""One struct of a list, without the others: on both cores, with the same values."""

from __future__ import annotations

import pytest

from inlay_runtime.errors import NotDecodedError
from inlay_runtime.one_element import look_at_element
from inlay_runtime.remainder import is_closed
from parquet_format.parquet import FileMetaData, RowGroup, SchemaElement


def metadata_of(groups: int) -> bytes:
    return FileMetaData(
        version=2,
        schema=[SchemaElement(name=f"s{at}") for at in range(40)],
        num_rows=0,
        row_groups=[RowGroup(columns=[], total_byte_size=at, num_rows=at) for at in range(groups)],
    ).encode()


@pytest.mark.parametrize("groups", [1, 3, 40])
def test_it_is_what_the_list_has(groups: int) -> None:
    for at in range(groups):
        meta = FileMetaData.decode(metadata_of(groups))
        assert look_at_element(meta, "row_groups", at).num_rows == at
        assert look_at_element(meta, "row_groups", at) == meta.row_groups[at]
    assert look_at_element(meta, "row_groups", groups) is None


def test_the_list_stays_closed(core: str) -> None:
    meta = FileMetaData.decode(metadata_of(40))
    assert look_at_element(meta, "schema", 7).name == "s7"
    assert is_closed(meta, "schema") == (core == "native")
    assert [element.name for element in meta.schema][:2] == ["s0", "s1"]


def test_a_list_that_was_touched_gives_its_own() -> None:
    meta = FileMetaData.decode(metadata_of(40))
    meta.row_groups[3].num_rows = 99
    assert look_at_element(meta, "row_groups", 3) is meta.row_groups[3]


def test_what_a_mask_left_out_is_not_there() -> None:
    meta = FileMetaData.decode(metadata_of(40), fields=["row_groups[1].num_rows"])
    assert look_at_element(meta, "row_groups", 1).num_rows == 1
    with pytest.raises(NotDecodedError):
        _ = look_at_element(meta, "schema", 0)


def test_it_outlives_its_list() -> None:
    meta = FileMetaData.decode(metadata_of(40))
    group = look_at_element(meta, "row_groups", 9)
    del meta
    assert group.num_rows == 9
