"""Columns of JSON text to arrays of Variants."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa

from inlay.variant import kernels
from inlay.variant.arrow import Array
from inlay.variant.arrow_type import VariantArray, wrap
from inlay.variant.limits import DEFAULT_LIMITS, Limits


def from_json_array(
    documents: Array | Iterable[str | bytes | None], *, limits: Limits = DEFAULT_LIMITS
) -> VariantArray:
    """A column of JSON documents (text, binary, or Python strings) as Variants; null stays null.

    Raises DamagedRowError with row, path and byte offset for text that is no JSON.
    """
    if isinstance(documents, pa.Array):
        text = documents.storage if isinstance(documents, pa.ExtensionArray) else documents
    else:
        text = pa.array([_bytes(one) for one in documents], pa.binary())
    if text.type != pa.binary():
        text = text.cast(pa.binary())
    return wrap(kernels.parse_json(text, limits.checked()))


def _bytes(document: str | bytes | None) -> bytes | None:
    return document.encode("utf-8", "surrogatepass") if isinstance(document, str) else document
