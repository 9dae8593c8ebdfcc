"""Who wrote a file, and what readers distrust because of it: `docs/parts.md` has the table, with its sources.

Where a file has chunks by several writers, nobody can tell any more whose they are, so what some reader would have
distrusted is taken out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from inlay.schema.meaning import find_meaning
from parquet_format.parquet import (
    DecimalType,
    Encoding,
    IntType,
    SchemaElement,
    Statistics,
    Type,
)

_CREATED_BY: Final = re.compile(
    r"(?P<application>.*?)\s+version\s+(?P<version>(\d+)\.(\d+)(?:\.(\d+))?(?P<rest>[^\s(]*))"
)
"""`parquet-mr version 1.8.0-SNAPSHOT (build ...)`, as parquet-format describes it."""

_BINARY: Final = (Type.BYTE_ARRAY, Type.FIXED_LEN_BYTE_ARRAY)


class Writer(NamedTuple):
    """`rest` is what follows the numbers of the version: `-cdh5.5.0`."""

    application: str
    version: tuple[int, int, int]
    rest: str

    def is_before(self, application: str, *version: int) -> bool:
        return self.application == application and self.version < version


def writer_of(created_by: str | None) -> Writer | None:
    """None without a name, and for one that readers cannot parse."""
    match = _CREATED_BY.match(created_by or "")
    if match is None:
        return None
    numbers = (int(match[3]), int(match[4]), int(match[5] or 0))
    return Writer(match["application"].strip().lower(), numbers, match["rest"])


def name_ourselves() -> str:
    """What `created_by` says of this package."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"inlay version {version('inlay')}"
    except PackageNotFoundError:
        return "inlay version 0.0.0"


def name_writers(created_by: Iterable[str | None], ours: str) -> str | None:
    """What a file says that has chunks of all of these: the writer if there is one, and otherwise us and the writers."""
    names = list(dict.fromkeys(created_by))
    if len(names) == 1:
        return names[0]
    # Readers look for the build between the first pair of parentheses.
    short = dict.fromkeys(_without_build(name) for name in names)
    return f"{ours} (build of parts by {', '.join(short)})"


def _without_build(name: str | None) -> str:
    if not name:
        return "unnamed writers"
    return name.partition("(")[0].replace(")", "").strip()


def distrusts_bounds(
    writer: Writer | None, element: SchemaElement, statistics: Statistics | None
) -> bool:
    """Whether some reader does not believe the bounds that this writer gives a column."""
    if statistics is None:
        return False
    if element.type in _BINARY and _has_broken_binary_bounds(writer):
        return True
    if writer is None or not _orders_all_as_signed(writer):
        return False
    is_one = statistics.min is not None and statistics.min == statistics.max
    return not is_one and not _is_signed(element)


def _has_broken_binary_bounds(writer: Writer | None) -> bool:
    """PARQUET-251, PARQUET-297."""
    if writer is None:
        return True
    is_mended = writer.version == (1, 5, 0) and writer.rest.startswith("-cdh")
    if is_mended and _cdh_version(writer.rest) >= (5, 5, 0):
        return False
    return writer.is_before("parquet-mr", 1, 8, 0)


def _cdh_version(rest: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", rest)[:3])


def _orders_all_as_signed(writer: Writer) -> bool:
    return writer.is_before("parquet-mr", 1, 10, 0) or writer.is_before("parquet-cpp", 1, 3, 0)


def _is_signed(element: SchemaElement) -> bool:
    means = find_meaning(element)
    if isinstance(means, IntType):
        return means.isSigned
    if element.type in _BINARY:
        return isinstance(means, DecimalType)
    return element.type != Type.INT96


def misreads_pages_v2(writer: Writer | None) -> bool:
    """Its pages of version 2 are compressed, and say that they are not (ARROW-10353)."""
    return writer is not None and writer.is_before("parquet-cpp", 2, 0, 0)


def needs_earlier_pages(writer: Writer | None, encodings: Iterable[Encoding]) -> bool:
    """Its DELTA_BYTE_ARRAY pages build on those before them (PARQUET-246)."""
    if Encoding.DELTA_BYTE_ARRAY not in encodings:
        return False
    return writer is None or writer.is_before("parquet-mr", 1, 8, 0)


def forgets_dictionary_header(writer: Writer | None) -> bool:
    """Its chunks are longer than they say (PARQUET-816)."""
    return writer is not None and writer.is_before("parquet-mr", 1, 2, 9)
