"""Advice for CI systems: a fold of a rule is an entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from inlay.cli.ci.entry import CiEntry, CiRule
from inlay.ground.wording.printable import escape_unprintable
from inlay.verbs.lint.fold import Fold, fold
from inlay.verbs.lint.known import rules_by_id
from inlay.verbs.lint.sentences import describe_fold, describe_whole

if TYPE_CHECKING:
    from inlay.cli.ci.entry import CiSink
    from inlay.cli.many_files import FailedFile
    from inlay.verbs.lint.advice import Advice


class CiAdvice:
    """Hands advice on to a sink as it comes."""

    def __init__(self, sink: CiSink) -> None:
        self._sink = sink

    def add(self, path: str, advice: Sequence[Advice]) -> None:
        self._sink.add(path, [_describe(each) for each in fold(advice)])

    def add_unread(self, file: FailedFile) -> None:
        self._sink.add_unread(file.path, file.said)

    def finish(self, advice: Sequence[Advice]) -> None:
        by_path: dict[str, list[Advice]] = {}
        for each in advice:
            by_path.setdefault(each.path, []).append(each)
        for path, several in by_path.items():
            self.add(path, several)
        self._sink.finish()


def list_ci_rules(names: Sequence[str]) -> list[CiRule]:
    """Those that are applied."""
    rules = (rules_by_id()[name] for name in names)
    return [
        CiRule(it.id, it.severity, it.summary, it.why, f"{it.why} Source: {it.source}.")
        for it in rules
    ]


def _describe(each: Fold) -> CiEntry:
    worst = each.worst
    return CiEntry(
        worst.rule,
        worst.severity,
        worst.path,
        describe_fold(each),
        describe_whole(each),
        worst.column,
        worst.place,
        {
            "number": each.number,
            "bytes": each.num_bytes,
            "leastBytes": each.saved.least if each.saved is not None else None,
            "mostBytes": each.saved.most if each.saved is not None else None,
            "reads": each.reads,
            "fix": escape_unprintable(each.fix),
        },
    )
