"""Advice in the terminal: a rule once, the worst first."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from inlay.advice.advice import Fold, fold, rank, sum_known
from inlay.advice.rule import WARNING
from inlay.cli.printing import show_line
from inlay.cli.terminal import console_of, width_of
from inlay.wording.amounts import count, format_size

if TYPE_CHECKING:
    from inlay.advice.advice import Advice
    from inlay.cli.exit_codes import ExitCode

_MOST_FILES: Final = 3
_LEAST_WIDTH: Final = 40


class TextSink:
    """Of several files, a rule has one block for all of them, unless everything is asked for."""

    def __init__(self, alone: bool, everything: bool) -> None:
        self._alone = alone
        self._everything = everything
        self._files = 0
        self._advised = 0
        self._folds: list[Fold] = []
        self._width = max(width_of(console_of()), _LEAST_WIDTH)

    def add(self, path: str, advice: Sequence[Advice]) -> None:
        self._files += 1
        self._advised += bool(advice)
        if self._everything and advice:
            self._show_line(path)
            for each in fold(advice):
                self._show_all(each, [it for it in advice if it.rule == each.worst.rule])
        self._folds += fold(advice)

    def add_unread(self, path: str, what: str, code: ExitCode) -> None:
        """Nothing: it is on standard error."""

    def finish(self, advice: Sequence[Advice]) -> None:
        tables = fold(advice)
        self._folds += tables
        by_rule: dict[str, list[Fold]] = {}
        for each in sorted(tables if self._everything else self._folds, key=rank):
            by_rule.setdefault(each.worst.rule, []).append(each)
        for folds in sorted(by_rule.values(), key=_rank_rule):
            self._show_rule(folds)
        self._show_line(self._describe_total())

    def _show_rule(self, folds: Sequence[Fold]) -> None:
        """The block of a rule: what it is, what was seen where it is worst, and what mends it."""
        worst = folds[0]
        self._show_line(f"{worst.worst.severity}  {worst.worst.rule}{self._amount(folds)}")
        where = "" if self._alone else f"{worst.worst.path}: "
        self._show_prose(f"{where}{_say(worst)}")
        more = [each.worst.path for each in folds[1:]]
        if more:
            named = ", ".join(more[: _MOST_FILES - 1])
            rest = len(more) - (_MOST_FILES - 1)
            self._show_prose(f"and {named}{f' and {rest:,} more files' if rest > 0 else ''}")
        self._show_remedy(worst)
        self._show_line("")

    def _amount(self, folds: Sequence[Fold]) -> str:
        columns = sum(each.number for each in folds if each.columns)
        parts: list[str] = []
        if columns:
            parts.append(count(columns, "column"))
        if not self._alone:
            parts.append(count(len(folds), "file"))
        parts += _costs(folds)
        return f": {', '.join(parts)}" if parts else ""

    def _show_all(self, each: Fold, several: Sequence[Advice]) -> None:
        """A rule in a file, with each column."""
        costs = ", ".join(_costs([each]))
        self._show_line(f"{each.worst.severity}  {each.worst.rule}{f': {costs}' if costs else ''}")
        for it in sorted(several, key=lambda it: it.cost, reverse=True):
            self._show_prose(f"{it.column}: {it.seen}" if it.column else it.seen)
        self._show_remedy(each)
        self._show_line("")

    def _show_remedy(self, each: Fold) -> None:
        """Never broken: it is there to be copied."""
        self._show_line(f"  -> {each.mend}")

    def _describe_total(self) -> str:
        warnings = sum(each.number for each in self._folds if each.worst.severity == WARNING)
        notes = sum(each.number for each in self._folds) - warnings
        costs = _costs(self._folds)
        said = f"{count(warnings, 'warning')}, {count(notes, 'note')}"
        if not self._alone:
            said = f"{count(self._files, 'file')}, {self._advised:,} with advice: {said}"
        return f"{said}; to be saved: {', '.join(costs)}" if costs else said

    def _show_prose(self, text: str) -> None:
        lines = textwrap.wrap(text, self._width - 2, break_long_words=False) or [""]
        for at, line in enumerate(lines):
            self._show_line(f"{'  ' if at == 0 else '    '}{line}")

    def _show_line(self, line: str) -> None:
        show_line(line)


def _say(each: Fold) -> str:
    """`price: 1.2 MiB without a codec; also qty, note and 9 more`"""
    worst = each.worst
    if not worst.column:
        return worst.seen
    others = [name for name in each.columns if name != worst.column]
    more = each.number - 1 - len(others)
    named = ", ".join(others) + (f" and {more:,} more" if more > 0 else "")
    return f"{worst.column}: {worst.seen}{f'; also {named}' if others else ''}"


def _costs(folds: Sequence[Fold]) -> list[str]:
    size = sum_known(each.num_bytes for each in folds)
    reads = sum_known(each.reads for each in folds)
    costs = [f"about {format_size(size)}"] if size else []
    return [*costs, *([f"{count(reads, 'read')}"] if reads else [])]


def _rank_rule(folds: Sequence[Fold]) -> tuple[bool, int, int, str]:
    """As `rank`, over all files."""
    return (
        folds[0].worst.severity != WARNING,
        -(sum_known(each.num_bytes for each in folds) or 0),
        -(sum_known(each.reads for each in folds) or 0),
        folds[0].worst.rule,
    )
