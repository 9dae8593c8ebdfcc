"""What pyarrow's writer is told of each column."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from inspect import signature
from typing import Any, Final, NamedTuple, cast

import pyarrow as pa
from pyarrow.parquet import ParquetWriter

from inlay.ground.free_memory import give_back
from inlay.ground.schema.tree import SchemaTree
from inlay.verbs.rewrite.bare_schema import is_geometry, is_ordered, list_writer_paths
from inlay.verbs.rewrite.compression import Compression, keep_codec
from inlay.verbs.rewrite.habits import Habits
from parquet_format.parquet import ColumnOrder, Type

Options = dict[str, Any]

_BITS_PER_VALUE: Final = -8 / math.log(1 - 0.05 ** (1 / 8))
"""Of a split-block filter in which one test of twenty is wrong."""

_SLICES: Final = 8
_SLICE: Final = 8192
"""Rows. So many slices of a row group show what a dictionary and a codec save."""

_JUDGED: Final = 16 << 10
"""Bytes of a column below which a codec is kept, whatever it saves."""

_USELESS: Final = 0.95
"""The share that a codec leaves of a column, above which it costs more than it saves."""

OF_COLUMN: Final = 1 << 12
"""Bytes that pyarrow holds at least of a column while it writes: of very many, they are worth giving back."""
_BATCH: Final = 1024
_PAGE: Final = 1 << 20
_LARGEST_DICTIONARY: Final = 7 << 20
"""Bytes. Beyond them pyarrow stores the rest plainly; by its own 1 MiB, row groups that are put together lose theirs."""

WRITES_BLOOM_FILTERS: Final = "bloom_filter_options" in signature(ParquetWriter).parameters
"""Older versions of pyarrow write none."""


def choose_options(
    tree: SchemaTree,
    orders: Sequence[ColumnOrder] | None,
    habits: Habits,
    compression: Compression | None,
    group_rows: int,
) -> Options:
    """Those that hold whatever the values are."""
    paths = list_writer_paths(tree)
    codecs = [compression or keep_codec(habit.codec) for habit in habits.columns]
    levels = {
        path: codec.level
        for path, codec in zip(paths, codecs, strict=True)
        if codec.level is not None
    }
    options: Options = {
        "store_schema": False,
        "write_page_checksum": True,
        "write_page_index": True,
        "dictionary_pagesize_limit": _LARGEST_DICTIONARY,
        "compression": dict(zip(paths, [codec.codec for codec in codecs], strict=True)),
        "compression_level": levels or None,
        "write_statistics": [
            path
            for number, (path, leaf) in enumerate(zip(paths, tree.leaves, strict=True))
            if is_ordered(leaf.element, orders[number] if orders is not None else None)
            or is_geometry(leaf.element)
        ],
        "use_dictionary": [
            path for path, habit in zip(paths, habits.columns, strict=True) if habit.has_dictionary
        ],
        "column_encoding": {
            path: habit.encoding.name
            for path, habit in zip(paths, habits.columns, strict=True)
            if habit.encoding is not None and not habit.has_dictionary
        },
    }
    if WRITES_BLOOM_FILTERS:
        options["bloom_filter_options"] = {
            path: {"ndv": max(1, int(habit.bloom_bytes * group_rows * 8 / _BITS_PER_VALUE))}
            for path, habit, leaf in zip(paths, habits.columns, tree.leaves, strict=True)
            if habit.bloom_bytes and leaf.element.type != Type.BOOLEAN
        }
    return options


def choose_by_sample(
    options: Options, group: pa.Table, tree: SchemaTree, habits: Habits
) -> tuple[Options, list[str]]:
    """With what a sample of the first row group shows; and the columns that get no codec since it saves next to nothing.

    A column without a dictionary or an encoding of its own gets a dictionary, if the sample takes fewer bytes with one. A large one
    is left out if the whole group takes fewer bytes without it.
    """
    if not group.num_rows:
        return options, []
    sample = _take_sample(group)
    paths = list_writer_paths(tree)
    options = {**options, "write_batch_size": _choose_batch(sample)}
    sizes = _measure(sample, options)
    open_ = set(paths).difference(options["use_dictionary"], options["column_encoding"])
    if open_:
        indexed = {**options, "use_dictionary": [*options["use_dictionary"], *open_]}
        tried = _measure(sample, indexed)
        better = {it for it in open_ if tried[it].compressed < sizes[it].compressed}
        options["use_dictionary"] = [*options["use_dictionary"], *better]
        sizes |= {it: tried[it] for it in better}
    doubtful = {
        path
        for path, habit in zip(paths, habits.columns, strict=True)
        if habit.has_dictionary
        and not habit.is_asked
        and sizes[path].uncompressed * group.num_rows > _PAGE * sample.num_rows
    }
    smaller = _find_smaller(sample, options, sizes, doubtful)
    if smaller and sample.num_rows < group.num_rows:
        # Values that a sample has once may be there often.
        tops = {path.partition(".")[0] for path in smaller}
        part = group.select([name for name in group.column_names if name in tops])
        smaller = _find_smaller(part, options, _measure(part, options), smaller)
    options["use_dictionary"] = [it for it in options["use_dictionary"] if it not in smaller]
    sizes |= {path: size for path, size in smaller.items() if sample.num_rows == group.num_rows}
    codecs = options["compression"]
    useless = {it for it in paths if codecs[it] != "none" and sizes[it].is_incompressible}
    old_levels: dict[str, int] = options["compression_level"] or {}
    levels = {it: level for it, level in old_levels.items() if it not in useless}
    options["compression"] = codecs | dict.fromkeys(useless, "none")
    options["compression_level"] = levels or None
    names = zip(paths, tree.leaves, strict=True)
    return options, [".".join(leaf.path) for path, leaf in names if path in useless]


def _find_smaller(
    rows: pa.Table, options: Options, sizes: dict[str, _Size], columns: Iterable[str]
) -> dict[str, _Size]:
    """Those of the columns that take fewer bytes without a dictionary, and how many."""
    left_out = {*columns}
    if not left_out:
        return {}
    kept = [it for it in options["use_dictionary"] if it not in left_out]
    tried = _measure(rows, {**options, "use_dictionary": kept})
    return {it: tried[it] for it in left_out if tried[it].compressed < sizes[it].compressed}


def _take_sample(group: pa.Table) -> pa.Table:
    """Slices from all over it."""
    if group.num_rows <= _SLICES * _SLICE:
        return group
    starts = [at * (group.num_rows - _SLICE) // (_SLICES - 1) for at in range(_SLICES)]
    return pa.concat_tables([group.slice(start, _SLICE) for start in starts])


def _choose_batch(sample: pa.Table) -> int:
    """Rows after which pyarrow looks whether a page is full."""
    widest = max((column.nbytes for column in sample.columns), default=0) // sample.num_rows
    return max(1, min(_BATCH, _PAGE // max(widest, 1)))


class _Size(NamedTuple):
    """Bytes of a column."""

    compressed: int
    uncompressed: int

    @property
    def is_incompressible(self) -> bool:
        return self.uncompressed >= _JUDGED and self.compressed > _USELESS * self.uncompressed


def _measure(rows: pa.Table, options: Options) -> dict[str, _Size]:
    """By the paths of the writer. Nothing of the file is kept."""
    plain = {**options, "write_page_index": False, "bloom_filter_options": None}
    written: list[Any] = []
    stream = cast("Any", pa).MockOutputStream()
    with open_writer(stream, rows.schema, plain | {"metadata_collector": written}) as writer:
        writer.write_table(rows, row_group_size=rows.num_rows)
    group = written[0].row_group(0)
    chunks = (group.column(at) for at in range(group.num_columns))
    sizes = {
        it.path_in_schema: _Size(it.total_compressed_size, it.total_uncompressed_size)
        for it in chunks
    }
    del writer, written, group
    give_back(len(sizes) * OF_COLUMN)
    return sizes


def open_writer(file: Any, schema: pa.Schema, options: Options) -> Any:
    """pyarrow's writer with these options, of which its stubs lack the newest, and it itself those that are None."""
    given = {name: value for name, value in options.items() if value is not None}
    return cast("Any", ParquetWriter)(file, schema, **given)
