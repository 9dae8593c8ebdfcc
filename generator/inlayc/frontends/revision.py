"""The texts of an IDL as of a revision of the git repository around them, read without a checkout."""

from __future__ import annotations

import errno
import os
import posixpath
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from inlayc.base.settings import SettingsError

_LINK: Final = "120000"
_FILES: Final = frozenset({"100644", "100755", _LINK})
_MOST_LINKS: Final = 8


class RevisionError(SettingsError):
    """A revision that cannot be read; the message says what to do."""


class _Entry(NamedTuple):
    mode: str
    blob: str


class GitTree:
    """A revision of the repository that the current folder is in, seen as folders and files.

    Raises RevisionError if there is no repository, no git, or no such revision.
    """

    def __init__(self, revision: str) -> None:
        self._revision = revision
        self.where = f" in {revision}"
        self._top = Path(os.path.realpath(_ask(revision, "rev-parse", "--show-toplevel").decode()))
        commit = f"{revision}^{{commit}}"
        self._commit = _ask(
            revision, "rev-parse", "--verify", "--quiet", "--end-of-options", commit
        )
        self._entries = dict(self._list_entries())
        parents = {name.rpartition("/")[0] for name in self._entries}
        self._folders = {
            "/".join(parent.split("/")[:depth])
            for parent in parents
            for depth in range(parent.count("/") + 2)
        }

    def label(self, name: str) -> str:
        """As git takes it: `git show` prints the file."""
        relative = Path(os.path.relpath(name)).as_posix()
        return f"{self._revision}:{'' if relative.startswith('../') else './'}{relative}"

    def find_real(self, path: Path) -> Path:
        """Links below the top are followed by `read`; a folder that is one is not."""
        here = Path(os.path.realpath(Path.cwd()))
        return Path(os.path.normpath(here / path))

    def is_there(self, path: Path) -> bool:
        return self._name(path) in self._entries or self.is_folder(path)

    def is_file(self, path: Path) -> bool:
        return self._blob(path) is not None

    def is_folder(self, path: Path) -> bool:
        return self._name(path) in self._folders

    def read(self, path: Path, size: int) -> bytes:
        blob = self._blob(path)
        if blob is None:
            raise FileNotFoundError(errno.ENOENT, f"no such file{self.where}", str(path))
        return self._read_blob(blob)[:size]

    def list_names(self, folder: Path, suffix: str) -> Sequence[str]:
        return sorted(
            path.name
            for path in self.list_below(folder)
            if path.name.endswith(suffix) and path.parent == folder
        )

    def list_below(self, folder: Path) -> Sequence[Path]:
        inside = self._name(folder)
        start = f"{inside}/" if inside else ""
        return [folder / name[len(start) :] for name in self._entries if name.startswith(start)]

    def list_matches(self, pattern: Path) -> Sequence[Path]:
        wanted = re.compile(_expression_of(self._name(pattern)))
        names = sorted(name for name in self._entries if wanted.fullmatch(name))
        return [self._top / name for name in names]

    def _name(self, path: Path) -> str:
        """Below the top, with slashes; what lies outside is nothing that a revision has."""
        real = self.find_real(path)
        if not real.is_relative_to(self._top):
            return "/outside"
        name = real.relative_to(self._top).as_posix()
        return "" if name == "." else name

    def _blob(self, path: Path) -> str | None:
        name = self._name(path)
        for _ in range(_MOST_LINKS):
            entry = self._entries.get(name)
            if entry is None or entry.mode != _LINK:
                return entry and entry.blob
            target = os.fsdecode(self._read_blob(entry.blob))
            name = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
        return None

    def _read_blob(self, blob: str) -> bytes:
        return _run_git("cat-file", "blob", blob).stdout

    def _list_entries(self) -> list[tuple[str, _Entry]]:
        listing = _ask(self._revision, "ls-tree", "-r", "-z", "--full-tree", self._commit.decode())
        entries: list[tuple[str, _Entry]] = []
        for line in listing.split(b"\0"):
            facts, _, name = line.partition(b"\t")
            mode, _, blob = os.fsdecode(facts).partition(" ")
            if mode in _FILES:
                entries.append((os.fsdecode(name), _Entry(mode, blob.rpartition(" ")[2])))
        return entries


_VISIBLE: Final = r"(?!\.)"
"""What a pattern means is never hidden, as on disk."""


def _expression_of(pattern: str) -> str:
    """A glob as a regular expression: `*` stays in its folder, `**` does not."""
    folders = rf"(?:{_VISIBLE}[^/]+/)*"
    meaning = {"**/": folders, "**": rf"{folders}{_VISIBLE}[^/]*", "*": "[^/]*", "?": "[^/]"}
    expression = ""
    for piece in re.split(r"(\*\*/|\*\*|\*|\?|\[[^\]]+\])", pattern):
        is_first = not expression or expression.endswith(("/", "/)*"))
        if is_first and piece[:1] in ("*", "?", "["):
            expression += _VISIBLE
        is_set = piece[:1] == "["
        expression += meaning.get(piece) or (
            piece.replace("[!", "[^") if is_set else re.escape(piece)
        )
    return expression


def _ask(revision: str, *arguments: str) -> bytes:
    asked = _run_git(*arguments)
    if asked.returncode == 0:
        return asked.stdout.rstrip(b"\n")
    said = os.fsdecode(asked.stderr).strip().removeprefix("fatal: ")
    if not said:
        said = f"there is no revision {revision!r} here; a clone in CI may need more of the history (fetch-depth: 0)"
    raise RevisionError(said)


def _run_git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["git", *arguments], capture_output=True, check=False)
    except FileNotFoundError as error:
        raise RevisionError("git is needed to read a revision, and is not installed") from error
