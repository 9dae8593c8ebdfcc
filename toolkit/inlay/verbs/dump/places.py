"""Labels for the places of a file, and the numbers in its metadata that follow from them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from inlay.verbs.dump.label_order import NOWHERE, LabelOrder
from inlay.verbs.dump.native_words import native_text
from inlay.verbs.dump.pieces import FilePiece
from inlay.verbs.dump.thrift import Step

if TYPE_CHECKING:
    from inlay.verbs.dump.native_text import PlacedLabels

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


class Follows(IntEnum):
    """What a number may follow from: a place, or the size of a part of a chunk, a row group, the body of a page, a page."""

    NOTHING = 0
    OFFSET = 1
    PART = 2
    ROW_GROUP = 3
    BODY = 4
    PAGE = 5


_OTHER_SIZES: Final = {
    ("RowGroup", 6): Follows.ROW_GROUP,
    ("PageHeader", 3): Follows.BODY,
    ("PageLocation", 2): Follows.PAGE,
}


def follows(struct: str, field_id: int) -> tuple[Follows, str]:
    """Of the number in a field; and of a part of a chunk, its label behind that of the chunk."""
    step = struct, field_id
    if step in _OFFSETS:
        return Follows.OFFSET, ""
    if step in _SIZES:
        return Follows.PART, _SIZES[step]
    return _OTHER_SIZES.get(step, Follows.NOTHING), ""


class Places:
    """Every label that the text will have, with its offset in the file. Numbers stand in columns, by the label they are of."""

    def __init__(self, pieces: Iterable[FilePiece], footer: tuple[int, int] | None) -> None:
        self._numbers: dict[str, int] = {}
        self._labels: list[str] = []
        self._starts = array("q")
        self._ends = array("q")
        self._bodies = array("q")
        self._add_all(pieces)
        if footer is not None:
            self._add("footer", *footer)
        places = self._starts, self._ends, self._bodies
        self.native: PlacedLabels | None = None
        """The same for a native writer."""
        if native_text is None:
            self._order: LabelOrder | PlacedLabels = LabelOrder(self._labels, *places)
        else:
            self._order = self.native = native_text.PlacedLabels(
                self._labels, self._numbers, *places
            )

    def _add_all(self, pieces: Iterable[FilePiece]) -> None:
        extents = _Extents()
        for piece in pieces:
            body = piece.body if piece.body != piece.end else NOWHERE
            self._add(piece.label, piece.start, piece.end, body)
            extents.add(piece)
        for label, start, end in extents.take_all():
            self._add(label, start, end)

    def _add(self, label: str, start: int, end: int, body: int = NOWHERE) -> None:
        if label in self._numbers:
            return  # a name of two places would lead to one of them
        self._numbers[label] = len(self._labels)
        self._labels.append(label)
        self._starts.append(start)
        self._ends.append(end)
        self._bodies.append(body)

    def take_labels(self, position: int) -> list[str]:
        """Those of this place, the ends of parts first, once. Places are asked for in the order of the file."""
        return self._order.take(position)

    def write_offset(self, value: int) -> str:
        """How the place is written; empty where it has no name."""
        return f"&{label}" if (label := self._order.find(value)) else ""

    def write_size(self, label: str, value: int) -> str:
        """How the size of a part is written; empty where it is another one."""
        number = self._numbers.get(label)
        if number is None or self._ends[number] - self._starts[number] != value:
            return ""
        return f"&{label}.end - &{label}"

    def write_body_size(self, label: str, value: int) -> str:
        """The same from the body of a part on."""
        number = self._numbers.get(label)
        if number is None or self._bodies[number] == NOWHERE:
            return ""
        if self._ends[number] - self._bodies[number] != value:
            return ""
        return f"&{label}.end - &{label}.body"

    def symbols(self, label: str) -> PlacedSymbols:
        """How the numbers of one piece are written that follow from others."""
        return PlacedSymbols(self, label)


@dataclass(frozen=True, slots=True)
class PlacedSymbols:
    """Symbols of the piece with this label."""

    places: Places
    label: str

    def __call__(self, way: tuple[Step, ...], value: int) -> str:
        places, label = self.places, self.label
        what, part = follows(*way[-1])
        match what:
            case Follows.OFFSET:
                return places.write_offset(value) if value > 0 else ""
            case Follows.PART:
                return places.write_size(f"{_chunk_of(way)}{part}", value)
            case Follows.ROW_GROUP:
                return places.write_size(f"g{_indexes_of(way)[0]}", value)
            case Follows.BODY:
                return places.write_body_size(label, value)
            case Follows.PAGE:
                chunk = label.removesuffix(".offset_index")
                return places.write_size(f"{chunk}.p{way[-2][1]}", value)
            case Follows.NOTHING:
                return ""


def _indexes_of(way: tuple[Step, ...]) -> list[int]:
    """Row group and column, as far as the way leads through them."""
    return [index for name, index in way if not name]


def _chunk_of(way: tuple[Step, ...]) -> str:
    indexes = _indexes_of(way)
    return f"g{indexes[0]}.c{indexes[1]}" if len(indexes) > 1 else ""


class _Extents:
    """Chunks, from the first of their pages to the last one, and row groups likewise. A row group whose chunks do not follow
    each other has another size than this, and is written as a number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._starts = array("q")
        self._ends = array("q")

    def add(self, piece: FilePiece) -> None:
        chunk, _, part = piece.label.rpartition(".")
        if part.startswith("p") or part == "dictionary":
            for label in (chunk, chunk.partition(".")[0]):
                number = self._numbers.setdefault(label, len(self._starts))
                if number == len(self._starts):
                    self._starts.append(piece.start)
                    self._ends.append(piece.end)
                self._ends[number] = piece.end

    def take_all(self) -> Iterator[tuple[str, int, int]]:
        labels = [*self._numbers]
        self._numbers = {}  # of a wide file, there is hardly room for what it takes beside what is made of it
        return zip(labels, self._starts, self._ends, strict=True)
