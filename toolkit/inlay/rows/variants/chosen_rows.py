"""Some rows of a row group, chosen by whoever reads it: ranges of them, and which rows of these."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, cast

import pyarrow as pa

from inlay.pages.engine.leaf_ranges import RowRanges
from inlay_variant.storage.arrow_classes import Array, pc
from inlay_variant.storage.arrow_values import flag
from inlay_variant.value.errors import RowError

_GAP: Final = 512
"""Rows without one that is chosen, from which on those before and behind them are two reads."""


class ChosenRows(NamedTuple):
    """`mask` says which rows of the ranges are chosen, and is never null; None for all of them. Errors count the rows of the row group from `first_row`."""

    group: int
    num_rows: int
    first_row: int
    ranges: RowRanges
    mask: Array | None

    @property
    def num_chosen(self) -> int:
        if self.mask is None:
            return sum(end - start for start, end in self.ranges)
        return cast(int, cast(Any, self.mask).true_count)

    def spread(self) -> Array:
        """One boolean for each row of the row group."""
        if self.mask is None:
            mask = cast(Array, pa.repeat(flag(True), self.num_chosen))
        else:
            mask = self.mask
        parts: list[Array] = []
        at = done = 0
        for start, end in self.ranges:
            parts += [_no(start - at), mask.slice(done, end - start)]
            at, done = end, done + end - start
        return join_masks([*parts, _no(self.num_rows - at)])

    def narrow(self) -> ChosenRows:
        """The same rows in ranges without the long stretches that have none of them."""
        if self.mask is None:
            return self
        chosen = pc.indices_nonzero(self.mask)
        if not len(chosen):
            return self._replace(ranges=[], mask=_no(0))
        steps = pc.subtract(chosen.slice(1), chosen.slice(0, len(chosen) - 1))
        breaks = pc.indices_nonzero(pc.greater(steps, _GAP)).to_pylist()
        firsts, lasts = [0, *(place + 1 for place in breaks)], [*breaks, len(chosen) - 1]
        runs = [
            (chosen[first].as_py(), chosen[last].as_py() + 1)
            for first, last in zip(firsts, lasts, strict=True)
        ]
        ranges: list[tuple[int, int]] = []
        masks: list[Array] = []
        run = done = 0
        for start, end in self.ranges:
            shift = start - done  # from places in the mask to rows of the row group
            while run < len(runs) and runs[run][0] < end - shift:
                first, last = max(runs[run][0], done), min(runs[run][1], end - shift)
                ranges.append((first + shift, last + shift))
                masks.append(self.mask.slice(first, last - first))
                if runs[run][1] > end - shift:
                    break
                run += 1
            done += end - start
        return self._replace(ranges=ranges, mask=join_masks(masks))


def join_masks(masks: Sequence[Array]) -> Array:
    joined = cast(Any, pa.concat_arrays)([_no(0), *masks])
    return cast(Array, joined)


def _no(rows: int) -> Array:
    return cast(Array, pa.repeat(flag(False), rows))


@contextmanager
def place_chosen_errors(rows: Sequence[ChosenRows], before: int = 0) -> Generator[None]:
    """Errors of rows that are chosen become errors of the rows of the file; `before` are chosen before those that are counted."""
    try:
        yield
    except RowError as error:
        number = error.row + before
        for some in rows:
            if number >= some.num_chosen:
                number -= some.num_chosen
                continue
            if some.mask is not None:
                number = cast(int, pc.indices_nonzero(some.mask)[number].as_py())
            row = some.first_row + place_in_ranges(some.ranges, number)
            raise error.moved(row, error.path) from None
        raise


def place_in_ranges(ranges: RowRanges, place: int) -> int:
    """The row of the row group that is at this place of the ranges."""
    for start, end in ranges:
        if place < end - start:
            return start + place
        place -= end - start
    raise IndexError(place)
