"""A dual file in the order that it had before: as it was, or with other pages in the place of old ones."""

from __future__ import annotations

from collections.abc import Mapping

from inlay.encoding.body import Extent, GroupPieces, Piece, Place, body_of, pages_extent
from inlay.encoding.new_encodings import NewEncodings, column_name, meta_at, new_encodings
from inlay.encoding.old_chunk import crc_of, is_original
from inlay.encoding.payload import FIRST, detach, unproven_in
from inlay.encoding.relayout import Relayout
from inlay.encoding.replacement import Replacement
from inlay.encoding.sink import Pieced, Sink
from inlay.encoding.thrift_file import Progress, ThriftFile, no_progress
from inlay.refusals import RefusedError
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import ColumnMetaData, FileMetaData

Replacements = Mapping[Place, Replacement]


def stripped(file: ThriftFile, found: NewEncodings | None = None) -> ThriftFile:
    """The original, to be read: byte for byte, unless what told of a new encoding is lost. Then that column has its old
    encoding, and what stood where is taken from the order of the columns.

    Raises RefusedError where the file has no new encoding, or where what the original was is not known any more.
    """
    metadata = file.metadata()
    found = found if found is not None else new_encodings(metadata, file.footer)
    if not found:
        raise RefusedError("encoding", "no column of the file has a new encoding")
    for place, encoding in found.known.items():
        if is_old_damaged(file, metadata, place, encoding):
            raise RefusedError(
                "damaged",
                f"the old encoding of {column_name(metadata, place)} does not match its CRC",
                "`inlay encoding repair` makes it again from the new one",
            )
    return viewed(file, found, {})


def viewed(file: ThriftFile, found: NewEncodings, replacements: Replacements) -> ThriftFile:
    """The file without new encodings, to be read; replacements are kept in memory."""
    view = Pieced(file.source)
    metadata = in_old_order(file, view, found, replacements)
    footer = view.size
    tail = file.tail(metadata, footer)
    view.write(tail)
    return ThriftFile(file.name, view, metadata.encode(), footer, file.form)


def in_old_order(
    file: ThriftFile,
    sink: Sink,
    found: NewEncodings,
    replacements: Replacements,
    progress: Progress = no_progress,
) -> FileMetaData:
    """Writes the body in the order that it had, without the new encodings, and returns its metadata."""
    metadata = file.metadata()
    lost = {place: _lost_extent(file, meta_at(metadata, place)) for place in found.lost}
    body = body_of(metadata, file.footer, found.known, lost)
    relayout = Relayout(file.source, body, sink)
    sizes: dict[Place, int] = {}
    for piece in body.head:
        relayout.move(piece)
    for group in body.groups:
        for piece in _in_old_order(group, found):
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
    for place in (*found.known, *found.lost):
        detach(meta_at(metadata, place))
    return metadata


def intact_encodings(file: ThriftFile, metadata: FileMetaData) -> dict[Place, ColumnEncoding]:
    """Every new encoding of the file. Raises RefusedError where what says so is damaged."""
    found = new_encodings(metadata, file.footer)
    for place, finding in found.findings.items():
        name = column_name(metadata, place)
        reason = f"the extension that tells of the new encoding of {name} is damaged: {finding}"
        raise RefusedError("damaged", reason, "`inlay encoding repair` makes it again")
    return found.known


def is_old_damaged(
    file: ThriftFile, metadata: FileMetaData, place: Place, encoding: ColumnEncoding
) -> bool:
    """Whether the pages of the old encoding are not those that the new one was made from."""
    start, end = pages_extent(meta_at(metadata, place))
    return not is_original(file.source, start, end - start, encoding.original)


def _lost_extent(file: ThriftFile, meta: ColumnMetaData) -> Extent:
    """Where the new encoding lies that a damaged extension tells of, if its pages bear that out."""
    said = unproven_in(meta)
    if said is None or said.offset < FIRST or said.offset + said.length > file.footer:
        return None
    if crc_of(file.source, said.offset, said.length) != said.crc:
        return None
    return said.offset, said.offset + said.length


def _in_old_order(group: GroupPieces, found: NewEncodings) -> list[Piece]:
    placed: dict[int, Piece] = {}
    others: list[Piece] = []
    for piece in group.chunks:
        encoding = found.known.get(piece.place) if piece.place is not None else None
        if encoding is None:
            others.append(piece)
        else:
            placed[encoding.original.position] = piece
    count = len(group.chunks)
    if len(placed) + len(others) != count or any(at >= count for at in placed):
        reason = (
            f"the chunks of row group {group.group} are said to have been in one another's place"
        )
        raise RefusedError("damaged", reason)
    remaining = iter(_with_lost_in_place(others, found.lost) if found.lost else others)
    return [placed[at] if at in placed else next(remaining) for at in range(count)]


def _with_lost_in_place(others: list[Piece], lost: set[Place]) -> list[Piece]:
    """Nothing tells any more where the lost ones were: among columns that are in their order, in that order."""
    untouched = [piece for piece in others if piece.place not in lost]
    in_order = sorted(untouched, key=lambda piece: piece.place or (0, 0))
    if untouched != in_order:
        return others
    return sorted(others, key=lambda piece: piece.place or (0, 0))
