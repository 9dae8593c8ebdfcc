"""Any bytes as a file of any form: opened, its metadata, its checks, its map of bytes."""

from __future__ import annotations

from typing import Final

import inlay
from fuzz.mutators.whole_file import mutate_file
from fuzz.seeds import make_files
from fuzz.target import Target
from inlay.errors import InlayError
from tests.look.law import check_law


def check(data: bytes) -> None:
    check_law(inlay.layout(data))
    try:
        footer = inlay.open(data)
    except InlayError:
        return
    try:
        metadata = footer.metadata
    except InlayError:
        return
    inlay.verify(data)
    assert inlay.read_metadata(data) == metadata
    encoded = metadata.encode()
    assert type(metadata).decode(encoded).encode() == encoded


TARGET: Final = Target(
    "every byte has one owner; `verify` answers if there is metadata; metadata is written and read again as the same bytes",
    check,
    make_files,
    mutate_file,
    longest=16_384,
    from_file=bytes,
)
