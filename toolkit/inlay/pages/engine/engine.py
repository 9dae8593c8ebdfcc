"""The one engine that moves pages: it takes the steps of a plan, and changes everything that says where they lie.

These are the absolute offsets of a Parquet file: of ColumnChunk `file_offset`, `offset_index_offset` and
`column_index_offset`; of ColumnMetaData `data_page_offset`, `index_page_offset`, `dictionary_page_offset` and
`bloom_filter_offset`; of RowGroup `file_offset`; and the page locations of every OffsetIndex.
"""

from __future__ import annotations

from inlay.ground.files.source import read_at
from inlay.ground.wording.amounts import count
from inlay.pages.engine.copied_runs import CopiedRuns
from inlay.pages.engine.errors import PlacementRefusedError
from inlay.pages.engine.moved import Extent, Landed, MovedSource
from inlay.pages.engine.moved_indexes import gather_indexes, move_indexes
from inlay.pages.engine.offsets import change_offsets
from inlay.pages.engine.piece import OFFSET_INDEX, Piece
from inlay.pages.engine.plan import Move, Plan, Replace
from inlay.pages.engine.sink import Destination, Sink
from inlay.pages.engine.thrift_file import ThriftFile
from inlay_runtime.errors import InlayError
from parquet_format.parquet import OffsetIndex


def run(plan: Plan, sink: Sink) -> Landed:
    """Writes what the plan says, and changes the offsets in the metadata of its output.

    Raises PlacementRefusedError for an offset index that is damaged, or does not fit its pages; and what the steps raise.
    """
    known = {*plan.bodies, *plan.output.sources()}
    sources = {source: MovedSource(plan.bodies.get(source)) for source in known}
    landed = Landed(sources)
    runs = CopiedRuns(sink)
    for step in gather_indexes(iter(plan.steps)):
        if isinstance(step, list):
            moved = sources[step[0].source]
            if not move_indexes(step, moved, runs):
                for index in step:
                    move_piece(index, moved, runs)
        elif isinstance(step, Move):
            move_piece(step, sources[step.source], runs)
        elif isinstance(step, Replace):
            _replace(step, sources[step.source], runs)
        else:
            landed.inserted[step.name] = runs.size
            runs.append(step.data)
    runs.flush()
    change_offsets(plan.output, sources)
    return landed


def move_piece(step: Move, moved: MovedSource, sink: Destination) -> None:
    """Writes the piece, and notes in `moved` where it is. The index of pages changes with these, which come before it."""
    source, piece, data, index, seal = step
    moved.note(piece, sink.size)
    if piece.kind is OFFSET_INDEX:
        index = index or _read_index(source, piece)
        _change_locations(index, piece, moved)
        encoded = index.encode() if seal is None else seal(index.encode())
        if piece.place is not None:
            moved.offset_indexes[piece.place] = Extent(sink.size, len(encoded))
        sink.append(encoded)
        return
    sink.copy(source.source, piece.start, piece.end - piece.start, data)


def _replace(step: Replace, moved: MovedSource, sink: Destination) -> None:
    source, piece, pages = step
    assert piece.place is not None
    new_start = sink.size
    moved.note(piece, new_start)
    extents: list[Extent] = []
    for page in pages:
        extents.append(Extent(sink.size, len(page)))
        sink.append(page)
    moved.replaced[piece.place] = extents
    sink.copy(source.source, piece.pages_end, piece.end - piece.pages_end)


def _read_index(source: ThriftFile, piece: Piece) -> OffsetIndex:
    try:
        return OffsetIndex.decode(read_at(source.source, piece.start, piece.size))
    except InlayError as error:
        raise PlacementRefusedError(
            f"the offset index at {piece.start:,} is damaged: {error}"
        ) from error


def _change_locations(index: OffsetIndex, piece: Piece, moved: MovedSource) -> None:
    place = piece.place
    assert place is not None
    replaced = moved.replaced.get(place)
    if replaced is None:
        pages = moved.pages.get(place)
        for location in index.page_locations:
            location.offset = moved.page_offset(pages, location.offset)
    elif len(replaced) == len(index.page_locations):
        for location, page in zip(index.page_locations, replaced, strict=True):
            location.offset, location.compressed_page_size = page
    else:
        raise PlacementRefusedError(
            f"the offset index at {piece.start:,} tells of {count(len(index.page_locations), 'page')}, "
            f"and there are {len(replaced):,}"
        )
