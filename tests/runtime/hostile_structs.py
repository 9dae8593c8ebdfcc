"""Structs that stray from their IDL at random: odd types and sizes, unknown fields, another order, bytes that are wrong or missing."""

from __future__ import annotations

from random import Random
from typing import Final

from tests.runtime import wire
from tests.runtime.wire import uleb

IDL: Final = """
enum E { A = 1, B = 2 }
union U { 1: i32 i, 2: list<list<i32>> ls, 3: list<U> us }
struct T {
  1: optional list<E> es, 2: optional list<list<i32>> ls, 3: optional set<list<list<string>>> ss, 4: optional U u, 5: optional T t,
  6: optional list<T> ts, 7: optional list<list<T>> lts, 8: optional bool b
}
"""

Shape = str | tuple[int, "Shape"]
STRUCTS: Final[dict[str, dict[int, Shape]]] = {
    "U": {1: "i32", 2: (wire.LIST, (wire.LIST, "i32")), 3: (wire.LIST, "U")},
    "T": {
        1: (wire.LIST, "i32"),
        2: (wire.LIST, (wire.LIST, "i32")),
        3: (wire.SET, (wire.LIST, (wire.LIST, "text"))),
        4: "U",
        5: "T",
        6: (wire.LIST, "T"),
        7: (wire.LIST, (wire.LIST, "T")),
        8: "bool",
    },
}  # fmt: skip
WIRE: Final = {"i32": 5, "text": 8, "bool": 1}
DEEPEST: Final = 5


class Stray:
    """Makes the bytes of structs; `often` is how likely each liberty is."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.often = 0.0

    def make(self) -> bytes:
        self.often = self.random.choice([0, 0.05, 0.2])
        data = bytearray(self.struct("T", 0))
        if self.random.random() < 0.5:
            at = self.random.randrange(len(data))
            match self.random.randrange(3):
                case 0:
                    data[at] = self.random.randrange(256)
                case 1:
                    del data[at:]
                case _:
                    data.insert(at, self.random.choice([0, 0x19, 0x1C, 0x80, 0xFF]))
        return bytes(data)

    def strays(self) -> bool:
        return self.random.random() < self.often

    def struct(self, name: str, depth: int) -> bytes:
        fields = STRUCTS[name]
        most = 1 if name == "U" or depth >= DEEPEST else 4
        ids = sorted(self.random.sample(list(fields), self.random.randint(1, most)))
        if self.strays():
            ids.append(self.random.choice([21, 30, ids[0]]))
        if self.strays():
            self.random.shuffle(ids)
        data, last = b"", 0
        for field_id in ids:
            shape = fields.get(field_id, "i32")
            type_ = wire_of("text" if self.strays() else shape)
            short = 0 < field_id - last < 16
            data += bytes([(field_id - last) << 4 | type_]) if short else bytes([type_]) + uleb(2 * field_id)  # fmt: skip
            data += b"" if shape == "bool" else self.value(shape, depth + 1)
            last = field_id
        return data + b"\0"

    def value(self, shape: Shape, depth: int) -> bytes:
        if isinstance(shape, tuple):
            return self.elements(shape[1], depth)
        if shape == "i32":
            return uleb(self.random.choice([2, 4, 4, 200, (1 << 32) - 2]))
        return b"\x01s" if shape == "text" else self.struct(shape, depth)

    def elements(self, shape: Shape, depth: int) -> bytes:
        """A list, with a label that readers take although it is another than declared."""
        count = self.random.choice([0, 1, 1, 2, 17] if depth < DEEPEST else [0, 1])
        type_ = wire_of(shape)
        if self.random.random() < 0.3:
            type_ = self.random.choice([0, 4, 6]) if not count else self.random.choice([4, 6]) if shape == "i32" else type_  # fmt: skip
        shown = count + 1 if self.strays() else count
        header = bytes([shown << 4 | type_]) if shown < 15 else bytes([0xF0 | type_]) + uleb(shown)
        return header + b"".join(self.value(shape, depth + 1) for _ in range(count))


def wire_of(shape: Shape) -> int:
    return shape[0] if isinstance(shape, tuple) else WIRE.get(shape, wire.STRUCT)
