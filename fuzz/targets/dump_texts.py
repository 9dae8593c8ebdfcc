"""Any text as the dump of a file, which is assembled."""

from __future__ import annotations

import re
from typing import Final

import inlay
from fuzz.mutators.text import mutate_text
from fuzz.seeds import make_files
from fuzz.target import Target
from inlay.errors import AssemblyError


def check(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    try:
        file = inlay.assemble(text)
    except AssemblyError:
        return
    assert inlay.assemble(inlay.dump(file, bodies="hex")) == file


def seeds() -> list[bytes]:
    """Most without comments and blanks in front, which are two thirds of a text."""
    dumps = ["\n".join(inlay.dump(file, bodies="hex")) for file in make_files()]
    bare = [re.sub(r"(?m) +# .*|^ +", "", text) for text in dumps]
    texts = [text.encode() for text in (*dumps, *bare) if len(text) < _LONGEST]
    return [*texts, *(text[:at] for text in texts for at in (100, 400))]


_LONGEST: Final = 3_072

WORDS: Final = ("struct", "list", "map", "binary", "i32", "i64", "bool", "true", "hex", "crc32", "{", "}", "[", "]", "#", "claimed", "type15", "\"\\xff\"", "stop", "varint")  # fmt: skip

TARGET: Final = Target(
    "a text stands for bytes or is refused; the dump of these bytes stands for them, too",
    check,
    seeds,
    mutate_text(WORDS),
    longest=_LONGEST,
)
