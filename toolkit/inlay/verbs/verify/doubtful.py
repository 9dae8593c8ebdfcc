"""Findings that no new statement fixes: where the values are what may be damaged, or where pages cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from inlay_runtime.finding import Finding

if TYPE_CHECKING:
    from inlay.verbs.verify.explained import ExplainedFinding

CHUNK: Final = re.compile(r"row_groups\[(\d+)\]\.columns\[(\d+)\]")
DAMAGE: Final = frozenset({"page-crc", "page-walk"})
"""Of pages that are not what was written: what the chunk says of its values can no longer be held against them."""

_WITNESSES: Final = {
    "value-bounds": "footer",
    "value-old-bounds": "footer",
    "value-index-bounds": "column index",
    "value-header-bounds": "page header",
}
"""Which part of the file says a bound that a value lies beyond. The deprecated pair lies next to the other, and is no second witness."""


def list_damaged(findings: Sequence[Finding]) -> list[Finding]:
    """The pages that are not what was written."""
    return [finding for finding in findings if finding.code in DAMAGE]


def list_contradicted(findings: Sequence[Finding]) -> list[Finding]:
    """Those where two parts of a file say the same bound of a chunk, and the same value lies beyond it."""
    witnesses: dict[tuple[str, str], set[str]] = {}
    for finding in findings:
        if finding.code in _WITNESSES:
            witnesses.setdefault(_subject_of(finding), set()).add(_WITNESSES[finding.code])
    return [
        finding
        for finding in findings
        if finding.code in _WITNESSES and len(witnesses[_subject_of(finding)]) > 1
    ]


def is_seal_broken(findings: Sequence[Finding]) -> bool:
    """Whether the footer is not what was sealed, or its seal not what it was."""
    return any(finding.code == "seal" for finding in findings)


def list_advice(explained: Sequence[ExplainedFinding]) -> Iterator[str]:
    """What to do about those that new statements do not fix, a sentence for each kind. Pages that a known defect explains may be whole."""
    findings = [it.finding for it in explained]
    unexplained = [it.finding for it in explained if not it.defect]
    if is_seal_broken(findings):
        yield "the footer is not what was sealed: take the file from a backup"
    if list_damaged(unexplained):
        yield (
            "pages are not what was written: take the file from a backup; "
            "`inlay drop` leaves a column out"
        )
    elif list_damaged(findings):
        yield "the values may be whole: `inlay rewrite` decodes each of them, and fails at the first that is not"
    if list_contradicted(findings):
        yield (
            "either the bound or the value is false; two bounds agree, so the value may be damaged: "
            "take the file from a backup"
        )


def name_chunk(finding: Finding) -> str:
    """Empty where none is meant."""
    place = CHUNK.match(finding.at)
    return place[0] if place is not None else ""


def _subject_of(finding: Finding) -> tuple[str, str]:
    """The chunk, and the bound with the value, as both are said."""
    return name_chunk(finding), finding.what.partition(" is ")[2]
