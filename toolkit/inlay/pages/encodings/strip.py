"""A dual file in the order that it had before: as it was, or with other pages in the place of old ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from inlay.ground.files.source import name_of
from inlay.ground.files.spliced import SplicedFile
from inlay.ground.refusals import RefusedError
from inlay.pages.encodings.new_encodings import NewEncodings, find_encodings
from inlay.pages.encodings.old_chunk import crc_of, is_original
from inlay.pages.encodings.payload import FIRST, detach, unproven_in
from inlay.pages.encodings.replacement import Replacement
from inlay.pages.engine.body import Body, Extra, Extras, GroupPieces, body_of
from inlay.pages.engine.chunk_metadata import locate_pages, metadata_at, name_column
from inlay.pages.engine.encoded_footer import encode_each, encode_footer
from inlay.pages.engine.engine import run
from inlay.pages.engine.piece import Piece, Place
from inlay.pages.engine.plan import Move, Replace, Step, rearrange
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.pages.engine.sink import Sink
from inlay.pages.engine.thrift_file import ThriftFile
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import ColumnMetaData, FileMetaData

Replacements = Mapping[Place, Replacement]


def strip(
    file: ThriftFile,
    encodings: NewEncodings | None = None,
    metadata: FileMetaData | None = None,
) -> ThriftFile:
    """The original, to be read: byte for byte, unless what told of a new encoding is lost. Then that column has its old
    encoding, and what stood where is taken from the order of the columns. `metadata` is decoded from the file, and is changed.

    Raises RefusedError where the file has no new encoding, or where what the original was is not known any more.
    """
    metadata = metadata if metadata is not None else file.metadata()
    encodings = encodings if encodings is not None else find_encodings(metadata, file.footer)
    if not encodings:
        raise RefusedError("encoding", "no column of the file has a new encoding")
    for place, encoding in encodings.known.items():
        if is_old_damaged(file, metadata, place, encoding):
            raise RefusedError(
                "damaged",
                f"the old encoding of {name_column(metadata, place)} does not match its CRC",
                "`inlay encoding repair` restores it from the new one",
            )
    return view_replaced(file, encodings, {}, metadata)


def view_replaced(
    file: ThriftFile,
    encodings: NewEncodings,
    replacements: Replacements,
    metadata: FileMetaData,
) -> ThriftFile:
    """The file without new encodings, to be read; replacements are kept in memory, and the metadata of the file is changed."""
    view = SplicedFile(name_of(file.source))
    in_old_order(file, view, encodings, replacements, metadata)
    groups, metadata.row_groups = metadata.row_groups, []
    footer, thrift = view.size, encode_footer(metadata, encode_each(groups), len(groups))
    file.append_encoded(view, thrift)
    return replace(file, source=view, thrift=thrift, footer=footer)


def in_old_order(
    file: ThriftFile,
    sink: Sink,
    encodings: NewEncodings,
    replacements: Replacements,
    metadata: FileMetaData,
    progress: Progress = ignore_progress,
) -> None:
    """Writes the body in the order that it had, without the new encodings, and changes the metadata of the file to that of the body."""
    body = body_of(file, _extras(file, metadata, encodings))
    steps = _steps(file, body, encodings, replacements, progress)
    landed = run(rearrange(file, metadata, body, steps), sink)
    for place, replacement in replacements.items():
        size = landed.replaced_size(file, place)
        replacement.describe(metadata.row_groups[place[0]], metadata_at(metadata, place), size)
    for place in (*encodings.known, *encodings.lost):
        detach(metadata_at(metadata, place))


def _steps(
    file: ThriftFile,
    body: Body,
    encodings: NewEncodings,
    replacements: Replacements,
    progress: Progress,
) -> Iterator[Step]:
    for piece in body.head:
        yield Move(file, piece)
    for group in body.groups:
        for piece in _in_old_order(group, encodings):
            replacement = replacements.get(piece.place) if piece.place is not None else None
            if replacement is None:
                yield Move(file, piece)
            else:
                yield Replace(file, piece, replacement.pages())
        for piece in group.rest:
            yield Move(file, piece)
        progress(max((piece.end for piece in (*group.chunks, *group.rest)), default=0))


def _extras(file: ThriftFile, metadata: FileMetaData, encodings: NewEncodings) -> Extras:
    """Where the new encodings lie, and how far the chunks reached before they were there."""
    extras = {
        place: Extra((encoding.offset, encoding.offset + encoding.length), encoding.original.span)
        for place, encoding in encodings.known.items()
    }
    for place in encodings.lost:
        extras[place] = Extra(_lost_extent(file, metadata_at(metadata, place)), None)
    return extras


def require_intact(file: ThriftFile, metadata: FileMetaData) -> dict[Place, ColumnEncoding]:
    """Every new encoding of the file. Raises RefusedError where what says so is damaged."""
    encodings = find_encodings(metadata, file.footer)
    for place, finding in encodings.findings.items():
        name = name_column(metadata, place)
        reason = f"the extension that tells of the new encoding of {name} is damaged: {finding}"
        raise RefusedError("damaged", reason, "`inlay encoding repair` restores it")
    return encodings.known


def is_old_damaged(
    file: ThriftFile, metadata: FileMetaData, place: Place, encoding: ColumnEncoding
) -> bool:
    """Whether the pages of the old encoding are not those that the new one was made from."""
    start, end = locate_pages(metadata_at(metadata, place))
    return not is_original(file.source, start, end - start, encoding.original)


def _lost_extent(file: ThriftFile, meta: ColumnMetaData) -> tuple[int, int] | None:
    """Where the new encoding lies that a damaged extension tells of, if its pages bear that out."""
    said = unproven_in(meta)
    if said is None or said.offset < FIRST or said.offset + said.length > file.footer:
        return None
    if crc_of(file.source, said.offset, said.length) != said.crc:
        return None
    return said.offset, said.offset + said.length


def _in_old_order(group: GroupPieces, encodings: NewEncodings) -> list[Piece]:
    placed: dict[int, Piece] = {}
    others: list[Piece] = []
    for piece in group.chunks:
        encoding = encodings.known.get(piece.place) if piece.place is not None else None
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
    remaining = iter(_with_lost_in_place(others, encodings.lost) if encodings.lost else others)
    return [placed[at] if at in placed else next(remaining) for at in range(count)]


def _with_lost_in_place(others: list[Piece], lost: set[Place]) -> list[Piece]:
    """Nothing tells any more where the lost ones were: among columns that are in their order, in that order."""
    untouched = [piece for piece in others if piece.place not in lost]
    in_order = sorted(untouched, key=lambda piece: piece.place or (0, 0))
    if untouched != in_order:
        return others
    return sorted(others, key=lambda piece: piece.place or (0, 0))
