"""In which order the chunks of a row group lie when some of them have a new encoding."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inlay.pages.encodings.positions import cut_out


def in_new_order(
    columns: Sequence[int],
    measure: Callable[[range], int],
    chosen: Sequence[int],
    said: int | None = None,
) -> list[range]:
    """Untouched columns, then those with a new encoding, whose positions are `chosen` and ascend; each in the order that they had,
    as ranges of their positions. `columns` are those at each position, `measure` tells the bytes of some that follow each other, and `said`
    is how many the row group says that it has.

    parquet-java gives a row group to the split that holds the start of its first column plus half of its bytes. Where
    the first column would come to lie so far back that this is behind the row group, and with the last row group perhaps
    behind the file, it stays in front.
    """
    untouched = list(cut_out(range(len(columns)), chosen))
    old = [range(at, at + 1) for at in chosen]
    first = next((at for at in old if columns[at.start] == 0), None)
    if first is None:
        return untouched + old
    before = sum(map(measure, (*untouched, *old[: old.index(first)])))
    size = measure(range(len(columns)))
    if before + max(said or 0, size) // 2 < size:
        return untouched + old
    return [first, *untouched, *(at for at in old if at is not first)]
