"""`created_by`: who wrote a file."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

Version: TypeAlias = tuple[int, int, int]

_LONGEST: Final = 1024
"""Characters of a name that are looked at: a file may have millions, and both patterns try every start of a run of spaces."""

_NUMBERED: Final = re.compile(
    r"(?P<application>.*?)\s+(?:version\s+(?:py-|rust-)?)?v?(?P<version>(\d+)\.(\d+)(?:\.(\d+))?(?P<rest>[^\s(]*))"
)
"""`parquet-mr version 1.8.0-SNAPSHOT (build ...)`, as parquet-format describes it, `ClickHouse v25.8.1.1`, and
`delta-rs version py-1.6.6`."""

_READABLE: Final = re.compile(r".*?\s+version\s*(?:[^(]*(?:\(\s*build\s*[^)]*\))?)?")
"""What parquet-java takes for a name (`VersionParser`)."""


class Writer(NamedTuple):
    """`application` is in lower case. `version` is None where the name has no number; `rest` is what follows the numbers, such
    as `-cdh5.5.0`. `is_readable` says whether parquet-java, and Spark with it, can read the name: it needs the word `version`.
    """

    application: str
    version: Version | None
    rest: str = ""
    is_readable: bool = True

    @property
    def shown(self) -> str:
        """`parquet-mr 1.5.0-cdh5.4.9`"""
        if self.version is None:
            return self.application
        return f"{self.application} {'.'.join(map(str, self.version))}{self.rest}"


def writer_of(created_by: str | None) -> Writer | None:
    """None without a name."""
    name = (created_by or "")[:_LONGEST].strip()
    return _parse(name) if name else None


@lru_cache(64)
def _parse(name: str) -> Writer:
    """A lake has few writers, and each is asked for several times a file."""
    is_readable = _READABLE.fullmatch(name) is not None
    match = _NUMBERED.match(name)
    if match is None:
        application = name.partition("(")[0].partition(" version")[0]
        return Writer(application.strip().lower(), None, "", is_readable)
    numbers = (int(match[3]), int(match[4]), int(match[5] or 0))
    return Writer(match["application"].strip().lower(), numbers, match["rest"], is_readable)
