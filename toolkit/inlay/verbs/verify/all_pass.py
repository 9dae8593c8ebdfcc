"""Whether a footer passes every check of its metadata, told natively: most do, and nothing has to be decoded then.

The checks are the specification. What the native pass is not sure of is left to them, and so is every finding. It names the checks
that it makes (`native_names`); any other is made in Python, whatever the pass says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.ground.statements.native_pass import describe_bounds, native_passes
from inlay.verbs.verify.schema import ANNOTATION_CHECKS
from inlay.verbs.verify.subjects import PlacedElement
from inlay_runtime.limits import DEFAULT_LIMITS
from parquet_format.parquet import FileMetaData

if TYPE_CHECKING:
    from inlay.ground.statements.native_checks import Described


def passes_all(metadata: FileMetaData, data: bytes, offset: int) -> bool:
    """Whether no check that the native pass makes finds anything in the footer that begins at `offset` and was decoded from `data`; False where they
    have to be asked."""
    if native_passes is None:
        return False
    schema, orders = metadata.schema, metadata.column_orders

    def describe(at: int, leaf: int) -> Described | None:
        """What the annotation of an element means for its bounds; None for one that is wrong."""
        element = schema[at]
        placed = PlacedElement("", element, at == 0)
        if any(check.wrong(placed) is not None for check in ANNOTATION_CHECKS):
            return None
        return describe_bounds(element, orders[leaf] if orders is not None else None)

    passes: bool = native_passes(data, offset, DEFAULT_LIMITS.depth, describe)
    return passes
