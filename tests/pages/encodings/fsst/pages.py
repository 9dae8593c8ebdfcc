"""Strings that FSST meets."""

from __future__ import annotations

import random
import struct
import uuid
from collections.abc import Callable, Sequence
from typing import Final

Strings = Callable[[random.Random], Sequence[bytes]]

WORDS: Final = "the of and shipped order late café 日本 returned".split()


def spread(draw: Callable[[random.Random], str], count: int) -> Strings:
    return lambda chance: [draw(chance).encode() for _ in range(count)]


CASES: Final[dict[str, Strings]] = {
    "one": lambda _: [b"abc"],
    "empty ones": lambda _: [b"", b"x", b"", b""] * 20,
    "nothing but empty ones": lambda _: [b""] * 30,
    "addresses": spread(lambda chance: f"https://example.com/p/{chance.randrange(99_999)}", 400),
    "UUIDs": spread(lambda chance: str(uuid.UUID(int=chance.getrandbits(128))), 200),
    "words": spread(lambda chance: " ".join(chance.choices(WORDS, k=chance.randrange(12))), 300),
    "equal": lambda _: [b"equal, and longer than a symbol"] * 100,
    "zeros": lambda chance: [bytes(chance.randrange(12)) for _ in range(200)],
    "any bytes": lambda chance: [chance.randbytes(chance.randrange(30)) for _ in range(200)],
    "pairs at the end": spread(lambda chance: chance.choice(["ab", "a", "abab", "aba", "b"]), 300),
    "long": lambda chance: [chance.choice([b"a", b"bc"]) * 20_000 for _ in range(3)],
}


def plain_values(case: str) -> tuple[memoryview, int]:
    """The strings of a case as PLAIN values, and how many."""
    strings = CASES[case](random.Random(case))
    return join_plain(strings), len(strings)


def join_plain(strings: Sequence[bytes]) -> memoryview:
    return memoryview(b"".join(struct.pack("<I", len(text)) + text for text in strings))
