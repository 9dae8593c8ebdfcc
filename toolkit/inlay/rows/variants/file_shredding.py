"""A file with some of its columns as Variants, shredded as told.

The other columns, the order of rows and the row groups stay: their very bytes are moved.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import closing
from itertools import chain
from tempfile import TemporaryFile
from typing import IO, Any, Final

import pyarrow as pa

from inlay.changes.rewrite.names import folder_of
from inlay.changes.rewrite.new_file import NewFile, require_output
from inlay.footers.footer import Footer
from inlay.ground.files.source import Seekable, Source, name_of, open_source
from inlay.ground.free_memory import collect_and_give_back, give_back
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.encodings.open_for_copy import open_for_copy
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.columns import (
    TopColumns,
    describe_columns,
    join_groups,
    output_of,
    with_replaced,
)
from inlay.pages.engine.leaf import leaves_of
from inlay.pages.engine.packed import write_packed
from inlay.pages.engine.passing_chunks import pass_chunks
from inlay.pages.engine.sink import Sink, StreamSink
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.rows.variants.candidates import choose_candidates
from inlay.rows.variants.described_schemas import redescribe
from inlay.rows.variants.opener import choose_opener
from inlay.rows.variants.shredded_groups import Advance, WantedColumns, shred_groups
from inlay.rows.variants.writing import StoredFile
from parquet_format.parquet import ColumnMetaData, CompressionCodec, FileMetaData, VariantType

_CODECS: Final = {
    CompressionCodec.UNCOMPRESSED: "none",
    CompressionCodec.SNAPPY: "snappy",
    CompressionCodec.GZIP: "gzip",
    CompressionCodec.BROTLI: "brotli",
    CompressionCodec.LZ4: "lz4",
    CompressionCodec.LZ4_RAW: "lz4",
}
"""What pyarrow calls those that it writes; in the place of all others there is ZSTD."""


def shred_columns(
    source: Source,
    out: str | os.PathLike[str],
    schemas: Mapping[str, pa.DataType],
    *,
    exact: bool = False,
    tolerant: bool = False,
    overwrite: bool = True,
    allow: Set[str] = frozenset(),
    advance: Advance = lambda _: None,
    tell: Callable[[str], None] = lambda _: None,
) -> tuple[int, list[str]]:
    """Writes `out`: the rows of `source`, with each of these columns as Variants shredded by its schema (`null`: not
    shredded). How many rows, and which of the columns the file lacks: they are there, last, and null.

    `tell` gets a sentence for each kind of index that did not fit the columns that stay, and was left out.
    A name may be the path of Variants inside of a column (`items.element`), and that column is written anew; a path that the file
    lacks adds nothing.
    Every `out` has the same type for the column, whatever it was: Variants, shredded or not, or JSON text. Raises
    SourceColumnError; DamagedRowError, ShreddingError with the row in the file; StorageError; ChunkError, RefusedError
    where the other columns cannot be moved, or `out` is refused as by `VariantWriter`; what reading raises. `out` is
    there, whole and synced, or not at all.
    """
    sources = [os.fspath(source)] if isinstance(source, str | os.PathLike) else []
    require_output(out, overwrite=overwrite, sources=sources, allow=allow)
    folder = folder_of(os.fspath(out))
    with (
        open_source(source) as file,
        TemporaryFile(dir=folder) as spare,
        TemporaryFile(dir=folder) as scratch,
    ):
        base = open_for_copy(file, name_of(source), spare)
        collect_and_give_back(len(base.thrift))  # what it took to choose and to sample the column
        metadata = base.metadata()
        wanted, new = _shred(file, metadata, scratch, schemas, exact, tolerant, advance)
        give_back(len(base.thrift))  # what pyarrow has read
        with NewFile(out, overwrite=overwrite, sources=sources, allow=allow) as target:
            notes = splice(base, new, StreamSink(target.file))
    for note in notes:
        tell(note)
    return metadata.num_rows, [*wanted.missing, *wanted.absent]


def _shred(
    file: Seekable,
    metadata: FileMetaData,
    scratch: IO[bytes],
    schemas: Mapping[str, pa.DataType],
    exact: bool,
    tolerant: bool,
    advance: Advance,
) -> tuple[WantedColumns, ThriftFile | None]:
    """The columns as a file of their own, in `scratch`; None where there are none. What pyarrow knows of a wide file goes with this call."""
    with choose_opener(file, pre_buffer=False, checksums=True)(
        True, choose_candidates([*schemas])
    ) as parquet:
        wanted = WantedColumns.of(parquet.schema_arrow, schemas, exact=exact, tolerant=tolerant)
        if not wanted.target.names:
            return wanted, None
        options = _options(metadata, wanted.target.names)
        with closing(StoredFile(scratch, wanted.target, **options)) as stored:
            # Of other columns there may be very many.
            shown = FileMetaData.decode(parquet.thrift) if parquet.is_part else metadata
            for table in shred_groups(parquet, shown.row_groups, wanted, advance):
                stored.write(table)
            return wanted, _as_thrift_file(scratch, stored.finish())


def _options(metadata: FileMetaData, columns: Sequence[str]) -> dict[str, Any]:
    """What the writer is told so that the columns are like those that they are made of."""
    first = metadata.row_groups[:1]
    wanted = set(columns)
    like: ColumnMetaData | None = None
    is_ours = has_index = False
    for chunk in chain.from_iterable(map(pass_chunks, first)):
        has_index |= chunk.column_index_offset is not None
        meta = metadata_of(chunk)
        is_wanted = not wanted.isdisjoint(meta.path_in_schema[:1])
        if like is None or (is_wanted and not is_ours):
            like, is_ours = meta, is_wanted
    return {
        "compression": _CODECS.get(like.codec, "zstd") if like is not None else "zstd",
        "write_page_index": has_index,
    }


def _as_thrift_file(file: IO[bytes], footer: Footer) -> ThriftFile:
    assert footer.metadata is not None
    thrift = footer.metadata.encode()
    return ThriftFile("the new columns", file, thrift, footer.offset)


def _list_variants(metadata: FileMetaData) -> list[str]:
    """The columns that are Variants, and do not only hold some inside."""
    root = SchemaTree(metadata.schema).root
    return [
        node.element.name
        for node in (root.children if root is not None else ())
        if isinstance(node.element.logicalType, VariantType)
    ]


def splice(base: ThriftFile, new: ThriftFile | None, sink: Sink) -> list[str]:
    """Writes the file `base` with the columns of `new` in the place of those of the same name, or last; as it is for None. A sentence
    for each kind of index that did not come along.

    `base` is what `open_for_copy` gives, and both have the same row groups. Raises PlacementRefusedError, ChunkError where
    the footer of `base` does not lead to what it says.
    """
    metadata = base.metadata()
    old = TopColumns(base, metadata)
    added = None if new is None else TopColumns(new, new.metadata())
    columns = with_replaced(old, added)
    if added is not None:
        written = added.metadata
        pairs, variants = metadata.key_value_metadata, _list_variants(written)
        metadata.key_value_metadata = redescribe(
            pairs, old.names, variants, written.key_value_metadata
        )
        give_back(len(base.thrift))  # what pyarrow has read of the pairs
    row_groups = join_groups(base, columns)
    if row_groups is None:
        row_groups = output_of(metadata, columns).row_groups
    else:
        describe_columns(metadata, columns)
    body = write_packed(row_groups, leaves_of(metadata), sink)
    placed = body.placed_groups()
    encoded = (group if isinstance(group, bytes) else group.encode() for group in placed)
    without = metadata.replace(row_groups=[])
    base.append_row_groups(sink, without, encoded, len(metadata.row_groups))
    return body.list_notes()
