"""Where the size went: the bytes of a file by kind, by column, by encoding, by field of the footer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Final, NamedTuple

from inlay.look.kinds import LABELS, MODULE_PARTS, OwnerKind
from inlay.look.ledger import Ledger, name_column, name_encoding
from inlay.look.purposes import Purpose


class SizeTotal(NamedTuple):
    """Bytes of all owners of one name, how many those are, and their bytes by purpose."""

    name: str
    size: int
    owners: int
    by_purpose: list[int]


def total_by_kind(ledger: Ledger) -> list[SizeTotal]:
    """The footer is one kind here, and so is each encrypted module."""
    footer = Purpose.FOOTER

    def name(row: int, purpose: int) -> str:
        kind = ledger.kind[ledger.parent[row] if ledger.kind[row] in MODULE_PARTS else row]
        is_inside = purpose == footer and kind not in _NOT_INSIDE
        return OwnerKind.FOOTER.label if is_inside else LABELS[kind]

    return _total(ledger, name)


_NOT_INSIDE: Final = (OwnerKind.MAGIC, OwnerKind.SIGNATURE)


def total_by_column(ledger: Ledger) -> list[SizeTotal]:
    """With what the footer says of the column's chunks. What belongs to no column has the name of its purpose."""

    def name(row: int, purpose: int) -> str:
        column = ledger.column[row]
        return name_column(ledger.paths, column) if column >= 0 else f"({Purpose(purpose).label})"

    return _total(ledger, name)


def total_by_encoding(ledger: Ledger) -> list[SizeTotal]:
    """Of values and levels; what has no encoding has the name of its purpose."""

    def name(row: int, purpose: int) -> str:
        encoding = ledger.encoding[row]
        if purpose == Purpose.DICTIONARIES:
            return f"{name_encoding(encoding)}, of dictionaries"
        if purpose == Purpose.LEVELS and encoding >= 0:
            return f"{name_encoding(encoding)}, of levels"
        return name_encoding(encoding) or f"({Purpose(purpose).label})"

    return _total(ledger, name)


def total_by_field(ledger: Ledger) -> list[SizeTotal]:
    """Of the footer alone."""
    steps: list[str] = []

    def name(row: int, purpose: int) -> str:
        if purpose != Purpose.FOOTER or ledger.kind[row] == OwnerKind.MAGIC:
            return ""
        del steps[:]
        at = row
        while at > 0 and ledger.kind[at] != OwnerKind.FOOTER:
            number = ledger.name[at]
            if number >= 0 and not ledger.names[number].startswith("["):
                steps.append(ledger.names[number])
            at = ledger.parent[at]
        return ".".join(reversed(steps)) or OwnerKind.FOOTER.label

    return [total for total in _total(ledger, name) if total.name]


TOTALS: Final[dict[str, Callable[[Ledger], list[SizeTotal]]]] = {
    "kind": total_by_kind,
    "column": total_by_column,
    "encoding": total_by_encoding,
    "field": total_by_field,
}


def _total(ledger: Ledger, name_of: Callable[[int, int], str]) -> list[SizeTotal]:
    """The largest first."""
    sizes: defaultdict[str, list[int]] = defaultdict(lambda: [0] * (len(Purpose) + 1))
    for row, (own, purpose) in enumerate(zip(ledger.own, ledger.purposes, strict=True)):
        if own:
            numbers = sizes[name_of(row, purpose)]
            numbers[purpose] += own
            numbers[-1] += 1
    totals = [
        SizeTotal(name, sum(numbers[:-1]), numbers[-1], numbers[:-1])
        for name, numbers in sizes.items()
    ]
    return sorted(totals, key=lambda total: (-total.size, total.name))
