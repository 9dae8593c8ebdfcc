"""`fields=`: what a mask names is there, what it leaves out raises, and says why."""

from __future__ import annotations

import copy
import pickle
import re
from operator import attrgetter, eq
from typing import Any

import pytest

from inlay_runtime.errors import DecodeError, NotDecodedError
from parquet_format.parquet import FileMetaData
from tests.runtime import wire
from tests.support.masked_trees import PATHS, make_children, seen


def tree(kitchen: Any) -> Any:
    return kitchen.Tree(value=1000, children=make_children(kitchen.Tree))


@pytest.mark.parametrize(("paths", "expected"), PATHS, ids=[" ".join(row[0]) for row in PATHS])
def test_a_mask_decodes_what_it_names(kitchen: Any, paths: list[str], expected: Any) -> None:
    data = tree(kitchen).encode()
    masked = kitchen.Tree.decode(data, fields=paths)
    assert seen(masked) == expected
    assert seen(kitchen.Tree.decode_from(data, fields=paths)[0]) == expected
    assert seen(kitchen.Tree.decode(data, fields=paths)) == expected
    assert seen(copy.copy(masked)) == expected
    assert seen(copy.deepcopy(masked)) == expected
    assert seen(pickle.loads(pickle.dumps(masked))) == expected


ERRORS = [
    ("", "neither a name"),
    ("vlaue", "did you mean value?"),
    ("zzz", "Tree has no field zzz"),
    ("value.x", "value is not a struct, so the path ends there"),
    ("value[0]", "value is not a list, so it has no positions"),
    ("children[x]", "neither a name"),
    ("children[-1]", "neither a name"),
    ("children[0", "neither a name"),
    ("children]", "neither a name"),
    ("children[]", "positions are numbers and ranges"),
    ("children[0,]", "positions are numbers and ranges"),
    ("children[0:1:2]", "positions are numbers and ranges"),
    ("children[1 2]", "positions are numbers and ranges"),
    ("children.", "neither a name"),
    (".children", "neither a name"),
    ("children..value", "neither a name"),
    ("children.nope", "Tree has no field nope"),
    ("extension.x", "extension is not a struct"),
    ("extension[0]", "extension is not a list"),
    ("children[0][1]", "neither a name"),
    ("children value", "neither a name"),
    ("remainder", "Tree has no field remainder"),
]


@pytest.mark.parametrize(("path", "message"), ERRORS, ids=[row[0] for row in ERRORS])
def test_a_path_that_names_nothing_is_refused(kitchen: Any, path: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)) as caught:
        kitchen.Tree.decode(b"\x00", fields=[path])
    assert repr(path) in str(caught.value), "the message quotes the path"


def test_one_string_is_no_list_of_paths(kitchen: Any) -> None:
    with pytest.raises(ValueError, match="list of paths"):
        kitchen.Tree.decode(b"\x00", fields="value")


def test_touching_what_was_left_out_says_so(kitchen: Any) -> None:
    masked = kitchen.Tree.decode(tree(kitchen).encode(), fields=["value"])
    with pytest.raises(NotDecodedError, match=r"Tree\.children was not decoded.*fields="):
        attrgetter("children")(masked)
    with pytest.raises(NotDecodedError, match="extension"):
        attrgetter("extension")(masked)
    assert repr(masked).startswith("Tree(value=1000, children=<not decoded>")
    with pytest.raises(NotDecodedError):
        masked.encode()
    with pytest.raises(NotDecodedError):
        eq(masked, masked.replace())
    with pytest.raises(AttributeError, match="no attribute"):
        attrgetter("childern")(masked)


@pytest.mark.parametrize("name", ["flag", "medium", "numbers", "point", "plain", "words"])
def test_touching_a_field_with_a_default_says_so_too(kitchen: Any, name: str) -> None:
    masked = kitchen.Defaults.decode(kitchen.Defaults().encode(), fields=["needed"])
    assert masked.needed == 7
    with pytest.raises(NotDecodedError, match=rf"Defaults\.{name} was not decoded"):
        getattr(masked, name)
    whole_ = kitchen.Defaults.decode(kitchen.Defaults().encode(), fields=[name])
    assert getattr(whole_, name) == getattr(kitchen.Defaults(), name)


