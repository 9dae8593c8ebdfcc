"""All checks of a footer: of what is decoded already, without another read."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any, Final

from inlay.verbs.verify.check import Check, findings_of
from inlay.verbs.verify.chunk_statements import STATEMENT_CHECKS
from inlay.verbs.verify.chunks import CHUNK_CHECKS
from inlay.verbs.verify.row_groups import GROUP_CHECKS
from inlay.verbs.verify.schema import ELEMENT_CHECKS, FOOTER_CHECKS
from inlay.verbs.verify.statistics import STATISTICS_CHECKS
from inlay.verbs.verify.subjects import FooterSubject
from inlay_runtime.finding import Finding
from parquet_format.parquet import FileMetaData

CHECKS_OF_CHUNKS: Final = (*CHUNK_CHECKS, *STATISTICS_CHECKS, *STATEMENT_CHECKS)

CHECKS: Final[tuple[Check[Any], ...]] = (
    *ELEMENT_CHECKS,
    *FOOTER_CHECKS,
    *GROUP_CHECKS,
    *CHECKS_OF_CHUNKS,
)


def check_footer(
    metadata: FileMetaData, offset: int, *, but: Set[str] = frozenset()
) -> list[Finding]:
    """What does not add up in a footer that begins at `offset`; checks of the names in `but` are not made."""
    of_footer, of_elements, of_groups, of_chunks = (
        _leave_out(checks, but)
        for checks in (FOOTER_CHECKS, ELEMENT_CHECKS, GROUP_CHECKS, CHECKS_OF_CHUNKS)
    )
    footer = FooterSubject(metadata, offset)
    findings = findings_of(of_footer, footer, offset)
    for element in footer.elements() if of_elements else ():
        findings += findings_of(of_elements, element, offset)
    for group in footer.groups() if of_groups else ():
        findings += findings_of(of_groups, group, offset)
    for chunk in footer.chunks() if of_chunks else ():
        findings += findings_of(of_chunks, chunk, offset)
    return findings


def _leave_out(checks: Sequence[Check[Any]], but: Set[str]) -> tuple[Check[Any], ...]:
    return tuple(check for check in checks if check.name not in but)


__all__ = ["CHECKS", "check_footer"]
