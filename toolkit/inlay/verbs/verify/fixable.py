"""Which findings are about statements that `inlay index fix` puts right or takes out."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Final

from inlay.verbs.verify.doubtful import is_seal_broken, list_contradicted, list_damaged, name_chunk
from inlay_runtime.finding import Finding

FIXABLE: Final = frozenset(
    {
        "bloom-bounds",
        "bloom-filter",
        "bound-order",
        "bound-width",
        "box",
        "byte-sizes",
        "chunk-size",
        "column-index",
        "dictionary-count",
        "distinct-bounds",
        "distinct-count",
        "group-compressed",
        "group-size",
        "header-nulls",
        "index-bounds",
        "index-distinct",
        "index-length",
        "index-nulls",
        "index-order",
        "index-rows",
        "index-sums",
        "level-counts",
        "nan-bounds",
        "nan-count",
        "null-bounds",
        "null-count",
        "null-pages",
        "offset",
        "offset-index",
        "old-bounds",
        "one-value",
        "page-bounds",
        "page-index",
        "page-levels",
        "page-location",
        "page-nulls",
        "sorting-columns",
        "value-bloom",
        "value-bounds",
        "value-box",
        "value-bytes",
        "value-distinct",
        "value-encoding-stats",
        "value-encodings",
        "value-exact",
        "value-first-row",
        "value-geometry-types",
        "value-index-bounds",
        "value-index-nans",
        "value-index-nulls",
        "value-levels",
        "value-nans",
        "value-no-order",
        "value-null-page",
        "value-nulls",
        "value-old-bounds",
        "value-page-bytes",
        "value-page-levels",
        "value-sorting",
    }
)
"""By code. The statements of `inlay index` say the same of themselves, and a test holds both together."""


def list_fixable(findings: Sequence[Finding]) -> list[Finding]:
    """Those of a code in FIXABLE that new statements make true, and not a damaged value; none where the seal does not agree, since then
    the statements may be what is damaged, and no command changes the file."""
    if is_seal_broken(findings):
        return []
    contradicted = set(list_contradicted(findings))
    damaged = {name_chunk(finding) for finding in list_damaged(findings)}
    return [
        finding
        for finding in findings
        if finding.code in FIXABLE
        and finding not in contradicted
        and (not name_chunk(finding) or name_chunk(finding) not in damaged)
    ]


def name_command(path: str, findings: Sequence[Finding]) -> str:
    """The command that fixes some of them in the file; empty where it fixes none, or would make a damaged value right."""
    if not list_fixable(findings):
        return ""
    return f"inlay index fix {shlex.quote(path)}"
