"""Lazy structs are ordinary instances: whatever is done to one before it is touched."""

from __future__ import annotations

import copy
import json
import mmap
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inlay_runtime.errors import DecodeError, NotDecodedError
from inlay_runtime.remainder import Remainder, is_closed, is_lazy
from inlay_runtime.shown import whole
from tests.native.views import seen

pytestmark = pytest.mark.needs("native core")


def tree(kitchen: Any, width: int = 20) -> Any:
    children = [kitchen.Tree(value=at, children=[kitchen.Tree(value=-at)]) for at in range(width)]
    return kitchen.Tree(value=1000, children=children)


def test_one_class_for_isinstance_match_and_type(kitchen: Any) -> None:
    lazy = kitchen.Tree.decode(tree(kitchen).encode())
    assert type(lazy) is kitchen.Tree
    match lazy:
        case kitchen.Tree(value=1000, children=[kitchen.Tree(value=0), *rest]):
            assert len(rest) == 19
        case _:
            pytest.fail("no match")


def test_lists_are_lists(kitchen: Any) -> None:
    lazy = kitchen.Lists.decode(
        kitchen.Lists(points=[kitchen.Point(x=1, y=2)] * 30, mediums=list(range(40))).encode(),
    )
    assert type(lazy.points) is list
    assert json.dumps(lazy.mediums) == json.dumps(list(range(40)))
    assert (lazy.points + lazy.points)[59].y == 2
    assert lazy.points.pop() == kitchen.Point(x=1, y=2)
    assert len(lazy.points) == 29
    assert lazy.points is lazy.points
    assert lazy.points[3] is lazy.points[3]


def test_set_and_del_before_touch(kitchen: Any) -> None:
    data = tree(kitchen).encode()
    lazy, eager = kitchen.Tree.decode(data), kitchen.Tree.decode(data, eager=True)
    for value in (lazy, eager):
        value.value = 5
        del value.children[3].children
        value.children[4].children = []
        del value.children[5].value
    assert seen(lazy) == seen(eager)
    assert lazy.encode() == eager.encode()
    lazy = kitchen.Tree.decode(data)
    del lazy.children
    assert lazy.children is None
    assert lazy.value == 1000
    with pytest.raises(AttributeError):
        del lazy.children


def test_the_remainder_of_a_lazy_struct(kitchen: Any) -> None:
    data = bytes.fromhex("2504 050202 3502 00")  # out of order, and a field that nobody knows
    lazy = kitchen.Point.decode(data)
    assert seen(lazy.remainder) == seen(kitchen.Point.decode(data, eager=True).remainder)
    lazy = kitchen.Tree.decode(tree(kitchen).encode())
    assert lazy.remainder is None
    lazy.remainder = Remainder(trailing=b"tail")
    assert lazy.encode().endswith(b"tail")
    assert lazy.value == 1000


def test_the_source_may_go(kitchen: Any, tmp_path: Path) -> None:
    data = tree(kitchen).encode()
    changing = bytearray(data)
    lazy = kitchen.Tree.decode(changing)
    changing[:] = bytes(len(changing))
    assert lazy.encode() == data
    file = tmp_path / "tree"
    file.write_bytes(data)
    with (
        file.open("rb") as opened,
        mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as mapped,
    ):
        lazy = kitchen.Tree.decode(mapped)
    assert lazy.children[19].value == 19
    view = memoryview(data)
    lazy = kitchen.Tree.decode(view[0:])
    view.release()
    assert lazy == kitchen.Tree.decode(data, eager=True)


def test_copies_before_touch(kitchen: Any) -> None:
    data = tree(kitchen).encode()

    def pickled(value: Any) -> Any:
        return pickle.loads(pickle.dumps(value))

    ways: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, pickled]
    for how in ways:
        lazy = kitchen.Tree.decode(data)
        made = how(lazy)
        assert seen(made) == seen(kitchen.Tree.decode(data, eager=True))
        assert made.encode() == data
    assert kitchen.Tree.decode(data).replace(value=7).value == 7
    assert whole(kitchen.Tree.decode(data)) == whole(kitchen.Tree.decode(data, eager=True))


def test_an_untouched_struct_is_pickled_as_its_bytes(kitchen: Any) -> None:
    data = kitchen.Tree(value=1, children=[kitchen.Tree(value=at) for at in range(300)]).encode()
    lazy = kitchen.Tree.decode(data)
    assert len(pickle.dumps(lazy)) < len(data) + 200
    assert lazy.children[7].value == 7
    assert len(pickle.dumps(lazy)) > 4 * len(data)
    assert pickle.loads(pickle.dumps(lazy)) == kitchen.Tree.decode(data)


