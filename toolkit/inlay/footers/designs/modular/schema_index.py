"""The schema index of the modular footer: leaves by the hash of their path, without reading the other elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from inlay.footers.conversion.leaves import Leaves
from inlay.footers.designs.modular.array_pages import locate_dense, pack_dense
from inlay.ground.wording import amounts
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.errors import InvalidValueError
from inlay_runtime.packed import (
    DISCRIMINATOR_BITS,
    Fields,
    PackedBits,
    build_table,
    check_table,
    name_hash,
    probe,
    read_small_fields,
    value_at,
)
from inlay_runtime.text import bytes_of
from parquet_format.modular import SchemaIndexModule
from parquet_format.parquet import SchemaElement

_NAME: Final = 4
"""The field of a SchemaElement."""


class SchemaIndex(NamedTuple):
    """The arrays of the module in its bytes."""

    module: bytes | memoryview
    table: PackedBits
    discriminator_bits: int
    ordinal_bits: int
    elements: PackedBits
    leaves: PackedBits | None
    parents: PackedBits | None


def build_schema_index(
    schema: Sequence[SchemaElement], offsets: Sequence[int]
) -> SchemaIndexModule | None:
    """The index of leaves whose elements begin at `offsets` in the schema module; None for a schema whose counts of
    children do not add up."""
    leaves = Leaves(schema)
    if not leaves.adds_up or not leaves.list:
        return None
    paths = [leaf.names_upwards()[::-1] for leaf in leaves.list]
    slots, ordinal_bits = build_table([bytes_of("\0".join(path)) for path in paths])
    index = SchemaIndexModule(
        hash_table=pack_dense(slots),
        discriminator_bits=DISCRIMINATOR_BITS,
        ordinal_bits=ordinal_bits,
        element_offsets=pack_dense(offsets),
        has_non_ascii_names=not all(element.name.isascii() for element in schema),
    )
    if len(schema) != len(leaves.list) + 1:
        index.leaf_element_indexes = pack_dense(leaves.indexes)
        index.parent_ordinals = pack_dense(_parents(schema))
    return index


def _parents(schema: Sequence[SchemaElement]) -> list[int]:
    """The group of each element, by its position; 0 for the root and for what is right below it."""
    parents = list[int]()
    open_groups = list[list[int]]()
    for at, element in enumerate(schema):
        while open_groups and not open_groups[-1][1]:
            open_groups.pop()
        parents.append(open_groups[-1][0] if open_groups else 0)
        if open_groups:
            open_groups[-1][1] -= 1
        if element.num_children:
            open_groups.append([at, element.num_children])
    return parents


def read_schema_index(module: bytes | memoryview, columns: int) -> SchemaIndex:
    """Raises DecodeError for a module that breaks a rule."""
    fields: Fields = read_small_fields(module, 0, len(module))
    widths = fields.get(2), fields.get(3)
    if type(widths[0]) is not int or type(widths[1]) is not int:
        raise InvalidValueError("the bits of a slot are missing", 0, "schema index")
    table = locate_dense(module, fields, 1, _length(fields, 1))
    check_table(table, widths[0], widths[1])
    count = _length(fields, 4)
    if 5 not in fields and count != columns + 1:
        raise InvalidValueError(
            f"{amounts.count(count, 'element')} for {amounts.count(columns, 'column')} below the root",
            0,
            "schema index",
        )
    if (5 in fields) != (6 in fields):
        raise InvalidValueError(
            "the leaves are told without the parents, or these alone", 0, "schema index"
        )
    return SchemaIndex(
        module,
        table,
        widths[0],
        widths[1],
        locate_dense(module, fields, 4, count),
        locate_dense(module, fields, 5, columns) if 5 in fields else None,
        locate_dense(module, fields, 6, count) if 6 in fields else None,
    )


def _length(fields: Fields, field_id: int) -> int:
    page = fields.get(field_id)
    length = page.get(3) if isinstance(page, dict) else None
    if not isinstance(length, int):
        raise InvalidValueError(f"array {field_id} is missing", 0, "schema index")
    return length


def list_candidates(index: SchemaIndex, path: Sequence[str]) -> list[int]:
    """The columns whose path may be this one."""
    value = name_hash(bytes_of("\0".join(path) if len(path) > 1 else path[0]))
    return probe(index.module, index.table, value, index.discriminator_bits, index.ordinal_bits)


def has_path(
    index: SchemaIndex, schema: bytes | memoryview, column: int, path: Sequence[str]
) -> bool:
    """Whether the leaf of this column has this path, by the elements in the bytes of the schema module.

    Raises DecodeError for a column, an element or a parent that is not there.
    """
    leaves, parents = index.leaves, index.parents
    if leaves is None or parents is None:
        if column + 1 >= index.elements.length:
            raise InvalidValueError(
                f"column {column} has no element", index.table.start, "schema index"
            )
        return len(path) == 1 and _name_at(index, schema, column + 1) == bytes_of(path[0])
    if column >= leaves.length:
        raise InvalidValueError(
            f"column {column} has no element", index.table.start, "schema index"
        )
    element = value_at(index.module, leaves, column)
    for name in reversed(path):
        if element == 0 or _name_at(index, schema, element) != bytes_of(name):
            return False
        parent = value_at(index.module, parents, element)
        if parent >= element:
            raise InvalidValueError(
                f"element {element} is below {parent}", parents.start, "schema index"
            )
        element = parent
    return element == 0


def _name_at(index: SchemaIndex, schema: bytes | memoryview, element: int) -> bytes:
    if element >= index.elements.length:
        raise InvalidValueError(
            f"there is no element {element}", index.elements.start, "schema index"
        )
    start = value_at(index.module, index.elements, element)
    end = (
        value_at(index.module, index.elements, element + 1)
        if element + 1 < index.elements.length
        else None
    )
    if end is None:
        end = _end_of(schema, start)
    if not start < end <= len(schema):
        raise InvalidValueError(
            f"element {element} lies from {start} to {end}", index.elements.start, "schema index"
        )
    place = read_small_fields(schema, start, end).get(_NAME)
    if not isinstance(place, tuple):
        raise InvalidValueError(f"element {element} has no name", start, "schema")
    return bytes(schema[place[0] : place[1]])


def _end_of(schema: bytes | memoryview, start: int) -> int:
    """Where the last element ends, which no offset says."""
    cursor = Cursor(bytes(schema), start)
    cursor.skip_struct()
    return cursor.position
