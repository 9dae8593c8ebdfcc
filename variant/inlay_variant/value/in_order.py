"""Variants whose names are not in the order that the specification asks for, brought into it: for tolerant reading.

    VariantEncoding.md: 'field ids and offsets must be listed in the order of the corresponding field names'

DuckDB keeps the order of a struct that has a list or a null in it. Spark sorts by UTF-16, which puts a name beyond U+FFFF before one
from U+E000 on. Tables are permuted where they lie, so nothing changes its size, and no value is decoded.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from inlay_runtime.errors import DecodeError, InvalidValueError
from inlay_variant.value.containers import ARRAY, OBJECT, open_container
from inlay_variant.value.errors import VariantWarning
from inlay_variant.value.limits import VariantLimits
from inlay_variant.value.metadata import SORTED, Metadata, read_metadata


def warn_of_order(rows: Sequence[int]) -> None:
    """As a VariantWarning, for rows that were not in order."""
    which = (
        f"row {rows[0]:,} has"
        if len(rows) == 1
        else f"{len(rows):,} rows, from row {rows[0]:,} on, have"
    )
    what = (
        f"{which} names that are not in the order of their UTF-8 (DuckDB keeps that of some structs, Spark sorts by UTF-16); "
        "they are put in order"
    )
    warnings.warn(what, VariantWarning, stacklevel=2)


def put_in_order(metadata: bytes, value: bytes, limits: VariantLimits) -> tuple[bytes, bytes]:
    """Both of one Variant. Raises DecodeErrors for a dictionary that is damaged."""
    ordered = metadata_in_order(metadata, limits)
    return ordered, value_in_order(value, read_metadata(ordered, limits))


def metadata_in_order(data: bytes, limits: VariantLimits) -> bytes:
    """The dictionary; one that says that it is sorted and is not, without saying so. Raises DecodeErrors."""
    try:
        read_metadata(data, limits)
    except InvalidValueError:
        unsorted = bytes([data[0] & ~SORTED]) + data[1:]
        read_metadata(unsorted, limits)
        return unsorted
    return data


def value_in_order(data: bytes, metadata: Metadata) -> bytes:
    """The value, with the fields of its objects sorted by name. What is damaged is left as it is, to whoever checks it."""
    ordered = bytearray(data)
    pending = [(0, len(data))]
    while pending:
        start, end = pending.pop()
        if start >= end or data[start] & 3 not in (OBJECT, ARRAY):
            continue
        try:
            ids, spans = open_container(data, start, end, metadata, in_order=False)
        except DecodeError:
            continue
        pending += spans
        if ids is not None:
            _sort_fields(ordered, start, ids, metadata)
    return bytes(ordered)


def _sort_fields(value: bytearray, start: int, ids: list[int], metadata: Metadata) -> None:
    """Permutes the ids and offsets of the object that begins at `start`."""
    header = value[start] >> 2
    width, id_width = (header & 3) + 1, (header >> 2 & 3) + 1
    ids_at = start + 1 + (4 if header >> 4 & 1 else 1)
    order = sorted(range(len(ids)), key=lambda index: metadata.names[ids[index]])
    for at, each in ((ids_at, id_width), (ids_at + len(ids) * id_width, width)):
        table = bytes(value[at : at + len(ids) * each])
        value[at : at + len(table)] = b"".join(table[i * each : (i + 1) * each] for i in order)
