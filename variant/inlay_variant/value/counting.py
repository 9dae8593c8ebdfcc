"""What a sample of Variants is made of, counted place by place; the counts of parts add up to those of the whole.

A task of a lake counts its own files and sends the counts: `merge` is associative and commutative, so whoever adds
them up gets what one process would have got from all of the sample (`docs/shred.md`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from inlay_variant.value.nodes import Node
from inlay_variant.value.primitives import (
    DECIMAL_PRECISION,
    INTEGER_BITS,
    PrimitiveType,
    Scalar,
    split_decimal,
)

MOST_DEPTH: Final = 16
"""What lies deeper is counted as part of what it lies in."""

MOST_PLACES: Final = 20_000
"""From how many places on counts are thinned: keys that are data would make one of each."""

THIN: Final = 0.01
"""The part of the objects that have a field, below which thinned counts have forgotten it."""

_BOOLEANS: Final = (PrimitiveType.TRUE, PrimitiveType.FALSE)
_NAMES: Final = {int(type_): type_.name for type_ in PrimitiveType}


def kind_of(type_: int) -> str:
    """What values of a primitive type other than NULL are counted as."""
    if type_ in INTEGER_BITS:
        return "integer"
    if type_ in DECIMAL_PRECISION:
        return "decimal"
    return "boolean" if type_ in _BOOLEANS else _NAMES.get(type_, f"type {type_}")


@dataclass(slots=True)
class Seen:
    """What was seen at one place, and below it. `kinds` counts values that are not null; `bits` is the width of the
    widest integer, `whole` and `scale` are the most digits before and behind the point of a decimal.
    """

    rows: int = 0
    nulls: int = 0
    kinds: Counter[str] = field(default_factory=Counter[str])
    bits: int = 0
    whole: int = 0
    scale: int = 0
    fields: dict[str, Seen] = field(default_factory=dict[str, "Seen"])
    elements: Seen | None = None

    def note(self, node: Node, depth: int = 0) -> None:
        """Counts one value."""
        self.rows += 1
        if isinstance(node, Scalar):
            self._note_scalar(node)
        elif isinstance(node, Mapping):
            self.kinds["object"] += 1
            if depth < MOST_DEPTH:
                for name, child in node.items():
                    self.fields.setdefault(name, Seen()).note(child, depth + 1)
        else:
            self.kinds["array"] += 1
            if node and depth < MOST_DEPTH:
                self.elements = self.elements or Seen()
                for child in node:
                    self.elements.note(child, depth + 1)

    def _note_scalar(self, scalar: Scalar) -> None:
        if scalar.type == PrimitiveType.NULL:
            self.nulls += 1
            return
        self.kinds[kind_of(scalar.type)] += 1
        if scalar.type in INTEGER_BITS:
            self.bits = max(self.bits, INTEGER_BITS[scalar.type])
        elif scalar.type in DECIMAL_PRECISION:
            unscaled, scale = split_decimal(scalar)
            digits = len(str(abs(unscaled)))
            self.scale = max(self.scale, scale)
            self.whole = max(self.whole, digits - scale)

    def merge(self, other: Seen) -> None:
        """Adds what was counted elsewhere; `other` stays as it is."""
        self.rows += other.rows
        self.nulls += other.nulls
        self.kinds.update(other.kinds)
        self.bits = max(self.bits, other.bits)
        self.whole = max(self.whole, other.whole)
        self.scale = max(self.scale, other.scale)
        for name, child in other.fields.items():
            self.fields.setdefault(name, Seen()).merge(child)
        if other.elements is not None:
            self.elements = self.elements or Seen()
            self.elements.merge(other.elements)

    def places(self) -> int:
        return 1 + sum(child.places() for child in self._children())

    def thin(self, most: int = MOST_PLACES) -> None:
        """Beyond so many places, forgets the fields that fewer than one in a hundred of the objects have.

        A field that enough objects of the lake have is forgotten only where it is rare, so its share comes out
        at most that much too small.
        """
        if self.places() > most:
            self._forget()

    def _forget(self) -> None:
        least = THIN * self.kinds["object"]
        self.fields = {name: child for name, child in self.fields.items() if child.rows >= least}
        for child in self._children():
            child._forget()

    def _children(self) -> Iterator[Seen]:
        yield from self.fields.values()
        if self.elements is not None:
            yield self.elements

    def as_json(self) -> dict[str, Any]:
        """Short names, for there are thousands; what is zero or empty is left out."""
        values = {
            "r": self.rows,
            "n": self.nulls,
            "k": dict(self.kinds),
            "b": self.bits,
            "w": self.whole,
            "s": self.scale,
            "f": {name: child.as_json() for name, child in self.fields.items()},
            "e": self.elements and self.elements.as_json(),
        }
        return {name: value for name, value in values.items() if value}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Seen:
        return cls(
            values.get("r", 0),
            values.get("n", 0),
            Counter(values.get("k", {})),
            values.get("b", 0),
            values.get("w", 0),
            values.get("s", 0),
            {name: cls.from_json(child) for name, child in values.get("f", {}).items()},
            cls.from_json(values["e"]) if "e" in values else None,
        )
