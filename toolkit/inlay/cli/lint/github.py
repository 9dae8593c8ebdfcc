"""Advice as workflow commands, which GitHub shows beside the file: a rule once in each file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from inlay.cli.printing import write
from inlay.ground.files.paths import find_local_path
from inlay.ground.wording.printable import escape_unprintable
from inlay.verbs.lint.advice import fold
from inlay.verbs.lint.rule import WARNING
from inlay.verbs.lint.sentences import describe_whole

if TYPE_CHECKING:
    from inlay.cli.exit_codes import ExitCode
    from inlay.verbs.lint.advice import Advice


class GithubSink:
    """Prints as the files come."""

    def add(self, path: str, advice: Sequence[Advice]) -> None:
        for each in fold(advice):
            command = "warning" if each.worst.severity == WARNING else "notice"
            _show(command, each.worst.path, each.worst.rule, describe_whole(each))

    def add_unread(self, path: str, said: str, code: ExitCode) -> None:
        _show("error", path, "unread", said)

    def finish(self, advice: Sequence[Advice]) -> None:
        self.add("", advice)


def _show(command: str, path: str, title: str, message: str) -> None:
    local = find_local_path(path) if path else None
    # GitHub compares paths as text: `./lake/a.parquet` is no file of the repository.
    file = _escape_property(PurePath(local).as_posix() if local is not None else path)
    text = _escape("\n".join(escape_unprintable(line) for line in message.split("\n")))
    write(f"::{command} file={file},title=inlay {_escape_property(title)}::{text}\n")


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(escape_unprintable(text)).replace(":", "%3A").replace(",", "%2C")
