"""`force_align`: which alignments may be asked for, of structs and of the elements of vectors."""

from __future__ import annotations

from typing import Final

from inlayc.base.diagnostics import Diagnostic
from inlayc.frontends.flatbuffers import syntax
from inlayc.frontends.flatbuffers.resolve.metadata import read_integer, span_of_value
from inlayc.frontends.resolve.report import Report

FORCE_ALIGN: Final = "force_align"
_MAX_ALIGNMENT: Final = 32


def read_alignment(
    metadatum: syntax.Metadatum, least: int, name: str, report: Report
) -> int | None:
    """The power of two that is asked for, from `least` on, or None after a report."""
    forced = read_integer(metadatum)
    allowed = [1 << bits for bits in range(6) if least <= 1 << bits <= _MAX_ALIGNMENT]
    if forced in allowed:
        return forced
    message = f"`{span_of_value(metadatum).text}` is not a valid alignment for `{name}`"
    label = f"one of {', '.join(map(str, allowed))}"
    report.add(Diagnostic("force-align", message, span_of_value(metadatum), label))
    return None
