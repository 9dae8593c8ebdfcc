"""Labels for the places of a file, and the numbers in its metadata that follow from them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from inlay.verbs.dump.pieces import FilePiece
from inlay.verbs.dump.thrift import Step, Symbols

_OFFSETS: Final = frozenset(
    {
        ("RowGroup", 5),
        ("ColumnChunk", 2),
        ("ColumnChunk", 4),
        ("ColumnChunk", 6),
        ("ColumnMetaData", 9),
        ("ColumnMetaData", 10),
        ("ColumnMetaData", 11),
        ("ColumnMetaData", 14),
        ("PageLocation", 1),
    }
)
"""Fields that say where something begins."""

_SIZES: Final = {
    ("ColumnChunk", 5): ".offset_index",
    ("ColumnChunk", 7): ".column_index",
    ("ColumnMetaData", 7): "",
    ("ColumnMetaData", 15): ".bloom",
}
"""Fields of a chunk that say how long something is, and its label behind that of the chunk."""

_OTHER_SIZES: Final = frozenset({("RowGroup", 6), ("PageHeader", 3), ("PageLocation", 2)})


def follows_others(struct: str, field_id: int) -> bool:
    """Whether the number in a field may follow from places elsewhere."""
    step = struct, field_id
    return step in _OFFSETS or step in _SIZES or step in _OTHER_SIZES


class Places:
    """Every label that the text will have, with its offset in the file."""

    def __init__(self, pieces: Sequence[FilePiece], footer: tuple[int, int] | None) -> None:
        self.offsets: dict[str, int] = {}
        self._names: dict[int, str] = {}
        for piece in pieces:
            self._add(piece.label, piece.start, piece.end)
            if piece.body != piece.end:
                self.offsets[f"{piece.label}.body"] = piece.body
        for label, start, end in _extents(pieces):
            self._add(label, start, end)
        if footer is not None:
            self._add("footer", *footer)
        self.labels: dict[int, list[str]] = defaultdict(list)
        for label in sorted(self.offsets, key=lambda name: not name.endswith(".end")):
            self.labels[self.offsets[label]].append(label)

    def _add(self, label: str, start: int, end: int) -> None:
        self.offsets[label] = start
        self.offsets[f"{label}.end"] = end
        self._names.setdefault(start, label)

    def write_offset(self, value: int) -> str:
        """How the place is written; empty where it has no name."""
        return f"&{name}" if (name := self._names.get(value)) else ""

    def write_size(self, label: str, value: int, begin: str = "") -> str:
        """How the size of a part is written, or that from another label on to its end; empty where it is another one."""
        begin = begin or label
        start, end = self.offsets.get(begin), self.offsets.get(f"{label}.end")
        if start is None or end is None or end - start != value:
            return ""
        return f"&{label}.end - &{begin}"

    def symbols(self, label: str) -> Symbols:
        """How the numbers of one piece are written that follow from others."""

        def write(way: tuple[Step, ...], value: int) -> str:
            step = way[-1]
            if step in _OFFSETS:
                return self.write_offset(value) if value > 0 else ""
            if step in _SIZES:
                return self.write_size(f"{_chunk_of(way)}{_SIZES[step]}", value)
            if step == ("RowGroup", 6):
                return self.write_size(f"g{_indexes_of(way)[0]}", value)
            if step == ("PageHeader", 3):
                return self.write_size(label, value, f"{label}.body")
            if step == ("PageLocation", 2):
                chunk = label.removesuffix(".offset_index")
                return self.write_size(f"{chunk}.p{way[-2][1]}", value)
            return ""

        return write


def _indexes_of(way: tuple[Step, ...]) -> list[int]:
    """Row group and column, as far as the way leads through them."""
    return [index for name, index in way if not name]


def _chunk_of(way: tuple[Step, ...]) -> str:
    indexes = _indexes_of(way)
    return f"g{indexes[0]}.c{indexes[1]}" if len(indexes) > 1 else ""


def _extents(pieces: Iterable[FilePiece]) -> list[tuple[str, int, int]]:
    """Chunks, from the first of their pages to the last one, and row groups likewise. A row group whose chunks do not follow
    each other has another size than this, and is written as a number."""
    extents: dict[str, tuple[int, int]] = {}
    for piece in pieces:
        chunk, _, part = piece.label.rpartition(".")
        if part.startswith("p") or part == "dictionary":
            for label in (chunk, chunk.partition(".")[0]):
                start, _ = extents.get(label, (piece.start, 0))
                extents[label] = start, piece.end
    return [(label, start, end) for label, (start, end) in extents.items()]
