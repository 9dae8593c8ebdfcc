"""A dual file in the order that it had before: as it was, or with other pages in the place of old ones."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace

from inlay.ground.files.source import name_of
from inlay.ground.files.spliced import SplicedFile
from inlay.ground.refusals import RefusedError
from inlay.pages.encodings.new_encodings import NewEncodings, find_encodings
from inlay.pages.encodings.old_chunk import crc_of, is_original
from inlay.pages.encodings.payload import FIRST, detach, unproven_in
from inlay.pages.encodings.positions import cut_out, set_apart, take_first
from inlay.pages.encodings.replacement import Replacement
from inlay.pages.engine.body import Body, Extra, Extras, GroupPieces, body_of
from inlay.pages.engine.chunk_metadata import locate_pages, metadata_at, name_column
from inlay.pages.engine.encoded_footer import encode_each, encode_footer
from inlay.pages.engine.engine import run
from inlay.pages.engine.piece import Place
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
        chunks, number = group.chunks, group.group
        replaced = _list_positions(group, replacements)
        for positions in _in_old_order(group, encodings):
            own = slice(*(bisect_left(replaced, at) for at in (positions.start, positions.stop)))
            for part in set_apart(positions, replaced[own]):
                replacement = replacements.get((number, chunks.columns[part.start]))
                if replacement is None:
                    for run in chunks.runs(part):
                        yield Move(file, run)
                else:
                    yield Replace(file, chunks[part.start], replacement.pages())
        for piece in group.rest:
            yield Move(file, piece)
        progress(group.end)


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


def _in_old_order(group: GroupPieces, encodings: NewEncodings) -> list[range]:
    """Ranges of the positions that its chunks have now."""
    number, columns = group.group, group.chunks.columns
    alone = _list_positions(group, encodings.known)
    placed = {encodings.known[number, columns[at]].original.position: at for at in alone}
    if len(placed) != len(alone) or any(at >= len(columns) for at in placed):
        reason = f"the chunks of row group {number} are said to have been in one another's place"
        raise RefusedError("damaged", reason)
    others = deque(cut_out(range(len(columns)), alone))
    if encodings.lost:
        others = deque(_with_lost_in_place(others, group, encodings.lost))
    order: list[range] = []
    for positions in set_apart(range(len(columns)), sorted(placed)):
        if positions.start in placed:
            at = placed[positions.start]
            order.append(range(at, at + 1))
        else:
            order += take_first(others, len(positions))
    return order


def _list_positions(group: GroupPieces, places: Container[Place]) -> list[int]:
    """Those of its chunks that are in these places."""
    number, columns = group.group, group.chunks.columns
    return [at for at, column in enumerate(columns) if (number, column) in places]


def _with_lost_in_place(
    others: Iterable[range], group: GroupPieces, lost: Container[Place]
) -> list[range]:
    """Nothing tells any more where the lost ones were: among columns that are in their order, in that order."""
    columns = group.chunks.columns
    positions = [at for those in others for at in those]
    untouched = [columns[at] for at in positions if (group.group, columns[at]) not in lost]
    if untouched == sorted(untouched):
        positions.sort(key=columns.__getitem__)
    return [range(at, at + 1) for at in positions]
