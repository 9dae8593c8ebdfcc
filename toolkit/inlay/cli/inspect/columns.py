"""The columns of a file, with what is needed to read their statistics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.values.decode import Decoder, choose_decoder
from inlay_runtime.union import UnknownVariant
from parquet_format.parquet import FileMetaData


class ReportedColumn(NamedTuple):
    """A leaf of the schema. `ordered` if the order of `min_value` and `max_value` is known: where it
    is not, or the logical type is not, parquet.thrift says that they mean nothing."""

    leaf: Node | None
    decode: Decoder
    ordered: bool


BEYOND: Final = ReportedColumn(None, bytes, ordered=False)
"""For a column chunk that no leaf stands for, in a file that does not add up."""


def columns_of(metadata: FileMetaData, schema: SchemaTree, most: int) -> list[ReportedColumn]:
    """The first `most`: the others are not shown."""
    orders = metadata.column_orders or []
    return [
        ReportedColumn(
            leaf,
            choose_decoder(leaf.element),
            ordered=(
                at < len(orders)
                and not orders[at].is_unknown
                and not isinstance(leaf.element.logicalType, UnknownVariant)
            ),
        )
        for at, leaf in enumerate(schema.leaves[:most])
    ]


def take_columns(columns: Sequence[ReportedColumn], count: int) -> list[ReportedColumn]:
    """Exactly `count` of them."""
    return [*columns[:count], *[BEYOND] * (count - len(columns))]
