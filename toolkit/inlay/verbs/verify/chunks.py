"""Checks of column chunks against the schema, the row group and the file."""

from __future__ import annotations

from typing import Final

from inlay.ground.wording.amounts import count
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.subjects import PlacedChunk, PlacedLeaf
from parquet_format.parquet import CompressionCodec

FIRST: Final = 4
"""Where data begins: behind the magic."""


def check_type(placed: PlacedChunk) -> str | None:
    if placed.meta is None or placed.leaf is None or placed.meta.type == placed.leaf.element.type:
        return None
    assert placed.leaf.element.type is not None  # or it would be no leaf
    wanted = placed.leaf.element.type.name
    return f"{placed.meta.type.name}, and the leaf {placed.leaf.name} is {wanted}"


def check_path(placed: PlacedChunk) -> str | None:
    if (
        placed.meta is None
        or placed.leaf is None
        or _is_path_of(placed.meta.path_in_schema, placed.leaf)
    ):
        return None
    return (
        f"{'.'.join(placed.meta.path_in_schema)}, and the leaf in its place is {placed.leaf.name}"
    )


def check_file_path(placed: PlacedChunk) -> str | None:
    """A summary file, whose chunks all lie elsewhere, has nothing before its footer."""
    if placed.chunk.file_path is None or placed.body <= FIRST:
        return None
    return (
        f"{placed.chunk.file_path!r}: the chunk is said to be in another file, but readers look for it in "
        "this one; it should be absent"
    )


def check_value_count(placed: PlacedChunk) -> str | None:
    if placed.meta is None:
        return None
    values, rows = placed.meta.num_values, placed.group.num_rows
    if values < 0:
        return f"{values:,}, and values are 0 or more"
    if placed.leaf is None or rows < 0:
        return None
    if placed.leaf.max_repetition == 0 and values != rows:
        return f"{values:,}, and the row group has {count(rows, 'row')} of this column, which is not repeated"
    if values < rows:
        return f"{values:,}, and the row group has {count(rows, 'row')} with a value, a null or an empty list each"
    return None


def check_sizes(placed: PlacedChunk) -> str | None:
    meta = placed.meta
    if meta is None:
        return None
    packed, whole = meta.total_compressed_size, meta.total_uncompressed_size
    if packed < 0 or whole < 0:
        return f"sizes of {packed:,} and {count(whole, 'byte')}, and sizes are 0 or more"
    # Old writers did not count what is uncompressed, and say 0.
    is_plain = meta.codec == CompressionCodec.UNCOMPRESSED and placed.chunk.crypto_metadata is None
    if is_plain and whole and packed != whole:
        return f"{count(packed, 'byte')} compressed and {whole:,} uncompressed, and nothing is compressed"
    return None


def page_offset(placed: PlacedChunk) -> str | None:
    """Beside the extent of the chunk, which `offset` looks at: where pages begin in it."""
    meta = placed.meta
    if meta is None or placed.chunk.file_path is not None or not meta.total_compressed_size:
        return None
    dictionary, data = meta.dictionary_page_offset, meta.data_page_offset
    if not data:  # which writers say where there is no data page
        return (
            f"{data:,}, and the chunk has {count(meta.num_values, 'value')}"
            if meta.num_values
            else None
        )
    if dictionary and dictionary > data:
        return f"{data:,}, and the dictionary page, which stands first, is at {dictionary:,}"
    first = dictionary or data
    end = first + meta.total_compressed_size
    return f"{data:,}, and the chunk lies from {first:,} to {end:,}" if data > end else None


def check_index_lengths(placed: PlacedChunk) -> str | None:
    chunk = placed.chunk
    pairs = (
        ("column index", chunk.column_index_offset, chunk.column_index_length),
        ("offset index", chunk.offset_index_offset, chunk.offset_index_length),
    )
    for name, offset, length in pairs:
        if (offset is None) != (length is None):
            return f"the {name} has {'a length' if offset is None else 'an offset'} only"
        if length is not None and length < 0:
            return f"the {name} has {count(length, 'byte')}, and sizes are 0 or more"
    return None


def _is_path_of(path: list[str], leaf: PlacedLeaf) -> bool:
    """Without making the leaf's path, which is long in a schema that means harm."""
    node = leaf.node
    if len(path) != node.depth:
        return False
    for name in reversed(path):
        if node.element.name != name or node.parent is None:
            return False
        node = node.parent
    return True


CHUNK_CHECKS: Final[tuple[Check[PlacedChunk], ...]] = (
    Check("chunk-type", "meta_data.type", "a chunk has the physical type of its leaf", check_type),
    Check(
        "chunk-path",
        "meta_data.path_in_schema",
        "chunks are in the order of the leaves, and have their paths",
        check_path,
    ),
    Check(
        "file-path",
        "file_path",
        "the chunks of a file with data of its own are in that file",
        check_file_path,
    ),
    Check(
        "value-count",
        "meta_data.num_values",
        "a chunk has a value for each row, and more only if a field is repeated",
        check_value_count,
    ),
    Check(
        "chunk-size",
        "meta_data",
        "sizes of a chunk are 0 or more, and equal where nothing is compressed",
        check_sizes,
    ),
    Check(
        "page-offset",
        "meta_data.data_page_offset",
        "data pages begin in their chunk, behind its dictionary page",
        page_offset,
    ),
    Check(
        "index-length", "", "an index has an offset and a length, or neither", check_index_lengths
    ),
)
