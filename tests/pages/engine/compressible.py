"""What codecs make different things of: literals as they are, repeated, of few bits and of many; matches near and far; several blocks."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import numpy as np

KINDS: Final[dict[str, Callable[[random.Random, int], bytes]]] = {
    "random": lambda rng, size: rng.randbytes(size),
    "one byte": lambda rng, size: bytes([rng.randrange(256)]) * size,
    "words": lambda rng, size: b"".join(
        rng.choices([rng.randbytes(rng.randrange(1, 12)) for _ in range(500)], k=size // 6 + 1)
    ),
    "text": lambda rng, size: bytes(rng.choices(b"abcdef \n", k=size)),
    "skewed": lambda rng, size: bytes(
        min(255, int(rng.expovariate(0.05))) for _ in range(size % 30_000 + 1)
    ),
    "times": lambda rng, size: np.cumsum(
        [rng.randrange(500) for _ in range(size // 8 + 1)]
    ).tobytes(),
    "levels before doubles": lambda rng, size: (
        bytes(rng.choices([3, 0xFF, 0xFE], [1, 20, 2], k=size // 60 + 1))
        + np.array([round(rng.gauss(0, 1e6), 3) for _ in range(size // 8)]).tobytes()
    ),
    "a piece again and again": lambda rng, size: (
        rng.randbytes(rng.randrange(1, 300)) * (size // 100 + 1)
    ),
}
