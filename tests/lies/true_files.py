"""Small files by pyarrow of which everything is true: the column `row`, 1 to 8, and `c`, in two row groups of four rows."""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable, Sequence
from typing import Any, Final

from parquet_format.parquet import LogicalType, SchemaElement, Statistics
from tests.lies.kind import Edit
from tests.lies.parts import Chunk, Parts

pa: Any = importlib.import_module("pyarrow")
pq: Any = importlib.import_module("pyarrow.parquet")

ROWS: Final = range(1, 9)


def true_file(
    values: Sequence[Any],
    kind: Any = None,
    *prepare: Edit,
    index: bool = False,
    sizes: bool = False,
    **options: Any,
) -> Callable[[], bytes]:
    """The file of these values in `c`, as `true_table` has it."""
    array = values if isinstance(values, pa.Array) else pa.array(values, kind)
    table = pa.table({"row": pa.array(ROWS, pa.int64()), "c": array})
    return true_table(table, *prepare, index=index, sizes=sizes, **options)


def true_table(
    table: Any, *prepare: Edit, index: bool = False, sizes: bool = False, **options: Any
) -> Callable[[], bytes]:
    """Makes the file, where it is asked. With `index` a page has two rows and there are page indexes, with `sizes` there are size
    statistics; what is not asked for is left out, so that no second statement contradicts a lie. `prepare` changes the file first.
    """

    def make() -> bytes:
        settings: dict[str, Any] = {
            "row_group_size": 4,
            "compression": "none",
            "store_schema": False,
            "use_dictionary": False,
            "write_page_index": index,
            **({"max_rows_per_page": 2} if index else {}),
            **options,
        }
        out = io.BytesIO()
        pq.write_table(table, out, **settings)
        parts = Parts.of(out.getvalue())
        for chunk in (chunk for group in parts.groups for chunk in group):
            _say_less(chunk, sizes=sizes)
        for edit in prepare:
            edit(parts)
        return parts.joined()

    return make


def _say_less(chunk: Chunk, *, sizes: bool) -> None:
    if isinstance(chunk.meta.statistics, Statistics):
        chunk.meta.statistics.min = chunk.meta.statistics.max = None
    for page in chunk.data_pages:
        page.statement.statistics = None
    if sizes:
        return
    chunk.meta.size_statistics = None
    if chunk.column_index is not None:
        chunk.column_index.definition_level_histograms = None
        chunk.column_index.repetition_level_histograms = None
    if chunk.offset_index is not None:
        chunk.offset_index.unencoded_byte_array_data_bytes = None


def element(parts: Parts, name: str = "c") -> SchemaElement:
    (element,) = [each for each in parts.footer.schema if each.name == name]
    return element


def annotated(logical: LogicalType, name: str = "c") -> Edit:
    """The column is said to be of this logical type."""

    def edit(parts: Parts) -> None:
        element(parts, name).logicalType = logical

    return edit


def without_bounds(parts: Parts) -> None:
    """The column `c` has statistics without bounds, everywhere."""
    for group in range(len(parts.groups)):
        parts.chunk("c", group).meta.statistics = Statistics(null_count=0)


def stated(name: str, value: object, column: str = "c", group: int = -1) -> Edit:
    """The field of the statistics of a chunk has this value."""

    def edit(parts: Parts) -> None:
        setattr(parts.chunk(column, group).statistics, name, value)

    return edit
