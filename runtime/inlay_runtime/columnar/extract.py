"""From the bytes of structs to the columns of a plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from inlay_runtime.columnar.buffers import MOST_BYTES, Extraction
from inlay_runtime.columnar.collect import Collector
from inlay_runtime.core import is_native
from inlay_runtime.errors import DecodeError
from inlay_runtime.limits import DEFAULT_LIMITS, Limits

if TYPE_CHECKING:
    from inlay_runtime.columnar.plan import ExtractionPlan
    from inlay_runtime.struct import Buffer


def extract(
    plan: ExtractionPlan, data: Sequence[Buffer], *, limits: Limits = DEFAULT_LIMITS
) -> Extraction:
    """The rows of all structs that `data` has the bytes of, in order.

    What `decode` refuses is in `errors`, as `decode` raises it, whatever the plan asks for. ValueError
    for more than 2 GiB altogether.
    """
    if sum(map(_size, data)) > MOST_BYTES:
        raise ValueError(
            f"more than {MOST_BYTES} bytes at once, which offsets cannot count: pass fewer at a time"
        )
    if is_native("columnar"):
        from inlay_runtime.native.columnar import extract_native

        arrays = extract_native(plan, [_bytes(buffer) for buffer in data], limits)
        if arrays is not None:
            return arrays
    return extract_pure(plan, data, limits)


def extract_pure(plan: ExtractionPlan, data: Sequence[Buffer], limits: Limits) -> Extraction:
    """By way of the classes: the specification."""
    collector = Collector(plan)
    errors: dict[int, DecodeError] = {}
    for ordinal, buffer in enumerate(data):
        try:
            root = plan.cls.decode(buffer, limits=limits)
        except DecodeError as error:
            errors[ordinal] = error
        else:
            collector.add(ordinal, root)
    return Extraction(collector.finish(), errors)


def _bytes(buffer: Buffer) -> bytes:
    return buffer if isinstance(buffer, bytes) else bytes(memoryview(buffer))


def _size(buffer: Buffer) -> int:
    return len(buffer) if isinstance(buffer, bytes) else memoryview(buffer).nbytes
