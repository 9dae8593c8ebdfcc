"""Looks for modular footers in a file whose end does not lead to one.

The frame at the end of such a file says nothing that its root does not say, too: the root comes right behind the modules. So a
root that is whole is enough, and the frame is made anew from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from inlay.footers.designs.modular import supplement
from inlay.footers.designs.modular.frame import Frame, pack_frame
from inlay.footers.footer.search import find_overlapping
from inlay.footers.footer.search_budget import SearchBudget
from inlay.footers.footer.trailer import LONGEST
from inlay_runtime.errors import DecodeError
from parquet_format.modular import ModularFooter

MOST_MARKS: Final = 1_000

_I32: Final = rb"\x15 [\x80-\xff]{0,4} [\x00-\x7f]"
_I64: Final = rb"\x16 [\x80-\xff]{0,9} [\x00-\x7f]"
_LIST: Final = rb"\x19 (?: [\x06-\xe6] | \xf6 [\x80-\xff]{0,4} [\x00-\x7f] )"

_ROOT: Final = re.compile(b"(?x)" + _I32 * 3 + _I64 + _LIST, re.DOTALL)
"""What a modular root begins with: version, counts, the rows of the row groups."""

_WINDOW: Final = 1 << 20
_OVERLAP: Final = 64


class Ending(NamedTuple):
    """The first `end` bytes of the data, up to the end of a root, and the frame that belongs behind them."""

    end: int
    frame: bytes


def find_endings(data: bytes, base: int) -> Iterator[Ending]:
    """The last in the data first; those that a seal stands before come first. `data` begins at `base` of the file."""
    seen: set[int] = set()
    for places in (islice(_behind(data, supplement.MAGIC), MOST_MARKS), _openings(data)):
        yield from _try(data, base, places, seen)


def _try(data: bytes, base: int, places: Iterator[int], seen: set[int]) -> Iterator[Ending]:
    budget = SearchBudget(len(data))
    for place in places:
        if budget.is_spent:
            return
        if place in seen:
            continue
        try:
            for ending in _end_modular(data, place, base):
                seen.add(place)
                budget.charge_failure(ending.end - place)  # who opens it reads what it leads to
                yield ending
        except DecodeError as error:
            budget.charge_failure(error.offset - place)


def _end_modular(data: bytes, place: int, base: int) -> Iterator[Ending]:
    """The last module ends where the root begins. Its offset counts from the footer, or from the start of the file."""
    root, end = ModularFooter.decode_from(data, place, eager=True)
    locations = [entry.location for entry in root.modules]
    behind = max((location.offset + location.length for location in locations), default=0)
    begins = [base + place - behind]
    if behind == base + place:
        begins.append(min(location.offset for location in locations))
    for begin in begins:
        if 0 < begin < base + place <= begin + LONGEST:
            yield Ending(end, pack_frame(Frame(begin, base + place - begin)))


def _behind(data: bytes, mark: bytes) -> Iterator[int]:
    at = len(data)
    while (at := data.rfind(mark, 0, at)) >= 0:
        yield at + len(mark)


def _openings(data: bytes) -> Iterator[int]:
    end = len(data)
    while end > 0:
        start = max(end - _WINDOW, 0)
        matches = [*find_overlapping(_ROOT, data, start, min(end + _OVERLAP, len(data)))]
        yield from (at for at in reversed(matches) if at < end)
        end = start
