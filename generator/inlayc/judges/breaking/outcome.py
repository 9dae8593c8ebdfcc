"""What a comparison comes to: verdicts, those that are meant, and whether anything breaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inlayc.judges.breaking.judge import Verdict, judge
from inlayc.judges.breaking.rules import Level
from inlayc.judges.diff import Settings, list_not_compared
from inlayc.judges.exceptions import RuleException
from inlayc.model.schema import Schema


@dataclass(frozen=True, slots=True)
class Excepted:
    """A verdict that somebody has accepted."""

    verdict: Verdict
    reason: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """`unused` are exceptions that no verdict falls under; `not_compared` types that one side keeps in code;
    `new_files` those of the new version, as diagnostics call them, each before what it includes."""

    verdicts: tuple[Verdict, ...]
    excepted: tuple[Excepted, ...]
    unused: tuple[RuleException, ...]
    not_compared: tuple[str, ...]
    new_files: tuple[str, ...]

    def breaks(self, levels: Sequence[Level]) -> bool:
        """Whether anything does, of these levels."""
        return any(verdict.level in levels for verdict in self.verdicts)


def compare_versions(
    old: Schema, new: Schema, settings: Settings, exceptions: Sequence[RuleException]
) -> Outcome:
    """What an exception covers is set apart, with its reason."""
    verdicts: list[Verdict] = []
    excepted: list[Excepted] = []
    used: set[int] = set()
    for verdict in judge(old, new, settings):
        covering = [each for each in exceptions if each.covers(verdict.rule.id, verdict.path)]
        used.update(map(id, covering))
        if covering:
            excepted.append(Excepted(verdict, covering[0].reason))
        else:
            verdicts.append(verdict)
    unused = tuple(each for each in exceptions if id(each) not in used)
    names = dict.fromkeys(note.path for note in list_not_compared(old, new, settings))
    new_files = tuple(module.source.name for module in reversed(new.modules))
    return Outcome(tuple(verdicts), tuple(excepted), unused, tuple(names), new_files)
