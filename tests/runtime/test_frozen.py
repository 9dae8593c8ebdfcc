"""What is declared as a Frozen behaves as a frozen dataclass does."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from typing import Any, ClassVar

import pytest

from inlay_runtime.frozen import Frozen


class Place(Frozen):
    """With a default, and something that is not a field."""

    KIND: ClassVar[str] = "place"
    path: str
    offset: int = 0
    render: Callable[[int], str] = str

    @property
    def shown(self) -> str:
        return f"{self.path} at {self.render(self.offset)}"


class NamedPlace(Place):
    name: str = ""


@dataclass(frozen=True)
class Model:
    path: str
    offset: int = 0
    render: Callable[[int], str] = str


CALLS: list[tuple[tuple[object, ...], dict[str, object]]] = [
    (("a",), {}), (("a", 1), {}), (("a", 1, hex), {}), ((), {"path": "a"}), (("a",), {"offset": 3}),
    ((), {"offset": 3, "path": "a"}), ((), {}), ((), {"offset": 1}), (("a",), {"path": "b"}), (("a", 1, hex, 2), {}),
    (("a",), {"nothing": 1}), ((), {"nothing": 1}), (("a",), {"KIND": "b"}),
]  # fmt: skip


def outcome(cls: Any, values: tuple[object, ...], named: dict[str, object]) -> object:
    try:
        instance = cls(*values, **named)
    except TypeError:
        return TypeError
    return instance.path, instance.offset, instance.render


@pytest.mark.parametrize(("values", "named"), CALLS)
def test_it_takes_what_a_dataclass_takes(
    values: tuple[object, ...], named: dict[str, object]
) -> None:
    assert outcome(Place, values, named) == outcome(Model, values, named)


def test_it_is_its_fields() -> None:
    place = Place("a", 1)
    assert place == Place("a", 1)
    assert place != Place("a", 2)
    assert place != NamedPlace("a", 1)
    assert place != ("a", 1)
    assert len({place, Place("a", 1), Place("b", 1)}) == 2
    assert repr(place) == f"Place(path='a', offset=1, render={str!r})"
    assert place.shown == "a at 1"
    assert pickle.loads(pickle.dumps(place)) == copy.deepcopy(place) == place
    match place:
        case Place(path, offset):
            assert (path, offset) == ("a", 1)


def test_fields_of_a_base_come_first() -> None:
    assert NamedPlace("a", 1, str, "b").name == "b"
    assert NamedPlace.__match_args__ == ("path", "offset", "render", "name")


def test_it_is_never_changed() -> None:
    place: Any = Place("a")
    with pytest.raises(AttributeError, match="never changed"):
        place.path = "b"
    with pytest.raises(AttributeError, match="never changed"):
        del place.path
    assert place == Place("a")


def test_it_is_a_dataclass_to_who_asks() -> None:
    place = NamedPlace("a", 1, name="b")
    assert is_dataclass(place)
    assert not is_dataclass(Frozen)
    assert replace(place, offset=5) == NamedPlace("a", 5, name="b")
    assert [field.name for field in fields(NamedPlace)] == ["path", "offset", "render", "name"]
    assert asdict(Place("a", 2)) == {"path": "a", "offset": 2, "render": str}


def test_what_does_not_fit_is_named() -> None:
    names: Any = {"nothing": 1}
    with pytest.raises(
        TypeError, match="Place takes path, offset, render; 0 by position and nothing by"
    ):
        Place(**names)
