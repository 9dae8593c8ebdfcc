"""Where advice goes as it comes, file by file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from inlay.cli.many_files import FailedFile
    from inlay.verbs.lint.advice import Advice


class AdviceSink(Protocol):
    """Something that prints advice. It keeps little of each file: there may be many thousands."""

    def add(self, path: str, advice: Sequence[Advice]) -> None:
        """Takes a file, and what the rules say of it."""

    def add_unread(self, file: FailedFile) -> None:
        """Takes a file that could not be read, which is on standard error already."""

    def finish(self, advice: Sequence[Advice]) -> None:
        """Takes what the rules say of tables, once all files are there."""
