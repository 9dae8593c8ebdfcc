"""Tables that are laid out as others before them, and vectors that many share, are accepted as the pure verifier does."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from inlay_runtime.flat import verifier
from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from tests.flat.compiled import compile_text
from tests.flat.mutate import mutated
from tests.flat.raw import i32, u16, u32, vtable
from tests.flat.sample import kitchen
from tests.flat.test_bombs import dag
from tests.flat.test_native_verifier import agree

pytestmark = pytest.mark.needs("native core")

LARGE: Final = bytes(1 << 12)
"""Behind a buffer, so that it is worth to note layouts."""

MUTATIONS: Final = 1_000
IDL: Final = """
struct Pair { good: bool; number: double; }
table Leaf { name: string; flag: bool; size: long; }
table Other { pair: Pair; data: [ubyte]; leaf: Leaf; }
union Shape { Leaf, Other }
table Item {
  id: long; flag: bool; mark: ubyte; name: string; shape: Shape; shapes: [Shape]; leaves: [Leaf];
  pair: Pair; pairs: [Pair]; numbers: [long]; flags: [bool]; names: [string]; data: [ubyte];
}
table Items { items: [Item]; }
"""


def items() -> Any:
    """Three kinds of items in turn: full, with little, and with other variants."""
    m = compile_text(IDL)
    leaf, pair = m.Leaf(name="leaf", flag=True, size=7), m.Pair(good=True, number=0.5)
    other = m.Other(pair=pair, data=b"data", leaf=leaf)
    full = m.Item(
        id=1, flag=True, mark=3, name="name", shape=leaf, shapes=[leaf, other], leaves=[leaf, m.Leaf()], pair=pair,
        pairs=[pair, pair], numbers=[1, 2], flags=[True, False], names=["a", "b"], data=b"bytes",
    )  # fmt: skip
    kinds = [full, m.Item(id=2, name="n"), m.Item(flag=True, shape=other, pair=pair)]
    return m.Items(items=kinds * 4)


def test_mutations() -> None:
    random_ = random.Random(11)
    root = items()
    data = root.encode()
    accepted = 0
    for _ in range(MUTATIONS):
        accepted += agree(type(root), mutated(random_, data) + LARGE)
    assert MUTATIONS // 20 < accepted < MUTATIONS * 3 // 4


def alike(layout: bytes, *bodies: bytes, slots: int = 1, start: int = 0) -> bytes:
    """A root whose slots all lead to one vector of tables with one vtable; `start` bytes move them all."""
    of_root = vtable(4 + 4 * slots, *range(4, 4 + 4 * slots, 4))
    of_tables = 4 + start
    root = of_tables + len(layout) + len(of_root)
    head = u32(root) + bytes(start) + layout + of_root + i32(len(of_root))
    first = len(head) + 4 * slots
    data = head + u32(*(first - len(head) - 4 * slot for slot in range(slots)))
    places = [first + 4 + 4 * len(bodies)]
    for body in bodies[:-1]:
        places.append(places[-1] + 4 + len(body))
    data += u32(len(bodies), *(at - first - 4 - 4 * number for number, at in enumerate(places)))
    for at, body in zip(places, bodies, strict=True):
        data += i32(at - of_tables) + body
    return data + LARGE


def test_one_vtable_and_another_alignment() -> None:
    m = compile_text("table T { n: long; } table Root { all: [T]; }")
    layout = vtable(12, 4)
    number, gap = bytes(8), bytes(4)
    alike_aligned = [agree(m.Root, alike(layout, number + gap, number, start=at)) for at in (0, 4)]
    assert sorted(alike_aligned) == [False, True]
    assert not any(agree(m.Root, alike(layout, number, number, start=at)) for at in (0, 4))


def test_one_vtable_of_two_tables() -> None:
    m = compile_text("table A { n: int; } table B { t: string; } table Root { a: [A]; b: [B]; }")
    assert agree(m.Root, alike(vtable(8, 4), i32(-5)))
    assert not agree(m.Root, alike(vtable(8, 4), i32(-5), slots=2))


def test_a_type_without_a_union() -> None:
    m = compile_text("table A { n: int; } union U { A } table T { u: U; } table Root { all: [T]; }")
    layout = vtable(8, 4)
    assert agree(m.Root, alike(layout, bytes(4), bytes(4)))
    assert not agree(m.Root, alike(layout, bytes(4), u32(1)))


@pytest.mark.parametrize("depth", range(8))
def test_a_shared_vector_may_be_too_deep_at_its_second_place(depth: int) -> None:
    """The root has two children. One has the vector, and a child of the other has it, too."""
    is_deep_enough = agree(kitchen().Node, shared_at_two_depths() + LARGE, Limits(depth=depth))
    assert is_deep_enough == (depth >= 4)


def shared_at_two_depths() -> bytes:
    pieces: dict[str, str | list[str]] = {
        "root": "children", "children": ["shallow", "deep"], "shallow": "shared", "deep": "between",
        "between": ["deeper"], "deeper": "shared", "shared": ["last"], "last": "none", "none": [],
    }  # fmt: skip
    places: dict[str, int] = {}
    end = 12
    for name, piece in pieces.items():
        places[name] = end
        end += 8 if isinstance(piece, str) else 4 + 4 * len(piece)
    data = u32(12) + u16(8, 8, 0, 4)  # one vtable for all: `children` at 4
    for name, piece in pieces.items():
        at = places[name]
        if isinstance(piece, str):
            data += i32(at - 4) + u32(places[piece] - at - 4)
        else:
            offsets = [places[child] - at - 4 - 4 * number for number, child in enumerate(piece)]
            data += u32(len(piece), *offsets)
    return data


def test_the_last_visit() -> None:
    """What is shared counts as often as it is visited: four bytes less make one visit too many."""
    schema = kitchen().Node.SCHEMA
    native = verifier.native_verify
    assert native is not None
    low, high = len(LARGE), 1 << 15
    while high - low > 4:
        middle = (low + high) // 2 & ~3
        is_refused = native(dag(7, 5, middle), schema, DEFAULT_LIMITS) is None
        low, high = (middle, high) if is_refused else (low, middle)
    assert agree(kitchen().Node, dag(7, 5, high))
    assert not agree(kitchen().Node, dag(7, 5, low))


def test_the_last_byte_of_the_budget() -> None:
    root = items()
    data = root.encode() + LARGE
    low, high = 0, 1 << 20
    while high - low > 1:
        middle = (low + high) // 2
        limits = Limits(memory_factor=0, memory_base=middle)
        low, high = (low, middle) if agree(type(root), data, limits) else (middle, high)
    assert low > 1_000


@pytest.mark.parametrize("count", [3, 40, 400])
def test_more_layouts_than_there_is_room_for(count: int) -> None:
    slots = " ".join(f"n{number}: long; t{number}: string;" for number in range(8))
    m = compile_text(f"table Many {{ {slots} }} table Root {{ all: [Many]; }}")
    many = []
    for number in range(count):
        names = [f"{kind}{at}" for at in range(8) for kind in "nt" if number * 7 >> at & 1]
        many.append(m.Many(**{name: 5 if name[0] == "n" else "five" for name in names}))
    data = m.Root(all=many * 2).encode() + LARGE
    assert agree(m.Root, data)
    assert agree(m.Root, data, DEFAULT_LIMITS._replace(binary=3)) == (count == 1)
    for at in range(0, len(data) - len(LARGE), 1 + len(data) // 30):
        agree(m.Root, data[:at] + b"\x01" + data[at + 1 :])
