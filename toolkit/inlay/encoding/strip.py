"""A dual file in the order that it had before: as it was, or with other pages in the place of old ones."""

from __future__ import annotations

from collections.abc import Mapping
from zlib import crc32

from inlay.containers import Finding
from inlay.encoding.body import GroupPieces, Piece, Place, body_of, pages_extent
from inlay.encoding.payload import detach, encoded_chunks, wrong_with
from inlay.encoding.relayout import Relayout
from inlay.encoding.replacement import Replacement
from inlay.encoding.sink import Pieced, Sink
from inlay.encoding.thrift_file import Progress, ThriftFile, no_progress
from inlay.footer.source import read_at
from inlay.rewrite.errors import RefusedError
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import ColumnMetaData, FileMetaData

Replacements = Mapping[Place, Replacement]


def stripped(file: ThriftFile) -> ThriftFile:
    """The original, byte for byte, to be read. Raises RefusedError where the file has no new encoding, or where what the
    original was is not known any more."""
    metadata = file.metadata()
    encodings = encodings_in(file, metadata)
    if not encodings:
        raise RefusedError("encoding", "no column of the file has a new encoding")
    for place in encodings:
        if is_old_damaged(file, metadata, encodings, place):
            raise RefusedError(
                "damaged",
                f"the old encoding of {column_name(metadata, place)} does not match its CRC",
                "`inlay encoding repair` makes it again from the new one",
            )
    return viewed(file, encodings, {})


def viewed(
    file: ThriftFile, encodings: Mapping[Place, ColumnEncoding], replacements: Replacements
) -> ThriftFile:
    """The file without new encodings, to be read; replacements are kept in memory."""
    view = Pieced(file.source)
    metadata = in_old_order(file, view, encodings, replacements)
    footer = view.size
    tail = file.tail(metadata, footer)
    view.write(tail)
    return ThriftFile(file.name, view, metadata.encode(), footer, file.form)


def in_old_order(
    file: ThriftFile,
    sink: Sink,
    encodings: Mapping[Place, ColumnEncoding],
    replacements: Replacements,
    progress: Progress = no_progress,
) -> FileMetaData:
    """Writes the body in the order that it had, without the new encodings, and returns its metadata."""
    metadata = file.metadata()
    body = body_of(metadata, file.footer, encodings)
    relayout = Relayout(file.source, body, sink)
    sizes: dict[Place, int] = {}
    for piece in body.head:
        relayout.move(piece)
    for group in body.groups:
        for piece in _in_old_order(group, encodings):
            replacement = replacements.get(piece.place) if piece.place is not None else None
            if replacement is None or piece.place is None:
                relayout.move(piece)
            else:
                sizes[piece.place] = relayout.replace(piece, replacement.pages())
        for piece in group.rest:
            relayout.move(piece)
        progress(max((piece.end for piece in (*group.chunks, *group.rest)), default=0))
    relayout.finish(metadata)
    for place, replacement in replacements.items():
        group_at, _ = place
        replacement.describe(metadata.row_groups[group_at], meta_at(metadata, place), sizes[place])
    for place in encodings:
        detach(meta_at(metadata, place))
    return metadata


def encodings_in(file: ThriftFile, metadata: FileMetaData) -> dict[Place, ColumnEncoding]:
    """Every new encoding of the file. Raises RefusedError where what says so is damaged: nothing tells then where the
    old one lay."""
    found: dict[Place, ColumnEncoding] = {}
    for group, column, meta, encoding in encoded_chunks(metadata):
        problem: Finding | None
        if isinstance(encoding, Finding):
            problem = encoding
        else:
            num_rows = metadata.row_groups[group].num_rows
            problem = wrong_with(encoding, meta, num_rows, file.footer)
            found[group, column] = encoding
        if problem is not None:
            name = column_name(metadata, (group, column))
            reason = f"the extension that tells of the new encoding of {name} is damaged: {problem}"
            raise RefusedError("damaged", reason)
    return found


def is_old_damaged(
    file: ThriftFile,
    metadata: FileMetaData,
    encodings: Mapping[Place, ColumnEncoding],
    place: Place,
) -> bool:
    """Whether the pages of the old encoding are not those that the new one was made from."""
    start, end = pages_extent(meta_at(metadata, place))
    original = encodings[place].original
    if end - start != original.length:
        return True
    return crc32(read_at(file.source, start, end - start)) != original.crc


def meta_at(metadata: FileMetaData, place: Place) -> ColumnMetaData:
    meta = metadata.row_groups[place[0]].columns[place[1]].meta_data
    assert meta is not None  # whoever names the place has looked at it
    return meta


def column_name(metadata: FileMetaData, place: Place) -> str:
    name = ".".join(meta_at(metadata, place).path_in_schema)
    return f"column {name} in row group {place[0]}"


def _in_old_order(group: GroupPieces, encodings: Mapping[Place, ColumnEncoding]) -> list[Piece]:
    placed: dict[int, Piece] = {}
    untouched: list[Piece] = []
    for piece in group.chunks:
        encoding = encodings.get(piece.place) if piece.place is not None else None
        if encoding is None:
            untouched.append(piece)
        else:
            placed[encoding.original.position] = piece
    count = len(group.chunks)
    if len(placed) + len(untouched) != count or any(at >= count for at in placed):
        reason = (
            f"the chunks of row group {group.group} are said to have been in one another's place"
        )
        raise RefusedError("damaged", reason)
    remaining = iter(untouched)
    return [placed[at] if at in placed else next(remaining) for at in range(count)]
