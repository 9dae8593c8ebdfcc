"""What a reader of a schema index has to refuse: an index that lies never gives another column, and never an untyped error."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext

import pytest

from inlay.footers.designs.modular.array_pages import pack_dense
from inlay_runtime.core import is_native
from inlay_runtime.errors import DecodeError
from inlay_runtime.packed import name_hash
from parquet_format.modular import ArrayPage, ModuleKind, SchemaIndexModule
from tests.footers.designs.modular_parts import INDEXED, opened, put, root_of, with_module
from tests.support.packed_cores import pure_python

KIND = ModuleKind.SCHEMA_INDEX
COLUMNS = root_of(INDEXED)[0].num_columns
ID = name_hash(b"id")


def indexed() -> SchemaIndexModule:
    """The index of a footer that is fine."""
    place = next(entry.location for entry in root_of(INDEXED)[0].modules if entry.kind is KIND)
    return SchemaIndexModule.decode(INDEXED[place.offset : place.offset + place.length])


ELEMENTS = indexed().element_offsets.num_values
BITS = indexed().ordinal_bits


def slots(ordinal: int, count: int = 16) -> ArrayPage:
    """A table in which "id" is this column, and whoever looks for anything else comes to an empty slot."""
    table = [0] * count
    table[ID % count] = ID >> 56 << BITS | ordinal + 1
    return pack_dense(table)


RULES: dict[str, Callable[[SchemaIndexModule], None]] = {
    "slots that are not a power of two": put("hash_table", pack_dense([1] * 15)),
    "no slots": put("hash_table", pack_dense([])),
    "slots wider than their parts": put("hash_table", pack_dense([1 << 40] * 16)),
    "a negative width of hashes": put("discriminator_bits", -1),
    "a negative width of ordinals": put("ordinal_bits", -1),
    "parts wider than 64 bits": put("discriminator_bits", 64),
    "a column behind the last": put("hash_table", slots(COLUMNS)),
    "elements of another schema": put("element_offsets", pack_dense([3])),
    "elements that fall": put("element_offsets", pack_dense(range(ELEMENTS, 0, -1))),
    "elements outside of the schema": put("element_offsets", pack_dense([1 << 40] * ELEMENTS)),
    "elements inside of elements": put("element_offsets", pack_dense(range(4, 4 + ELEMENTS))),
    "leaves of fewer columns": put("leaf_element_indexes", pack_dense([1])),
    "leaves behind the last element": put("leaf_element_indexes", pack_dense([99] * COLUMNS)),
    "leaves without parents": put("parent_ordinals", None),
    "parents without leaves": put("leaf_element_indexes", None),
    "parents of fewer elements": put("parent_ordinals", pack_dense([0])),
    "an element that is its own parent": put("parent_ordinals", pack_dense(range(ELEMENTS))),
    "bytes behind a table": put("hash_table", slots(0).replace(data=bytes(99))),
}


@pytest.mark.parametrize("case", RULES)
def test_rules_of_the_schema_index(case: str) -> None:
    said = set()
    for core in (nullcontext(), pure_python() if is_native("packed") else nullcontext()):
        footer = opened(with_module(KIND, SchemaIndexModule, RULES[case], INDEXED))
        with core, pytest.raises(DecodeError) as error:
            footer.find(["id"])
        said.add(str(error.value))
    assert len(said) == 1


def test_a_hash_is_no_proof() -> None:
    """A slot that leads to another column is not believed, and a table that is full ends the search."""
    for table in (slots(1), pack_dense([ID >> 56 << BITS | 2] * 16)):
        footer = opened(with_module(KIND, SchemaIndexModule, put("hash_table", table), INDEXED))
        assert footer.find(["id"]).to_pylist() == [None]
    fine = opened(with_module(KIND, SchemaIndexModule, put("hash_table", slots(0)), INDEXED))
    assert fine.find(["id", "text"]).to_pylist() == [0, None]
