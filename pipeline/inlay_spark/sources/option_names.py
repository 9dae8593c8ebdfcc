"""Which options a data source knows. One that it does not know is refused: without it, other rows would come out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Final, NamedTuple

from inlay_runtime.errors import RequestError


class OptionError(RequestError, ValueError):
    """An option that is missing, that there is not, or that has a value that it cannot have."""


class OptionNames(NamedTuple):
    """`known` are those of `source`; `refused` are others that users of Spark may expect, each with what to do."""

    source: str
    known: frozenset[str]
    refused: Mapping[str, str]

    def require_known(self, given: Collection[str]) -> None:
        """OptionError for the first that is not known. Case does not matter.

        Where CREATE TABLE asks for a schema, whatever else is said of the table is among the options: that is left alone.
        """
        if _OF_TABLES in given:
            return
        by_folded = {name.lower(): name for name in self.known}
        refused = {name.lower(): (name, why) for name, why in self.refused.items()}
        for name in given:
            folded = name.lower()
            if folded in refused:
                own, why = refused[folded]
                raise OptionError(f"format {self.source} has no option {own}: {why}")
            if folded not in by_folded:
                raise OptionError(self._unknown(name, by_folded))

    def _unknown(self, name: str, by_folded: Mapping[str, str]) -> str:
        sentence = f"format {self.source} has no option {name!r}"
        near = get_close_matches(name.lower(), by_folded, n=1)
        hint = f": did you mean {by_folded[near[0]]}? " if near else "; "
        return f"{sentence}{hint}it has {', '.join(sorted(self.known, key=str.lower))}"


_OF_TABLES: Final = "provider"
"""What every table has, and nobody says in a reader."""

_OF_LISTINGS: Final = frozenset(
    "path paths pathGlobFilter recursiveFileLookup basePath modifiedAfter modifiedBefore timeZone".split()
)
"""What Spark's own file sources have, for which files there are and in which partitions."""

_OF_STREAMS: Final = (
    "latestFirst maxFileAge maxBytesPerTrigger fileNameOnly cleanSource sourceArchiveDir maxCachedFiles "
    "discardCachedInputRatio"
).split()

_ROW_OF_PROBLEMS: Final = (
    "a file that cannot be read, or is gone, is a row of the table problems, and of no other"
)

ROWS: Final = OptionNames(
    "inlay",
    _OF_LISTINGS
    | set(
        "ignoreCorruptFiles ignoreMissingFiles mergeSchema datetimeRebaseMode int96RebaseMode "
        "maxPartitionBytes columns filters tolerant".split()
    ),
    {},
)

FOOTERS: Final = OptionNames(
    "parquet_footer",
    _OF_LISTINGS
    | set("table columns payloads types filesPerPartition maxFilesPerTrigger lateness".split()),
    {
        "ignoreCorruptFiles": _ROW_OF_PROBLEMS,
        "ignoreMissingFiles": _ROW_OF_PROBLEMS,
        "mergeSchema": "its columns are those of the table, whatever the files have",
        **dict.fromkeys(
            _OF_STREAMS,
            "it is one of Spark's own streams; here are maxFilesPerTrigger and lateness",
        ),
    },
)
