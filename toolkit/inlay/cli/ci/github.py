"""Entries as workflow commands, which GitHub shows beside the file: a rule once in each file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from inlay.cli.printing import write
from inlay.ground.files.paths import find_local_path
from inlay.ground.wording.printable import escape_unprintable

if TYPE_CHECKING:
    from inlay.cli.ci.entry import CiEntry

_COMMANDS: Final = {"error": "error", "warning": "warning", "note": "notice"}


class GithubSink:
    """Prints as the files come."""

    def add(self, path: str, entries: Sequence[CiEntry]) -> None:
        for each in entries:
            _show(_COMMANDS[each.level], each.path, each.rule, each.whole)

    def add_unread(self, path: str, said: str) -> None:
        _show("error", path, "unread", said)

    def finish(self) -> None:
        """Nothing is left."""


def _show(command: str, path: str, title: str, message: str) -> None:
    local = find_local_path(path) if path else None
    # GitHub compares paths as text: `./lake/a.parquet` is not a file of the repository.
    file = _escape_property(PurePath(local).as_posix() if local is not None else path)
    text = _escape("\n".join(escape_unprintable(line) for line in message.split("\n")))
    write(f"::{command} file={file},title=inlay {_escape_property(title)}::{text}\n")


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(escape_unprintable(text)).replace(":", "%3A").replace(",", "%2C")
