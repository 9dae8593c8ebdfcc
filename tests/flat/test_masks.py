"""`fields=` of tables: what a mask names is there, what it leaves out raises, and says why."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay_runtime import shown
from inlay_runtime.errors import DecodeError, NotDecodedError
from inlay_runtime.extension import Extension
from tests.flat.compiled import compile_text
from tests.flat.sample import full, kitchen
from tests.flat.test_newer import NEW, OLD
from tests.support.examples import examples
from tests.support.masked_trees import PATHS, make_children, seen


def tree() -> Any:
    node = kitchen().Node
    return node(value=1000, children=make_children(node), next=node(value=2000))


@pytest.mark.parametrize("eager", [True, False])
@pytest.mark.parametrize(("paths", "expected"), PATHS, ids=[" ".join(row[0]) for row in PATHS])
def test_a_mask_decodes_what_it_names(paths: list[str], expected: Any, eager: bool) -> None:
    data = tree().encode()
    node = kitchen().Node
    assert seen(node.decode(data, fields=paths, eager=eager)) == expected
    assert seen(node.from_verified(data, fields=paths, eager=eager)) == expected
    makers: list[Any] = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
    for make in makers:
        assert seen(make(node.decode(data, fields=paths, eager=eager))) == expected


def paths_of(cls: Any, depth: int = 2) -> list[str]:
    """Paths to every field of a table, and of those in it."""
    found = []
    for field in cls.SCHEMA.fields:
        found.append(field.name)
        element = getattr(field.type, "element", field.type)
        if depth and isinstance(element, type) and hasattr(element, "from_verified"):
            found += [f"{field.name}.{below}" for below in paths_of(element, depth - 1)]
    return found


@examples(60)
@given(st.data())
def test_what_is_named_is_what_a_full_decode_has(data: st.DataObject) -> None:
    """Of every kind of field; and nothing else is there."""
    cls = kitchen().Kitchen
    chosen = data.draw(st.lists(st.sampled_from(paths_of(cls)), max_size=4))
    eager = data.draw(st.booleans())
    masked = cls.decode(full().encode(), fields=chosen, eager=eager)
    agree(masked, full(), chosen)


def agree(masked: Any, wanted: Any, paths: list[str]) -> None:
    for field in masked.SCHEMA.fields:
        below = [p.partition(".")[2] for p in paths if p.split(".")[0] == field.name]
        if not below:
            with pytest.raises(NotDecodedError, match=f"{field.name}.*mask"):
                getattr(masked, field.slot)
            continue
        got, want = getattr(masked, field.slot), getattr(wanted, field.slot)
        if "" in below:
            assert shown.whole(got) == shown.whole(want)
        elif isinstance(got, list):
            assert len(got) == len(want)
            for one, other in zip(got, want, strict=True):
                agree(one, other, below)
        elif got is not None:
            agree(got, want, below)


def test_positions_of_what_is_no_table_are_kept_whole() -> None:
    k = kitchen()
    data = k.Vectors(ints=[1, 2, 3], texts=["a", "b"], shapes=[k.Leaf(), k.Empty()]).encode()
    masked = k.Vectors.decode(data, fields=["ints[1]", "texts[0]", "shapes[1]"])
    assert masked.ints == [1, 2, 3]
    assert masked.texts == ["a", "b"]
    assert masked.shapes == [k.Leaf(), k.Empty()]
    with pytest.raises(NotDecodedError):
        _ = masked.longs


def test_defaults_and_required_fields_are_left_out_too() -> None:
    k = kitchen()
    scalars = k.Scalars.decode(k.Scalars().encode(), fields=["yes"])
    assert scalars.yes is True
    with pytest.raises(NotDecodedError, match="large_one"):
        _ = scalars.large_one
    needed = k.Needed.decode(full().needed.encode(), fields=["text"])
    assert needed.text == ""
    for name in ("leaf", "shape", "shapes", "rgb"):
        with pytest.raises(NotDecodedError):
            getattr(needed, name)


def hole(eager: bool = False) -> Any:
    children = kitchen().Node.decode(tree().encode(), fields=["children[1]"], eager=eager).children
    assert children[0] is children[2] is children[4]
    return children[0]


@pytest.mark.parametrize("eager", [True, False])
def test_a_placeholder(eager: bool) -> None:
    """One instance stands for all that was left out, so nothing may be done to it."""
    k = kitchen()
    left_out = hole(eager)
    assert isinstance(left_out, k.Node)
    assert repr(left_out) == (
        "Node(value=<not decoded>, children=<not decoded>, next=<not decoded>, extension=<not decoded>)"
    )
    touches: list[Any] = [
        lambda: left_out.value,
        lambda: left_out.extension,
        lambda: setattr(left_out, "value", 5),
        lambda: delattr(left_out, "value"),
        lambda: left_out.replace(value=5),
        left_out.encode,
        lambda: left_out == k.Node(),
    ]
    for touch in touches:
        with pytest.raises(NotDecodedError, match=r"Node\."):
            touch()
    with pytest.raises(AttributeError, match="nonsense"):
        _ = left_out.nonsense
    assert copy.copy(left_out) is copy.deepcopy(left_out) is left_out
    assert pickle.loads(pickle.dumps(left_out)) is left_out
    assert left_out.remainder is not None


@pytest.mark.parametrize("eager", [True, False])
def test_encoding_a_part_is_refused(eager: bool) -> None:
    data = tree().encode()
    for fields in (
        ["value"],
        ["value", "children", "next.value"],
        ["children[1]", "next", "value"],
    ):
        masked = kitchen().Node.decode(data, fields=fields, eager=eager)
        with pytest.raises(NotDecodedError, match="mask"):
            masked.encode()
    everything = ["value", "children", "next", "extension"]
    assert kitchen().Node.decode(data, fields=everything, eager=eager).encode() == data


@pytest.mark.parametrize("eager", [True, False])
def test_what_was_left_out_can_be_set(eager: bool) -> None:
    node = kitchen().Node.decode(tree().encode(), fields=["value"], eager=eager)
    node.children = []
    assert node.children == []
    assert node.value == 1000
    with pytest.raises(NotDecodedError):
        _ = node.next


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("valu", "did you mean value"),
        ("value.x", "not a struct"),
        ("value[0]", "not a list"),
        ("next[0].value", "not a list"),
        ("children[x]", "neither a name"),
        ("children[-1]", "neither a name"),
        ("children.", "neither a name"),
        ("extension[0]", "no positions"),
    ],
)
def test_paths_that_name_nothing(path: str, reason: str) -> None:
    for decode in (kitchen().Node.decode, kitchen().Node.from_verified):
        with pytest.raises(ValueError, match=reason):
            decode(tree().encode(), fields=[path])
    with pytest.raises(ValueError, match="not a list"):
        kitchen().Vectors.decode(kitchen().Vectors().encode(), fields=["data[0]"])
    with pytest.raises(ValueError, match="not one string"):
        kitchen().Node.decode(tree().encode(), fields="value")


def test_everything_is_verified_whatever_is_asked_for() -> None:
    k = kitchen()
    data = k.Node(value=1, next=k.Node(value=2)).encode()
    damaged = bytearray(data)
    at = k.Node.decode(data).source[1]
    damaged[at + 4 : at + 8] = b"\xff" * 4
    with pytest.raises(DecodeError):
        k.Node.decode(bytes(damaged), fields=["value"])


def test_what_is_left_out_is_not_read() -> None:
    """A list of a hundred of which one is asked for is that one."""
    k = kitchen()
    data = bytearray(k.Node(children=[k.Node(value=v) for v in range(100)]).encode())
    targets = [child.source[1] for child in k.Node.decode(bytes(data)).children]
    for number, target in enumerate(targets):
        if number != 50:
            data[target : target + 4] = b"\x7f\xff\xff\x7f"  # would lead out of the buffer
    masked = k.Node.from_verified(bytes(data), fields=["children[50].value"])
    assert masked.children[50].value == 50
    assert len(masked.children) == 100


def test_extensions() -> None:
    k = kitchen()
    data = k.Carrier(value=3, extension=Extension(b"payload")).encode()
    assert k.Carrier.decode(data, fields=["extension"]).extension == Extension(b"payload")
    with pytest.raises(NotDecodedError):
        _ = k.Carrier.decode(data, fields=["extension"]).value
    with pytest.raises(NotDecodedError):
        _ = k.Carrier.decode(data, fields=["value"]).extension


@pytest.mark.parametrize("eager", [True, False])
def test_of_a_newer_schema(eager: bool) -> None:
    old, new = compile_text(OLD), compile_text(NEW)
    value = old.T.decode(new.T(a=1, last=7).encode(), fields=["a"], eager=eager)
    assert value.a == 1
    with pytest.raises(NotDecodedError):
        _ = value.c
    with pytest.raises(NotDecodedError):
        value.encode()


def test_subclasses() -> None:
    Mine: Any = type("Mine", (kitchen().Node,), {})
    mine = Mine.decode(tree().encode(), fields=["children[0].value"])
    assert type(mine) is Mine
    assert mine.children[0].value == 0
