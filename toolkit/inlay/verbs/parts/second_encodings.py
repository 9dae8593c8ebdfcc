"""The second encodings of chunks on their way into another file.

They come to lie as `inlay encoding add` lays them, so the new file without them is the one that its sources without them
would have become.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, chain

from inlay.footers.footer.magic import MAGIC_SIZE
from inlay.ground.refusals import RefusedError
from inlay.pages.encodings.encode_chunk import move_to
from inlay.pages.encodings.new_encodings import find_encodings
from inlay.pages.encodings.new_order import in_new_order
from inlay.pages.encodings.old_chunk import crc_of, is_original
from inlay.pages.encodings.payload import read_slot, renew
from inlay.pages.engine.chunk_metadata import locate_pages, metadata_of, name_column
from inlay.pages.engine.piece import EXTRA, Piece
from inlay.pages.engine.plan import Move, Origin
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import ColumnMetaData, FileMetaData, RowGroup

_REPAIR = "`inlay encoding repair` restores it"


def require_whole(metadata: FileMetaData, footer: int) -> None:
    """Raises RefusedError for a second encoding that its extension does not lead to."""
    for place, finding in find_encodings(metadata, footer).findings.items():
        name = name_column(metadata, place)
        reason = f"what tells of the second encoding of {name} is damaged: {finding}"
        raise RefusedError("damaged", reason, _REPAIR)


class SecondEncodings:
    """Those of one new file, whose body begins behind the magic."""

    def __init__(self, *, verify_pages: bool) -> None:
        self._verifies = verify_pages
        self._starts: dict[int, int] = {}
        self._plain = MAGIC_SIZE

    def list_moves(
        self, first: int, row_group: RowGroup, origins: Sequence[Origin]
    ) -> Iterator[tuple[int, Move]]:
        for column, chunk in enumerate(row_group.columns):
            encoding = _encoding_of(metadata_of(chunk))
            if encoding is not None:
                origin = origins[column]
                if self._verifies:
                    _require_intact(origin, metadata_of(chunk), encoding)
                start, end = encoding.offset, encoding.offset + encoding.length
                yield (
                    first + column,
                    Move(origin.source, Piece(EXTRA, start, end, origin.place, end)),
                )

    def note(self, chunk: int, start: int) -> None:
        self._starts[chunk] = start

    def arrange(self, row_group: RowGroup) -> Sequence[int]:
        columns = range(len(row_group.columns))
        metas = [metadata_of(chunk) for chunk in row_group.columns]
        chosen = [at for at, meta in enumerate(metas) if _encoding_of(meta) is not None]
        if not chosen:
            return columns
        ends = [*accumulate((meta.total_compressed_size for meta in metas), initial=0)]
        in_order = in_new_order(columns, lambda some: ends[some.stop] - ends[some.start], chosen)
        return [*chain.from_iterable(in_order)]

    def describe(self, first: int, row_group: RowGroup) -> None:
        position = 0
        for number, chunk in enumerate(row_group.columns, first):
            meta = metadata_of(chunk)
            size = meta.total_compressed_size
            encoding = _encoding_of(meta) if number in self._starts else None
            if encoding is not None:
                move_to(encoding, self._starts[number])
                original = encoding.original
                original.offset, original.span, original.position = self._plain, size, position
                renew(meta, encoding)
            self._plain += size
            position += size > 0

    def pass_over(self, size: int) -> None:
        self._plain += size


def _encoding_of(meta: ColumnMetaData) -> ColumnEncoding | None:
    slot = read_slot(meta) if meta.extension is not None else None
    return slot.encoding if slot is not None else None


def _require_intact(origin: Origin, meta: ColumnMetaData, encoding: ColumnEncoding) -> None:
    file = origin.source.source
    start, end = locate_pages(meta)
    for what, is_whole in (
        ("second", crc_of(file, encoding.offset, encoding.length) == encoding.crc),
        ("first", is_original(file, start, end - start, encoding.original)),
    ):
        if not is_whole:
            column = f"column {'.'.join(meta.path_in_schema)} in row group {origin.place[0]}"
            reason = f"the {what} encoding of {column} does not match its CRC"
            raise RefusedError("damaged", reason, _REPAIR, origin.source.name)
