"""What writes a format that CI systems read, by the name that `--format` has for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inlay.cli.ci.entry import CiRule, CiSink


def open_sink(format_: str, command: str, rules: Sequence[CiRule]) -> CiSink:
    """`command` is whose results they are; `rules` are all that it may name."""
    match format_:
        case "sarif":
            from inlay.cli.ci.sarif import SarifSink

            return SarifSink(rules)
        case "junit":
            from inlay.cli.ci.junit import JunitSink

            return JunitSink(command)
        case _:
            from inlay.cli.ci.github import GithubSink

            return GithubSink()
