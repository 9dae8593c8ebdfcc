"""Advice in the terminal: a rule once, the worst first."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from inlay.cli.lint.sentences import describe_fold, list_costs, list_total
from inlay.cli.printing import show_line
from inlay.cli.terminal import console_of, width_of
from inlay.ground.wording.amounts import count
from inlay.verbs.lint.advice import Fold, fold, rank, sum_known
from inlay.verbs.lint.known import rules_by_id
from inlay.verbs.lint.rule import WARNING, TableRule

if TYPE_CHECKING:
    from inlay.cli.exit_codes import ExitCode
    from inlay.verbs.lint.advice import Advice

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
        self._folder = ""

    def add(self, path: str, advice: Sequence[Advice]) -> None:
        if self._everything and advice:
            show_line(path)
            for each in fold(advice):
                self._show_all(each, [it for it in advice if it.rule == each.worst.rule])
        self.add_folds(fold(advice))

    def add_folds(self, folds: Sequence[Fold]) -> None:
        """Takes a file whose advice somebody else has folded."""
        self._files += 1
        self._advised += bool(folds)
        self._folds += folds

    def add_unread(self, path: str, said: str, code: ExitCode) -> None:
        """Nothing: it is on standard error."""

    @property
    def has_warnings(self) -> bool:
        return any(each.worst.severity == WARNING for each in self._folds)

    def finish(self, advice: Sequence[Advice]) -> None:
        tables = fold(advice)
        self._folds += tables
        by_rule: dict[str, list[Fold]] = {}
        for each in sorted(tables if self._everything else self._folds, key=rank):
            by_rule.setdefault(each.worst.rule, []).append(each)
        self._folder = (
            "" if self._alone else _find_folder([each.worst.path for each in self._folds])
        )
        if self._folder and not self._everything:
            show_line(f"{self._folder}/")
            show_line("")
        for folds in sorted(by_rule.values(), key=_rank_rule):
            self._show_rule(folds)
        show_line(self._describe_total())

    def _show_rule(self, folds: Sequence[Fold]) -> None:
        """The block of a rule: what it is, what was seen where it is worst, and what fixes it."""
        worst = folds[0]
        show_line(f"{worst.worst.severity}  {worst.worst.rule}{self._amount(folds)}")
        where = "" if self._alone else f"{self._name(worst)}: "
        show_prose(f"{where}{describe_fold(worst)}")
        more = [self._name(each) for each in folds[1:]]
        if more:
            named = ", ".join(more[: _MOST_FILES - 1])
            rest = len(more) - (_MOST_FILES - 1)
            show_prose(f"also in {named}{f' and {rest:,} more' if rest > 0 else ''}")
        self._show_remedy(worst)
        show_line("")

    def _name(self, each: Fold) -> str:
        """The path, without the folder that stands above all of them."""
        path = each.worst.path
        return path[len(self._folder) + 1 :] or "." if self._folder else path

    def _amount(self, folds: Sequence[Fold]) -> str:
        columns = sum(each.number for each in folds if each.columns)
        parts: list[str] = []
        if columns:
            parts.append(count(columns, "column"))
        if not self._alone:
            is_table = isinstance(rules_by_id()[folds[0].worst.rule], TableRule)
            parts.append(count(len(folds), "table" if is_table else "file"))
        parts += list_costs(folds)
        return f": {', '.join(parts)}" if parts else ""

    def _show_all(self, each: Fold, several: Sequence[Advice]) -> None:
        """A rule in a file, with each column."""
        costs = ", ".join(list_costs([each]))
        show_line(f"{each.worst.severity}  {each.worst.rule}{f': {costs}' if costs else ''}")
        for it in sorted(several, key=lambda it: it.cost, reverse=True):
            show_prose(f"{it.column}: {it.seen}" if it.column else it.seen)
        self._show_remedy(each)
        show_line("")

    def _show_remedy(self, each: Fold) -> None:
        """A command is never broken: it is there to be copied."""
        if each.mend.startswith("inlay "):
            show_line(f"  -> {each.mend}", is_copied=True)
        else:
            show_prose(f"-> {each.mend}")

    def _describe_total(self) -> str:
        """A rule counts once in each file: 10,000 columns are one mistake of a writer."""
        warnings = sum(each.worst.severity == WARNING for each in self._folds)
        notes = len(self._folds) - warnings
        costs = list_total(self._folds)
        said = f"{count(warnings, 'warning')}, {count(notes, 'note')}"
        if not self._alone:
            said = f"{count(self._files, 'file')}, {self._advised:,} with advice: {said}"
        return f"{said}; to be saved: {', '.join(costs)}" if costs else said


def show_prose(text: str) -> None:
    """Indented, and broken where the terminal ends."""
    width = max(width_of(console_of()), _LEAST_WIDTH)
    lines = textwrap.wrap(
        text,
        width,
        initial_indent="  ",
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    for line in lines:
        show_line(line)


def _find_folder(paths: Sequence[str]) -> str:
    """The folder that all paths share, without its slash; empty if there is none."""
    if len(set(paths)) < 2:
        return ""
    shared = [path.split("/") for path in (min(paths), max(paths))]
    parts = [
        part for part, _ in takewhile(lambda pair: pair[0] == pair[1], zip(*shared, strict=False))
    ]
    return "/".join(parts)


def _rank_rule(folds: Sequence[Fold]) -> tuple[bool, int, int, str]:
    """As `rank`, over all files."""
    return (
        folds[0].worst.severity != WARNING,
        -(sum_known(each.num_bytes for each in folds) or 0),
        -(sum_known(each.reads for each in folds) or 0),
        folds[0].worst.rule,
    )
