"""All checks of a footer: of what is decoded already, without another read."""

from __future__ import annotations

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


def check_footer(metadata: FileMetaData, offset: int) -> list[Finding]:
    """What does not add up in a footer that begins at `offset`."""
    footer = FooterSubject(metadata, offset)
    findings = findings_of(FOOTER_CHECKS, footer, offset)
    for element in footer.elements():
        findings += findings_of(ELEMENT_CHECKS, element, offset)
    for group in footer.groups():
        findings += findings_of(GROUP_CHECKS, group, offset)
    for chunk in footer.chunks():
        findings += findings_of(CHECKS_OF_CHUNKS, chunk, offset)
    return findings


__all__ = ["CHECKS", "check_footer"]
