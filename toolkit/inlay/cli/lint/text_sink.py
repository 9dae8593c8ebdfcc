"""Advice in the terminal."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

from inlay.cli.printing import show_line
from inlay.cli.terminal import console_of, width_of
from inlay.verbs.lint.rule_advice import FileAdvice
from inlay.verbs.lint.sentences import describe_untried
from inlay.verbs.lint.text import AdviceText

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inlay.cli.many_files import FailedFile
    from inlay.verbs.lint.advice import Advice

_LEAST_WIDTH: Final = 40


class TextSink(AdviceText):
    """Prints as wide as the terminal is, and at the end what could be asked besides."""

    _untried = 0

    def add(self, path: str, advice: Sequence[Advice]) -> None:
        self._untried += advice.untried if isinstance(advice, FileAdvice) else 0
        super().add(path, advice)

    def finish(self, advice: Sequence[Advice]) -> None:
        super().finish(advice)
        if self._untried:
            show_line(describe_untried(self._untried))

    def add_unread(self, file: FailedFile) -> None:
        """Counts it: what is wrong is on standard error."""
        self.unread[file.reason] += 1

    def show_line(self, line: str, *, is_copied: bool = False) -> None:
        show_line(line, is_copied=is_copied)

    def show_prose(self, text: str) -> None:
        show_prose(text)


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
