"""Where the size went: the bytes of a file by kind, by column, by encoding, by field of the footer."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from inlay.verbs.layout.kinds import LABELS, MODULE_PARTS, OwnerKind
from inlay.verbs.layout.ledger import NOTHING, Ledger, name_column, name_encoding
from inlay.verbs.layout.native_walk import native_owners
from inlay.verbs.layout.purposes import PURPOSES, Purpose


class SizeTotal(NamedTuple):
    """Bytes of all owners of one name, how many those are, and their bytes by purpose."""

    name: str
    size: int
    owners: int
    by_purpose: list[int]

    @property
    def main_purpose(self) -> int:
        """That of most of the bytes."""
        return max(range(len(self.by_purpose)), key=self.by_purpose.__getitem__)


def total_by_kind(ledger: Ledger) -> list[SizeTotal]:
    """The footer with its signature and the magics is one kind here, as in each legend; and so is each encrypted module."""
    footer = Purpose.FOOTER

    def name(group: OwnerGroup) -> str:
        return OwnerKind.FOOTER.label if group.purpose == footer else LABELS[group.kind]

    return _total(ledger, name)


def total_by_column(ledger: Ledger) -> list[SizeTotal]:
    """With what the footer says of the column's chunks. What belongs to no column has the name of its purpose."""

    def name(group: OwnerGroup) -> str:
        column = group.column
        return name_column(ledger.paths, column) if column >= 0 else f"({PURPOSES[group.purpose]})"

    return _total(ledger, name)


def total_by_encoding(ledger: Ledger) -> list[SizeTotal]:
    """Of values and levels; what has no encoding has the name of its purpose."""

    def name(group: OwnerGroup) -> str:
        encoding = group.encoding
        if group.purpose == Purpose.DICTIONARIES:
            return f"{name_encoding(encoding)}, of dictionaries"
        if group.purpose == Purpose.LEVELS and encoding >= 0:
            return f"{name_encoding(encoding)}, of levels"
        return name_encoding(encoding) or f"({PURPOSES[group.purpose]})"

    return _total(ledger, name)


def total_by_field(ledger: Ledger) -> list[SizeTotal]:
    """Of the footer alone."""
    # A path grows from that of the parent: to walk up from each row would take longer than all else that a page needs.
    steps = ["" if name.startswith("[") else f".{name}" for name in ledger.names]
    paths = {0: ""}

    def path_of(row: int) -> str:
        path = paths.get(row)
        if path is None:
            is_footer = ledger.kind[row] == OwnerKind.FOOTER
            path = paths[row] = "" if is_footer else path_of(ledger.parent[row]) + step_of(row)
        return path

    def step_of(row: int) -> str:
        return steps[ledger.name[row]] if ledger.name[row] >= 0 else ""

    sizes: defaultdict[str, list[int]] = defaultdict(_nothing)
    footer, magic = Purpose.FOOTER, OwnerKind.MAGIC
    rows = zip(ledger.own, ledger.purposes, ledger.kind, ledger.parent, strict=True)
    for row, (own, purpose, kind, parent) in enumerate(rows):
        if own and purpose == footer and kind != magic:
            is_leaf = own == ledger.length[row]
            path = path_of(parent) + step_of(row) if is_leaf else path_of(row)
            numbers = sizes[path]
            numbers[purpose] += own
            numbers[-1] += 1
    return _sorted({path[1:] or OwnerKind.FOOTER.label: numbers for path, numbers in sizes.items()})


TOTALS: Final[dict[str, Callable[[Ledger], list[SizeTotal]]]] = {
    "kind": total_by_kind,
    "column": total_by_column,
    "encoding": total_by_encoding,
    "field": total_by_field,
}


class OwnerGroup(NamedTuple):
    """Owners that are alike, their bytes, and how many they are. Those of the parts of an encrypted module have its kind."""

    column: int
    kind: int
    encoding: int
    purpose: int
    size: int
    owners: int


_GROUP_CODES: Final = "ibibqq"
"""Of the arrays that have the fields of groups."""


class OwnerGroups:
    """Groups as columns of numbers: a wide file has some for each column."""

    def __init__(self, columns: Sequence[array[int]]) -> None:
        self._columns = columns

    def __len__(self) -> int:
        return len(self._columns[0])

    def __iter__(self) -> Iterator[OwnerGroup]:
        return map(OwnerGroup._make, zip(*self._columns, strict=True))


def group_owners(ledger: Ledger) -> OwnerGroups:
    """All totals but those by field are made of these."""
    if native_owners is None:
        return OwnerGroups(_group_purely(ledger))
    columns: list[array[int]] = native_owners.group_owners(
        ledger.column,
        ledger.kind,
        ledger.encoding,
        ledger.purposes,
        ledger.own,
        ledger.parent,
        MODULE_PARTS,
    )
    _add_chunk_sums(columns, ledger.chunk_sums)
    return OwnerGroups(columns)


def _add_chunk_sums(columns: Sequence[array[int]], sums: array[int]) -> None:
    count = len(sums) // 4
    for kind, first in ((OwnerKind.STRUCT, 0), (OwnerKind.FIELD, 2)):
        of_all = (range(count), *([number] * count for number in (kind, NOTHING, Purpose.FOOTER)))
        sized = (*of_all, sums[first::4], sums[first + 1 :: 4])
        for column, numbers in zip(columns, sized, strict=True):
            column.extend(numbers)


def _group_purely(ledger: Ledger) -> list[array[int]]:
    sizes: defaultdict[tuple[int, int, int, int], int] = defaultdict(int)
    counts: defaultdict[tuple[int, int, int, int], int] = defaultdict(int)
    kinds = ledger.kind
    keys = zip(ledger.column, kinds, ledger.encoding, ledger.purposes, strict=True)
    for own, parent, key in zip(ledger.own, ledger.parent, keys, strict=True):
        if own:
            column, kind, encoding, purpose = key
            is_part = kind in MODULE_PARTS
            whose = (column, kinds[parent], encoding, purpose) if is_part else key
            sizes[whose] += own
            counts[whose] += 1
    columns: list[array[int]] = [array(code) for code in _GROUP_CODES]
    for key, size in sizes.items():
        for numbers, number in zip(columns, (*key, size, counts[key]), strict=True):
            numbers.append(number)
    return columns


def _total(ledger: Ledger, name_of: Callable[[OwnerGroup], str]) -> list[SizeTotal]:
    sizes: defaultdict[str, list[int]] = defaultdict(_nothing)
    for group in ledger.groups:
        numbers = sizes[name_of(group)]
        numbers[group.purpose] += group.size
        numbers[-1] += group.owners
    return _sorted(sizes)


def _nothing() -> list[int]:
    """Bytes by purpose, then owners."""
    return [0] * (len(Purpose) + 1)


def _sorted(sizes: Mapping[str, list[int]]) -> list[SizeTotal]:
    """The largest first."""
    totals: list[SizeTotal] = []
    for name, numbers in sizes.items():
        owners = numbers.pop()
        totals.append(SizeTotal(name, sum(numbers), owners, numbers))
    totals.sort(key=lambda total: total.name)
    totals.sort(key=lambda total: total.size, reverse=True)
    return totals
