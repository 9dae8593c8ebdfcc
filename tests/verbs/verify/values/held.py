"""What the level `values` says of a file that a test has made."""

from __future__ import annotations

import inlay
from inlay_runtime.finding import Finding


def require_right(data: bytes) -> None:
    """All of it was audited, and holds."""
    verified = inlay.verify(data, values=True)
    assert [each for each in verified.findings if each.code.startswith("value-")] == []
    assert verified.audited is not None
    assert verified.audited.others == []


def find_lie(data: bytes, code: str, words: str) -> Finding:
    """The one finding of its level: it has this code, and says this."""
    findings = inlay.verify(data, values=True).findings
    (finding,) = [each for each in findings if each.code.startswith("value-")]
    assert finding.code == code
    assert words in finding.what
    return finding
