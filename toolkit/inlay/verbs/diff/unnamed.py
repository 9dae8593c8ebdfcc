"""What no table of a footer has: values that the IDL does not know, and values that are spelled longer than they need be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from inlay.footers.footer import Footer
from inlay.footers.footer.undeclared import find_undeclared
from inlay.verbs.diff.difference import Difference
from parquet_format.parquet import FileMetaData

_PLACE: Final = re.compile(r"row_groups\[(\d+)\]\.columns\[(\d+)\]")


def compare_unnamed(old: Footer, new: Footer) -> Iterator[Difference]:
    """Unknown values by the place and the id that they have, and how many bytes the footers take beyond the fewest."""
    before, after = _list_unknown(old), _list_unknown(new)
    for path, kind in sorted(before.keys() | after.keys()):
        first, second = before.get((path, kind)), after.get((path, kind))
        if first != second:
            yield Difference("other", None, path, kind, first, second)
    spare = [_count_spare(footer) for footer in (old, new)]
    if spare[0] != spare[1]:
        yield Difference("other", None, "", "bytes beyond the shortest spelling", *spare)


def _list_unknown(footer: Footer) -> dict[tuple[str, str], bytes]:
    metadata = footer.metadata

    def name(match: re.Match[str]) -> str:
        group, column = int(match[1]), int(match[2])
        meta = metadata.row_groups[group].columns[column].meta_data
        path = str(column) if meta is None else ".".join(map(str, meta.path_in_schema))
        return f"row_groups[{group}].columns[{path}]"

    return {
        (_PLACE.sub(name, unknown.path), f"unknown {unknown.kind} {unknown.id}"): unknown.raw
        for unknown in find_undeclared(metadata, footer.signature, footer.thrift).unknown
    }


def _count_spare(footer: Footer) -> int:
    """Each number can be written in more bytes than it needs, and each header of a field. What was not touched is copied where
    the pass has found nothing of the kind."""
    thrift = footer.thrift
    return len(thrift) - len(FileMetaData.decode(thrift).encode())
