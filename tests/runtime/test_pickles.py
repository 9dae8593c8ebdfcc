"""What a pickle and a deep copy keep: an untouched lazy struct goes by its bytes, and nobody can tell."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any, Final

import pytest

from inlay_runtime.errors import EncodeError, NotDecodedError
from inlay_runtime.limits import Limits


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


HOW: Final[list[Callable[[Any], Any]]] = [pickled, copy.deepcopy]


@pytest.fixture(params=HOW, ids=["pickle", "deepcopy"])
def how(request: pytest.FixtureRequest) -> Callable[[Any], Any]:
    copies: Callable[[Any], Any] = request.param
    return copies


def tree(kitchen: Any, children: int) -> Any:
    """A tree of small children."""
    return kitchen.Tree(value=1, children=[kitchen.Tree(value=at) for at in range(children)])


def through_bytes(value: Any) -> Any:
    return type(value).decode(value.encode())


def test_a_child_in_two_places_stays_one(kitchen: Any, how: Callable[[Any], Any]) -> None:
    child = kitchen.Tree(value=7)
    value = kitchen.Tree(value=1, children=[child, child])
    first, second = how(value).children
    assert first is second
    first, second = through_bytes(value).children
    assert first is not second


@pytest.mark.parametrize("lazy", [False, True])
def test_parent_and_child_stay_parent_and_child(
    kitchen: Any, how: Callable[[Any], Any], lazy: bool
) -> None:
    value = kitchen.Tree.decode(tree(kitchen, 3).encode(), lazy=lazy)
    parent, child = how([value, value.children[1]])
    assert parent.children[1] is child
    child.value = 99
    assert parent.children[1].value == 99


def test_a_value_that_cannot_be_written_is_kept(kitchen: Any, how: Callable[[Any], Any]) -> None:
    value = kitchen.Tree(value=1)
    value.value = "no number"
    assert how(value).value == "no number"
    with pytest.raises(EncodeError):
        value.encode()


def test_what_a_mask_left_out_is_left_out(kitchen: Any, how: Callable[[Any], Any]) -> None:
    value = kitchen.Tree.decode(tree(kitchen, 2).encode(), fields=["value"])
    again = how(value)
    assert again.value == 1
    with pytest.raises(NotDecodedError):
        value.encode()


@pytest.mark.parametrize("lazy", [False, True])
def test_a_subclass_keeps_what_it_has_besides(
    kitchen: Any, how: Callable[[Any], Any], lazy: bool
) -> None:
    Noted: Any = type("Noted", (kitchen.Tree,), {"__module__": __name__, "__qualname__": "Noted"})
    globals()["Noted"] = Noted  # pickle looks for it by name
    try:
        value: Any = Noted.decode(tree(kitchen, 2).encode(), lazy=lazy)
        value.note = "mine"
        again = how(value)
        assert (type(again), again.note, again) == (Noted, "mine", value)
    finally:
        del globals()["Noted"]


def test_touching_a_copy_changes_nothing_else(kitchen: Any, how: Callable[[Any], Any]) -> None:
    data = tree(kitchen, 3).encode()
    value = kitchen.Tree.decode(data, lazy=True)
    again = how(value)
    again.children[0].value = 50
    assert value.encode() == data
    assert how(again).children[0].value == 50


def test_unknown_fields_and_what_follows_the_struct_are_kept(
    kitchen: Any, how: Callable[[Any], Any]
) -> None:
    data = bytes.fromhex("150215042502 00") + b"behind"
    value = kitchen.Point.decode(data, lazy=True)
    assert how(value).encode() == data
    assert how(value) == kitchen.Point.decode(data)


def test_wider_limits_need_not_be_said_again(kitchen: Any, how: Callable[[Any], Any]) -> None:
    value = kitchen.Tree(value=0)
    for at in range(50):
        value = kitchen.Tree(value=at, children=[value])
    wide = Limits(depth=128)
    lazy = kitchen.Tree.decode(value.encode(limits=Limits(depth=128)), lazy=True, limits=wide)
    assert how(lazy).children[0].value == 48
