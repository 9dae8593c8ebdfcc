"""Findings as the documents of commands have them."""

from __future__ import annotations

from collections.abc import Iterable

from inlay.ground.documents.values import Json
from inlay_runtime.finding import Finding


def document_finding(finding: Finding) -> dict[str, Json]:
    """`at` is empty where the whole is meant, and `offset` null where no bytes are."""
    return {
        "code": finding.code,
        "at": finding.at,
        "offset": finding.offset,
        "what": finding.what,
    }


def document_findings(findings: Iterable[Finding]) -> list[Json]:
    """In their order."""
    return [document_finding(finding) for finding in findings]
