"""Puts a payload into a struct of a footer, or takes it out, and leaves every other byte as it is."""

from __future__ import annotations

from inlay.footers.extensions.carrier import Carrier
from inlay_runtime.append import strip_extension
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.extension import Header
from inlay_runtime.wire_types import STOP


def with_payload(data: bytes, carrier: Carrier, payload: bytes, header: Header) -> bytes:
    """The footer in which `carrier` has this payload: where its extension is, or else as its last field."""
    sized = unsigned(len(payload))
    if carrier.slot is not None:
        return data[: carrier.slot.sized] + sized + payload + data[carrier.slot.end :]
    added = header.data + sized + payload
    if header is Header.TRAILING:
        return data[: carrier.end] + added + bytes([STOP]) + data[carrier.end :]
    stop = carrier.end - 1
    return data[:stop] + added + data[stop:]


def without_payload(data: bytes, carrier: Carrier) -> bytes:
    """The footer in which `carrier` has no extension."""
    if carrier.slot is None:
        return data
    if carrier.slot.header is Header.TRAILING:
        return data[: carrier.end]
    struct = strip_extension(data[carrier.start : carrier.end])
    return data[: carrier.start] + struct + data[carrier.end :]
