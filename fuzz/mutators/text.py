"""Text taken apart into words, numbers and signs, changed, and put together again."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

_PIECE: Final = re.compile(r"\s+|\w+|.", re.DOTALL)
_NUMBERS: Final = ("0", "-1", "1", "32767", "2147483648", "9223372036854775808", "1e309", "0x7f", "1" * 40)  # fmt: skip
_NASTY: Final = ("\0", "\r", "\n", "\u202e", "\ud800", "\ufeff", "'", '"', "\\", "//", "/*", "*/", "#", "é", "(" * 70, "__import__")  # fmt: skip


def mutate_text(words: Sequence[str]) -> Callable[[bytes, Random], bytes]:
    """A mutator that also puts in words of a language."""

    def mutate(data: bytes, rng: Random) -> bytes:
        pieces = _PIECE.findall(data.decode("utf-8", "surrogateescape"))
        for _ in range(rng.choice((1, 1, 2, 4))):
            _change(pieces, words, rng)
        return "".join(pieces).encode("utf-8", "surrogatepass")

    return mutate


def _change(pieces: list[str], words: Sequence[str], rng: Random) -> None:
    at = rng.randrange(len(pieces) + 1)
    other = rng.randrange(len(pieces) + 1)
    match rng.randrange(7):
        case 0:
            pieces.insert(at, rng.choice(words))
        case 1:
            pieces[at : at + 1] = [rng.choice((*_NUMBERS, *words, *_NASTY))]
        case 2:
            pieces.insert(at, rng.choice(_NASTY))
        case 3:
            del pieces[at : at + rng.randrange(1, 6)]
        case 4:
            pieces[at:at] = pieces[other : other + rng.randrange(1, 30)]
        case 5 if at < len(pieces) and other < len(pieces):
            pieces[at], pieces[other] = pieces[other], pieces[at]
        case _:
            pieces[at : at + 1] = pieces[other : other + 1]
