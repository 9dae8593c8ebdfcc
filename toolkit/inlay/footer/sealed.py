"""Whether the FlatBuffer in a Thrift footer vouches for the Thrift: then that is read, whatever else the FlatBuffer says.

A FlatBuffer that fails a check leaves the Thrift to be read, and so does one that passes all and has the CRC of the
Thrift. So where that CRC agrees, nothing else has to be checked to know what is read. `inlay.footer.flatbuffer`
checks all of it, for whoever asks for the form, the findings or the FlatBuffer itself.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from inlay.containers.container import Content
from inlay.footer.flat_field import find_field
from inlay.footer.flatbuffer import FLAT_FORMS, SEAL_SLOTS, crc_in
from inlay.footer.trailer import UUID_PLACE
from inlay_runtime.containers import spec_bounds
from inlay_runtime.errors import DecodeError
from inlay_runtime.finding import Finding
from inlay_runtime.flat.verifier import verify

_WAYS: Final = {cls: cls.SCHEMA.only(*slots) for cls, slots in SEAL_SLOTS.items()}
"""What has to be verified to read the CRC of the Thrift."""


def is_sealed(thrift: bytes) -> bool:
    """Of a footer with a FlatBuffer of ours at its end. False where it takes a look at all of the FlatBuffer."""
    uuid = UUID(bytes=thrift[UUID_PLACE])
    if uuid not in FLAT_FORMS:
        return False
    end = len(thrift) - 1
    lies = spec_bounds(thrift, end)
    if isinstance(lies, Finding):
        return False
    _, cls = FLAT_FORMS[uuid]
    data = thrift[lies]
    try:
        verify(data, _WAYS[cls])
    except DecodeError:
        return False
    crc = crc_in(cls, data)
    if crc is None:
        return False
    field = find_field(thrift, Content(data, uuid, "spec", False, lies.start, end), crc)
    return field is not None and bool(field.agrees)
