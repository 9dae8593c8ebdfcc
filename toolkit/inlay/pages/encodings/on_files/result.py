"""What a change of a file's encodings has come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from inlay.changes.rewrite.change import Outcome, Target
from inlay.pages.encodings.add import ColumnSizes
from inlay.pages.engine.chunk_metadata import name_column
from inlay.pages.engine.piece import Place
from inlay_runtime.finding import Finding
from parquet_format.parquet import FileMetaData

DEFAULT_TARGET: Final = Target()


@dataclass(frozen=True, slots=True)
class EncodingResult:
    """`sizes` are those of the columns by name, where there are new encodings now; `is_identical` tells whether what was
    written is known to be the original, byte for byte. `lost` are sentences, about chunks of which nothing tells any more what
    new encoding they had, and about a damaged footer beside the Thrift."""

    outcome: Outcome
    sizes: Mapping[str, ColumnSizes] = field(default_factory=dict[str, ColumnSizes])
    warnings: tuple[str, ...] = ()
    is_identical: bool = True
    damage: tuple[Finding, ...] = ()
    lost: tuple[str, ...] = ()


def describe_lost(metadata: FileMetaData, lost: set[Place]) -> tuple[str, ...]:
    """About chunks that have lost their new encoding."""
    why = "the description of its new encoding is damaged"
    return tuple(
        f"{name_column(metadata, place)} has its old encoding, and no other: {why}"
        for place in sorted(lost)
    )
