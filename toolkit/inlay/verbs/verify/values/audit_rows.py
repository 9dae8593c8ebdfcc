"""The second pass of the level `values`: over the rows of columns whose leaves mean nothing alone, batch by batch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pyarrow as pa

from inlay.ground.files.source import Source
from inlay.rows.variants.opener import choose_opener
from inlay.verbs.verify.check import findings_of
from inlay.verbs.verify.file_in_front import find_extent
from inlay.verbs.verify.subjects import PlacedLeaf
from inlay.verbs.verify.values.audited_rows import AuditedRows, Place, explain_unread
from inlay.verbs.verify.values.families import CHECKS_OF_ROWS
from inlay.verbs.verify.values.said import Audited, NotAudited
from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding


def audit_rows(
    source: Source,
    rows: Sequence[AuditedRows],
    leaves: Sequence[PlacedLeaf],
    sizes: Mapping[Place, int],
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
        opened = choose_opener(source, pre_buffer=False, on_finding=lambda _: None)
        with opened(True) as file:
            while left:
                column, left = left[0], left[1:]
                column.file = file
                yield from _audit(column, audited)
    except (OSError, pa.ArrowException, InlayError) as error:
        for column in left:
            audited.others.append(NotAudited(column.place, column.name, _explain(error)))


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
