"""`force_align`: of structs, and of the elements of vectors, which the pure builder and the native one obey."""

from __future__ import annotations

from typing import Any

import pytest

from inlay.footers.conversion.sharing import encode as encode_shared
from inlay_runtime.errors import InvalidValueError
from inlay_runtime.extension import Extension
from inlay_runtime.flat import builder
from tests.flat.compiled import compile_text

TEXT = """
struct Lane (force_align: 16) { x: float; }
union Any { Leaf, Lane }
table Leaf { x: ubyte; }
table T {
  a: ubyte;
  data: [ubyte] (force_align: 16);
  more: [ubyte] (force_align: 16);
  shorts: [short] (force_align: 32);
  narrow: [long] (force_align: 2);
  lanes: [Lane] (force_align: 32);
  texts: [string] (force_align: 16);
  leaves: [Leaf] (force_align: 8);
  anys: [Any] (force_align: 16);
  plain: [ubyte];
  lane: Lane;
  extension: [ubyte] (force_align: 8);
}
root_type T;
"""


@pytest.fixture(scope="module")
def m() -> Any:
    return compile_text(TEXT)


def starts(data: bytes) -> dict[int, int]:
    """Where the elements of vectors begin, by slot; of a struct, where it begins."""
    table = int.from_bytes(data[:4], "little")
    vtable = table - int.from_bytes(data[table : table + 4], "little", signed=True)
    size = int.from_bytes(data[vtable : vtable + 2], "little")
    found: dict[int, int] = {}
    for slot in range((size - 4) // 2):
        at = vtable + 4 + 2 * slot
        offset = int.from_bytes(data[at : at + 2], "little")
        if offset:
            place = table + offset
            found[slot] = place + int.from_bytes(data[place : place + 4], "little") + 4
            if slot == 11:
                found[slot] = place
    return found


WANTED = {1: 16, 2: 16, 3: 32, 4: 8, 5: 32, 6: 16, 7: 8, 9: 16, 11: 16, 12: 8}


@pytest.mark.parametrize("count", [0, 1, 3, 17, 40])
def test_vectors_begin_where_the_schema_asks_for_it(core: str, m: Any, count: int) -> None:
    lanes = [m.Lane(x=float(n)) for n in range(count)]
    value = m.T(
        a=1, data=bytes(count), more=bytes(range(count)), shorts=[1] * count, narrow=[7] * count,
        lanes=lanes, texts=["x"] * count, leaves=[m.Leaf(x=1)] * count,
        anys=[m.Lane(x=2.0), m.Leaf(x=1)] * count,
        plain=b"p", lane=m.Lane(x=1.5), extension=Extension(b"e" * count),
    )  # fmt: skip
    for data in (value.encode(), encode_shared(value)):
        found = starts(data)
        wrong = {slot: found[slot] for slot, align in WANTED.items() if found[slot] % align}
        assert wrong == {}
        assert m.T.decode(data) == value


def test_the_native_writer_writes_what_the_pure_builder_writes(
    m: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    value = m.T(data=b"12345", more=b"12345", shorts=[1, 2, 3], lanes=[m.Lane(x=1.0)], texts=["a"])
    native = value.encode(), encode_shared(value)
    monkeypatch.setattr(builder, "native_encode", None)
    assert (value.encode(), encode_shared(value)) == native


def test_readers_do_not_insist(core: str, m: Any) -> None:
    """flatc's Python writes no such alignment, nor did we: such buffers are read."""
    loose = compile_text(TEXT.replace("(force_align: 16);", ";").replace("(force_align: 32);", ";"))
    data = loose.T(a=1, data=bytes(range(40)), more=bytes(40)).encode()
    assert any(starts(data)[slot] % 16 for slot in (1, 2))
    assert m.T.decode(data).data == bytes(range(40))


def test_a_struct_out_of_its_alignment_is_refused(core: str, m: Any) -> None:
    loose = compile_text(TEXT.replace("struct Lane (force_align: 16)", "struct Lane"))
    data = loose.T(lane=loose.Lane(x=1.5), a=1).encode()
    assert starts(data)[11] % 16
    with pytest.raises(InvalidValueError, match="lane"):
        m.T.decode(data)
