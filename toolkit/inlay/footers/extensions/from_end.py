"""What stands at the end of a footer, held against what the Thrift before it leads to."""

from __future__ import annotations

from uuid import UUID

from inlay.footers.extensions.struct_bytes import StructBytes
from inlay_runtime.finding import Finding
from inlay_runtime.wire_types import STOP


def check_end(struct: StructBytes) -> list[Finding]:
    """A trailer that is known, or nearly, and that no extension leads to; a stop byte that is not 00."""
    data, carrier = struct.data, struct.carrier
    findings: list[Finding] = []
    stop = data[carrier.end - 1]
    if stop != STOP:
        what = f"the stop byte is 0x{stop:02x}"
        findings.append(Finding("stop", struct.offset + carrier.end - 1, what, carrier.shown))
    end = len(data) - 1
    is_reached = carrier.slot is not None and carrier.slot.end == end
    if end < 16 or is_reached:
        return findings
    uuid = UUID(bytes=data[end - 16 : end])
    known = struct.registry.get(uuid) or struct.registry.near(uuid)
    if known is not None:
        what = f"the footer ends like one with the extension {known.name}, but no field contains it"
        findings.append(Finding("hidden", struct.offset + end - 16, what, carrier.shown))
    return findings
