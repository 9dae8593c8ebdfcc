"""Dictionaries whose names are not text: the kernels check them as a whole, and refuse what name by name is refused."""

from __future__ import annotations

import pytest

from inlay.variant import DamagedRowError, Variant, check, encode, from_pairs

SPLIT = "é".encode()
NULL = b"\0"

DICTIONARIES = {
    "text": (b"\x11\x02\x00\x01\x03" + b"a" + SPLIT, True),
    "a character in two names": (b"\x01\x02\x00\x01\x02" + SPLIT, False),
    "a character behind a name": (b"\x01\x02\x00\x02\x03" + b"a" + SPLIT, False),
    "a lone byte": (b"\x01\x01\x00\x01\xff", False),
    "half a character at the end": (b"\x01\x02\x00\x01\x02" + b"a" + SPLIT[:1], False),
    "a surrogate": (b"\x01\x01\x00\x03\xed\xa0\x80", False),
    "an empty name before a character": (b"\x11\x02\x00\x00\x02" + SPLIT, True),
    "eight bytes and a half": (b"\x01\x01\x00\x09" + b"abcdefgh" + SPLIT[:1], False),
}


@pytest.mark.parametrize("name", DICTIONARIES)
def test_names_are_text(both: str, name: str) -> None:
    metadata, is_sound = DICTIONARIES[name]
    column = from_pairs([encode(None), Variant(metadata, NULL)])
    if is_sound:
        check(column)
        return
    with pytest.raises(DamagedRowError, match="row 1: "):
        check(column)
