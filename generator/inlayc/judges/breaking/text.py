"""Verdicts for people: what breaks data first, each rule once."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from inlayc.base.printable import escape_unprintable
from inlayc.judges.breaking.judge import Verdict
from inlayc.judges.breaking.outcome import Outcome
from inlayc.judges.breaking.rules import RULES, Level, Rule
from inlayc.judges.diff.render import describe_place, shorten

_WIDTH: Final = 100


def render_text(outcome: Outcome, *, everything: bool) -> str:
    """What is compatible is counted, unless everything is asked for."""
    lines: list[str] = []
    for level, verdicts in groupby(outcome.verdicts, key=lambda each: each.level):
        if level is Level.COMPATIBLE and not everything:
            continue
        lines += [level.value, ""]
        for rule, several in groupby(verdicts, key=lambda each: each.rule):
            lines += _block(rule, list(several))
    lines += _excepted(outcome)
    lines += [
        f"an exception that covers nothing here: {', '.join(each.rules)} at {', '.join(each.paths)}"
        for each in outcome.unused
    ]
    if outcome.not_compared:
        lines.append(
            f"not compared, for one side has no definition: {', '.join(outcome.not_compared)}"
        )
    return "\n".join([*lines, _summary(outcome)]) + "\n"


def _block(rule: Rule, verdicts: Sequence[Verdict]) -> Iterator[str]:
    yield f"  {rule.id}: {rule.summary}"
    yield from _fold(rule.why, "  ")
    for verdict in verdicts:
        yield f"    {escape_unprintable(verdict.path)}"
        for mark, side in (("-", verdict.difference.a), ("+", verdict.difference.b)):
            if side is not None:
                yield f"      {mark} {shorten(side.text)}  ({describe_place(side)})"
    yield ""


def _excepted(outcome: Outcome) -> Iterator[str]:
    by_reason: dict[str, list[str]] = {}
    for each in outcome.excepted:
        said = f"{each.verdict.rule.id} {escape_unprintable(each.verdict.path)}"
        by_reason.setdefault(each.reason, []).append(said)
    for reason, covered in by_reason.items():
        yield from _fold(f"excepted: {', '.join(covered)}; {escape_unprintable(reason)}", "")


def _summary(outcome: Outcome) -> str:
    if not outcome.verdicts:
        return "nothing has changed" if not outcome.excepted else "nothing else has changed"
    counts = Counter(verdict.level for verdict in outcome.verdicts)
    return ", ".join(f"{counts[level]} {level.value}" for level in Level if counts[level])


def _fold(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent)


def list_rules() -> str:
    """A line for each rule."""
    widths = max(map(len, RULES)), max(len(level.value) for level in Level)
    return "\n".join(
        f"{rule.id:{widths[0]}}  {rule.level.value:{widths[1]}}  {rule.summary}"
        for rule in RULES.values()
    )


def explain(rule: Rule) -> str:
    """All that is to be said about a rule."""
    return "\n".join([f"{rule.id} ({rule.level.value})", *_fold(f"{rule.summary}. {rule.why}", "")])
