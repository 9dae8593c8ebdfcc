"""Which readers fail on an extension, by what carries it: measured, `docs/wire.md` says on which versions."""

from __future__ import annotations

from typing import Final

from inlay.footers.extensions.carrier import Carrier
from inlay.footers.extensions.shapes import CarrierKind

_FASTPARQUET_READS: Final = {"FileMetaData"}
"""And whatever it reads by luck is not read: `docs/reader_matrix.md`."""


def list_failing_readers(carrier: Carrier) -> list[str]:
    """Readers that cannot read a file in which `carrier` has an extension."""
    failing: list[str] = []
    if carrier.kind is not CarrierKind.STRUCT:
        failing.append("parquet-rs")
    if carrier.kind is CarrierKind.UNION:
        failing.append("parquet-java")
    if carrier.shape.name not in _FASTPARQUET_READS:
        failing.append("fastparquet")
    return failing


def join_names(names: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
