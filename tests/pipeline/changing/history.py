"""What a path had, one after the other, while a job ran: SHA-256 of each version, or what is there instead of a file."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

FOLDER: Final = "a folder"
LINK: Final = "a link"

_PAGE: Final = 4096
"""Linux writes a file a page after the other, and tells its new size after each."""


def parts_while_written(data: bytes) -> Iterator[bytes]:
    """What a reader may find of a file that somebody empties and writes in place; none of it stays."""
    for end in range(0, len(data), _PAGE):
        yield data[:end]


@dataclass
class Contents:
    """The bytes of every version that was ever seen, by SHA-256: many files are copies, so there are few."""

    by_digest: dict[str, bytes] = field(default_factory=dict[str, bytes])

    def add(self, data: bytes) -> str:
        digest = hashlib.sha256(data).hexdigest()
        self.by_digest.setdefault(digest, data)
        return digest

    def add_overwritten(self, data: bytes) -> None:
        for part in (*parts_while_written(data), data):
            self.add(part)


def look(lake: Path, contents: Contents) -> dict[str, str]:
    """What each name leads to, hidden ones too."""
    there: dict[str, str] = {}
    for inside, folders, names in os.walk(lake):
        for name in folders:
            if "." in name:
                path = os.path.join(inside, name)
                there[path] = LINK if os.path.islink(path) else FOLDER
        for name in names:
            path = os.path.join(inside, name)
            mode = os.lstat(path).st_mode
            there[path] = contents.add(Path(path).read_bytes()) if stat.S_ISREG(mode) else LINK
    return there


def name_version(digest: str | None) -> str:
    return "nothing" if digest is None else digest[:8]


def is_hidden(path: str) -> bool:
    return os.path.basename(path).startswith(".")


@dataclass
class History:
    """Of one job. `before` is what `look` saw, without hidden files; None is a file that is not there."""

    before: dict[str, str]
    versions: defaultdict[str, list[str | None]] = field(init=False)
    origins: dict[str, str] = field(default_factory=dict[str, str])
    touched: set[str] = field(default_factory=set[str])
    overtaken: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        self.versions = defaultdict(lambda: [None])
        for path, digest in self.before.items():
            if not is_hidden(path):
                self.versions[path] = [digest]

    def read(self, log: Path) -> int:
        """What the changer did, in its order; how often."""
        lines = log.read_text(encoding="utf-8").splitlines()
        for line in lines:
            event = json.loads(line)
            path = event["path"]
            self.touched.add(path)
            self.versions[path] += event.get("passing", [])
            match event["what"]:
                case "put":
                    self.versions[path].append(event["digest"])
                    self.origins.pop(path, None)
                case "overtaken":
                    self.overtaken.add(path)
                    self.versions[path].append(event["digest"])
                case "gone":
                    self.versions[path].append(None)
                case "moved":
                    source = event["source"]
                    self.touched.add(source)
                    self.versions[path].append(self.last(source))
                    self.origins[path] = self.origins.get(source) or source
                    self.versions[source].append(None)
                case _:
                    pass
        return len(lines)

    def last(self, path: str) -> str | None:
        return self.versions[path][-1]

    def during(self, path: str) -> set[str | None]:
        return set(self.versions[path])

    def of(self, path: str) -> str:
        """The path that it had when the job began."""
        return self.origins.get(path, path)
