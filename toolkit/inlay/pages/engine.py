"""The one engine that moves pages: it takes the steps of a plan, and changes everything that says where they lie.

These are the absolute offsets of a Parquet file: of ColumnChunk `file_offset`, `offset_index_offset` and
`column_index_offset`; of ColumnMetaData `data_page_offset`, `index_page_offset`, `dictionary_page_offset` and
`bloom_filter_offset`; of RowGroup `file_offset`; and the page locations of every OffsetIndex.
"""

from __future__ import annotations

from inlay.footer.source import read_at
from inlay.pages.errors import LayoutRefusedError
from inlay.pages.landed import Extent, Landed, LandedChunk
from inlay.pages.moved import MovedBody
from inlay.pages.offsets import change_offsets
from inlay.pages.piece import Kind, Piece
from inlay.pages.plan import Insert, Move, Origin, Plan, Replace
from inlay.pages.sink import Sink
from inlay.pages.thrift_file import ThriftFile
from inlay_runtime.errors import InlayError
from parquet_format.parquet import OffsetIndex


def run(plan: Plan, sink: Sink) -> Landed:
    """Writes what the plan says, and changes the offsets in the metadata of its output.

    Raises LayoutRefusedError for an offset index that is damaged, or does not fit its pages; and what the steps raise.
    """
    engine = _Engine(plan, sink)
    for step in plan.steps:
        match step:
            case Move():
                engine.move(step)
            case Replace():
                engine.replace(step)
            case Insert(name, data):
                engine.landed.inserted[name] = sink.size
                sink.append(data)
    change_offsets(plan.output, engine.landed, engine.moved)
    return engine.landed


class _Engine:
    def __init__(self, plan: Plan, sink: Sink) -> None:
        self._sink = sink
        self.landed = Landed()
        self.moved = {source: MovedBody(body) for source, body in plan.bodies.items()}

    def move(self, step: Move) -> None:
        source, piece, data = step
        self._note(source, piece)
        if piece.kind is Kind.OFFSET_INDEX:
            data = self._moved_index(source, piece, data)
            self._land(source, piece, len(data))
            self._sink.append(data)
            return
        self._land(source, piece, piece.size)
        if data:
            self._sink.append(data)
        self._sink.copy(source.source, piece.start + len(data), piece.size - len(data))

    def replace(self, step: Replace) -> None:
        source, piece, pages = step
        assert piece.place is not None
        self._note(source, piece)
        start = self._sink.size
        extents: list[Extent] = []
        for page in pages:
            extents.append(Extent(self._sink.size, len(page)))
            self._sink.append(page)
        self.landed.chunks[Origin(source, piece.place)] = LandedChunk(piece, start, extents)
        self._sink.copy(source.source, piece.pages_end, piece.end - piece.pages_end)

    def _note(self, source: ThriftFile, piece: Piece) -> None:
        body = self.moved.get(source)
        if body is not None:
            body.note(piece, self._sink.size)

    def _land(self, source: ThriftFile, piece: Piece, length: int) -> None:
        if piece.place is None:
            return
        origin = Origin(source, piece.place)
        if piece.kind is Kind.CHUNK:
            self.landed.chunks[origin] = LandedChunk(piece, self._sink.size)
        else:
            self.landed.parts[origin, piece.kind] = Extent(self._sink.size, length)

    def _moved_index(self, source: ThriftFile, piece: Piece, data: bytes) -> bytes:
        assert piece.place is not None
        try:
            index = OffsetIndex.decode(data or read_at(source.source, piece.start, piece.size))
        except InlayError as error:
            raise LayoutRefusedError(
                f"the offset index at {piece.start:,} is damaged: {error}"
            ) from error
        chunk = self.landed.chunks.get(Origin(source, piece.place))
        pages = chunk.pages if chunk is not None else None
        if pages is not None and len(pages) != len(index.page_locations):
            raise LayoutRefusedError(
                f"the offset index at {piece.start:,} tells of {len(index.page_locations):,} pages, "
                f"and there are {len(pages):,}"
            )
        for number, location in enumerate(index.page_locations):
            if pages is not None:
                location.offset, location.compressed_page_size = pages[number]
            else:
                location.offset = self._new_offset(source, chunk, location.offset)
        return index.encode()

    def _new_offset(self, source: ThriftFile, chunk: LandedChunk | None, old: int) -> int:
        offset = chunk.offset(old) if chunk is not None else None
        if offset is None:
            body = self.moved.get(source)
            if body is None:
                raise LayoutRefusedError(
                    f"an offset index tells of a page at {old:,}, which is gone"
                )
            offset = body.offset(old)
        return offset
