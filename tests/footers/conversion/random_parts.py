"""What all random parts of a footer share: a source of numbers, and the chance of oddities."""

from __future__ import annotations

import random

from inlay_runtime.extension import Extension, Header
from inlay_runtime.remainder import Remainder, UnknownField
from inlay_runtime.struct import EmptyVariant, Struct
from parquet_format.parquet import KeyValue


class Parts:
    """`oddity` is the chance that a part does not fit the others."""

    def __init__(self, rng: random.Random, *, oddity: float = 0.05) -> None:
        self.rng = rng
        self.oddity = oddity

    def odd(self) -> bool:
        return self.rng.random() < self.oddity

    def maybe(self) -> bool:
        return self.rng.random() < 0.5

    def integer(self, bits: int) -> int:
        return self.rng.choice([0, 1, -1, 1 << 20, (1 << bits) - 1, -(1 << bits)])

    def extended(self, value: Struct) -> None:
        """Sometimes with an extension, sometimes with a field that nobody knows."""
        remainder = value.remainder
        if self.odd() and remainder is None:
            fields = (UnknownField(300, 5, b"\x02"), UnknownField(301, 1, b""))
            value.remainder = Remainder(unknown_fields=fields[: self.rng.randint(1, 2)])
        if self.odd() and value.extension is None and not isinstance(value, EmptyVariant):
            header = self.rng.choice([Header.SPEC, Header.ZIGZAG])
            value.extension = Extension(self.rng.choice([b"", b"x", bytes(200)]), header)

    def key_values(self) -> list[KeyValue] | None:
        choices = [
            None,
            [],
            [KeyValue(key=""), KeyValue(key="k", value=""), KeyValue(key="k", value="v")],
        ]
        entries = self.rng.choice(choices)
        for entry in entries or []:
            self.extended(entry)
        return entries
