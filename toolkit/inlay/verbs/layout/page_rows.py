"""The rows of a ledger that its page has: those of the body, and the outermost of the footer, whose bytes it reads itself."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Final

from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import Ledger

MOST: Final = 1_000_000
"""Rows of a page; of a file with more, the parts of pages are left out, or the pages."""

_PAGES: Final = (
    OwnerKind.DICTIONARY_PAGE,
    OwnerKind.DATA_PAGE,
    OwnerKind.INDEX_PAGE,
    OwnerKind.OTHER_PAGE,
)


class PageRows:
    """`arrays` by name, as the page has them; `left_out` says what is not in them."""

    def __init__(self, ledger: Ledger) -> None:
        kept, self.left_out = _choose(ledger)
        places = {row: at for at, row in enumerate(kept)}
        parents = [ledger.parent[row] for row in kept]
        with_inside = set(parents)
        self.arrays: dict[str, array[int] | array[float]] = {
            "start": array("d", [ledger.start[row] for row in kept]),
            "size": array("d", [ledger.length[row] for row in kept]),
            "own": array(
                "d",
                [ledger.own[row] if row in with_inside else ledger.length[row] for row in kept],
            ),
            "kind": array("B", [ledger.kind[row] for row in kept]),
            "purpose": array("B", [ledger.purposes[row] for row in kept]),
            "name": array("i", [ledger.name[row] for row in kept]),
            "rowGroup": array("i", [ledger.row_group[row] for row in kept]),
            "column": array("i", [ledger.column[row] for row in kept]),
            "page": array("i", [ledger.page[row] for row in kept]),
            "encoding": array("i", [ledger.encoding[row] for row in kept]),
            "parent": array("i", [places.get(parent, -1) for parent in parents]),
        }


def _choose(ledger: Ledger) -> tuple[list[int], str]:
    kept = list(_outside_of_structs(ledger))
    if len(kept) <= MOST:
        return kept, ""
    kept = [row for row in kept if ledger.kind[ledger.parent[row]] not in _PAGES]
    if len(kept) <= MOST:
        return kept, "headers, levels and values of pages"
    return [row for row in kept if ledger.kind[row] not in _PAGES], "pages"


def _outside_of_structs(ledger: Ledger) -> Iterator[int]:
    """Of the footer's struct, the fields, and nothing in them; of other structs nothing."""
    kinds, parents = ledger.kind, ledger.parent
    until = 0
    for row, start in enumerate(ledger.start):
        if start < until:
            continue
        yield row
        is_field = kinds[row] == OwnerKind.FIELD
        is_copy = kinds[row] == OwnerKind.STRUCT and kinds[parents[row]] != OwnerKind.FOOTER
        if is_field or is_copy:
            until = start + ledger.length[row]
