"""What pyarrow's writer is told of each column."""

from __future__ import annotations

import math
from collections.abc import Sequence
from inspect import signature
from io import BytesIO
from typing import Any, Final, cast

import pyarrow as pa
from pyarrow.parquet import ParquetFile, ParquetWriter

from inlay.ground.schema.tree import SchemaTree
from inlay.verbs.rewrite.bare_schema import is_geometry, is_ordered, list_writer_paths
from inlay.verbs.rewrite.compression import Compression, keep_codec
from inlay.verbs.rewrite.habits import Habits
from parquet_format.parquet import ColumnOrder, Type

Options = dict[str, Any]

_BITS_PER_VALUE: Final = -8 / math.log(1 - 0.05 ** (1 / 8))
"""Of a split-block filter in which one test of twenty is wrong."""

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
        "write_page_index": habits.has_page_index,
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


def add_dictionaries(options: Options, sample: pa.Table, tree: SchemaTree) -> Options:
    """A column without a dictionary or an encoding of its own gets a dictionary, if the first rows take fewer bytes with one."""
    decided = {*options["use_dictionary"], *options["column_encoding"]}
    paths = list_writer_paths(tree)
    open_ = [path for path in paths if path not in decided]
    if not open_ or not sample.num_rows:
        return options
    without = _measure(sample, options)
    with_ = _measure(sample, {**options, "use_dictionary": [*options["use_dictionary"], *open_]})
    better = [
        path
        for path, plain, indexed in zip(paths, without, with_, strict=True)
        if path in open_ and indexed < plain
    ]
    return {**options, "use_dictionary": [*options["use_dictionary"], *better]}


def _measure(sample: pa.Table, options: Options) -> list[int]:
    """The bytes of each column."""
    file = BytesIO()
    plain = {**options, "write_page_index": False, "bloom_filter_options": None}
    with open_writer(file, sample.schema, plain) as writer:
        writer.write_table(sample, row_group_size=sample.num_rows)
    group = cast("Any", ParquetFile)(BytesIO(file.getvalue())).metadata.row_group(0)
    return [group.column(at).total_compressed_size for at in range(group.num_columns)]


def open_writer(file: Any, schema: pa.Schema, options: Options) -> Any:
    """pyarrow's writer with these options, of which its stubs lack the newest, and it itself those that are None."""
    given = {name: value for name, value in options.items() if value is not None}
    return cast("Any", ParquetWriter)(file, schema, **given)
