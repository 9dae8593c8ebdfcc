"""What each piece of advice adds to what all others on its file save."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.verbs.lint.estimate import Estimate
from inlay.verbs.lint.rule import Part
from inlay.verbs.lint.rule_advice import RuleAdvice

_LARGEST: Final = 2**63 - 1


def settle(advice: Sequence[RuleAdvice], file_size: int) -> None:
    """Fills in `adds`: the larger of two that save the same bytes counts, and all of it together is no more than the file."""
    taken: dict[tuple[Part, str], Estimate] = {}
    likely = least = most = min(file_size, _LARGEST)  # that are left
    known = [
        (-saved.likely, number, at, saved)
        for number, each in enumerate(advice)
        for at, saved in enumerate(each.saved)
        if saved
    ]
    known.sort()
    for _, number, at, saved in known:
        each = advice[number]
        place = each.part, each.columns[at]
        before = taken.get(place)
        if before is None:
            beyond, taken[place] = saved, saved
        else:
            beyond, taken[place] = saved.beyond(before), saved.larger(before)
        adds = beyond.within(likely, least, most)
        likely, least, most = likely - adds.likely, least - adds.least, most - adds.most
        each.adds[at] = adds
