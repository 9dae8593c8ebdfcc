"""Whether the FlatBuffer in a Thrift footer vouches for the Thrift: then that is read, whatever else the FlatBuffer says.
So does the head of a design beside the Thrift.

A FlatBuffer that fails a check leaves the Thrift to be read, and so does one that passes all and has the CRC of the
Thrift. So where that CRC agrees, nothing else has to be checked to know what is read. `inlay.footers.designs.flatbuffers.evidence`
checks all of it, for whoever asks for the form, the findings or the FlatBuffer itself.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from inlay.footers.containers.container import Content
from inlay.footers.containers.design_content import read_design_head
from inlay.footers.containers.registry import DESIGN
from inlay.footers.designs.flatbuffers.evidence import FLAT_FORMS, SEAL_SLOTS, crc_in
from inlay.footers.designs.flatbuffers.field import find_field
from inlay.footers.footer.trailer import UUID_PLACE
from inlay_runtime.containers import spec_bounds
from inlay_runtime.errors import DecodeError
from inlay_runtime.finding import Finding
from inlay_runtime.flat.verifier import verify

_WAYS: Final = {cls: cls.SCHEMA.only(*slots) for cls, slots in SEAL_SLOTS.items()}
"""What has to be verified to read the CRC of the Thrift."""


def is_sealed(thrift: bytes) -> bool:
    """Of a footer with a FlatBuffer of ours, or a design, at its end. False where it takes a look at all of the FlatBuffer."""
    uuid = UUID(bytes=thrift[UUID_PLACE])
    end = len(thrift) - 1
    lies = spec_bounds(thrift, end)
    if isinstance(lies, Finding):
        return False
    crc = _thrift_crc(thrift, uuid, lies)
    if crc is None:
        return False
    content = Content(b"", uuid, "spec", False, lies.start, end)
    field = find_field(thrift, content, crc)
    return field is not None and bool(field.agrees)


def _thrift_crc(thrift: bytes, uuid: UUID, lies: slice) -> int | None:
    """What the content says that it is; None where it says nothing, or cannot be read so far."""
    if uuid == DESIGN:
        head = read_design_head(thrift, lies.start, lies.stop)
        return None if isinstance(head, Finding) else head.thrift_crc
    if uuid not in FLAT_FORMS:
        return None
    _, cls = FLAT_FORMS[uuid]
    data = thrift[lies]
    try:
        verify(data, _WAYS[cls])
    except DecodeError:
        return None
    return crc_in(cls, data)
