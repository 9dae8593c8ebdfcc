"""Any bytes as a file of any form: opened, its metadata, its checks, its map of bytes."""

from __future__ import annotations

from typing import Any, Final
from zlib import crc32

import inlay
from fuzz.mutators.whole_file import mutate_file
from fuzz.sampling import SHARE
from fuzz.seeds import LONGEST_FILE, make_files
from fuzz.target import Target
from inlay.errors import InlayError
from tests.verbs.layout.law import check_law


def check(data: bytes) -> None:
    check_law(inlay.layout(data))
    metadata = _read_metadata(data)
    if metadata is None:
        return
    inlay.verify(data)
    assert inlay.read_metadata(data) == metadata
    _write(metadata)


def quick(data: bytes) -> None:
    """Its map of bytes, its checks or its metadata: which one is up to the bytes."""
    which = crc32(data) // SHARE % 3
    if which == 0:
        check_law(inlay.layout(data))
    elif (metadata := _read_metadata(data)) is not None:
        if which == 1:
            inlay.verify(data)
        else:
            _write(metadata)


def _read_metadata(data: bytes) -> Any:
    """None where there is none."""
    try:
        return inlay.open(data).metadata
    except InlayError:
        return None


def _write(metadata: Any) -> None:
    encoded = metadata.encode()
    assert type(metadata).decode(encoded).encode() == encoded


TARGET: Final = Target(
    "every byte has one owner; `verify` answers if there is metadata; metadata is written and read again as the same bytes",
    check,
    make_files,
    mutate_file,
    longest=LONGEST_FILE,
    quick=quick,
    from_file=bytes,
)
