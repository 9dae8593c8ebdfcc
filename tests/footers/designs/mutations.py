"""Footers with changed bytes, and what a design says of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeVar

from inlay.designs import FooterDesign, Range
from inlay.footers.designs.in_memory import fetch_from
from inlay_runtime.errors import InlayError

L = TypeVar("L", bound=FooterDesign)


def damages(data: bytes, rng: random.Random, times: int) -> list[bytearray]:
    """Bytes changed, put in, taken out, and what is cut off."""
    damaged = [bytearray(data[: rng.randrange(len(data))]) for _ in range(times // 4)]
    for _ in range(times):
        one = bytearray(data)
        for _ in range(rng.choice([1, 1, 1, 8])):
            one[rng.randrange(len(one))] = rng.choice([0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)])
        if rng.random() < 0.2:
            del one[rng.randrange(len(one))]
        damaged.append(one)
    return damaged


def outcome(ask: Callable[[L], Any], cls: type[L], footer: bytes | bytearray, offset: int) -> Any:
    """The answer of a footer that lies at this offset, or the type and the text of its error."""
    data = bytes(footer)
    try:
        return ask(cls.open(fetch_from(data, offset), Range(offset, len(data))))
    except InlayError as error:
        return type(error), str(error)
