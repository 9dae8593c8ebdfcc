"""Files whose footer has a form that other readers do not know: the way back to Thrift, and advice that has to wait for it."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.rule import Remedy, quote_path
from inlay.verbs.lint.rule_advice import RuleAdvice


def restore_thrift(file: FileFacts) -> Remedy:
    """The command that gives it a Thrift footer again."""
    command, _, options = file.footer.end.way_back.partition(" --")
    return Remedy(f"{command} {quote_path(file.path)}" + (f" --{options}" if options else ""))


def restore_thrift_first(file: FileFacts, advice: Sequence[RuleAdvice]) -> None:
    """Gives advice on a file that `inlay rewrite` refuses for its form the command that comes before it."""
    if file.footer.end.is_rearranged:
        return
    first = restore_thrift(file)
    for each in advice:
        each.remedies = [
            first if it.text.startswith("inlay rewrite ") else it for it in each.remedies
        ]