def test_damage_is_found_at_once(kitchen: Any) -> None:
    data = tree(kitchen).encode()[:-1]
    with pytest.raises(DecodeError) as eager:
        kitchen.Tree.decode(data, eager=True)
    with pytest.raises(DecodeError) as lazy:
        kitchen.Tree.decode(data)
    assert str(lazy.value) == str(eager.value)


def test_subclasses(kitchen: Any) -> None:
    class Doubling:
        value: int

        @property
        def double(self) -> int:
            return 2 * int(self.value)

    class CountingAssignments:
        def __setattr__(self, name: str, value: object) -> None:
            self.__dict__["count"] = self.__dict__.get("count", 0) + 1
            super().__setattr__(name, value)

    class WritingAnother:
        def write(self, writer: Any) -> None:
            kitchen.Tree(value=77).write(writer)

    Plain: Any = type("Plain", (Doubling, kitchen.Tree), {})
    Counting: Any = type("Counting", (CountingAssignments, kitchen.Tree), {})
    Writing: Any = type("Writing", (WritingAnother, kitchen.Tree), {})

    data = tree(kitchen).encode()
    for eager in (True, False):
        plain = Plain.decode(data, eager=eager)
        plain.note = "a subclass has a __dict__"
        assert (type(plain), plain.double, plain.note) == (Plain, 2000, "a subclass has a __dict__")
        assert type(plain.children[0]) is kitchen.Tree
        assert plain.encode() == data
        assert copy.deepcopy(plain).note == plain.note
        assert Counting.decode(data, eager=eager).count > 0
    assert (
        kitchen.Tree(value=1, children=[Writing(value=3)]).encode()
        == kitchen.Tree(value=1, children=[kitchen.Tree(value=77)]).encode()
    )
    assert (
        kitchen.Tree(value=1, children=[Plain(value=3)]).encode()
        == kitchen.Tree(value=1, children=[kitchen.Tree(value=3)]).encode()
    )


def test_an_element_that_a_mask_leaves_out_cannot_be_changed(kitchen: Any) -> None:
    masked = kitchen.Tree.decode(tree(kitchen).encode(), fields=["children[2].value"])
    assert masked.children[2].value == 2
    with pytest.raises(NotDecodedError, match=r"Tree\.value cannot be changed.*fields="):
        masked.children[3].value = 1
    assert masked.children[3] is masked.children[4]
    masked.children[3] = kitchen.Tree(value=1)
    assert masked.children[3].value == 1


def test_a_descriptor_refuses_what_is_no_instance(kitchen: Any) -> None:
    slot = vars(kitchen.Tree)["value"]
    assert kitchen.Tree.value is slot
    with pytest.raises(TypeError, match="doesn't apply"):
        slot.__get__(5)
    with pytest.raises(TypeError, match="doesn't apply"):
        slot.__set__(kitchen.Point(x=1, y=2), 1)


def test_what_was_decoded_lets_the_source_go(kitchen: Any) -> None:
    data = tree(kitchen, 2000).encode() + b""
    before = sys.getrefcount(data)
    lazy = kitchen.Tree.decode(data)
    assert sys.getrefcount(data) == before + 1
    seen(lazy)
    assert sys.getrefcount(data) == before


def test_repr_leaves_a_lazy_struct_as_it_is(kitchen: Any) -> None:
    """What it shows it reads from a copy: lists are told by their size until they are touched."""
    lazy = kitchen.Tree.decode(tree(kitchen).encode())
    for _ in range(2):
        assert repr(lazy) == "Tree(value=1000, children=<list of 20>)"
        assert is_lazy(lazy)
    value = lazy.value
    for _ in range(2):
        assert repr(lazy) == f"Tree(value={value}, children=<list of 20>)"
        assert is_closed(lazy, "children")
    assert lazy.children
    for _ in range(2):
        assert repr(lazy).startswith(f"Tree(value={value}, children=[Tree(value=0, children=<list")
        assert all(is_lazy(child) for child in lazy.children)
    assert lazy == tree(kitchen)


def test_repr_shows_short_lists_of_plain_values(kitchen: Any) -> None:
    lazy = kitchen.Lists.decode(kitchen.Lists(texts=["a", "b"], larges=[*range(9)]).encode())
    shown = repr(lazy)
    assert "texts=['a', 'b']" in shown
    assert "larges=<list of 9>" in shown
    assert is_lazy(lazy)
