"""Advice as text: a rule once, the worst first."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from inlay.ground.wording.amounts import count
from inlay.verbs.lint.advice import Advice
from inlay.verbs.lint.drift_text import group_drift, list_drift_lines
from inlay.verbs.lint.fold import Fold, fold, rank, sum_known
from inlay.verbs.lint.known import rules_by_id
from inlay.verbs.lint.looked_at import stands_for
from inlay.verbs.lint.rule import WARNING, TableRule, quote_path
from inlay.verbs.lint.rules.drift import SCHEMA_DRIFT
from inlay.verbs.lint.sentences import describe_fold, list_costs, list_total

_MOST_FILES: Final = 3


class AdviceText(ABC):
    """Of several files, a rule has one block for all of them, unless everything is asked for."""

    def __init__(self, alone: bool, everything: bool) -> None:
        self._alone = alone
        self._everything = everything
        self._files = 0
        self._advised: set[str] = set()
        self._folds: list[Fold] = []
        self._folder = ""
        self._last_command = ""
        self.unread = Counter[str]()
        """Files that could not be read, by the ids of the reasons."""

    @abstractmethod
    def show_line(self, line: str, *, is_copied: bool = False) -> None:
        """A sentence, or what people copy."""

    @abstractmethod
    def show_prose(self, text: str) -> None:
        """What belongs to the line above."""

    def add(self, path: str, advice: Sequence[Advice]) -> None:
        if self._everything and advice:
            self.show_line(path)
            for each in fold(advice):
                self._show_all(each, [it for it in advice if it.rule == each.worst.rule])
        self.add_folds(fold(advice))

    def add_folds(self, folds: Sequence[Fold]) -> None:
        """Takes a file whose advice somebody else has folded."""
        self._files += 1
        self._advised.update(each.worst.path for each in folds[:1])
        self._folds += folds

    @property
    def has_warnings(self) -> bool:
        return any(each.worst.severity == WARNING for each in self._folds)

    def finish(self, advice: Sequence[Advice]) -> None:
        """Drift comes first: it loses values, and the rest costs bytes."""
        drift = [each for each in advice if each.rule == SCHEMA_DRIFT]
        drifting = fold(drift)
        self._advised.update(each.worst.path for each in drifting)
        tables = fold(each for each in advice if each.rule != SCHEMA_DRIFT)
        self._folds += tables
        by_rule: dict[str, list[Fold]] = {}
        for each in sorted(tables if self._everything else self._folds, key=rank):
            by_rule.setdefault(each.worst.rule, []).append(each)
        if not (self._alone or self._everything):
            self._folder = _find_folder([each.worst.path for each in [*self._folds, *drifting]])
        if self._folder:
            self.show_line(f"{self._folder}/")
            self.show_line("")
        if drift:
            self._show_drift(group_drift(drift), len(drifting))
        for folds in sorted(by_rule.values(), key=_rank_rule):
            self._show_rule(folds)
        self.show_line(self._describe_total(len(drifting)))
        self._folds += drifting

    def _show_drift(self, differences: Sequence[Sequence[Advice]], files: int) -> None:
        self.show_line(f"{WARNING}  {SCHEMA_DRIFT}: {count(files, 'file')}")
        for line in list_drift_lines(differences, self._shorten, self._everything):
            self.show_prose(line)
        self._show_remedy(differences[0][0].fix)
        self.show_line("")

    def _show_rule(self, folds: Sequence[Fold]) -> None:
        """The block of a rule: what it is, what was seen where it is worst, and what fixes it."""
        worst = folds[0]
        self.show_line(f"{worst.worst.severity}  {worst.worst.rule}{self._amount(folds)}")
        where = "" if self._alone else f"{self._name(worst)}: "
        self.show_prose(f"{where}{describe_fold(worst)}")
        more = [self._name(each) for each in folds[1:]]
        if more:
            named = ", ".join(more[: _MOST_FILES - 1])
            rest = len(more) - (_MOST_FILES - 1)
            self.show_prose(f"also in {named}{f' and {rest:,} more' if rest > 0 else ''}")
        fix = self._fix_of(folds)
        self._show_remedy(fix)
        if fix == worst.fix and more and _are_alike(folds):
            self.show_prose("likewise for the others")
        self.show_line("")

    def _fix_of(self, folds: Sequence[Fold]) -> str:
        """That of the worst; of the whole folder where all files below it need the same, done to each of them. Some of its files may
        have been named, and the others are left alone."""
        fix = folds[0].fix
        is_for_each = fix.startswith("inlay ") and " -o " not in fix
        if not (is_for_each and self._folder and len(folds) == self._files and _are_alike(folds)):
            return fix
        if not stands_for(f"{self._folder}/", (each.worst.path for each in folds)):
            return fix
        return fix.replace(quote_path(folds[0].worst.path), quote_path(f"{self._folder}/"), 1)

    def _name(self, each: Fold) -> str:
        """The path, without the folder that stands above all of them. That of a table is empty, or a dot, in the current folder."""
        path = each.worst.path
        return self._shorten(path) if path not in ("", ".") else "this folder"

    def _shorten(self, path: str) -> str:
        """The folder itself keeps its name."""
        return path[len(self._folder) + 1 :] or path.rpartition("/")[2] if self._folder else path

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
        self.show_line(f"{each.worst.severity}  {each.worst.rule}{f': {costs}' if costs else ''}")
        for it in sorted(several, key=lambda it: it.cost, reverse=True):
            self.show_prose(f"{it.column}: {it.seen}" if it.column else it.seen)
        self._show_remedy(each.fix)
        self.show_line("")

    def _show_remedy(self, fix: str) -> None:
        """A command is never broken: it is there to be copied, and once: one command often follows several pieces of advice."""
        if fix == self._last_command:
            self.show_line("  -> the same command")
        elif fix.startswith("inlay "):
            self._last_command = fix
            self.show_line(f"  -> {fix}", is_copied=True)
        else:
            self.show_prose(f"-> {fix}")

    def _describe_total(self, drifting: int) -> str:
        """A rule counts once in each file: 10,000 columns are one mistake of a writer. Files that drift do not drown among them."""
        warnings = sum(each.worst.severity == WARNING for each in self._folds)
        notes = len(self._folds) - warnings
        costs = list_total(self._folds)
        if drifting:
            others = count(warnings, "other warning")
            said = (
                f"{count(drifting, 'file')} with another schema, {others}, {count(notes, 'note')}"
            )
        else:
            said = f"{count(warnings, 'warning')}, {count(notes, 'note')}"
        if not self._alone:
            said = f"{count(self._files, 'file')}, {len(self._advised):,} with advice: {said}"
        said = f"{said}; could save {' and '.join(costs)}" if costs else said
        missing = self.unread["io-enoent"]
        if missing:
            said = f"{said}; {missing:,} not found"
        reasons = ", ".join(
            f"{files:,} {reason}"
            for reason, files in self.unread.most_common()
            if reason != "io-enoent"
        )
        return f"{said}; not read: {reasons}" if reasons else said


def _are_alike(folds: Sequence[Fold]) -> bool:
    """Whether the same command fixes each, with its own path."""
    first = quote_path(folds[0].worst.path)
    return folds[0].fix.startswith("inlay ") and all(
        each.fix.replace(quote_path(each.worst.path), first, 1) == folds[0].fix for each in folds
    )


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


class AdviceLines(AdviceText):
    """In lines of any length."""

    def __init__(self, alone: bool) -> None:
        super().__init__(alone, everything=False)
        self.lines: list[str] = []

    def show_line(self, line: str, *, is_copied: bool = False) -> None:
        self.lines.append(line)

    def show_prose(self, text: str) -> None:
        self.lines.append(f"  {text}")
