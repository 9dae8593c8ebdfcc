"""The new end of a body: parts that stay, parts that are new, and none of those that nothing leads to any longer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inlay.ground.files.spill import Spill
from inlay.ground.wording.amounts import count
from inlay.pages.engine.piece import BLOOM_FILTER, COLUMN_INDEX, OFFSET_INDEX, PieceKind
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.verbs.index.added_parts import AddedParts
from inlay.verbs.index.trailing_parts import NewParts, PlacedPart, find_trailing, list_parts
from parquet_format.parquet import FileMetaData


class PlacedParts(NamedTuple):
    """`lost` are bytes of parts that are gone, and could not be left out: other bytes lie behind them."""

    new: NewParts
    lost: int


def place_parts(
    file: ThriftFile,
    metadata: FileMetaData,
    before: Sequence[PlacedPart],
    parts: AddedParts,
    spill: Spill,
    *,
    packs: bool = False,
) -> PlacedParts:
    """Bloom filters, column indexes, offset indexes. `before` are the parts that the file has, and `metadata` leads to those of them that
    stay; what has to move is put into `spill`. Indexes that end the body come behind new filters, as the format has it. With `packs`, row
    groups become bytes again, and nobody may hold one of them."""
    kept = list_parts(metadata.row_groups, file) if before else []  # there are no others
    gone = {part.place for part in before} - {part.place for part in kept}
    trailing = find_trailing(before, file)
    moved = trailing[_first_to_move(trailing, gone, parts.has(BLOOM_FILTER)) :]
    new = NewParts.instead_of(moved, file, spill)
    places = {part.place for part in moved}
    staying = sorted((it for it in kept if it.place in places), key=lambda it: it.offset)
    starts: dict[PieceKind, int] = {}
    if parts.has(BLOOM_FILTER):
        new.keep([part for part in staying if part.kind is BLOOM_FILTER])
        starts[BLOOM_FILTER] = new.append(parts.extents(BLOOM_FILTER))
        staying = [part for part in staying if part.kind is not BLOOM_FILTER]
    new.keep(staying)
    for kind in (COLUMN_INDEX, OFFSET_INDEX):
        starts[kind] = new.append(parts.extents(kind))
    parts.lead_to(metadata, starts, packs=packs)
    return PlacedParts(new, sum(length for _, _, length in gone - places))


def _first_to_move(
    trailing: Sequence[PlacedPart], gone: set[tuple[PieceKind, int, int]], has_filters: bool
) -> int:
    """What is before it stays where it is."""
    for at, part in enumerate(trailing):
        if part.place in gone or (has_filters and part.kind is not BLOOM_FILTER):
            return at
    return len(trailing)


def describe_lost(lost: int) -> tuple[str, ...]:
    """A note, or none."""
    if not lost:
        return ()
    return (
        f"{count(lost, 'byte')} of what was taken out stay in the file, in front of other bytes",
    )
