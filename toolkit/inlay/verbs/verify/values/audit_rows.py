"""The second pass of the level `values`: over the rows of columns whose leaves mean nothing alone, batch by batch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import pyarrow as pa

from inlay.ground.files.source import Source
from inlay.ground.schema_copies.geo_key import list_other_encodings
from inlay.rows.variants.opener import choose_opener
from inlay.verbs.verify.check import findings_of
from inlay.verbs.verify.file_in_front import find_extent
from inlay.verbs.verify.subjects import PlacedChunk, PlacedLeaf
from inlay.verbs.verify.values.audited_rows import AuditedRows, Place, explain_unread
from inlay.verbs.verify.values.families import CHECKS_OF_ROWS
from inlay.verbs.verify.values.said import Audited, NotAudited
from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding

_BUFFER: Final = 1 << 20
"""Bytes of a chunk that are in memory before its pages are decoded."""

_LONGEST_NAME: Final = 32
"""Characters of an encoding that is shown; those of GeoArrow have fewer."""


def audit_rows(
    source: Source,
    rows: Sequence[AuditedRows],
    leaves: Sequence[PlacedLeaf],
    sizes: Mapping[Place, int | None],
    audited: Audited,
) -> Iterator[Finding]:
    """What is wrong; rows that cannot be read are named in `audited`."""
    names = [leaf.name for leaf in leaves]
    readable: list[AuditedRows] = []
    for column in rows:
        reason = explain_unread(column, sizes, names)
        if reason:
            audited.others.append(NotAudited(column.place, column.name, reason))
        else:
            readable.append(column)
    if not readable:
        return
    left = readable
    try:
        opened = choose_opener(
            source, pre_buffer=False, buffer_size=_BUFFER, on_finding=lambda _: None
        )
        with opened(True) as file:
            while left:
                column, left = left[0], left[1:]
                column.file = file
                yield from _audit(column, audited)
    except (OSError, pa.ArrowException, InlayError) as error:
        for column in left:
            audited.others.append(NotAudited(column.place, column.name, _explain(error)))


def note_other_encodings(chunks: Iterable[PlacedChunk], geo: str, audited: Audited) -> None:
    """Names each column of geometries that the key `geo` says something of, and that is not held against it; once, at its first chunk."""
    others = list_other_encodings(geo)
    for chunk in chunks:
        path = chunk.leaf.node.path if chunk.leaf is not None else ("",)
        encoding = others.pop(path[0], None)
        if encoding is not None:
            reason = f"the key `geo` is held against geometries in WKB, and these are {encoding[:_LONGEST_NAME]!r}"
            audited.others.append(NotAudited(chunk.place, path[0], reason))


def _audit(rows: AuditedRows, audited: Audited) -> list[Finding]:
    meta = rows.chunks[0].meta
    assert meta is not None
    try:
        return findings_of(CHECKS_OF_ROWS, rows, find_extent(meta)[0])
    except (OSError, pa.ArrowException, InlayError) as error:
        audited.others.append(NotAudited(rows.place, rows.name, _explain(error)))
        return []


def _explain(error: Exception) -> str:
    return f"its rows cannot be read: {str(error).rstrip('. ')}"
