"""`empty = "keep"`: a union in which no variant is set is a value; elsewhere it is an error."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from inlay_runtime import NoVariant
from inlay_runtime.errors import EncodeError, UnionError
from inlayc.base.settings import SettingsError
from tests.runtime.compiled import compile_text

IDL = """
struct Bounds { 1: required i32 low }
struct Other {}
union Maybe { 1: Bounds bounds, 2: Other other }
union Single { 1: Bounds only }
union Wrapped { 1: i32 number, 2: string text }
struct Statistics { 1: required list<Maybe> all, 2: optional Single one, 3: optional Wrapped wrapped }
"""
NONE_SOME_NONE = b"\x19\x3c" + b"\x00" + b"\x1c\x15\x0e\x00\x00" + b"\x00"
CASES = {
    "in a list": NONE_SOME_NONE + b"\x00",
    "in a field": NONE_SOME_NONE + b"\x1c\x00\x00",
    "of a union with wrappers": NONE_SOME_NONE + b"\x2c\x00\x00",
    "with an unknown extension": b"\x19\x1c\x08\xfe\xff\x03\x01x\x00\x00",
}


def statistics(empty: str) -> Any:
    names = ("Maybe", "Single", "Wrapped")
    types = {f"*.{name}": {"empty": empty} for name in names}
    return compile_text(IDL, {"types": types} if empty == "keep" else {})


KEEPING, REFUSING = statistics("keep"), statistics("error")


@pytest.mark.parametrize("case", CASES)
def test_it_is_read_and_written_back(case: str) -> None:
    data = CASES[case]
    for eager in (False, True):
        value = KEEPING.Statistics.decode(data, eager=eager)
        assert value.encode() == data
        assert copy.deepcopy(value) == pickle.loads(pickle.dumps(value)) == value
    with pytest.raises(UnionError, match="no variant"):
        REFUSING.Statistics.decode(data)


def test_it_is_a_value_of_its_own() -> None:
    value = KEEPING.Statistics(all=[NoVariant(), KEEPING.Bounds(low=7), NoVariant()])
    assert value.encode() == CASES["in a list"]
    assert KEEPING.Statistics.decode(value.encode()) == value
    assert value.all[0] == NoVariant() != value.all[1]
    assert value.one is None
    assert repr(value.all[0]) == "NoVariant()"
    assert {NoVariant(), NoVariant()} == {NoVariant()}


def test_what_is_no_variant_is_still_refused() -> None:
    for wrong in (None, 7, KEEPING.Statistics(all=[])):
        with pytest.raises(EncodeError):
            KEEPING.Statistics(all=[wrong]).encode()
    with pytest.raises(EncodeError):
        REFUSING.Statistics(all=[NoVariant()]).encode()


def test_at_the_root_of_a_buffer() -> None:
    assert KEEPING.decode_maybe(b"\x00") == NoVariant()
    assert KEEPING.encode_maybe(NoVariant()) == b"\x00"
    with pytest.raises(UnionError):
        REFUSING.decode_maybe(b"\x00")


def test_an_annotation_says_the_same() -> None:
    module = compile_text('struct A { 1: i32 x } union U { 1: A a } (inlay.empty = "keep")')
    assert module.decode_u(b"\x00") == NoVariant()


@pytest.mark.parametrize(
    "text", ["struct Name { 1: i32 x }", "enum Name { A }", "struct T {} union Name { 1: T t }"]
)
def test_it_is_for_unions_that_are_no_tags(text: str) -> None:
    with pytest.raises(SettingsError, match="empty"):
        compile_text(text, {"types": {"*.Name": {"empty": "keep"}}})