def test_what_was_left_out_can_be_set(kitchen: Any) -> None:
    masked = kitchen.Tree.decode(tree(kitchen).encode(), fields=["value"])
    masked.children = []
    masked.extension = None
    assert masked.children == []
    assert masked.encode() == kitchen.Tree(value=1000, children=[]).encode()
    del masked.children
    with pytest.raises(NotDecodedError):
        attrgetter("children")(masked)


def test_masks_reach_into_sets_maps_and_unions_as_wholes(kitchen: Any) -> None:
    hosts = kitchen.Hosts(
        host=kitchen.Inside(tiny=1), by_name={"a": kitchen.Inside(tiny=2)}, some=[kitchen.Inside()]
    )
    masked = kitchen.Hosts.decode(hosts.encode(), fields=["host", "by_name", "some"])
    assert masked.host.tiny == 1
    assert masked.by_name["a"].tiny == 2
    assert masked.some == [kitchen.Inside()]


def test_a_masked_extension_is_there_when_it_is_named(kitchen: Any) -> None:
    data = bytes.fromhex("1502 1504 08feff03 0141 00")
    masked = kitchen.Point.decode(data, fields=["x", "extension"])
    assert masked.extension.payload == b"A"
    assert kitchen.Point.decode(data, fields=["x", "y", "extension"]).encode() == data


@pytest.mark.parametrize("tail", [wire.trailing_extension(b"A"), b"a signature"])
@pytest.mark.parametrize("fields", [[], ["x"], ["x", "extension"], ["x", "y", "extension"]])
def test_masks_and_bytes_behind_the_stop(kitchen: Any, tail: bytes, fields: list[str]) -> None:
    data = bytes.fromhex("1502 1504 00") + tail
    masked = kitchen.Point.decode(data, fields=fields)
    if "x" in fields:
        assert masked.x == 1
    if "extension" in fields and tail.startswith(wire.SPEC_HEADER):
        assert masked.extension.payload == b"A"
    if "y" in fields:
        assert masked.encode() == data
    elif "extension" not in fields:
        with pytest.raises(NotDecodedError):
            attrgetter("extension")(masked)


def test_a_mask_does_not_excuse_damage(kitchen: Any) -> None:
    with pytest.raises(DecodeError):
        kitchen.Point.decode(bytes.fromhex("1502"), fields=["x"])


def test_unknown_fields_survive_a_mask_that_names_all(kitchen: Any) -> None:
    data = bytes.fromhex("2504 050202 3502 00")
    masked = kitchen.Point.decode(data, fields=["x", "y", "extension"])
    assert masked.encode() == data


def test_names_in_paths_are_those_of_the_idl(names: Any) -> None:
    value = names.Clash(self_=1, list_=[2], with_=5)
    masked = names.Clash.decode(value.encode(), fields=["self", "list", "with", "_with"])
    assert (masked.self_, masked.list_, masked.with_, masked.with__) == (1, [2], 5, 4)
    with pytest.raises(NotDecodedError):
        attrgetter("cls")(masked)
    with pytest.raises(ValueError, match="no field self_"):
        names.Clash.decode(value.encode(), fields=["self_"])


@pytest.mark.parametrize(
    ("mask", "meant"),
    [
        ("ROW_GROUPS", "row_groups"),
        ("rowgroups", "row_groups"),
        ("Schema.Name", "schema"),
        ("EXTENSION", "extension"),
    ],
)
def test_a_name_in_the_wrong_case_is_recognised(mask: str, meant: str) -> None:
    with pytest.raises(ValueError, match=rf"did you mean {meant}\?"):
        FileMetaData.decode(b"\0", fields=[mask])


@pytest.mark.parametrize("path", [3, None, b"schema", ("schema",)])
def test_what_is_no_path_is_a_type_error(path: Any) -> None:
    with pytest.raises(TypeError, match="fields is a list of paths, which are str"):
        FileMetaData.decode(b"\0", fields=[path])


def test_what_was_not_decoded_is_not_taken_for_absent(kitchen: Any) -> None:
    """As `getattr` with a default, `hasattr` and `match` would, were the error an AttributeError."""
    tree = kitchen.Tree.decode(kitchen.Tree(value=1).encode(), fields=["value"])

    def matched() -> bool:
        match tree:
            case kitchen.Tree(children=None):
                return True
            case _:
                return False

    with pytest.raises(NotDecodedError):
        getattr(tree, "children", None)
    with pytest.raises(NotDecodedError):
        hasattr(tree, "children")
    with pytest.raises(NotDecodedError):
        matched()
