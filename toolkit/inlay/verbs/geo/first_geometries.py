"""A look at the first page of a column of geometries: a native type means ISO WKB, and PostGIS writes flags of its own into it."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, cast

import pyarrow as pa

from inlay.ground.files.source import Seekable, read_at
from inlay.ground.values.wkb import EXTENDED, NUMBER, WkbError, fold_geometries, read_geometry
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.chunk_pages import place_pages
from inlay.pages.engine.dense_values import read_dense_values
from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.pages.engine.leaf import Leaf
from parquet_format.parquet import ColumnMetaData

_MOST_BYTES: Final = 64 << 20
EWKB: Final = "EWKB, by flags in its type"


def explain_first(source: Seekable, meta: ColumnMetaData, leaf: Leaf) -> str:
    """What the first of its values is, as a clause, where it is not ISO WKB; empty where all of the first page are, or cannot be read."""
    try:
        values = _read_first_page(source, meta, leaf)
    except (ChunkError, UndecodedError):
        return ""
    for kind, at in fold_geometries(values).firsts.items():
        if kind & EXTENDED:
            return f"value {at:,} is {EWKB}"
        if not kind & NUMBER:
            try:
                read_geometry(values[at].as_py() or b"")
            except WkbError as error:
                return f"value {at:,} is not WKB: {error}"
    return ""


def _read_first_page(source: Seekable, meta: ColumnMetaData, leaf: Leaf) -> pa.Array[Any]:
    start, end = locate_pages(meta)
    read = partial(read_at, source)
    stop = start
    for page in place_pages(read, start, end, meta):
        stop = page.end
        if page.is_data:
            break
    if stop - start > _MOST_BYTES:
        raise UndecodedError("it is large")
    dense = read_dense_values(read(start, stop - start), meta, leaf, start)
    if not dense.is_whole:
        raise UndecodedError("it is damaged")
    values: Any = dense.values
    if pa.types.is_dictionary(values.type):
        values = values.cast(pa.binary())
    # Not by `pa.array`, which imports pandas.
    empty: Any = pa.nulls(0, pa.binary())
    return cast("pa.Array[Any]", pa.concat_arrays(values.chunks) if values.num_chunks else empty)
