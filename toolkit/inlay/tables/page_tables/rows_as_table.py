"""Rows of several chunks as one Arrow table: where there are very many columns, each has few of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.ground.arrow_fields import field_in
from inlay.pages.engine.chosen_chunks import ChosenChunk
from inlay.tables.columnar.bounds import format_values
from inlay_runtime.text import shown

if TYPE_CHECKING:
    from inlay.footers.designs.extracted import Array
    from parquet_format.parquet import SchemaElement

_TEXTS: Final = {"min_text": "min_value", "max_text": "max_value"}


class ChunkRows(NamedTuple):
    """What a table has of a chunk, without its place."""

    chosen: ChosenChunk
    rows: list[dict[str, Any]]


def build_table(chunks: Sequence[ChunkRows], schema: pa.Schema, names: Sequence[str]) -> pa.Table:
    """These columns of the schema."""
    for chosen, rows in chunks:
        place = {"row_group": chosen.row_group, "column": chosen.column, "path": shown(chosen.path)}
        for row in rows:
            row.update(place)
    fields = [field_in(schema, name) for name in names]
    wanted = [_TEXTS.get(field.name, field.name) for field in fields]
    columns = _list_columns(chain.from_iterable(rows for _, rows in chunks), wanted)
    arrays = [
        _format(values, chunks) if field.name in _TEXTS else array_from(values, field.type)
        for field, values in zip(fields, columns, strict=True)
    ]
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields))


def _list_columns(rows: Iterable[dict[str, Any]], names: Sequence[str]) -> list[tuple[Any, ...]]:
    """The values of each name; most rows have most of them, and to ask for all at once is quicker."""
    if not names:
        return []
    blank = dict.fromkeys(names)
    pick = itemgetter(*names, names[0])  # of one name it would give no tuple
    columns = list(zip(*(pick({**blank, **row}) for row in rows), strict=True))
    return columns[:-1] if columns else [()] * len(names)


def _format(values: Sequence[bytes | None], chunks: Sequence[ChunkRows]) -> Array:
    """Bounds as texts; those of columns of one type together."""
    elements: dict[object, SchemaElement] = {}
    places: dict[object, list[int]] = {}
    end = 0
    for chosen, rows in chunks:
        begin, end = end, end + len(rows)
        key = _type_of(chosen.leaf.element)
        elements.setdefault(key, chosen.leaf.element)
        places.setdefault(key, []).extend(range(begin, end))
    if not places:
        return pa.nulls(0, pa.string())
    each = [
        format_values(elements[key], array_from([values[at] for at in those], pa.binary()))
        for key, those in places.items()
    ]
    if len(each) == 1:
        return each[0]
    order: list[int] = [*repeat(0, end)]
    for number, at in enumerate(chain.from_iterable(places.values())):
        order[at] = number
    texts: Array = pa.concat_arrays(each)
    return texts.take(array_from(order, pa.int64()))


def _type_of(element: SchemaElement) -> object:
    """Alike where bounds are written alike."""
    return (
        *(element.type, element.type_length, element.converted_type),
        *(element.scale, element.precision),
        repr(element.logicalType),
    )
