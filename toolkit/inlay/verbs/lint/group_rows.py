"""How many rows a row group should have: neither small nor with many rows, as two rules have it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from inlay.verbs.lint.file_facts import FileFacts
    from inlay.verbs.lint.rewriting import Rewriting

_MIB: Final = 1024**2
SMALL: Final = _MIB
"""Compressed bytes below which a row group is small."""
FITTING: Final = {"bytes": SMALL, "target": 128 * _MIB}
"""Thresholds of the size of a row group that is to be made."""
MANY_ROWS: Final = 65_536
"""Rows above which a row group has many, unless one with fewer would be nearly small."""
_CLEAR: Final = 1.5
"""How much larger than small a row group is to be where pages were tried: other codecs and releases come close."""
ROOMY: Final = 4 * SMALL
"""Compressed bytes of as many rows from which it has too many: between both, an estimate that is wrong by half asks for no opposite."""


def count_rows(file: FileFacts) -> int:
    """One at least: a damaged footer may say less."""
    return max(1, sum(max(group.num_rows, 0) for group in file.row_groups))


def choose_rows(file: FileFacts, thresholds: Mapping[str, float] = FITTING) -> int:
    """Those of a row group of the file, once it is merged, and compressed if that pays; of narrow rows, of twice the least size.

    It is the number that the footer suggests, so that it is the same where pages are tried, unless these tell that it does not fit.
    """
    rows = count_rows(file)
    by_footer, _ = _choose_by(file.rewriting.by_footer, file, thresholds)
    if file.reader is None:
        return by_footer
    tried, size = _choose_by(file.rewriting, file, thresholds)
    least, most = _find_limits(rows, size, thresholds)
    is_roomy = by_footer > MANY_ROWS and size * MANY_ROWS >= ROOMY * rows
    return by_footer if _CLEAR * least <= by_footer <= most and not is_roomy else tried


def _choose_by(
    rewriting: Rewriting, file: FileFacts, thresholds: Mapping[str, float]
) -> tuple[int, int]:
    """And the bytes that the row groups of the file have then."""
    rows, size = count_rows(file), sum(max(it, 0) for it in file.group_sizes)
    size -= sum(each.likely for each in rewriting.by_pages.values())
    wanted = _choose(rows, max(size, 1), thresholds)
    size = max(size - rewriting.guess_merged(wanted), 1)
    return _choose(rows, size, thresholds), size


def _find_limits(rows: int, size: int, thresholds: Mapping[str, float]) -> tuple[int, int]:
    least = min(max(math.ceil(thresholds["bytes"] * rows / size), 1), rows)
    return least, max(int(thresholds["target"] * rows / size), least)


def _choose(rows: int, size: int, thresholds: Mapping[str, float]) -> int:
    least, most = _find_limits(rows, size, thresholds)
    wanted = MANY_ROWS if 2 * least <= MANY_ROWS else round_rows(2 * least, up=True)
    if least <= wanted <= most:
        return wanted
    return next(
        (
            it
            for it in (round_rows(most, up=False), round_rows(least, up=True))
            if least <= it <= most
        ),
        least,
    )


def round_rows(rows: int, *, up: bool) -> int:
    """The next number of one digit and zeros."""
    unit: int = 10 ** (len(str(rows)) - 1)
    return -(-rows // unit) * unit if up else rows // unit * unit
