"""Hooks under the native core: called for their own values, with the values and errors of pure Python, wherever they stand."""

from __future__ import annotations

import gc
import random
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from inlay_runtime import DecodeError, EncodeError, Limits
from inlay_runtime.compact.reader import CompactReader
from inlay_runtime.errors import NotDecodedError
from tests.generator.python.conftest import CompileIdl, compile_idl
from tests.native.comparison import compare
from tests.native.views import outcome, seen_outcome
from tests.runtime.cores import running
from tests.runtime.values import Random

__all__ = ["compile_idl"]

IDL = """
typedef i64 Time
typedef list<i32> Codes
typedef bool Flag
typedef string Key
struct Raw { 1: optional i32 number, 2: optional string text }
struct Leaf { 1: required Time at, 2: optional string name, 3: optional Flag flag }
union Choice { 1: Leaf LEAF, 2: Time TIME, 3: list<Time> TIMES }
struct Tree {
  1: required i64 plain
  2: optional Time at
  3: optional Codes codes
  4: optional list<Time> times
  5: optional list<Codes> grid
  6: optional map<i32, Time> by_number
  7: optional map<Key, Leaf> by_key
  8: optional Flag flag
  9: optional list<Flag> flags
  10: optional Raw raw
  11: optional list<Leaf> leaves
  12: optional Choice choice
  13: optional list<Choice> choices
  14: optional list<string> texts
}
struct Untouched { 1: optional list<string> texts }
"""
HOOKS = """
CALLS = []
ACT = None

def act(reader):
    CALLS.append(reader.position)
    if ACT is not None:
        return ACT(reader)

def read_time(reader):
    act(reader)
    return reader.i64()

def read_codes(reader):
    from inlay_runtime.compact.reader import CompactReader
    act(reader)
    return reader.list_of(5, CompactReader.i32)

def read_flag(reader):
    return reader.wire_type in (1, 2) and reader.boolean() or reader.wire_type == 9 and reader.boolean_element()

def read_key(reader):
    return reader.string()

def read_raw(reader):
    from inlay_runtime.schema import StructSchema
    kept = []
    for tag in reader.fields(StructSchema("Raw")):
        kept.append((tag, reader.wire_type))
        reader.skip(reader.wire_type)
    return kept

def write_time(writer, value):
    writer.i64(value)

def write_codes(writer, value):
    from inlay_runtime.compact.writer import CompactWriter
    writer.list_of(5, value, CompactWriter.i32)

def write_flag(writer, value):
    if value is not True:
        from inlay_runtime import EncodeError

        raise EncodeError("only True")

def write_key(writer, value):
    writer.string(value)

def write_raw(writer, value):
    writer.begin_struct()
    writer.end_struct(None)
"""


def hook(name: str, type_: str) -> dict[str, str]:
    functions = {
        key: f"native_hooks:{verb}_{name}"
        for key, verb in (("reader", "read"), ("writer", "write"))
    }
    return {"type": f"builtins:{type_}", **functions}


@pytest.fixture
def hooked(compile_idl: CompileIdl, tmp_path: Path) -> Iterator[Any]:
    (tmp_path / "out").mkdir(exist_ok=True)
    (tmp_path / "out" / "native_hooks.py").write_text(HOOKS)
    yield compile_idl(
        IDL,
        types={
            "demo.Time": hook("time", "int"),
            "demo.Codes": hook("codes", "list"),
            "demo.Flag": hook("flag", "bool"),
            "demo.Key": hook("key", "str"),
            "demo.Raw": hook("raw", "list"),
        },
    )
    del sys.modules["native_hooks"]


@pytest.fixture
def hooks(hooked: Any) -> Any:
    return sys.modules["native_hooks"]


def example(hooked: Any) -> Any:
    leaf = hooked.Leaf(at=5, name="leaf")
    return hooked.Tree(
        plain=1,
        at=2,
        codes=[1, 2, 3],
        times=[10, 20],
        grid=[[1], [], [2, 3]],
        by_number={1: 100},
        by_key={"a": leaf},
        leaves=[leaf, hooked.Leaf(at=6)],
        texts=["x"],
    )


@pytest.mark.needs("native core")
def test_nothing_but_the_hooks_runs_in_python(hooked: Any, hooks: Any) -> None:
    tree = example(hooked)
    with running("pure"):
        data = tree.encode()
    expected = calls_of(hooked, hooks, data)
    with running("native"), mock.patch.object(hooked.Tree, "read", side_effect=AssertionError):
        hooks.CALLS.clear()
        decoded = hooked.Tree.decode(data)
        assert expected == hooks.CALLS
    with running("native"), mock.patch.object(hooked.Tree, "write", side_effect=AssertionError):
        assert decoded == tree
        assert decoded.encode() == data


@pytest.mark.needs("native core")
def test_arbitrary_bytes_are_the_same_on_both_cores(hooked: Any) -> None:
    for seed, name in product(range(30), ("Tree", "Leaf")):
        cls = getattr(hooked, name)
        data = Random(random.Random(f"{name} {seed}"), hooked).wire_struct(cls.SCHEMA)
        compare(cls, data, seed)
        for cut in range(1, len(data), max(1, len(data) // 7)):
            compare(cls, data[:cut], seed)
            compare(cls, data[:cut] + bytes([data[cut] ^ 1 << seed % 8]) + data[cut + 1 :], seed)


def short(reader: CompactReader) -> None:
    reader.position -= 1


def far(reader: CompactReader) -> None:
    reader.position += 1


def deeper(reader: CompactReader) -> None:
    reader.depth += 1


def greedy(reader: CompactReader) -> None:
    reader.charge(1 << 23)


def noting(reader: CompactReader) -> None:
    reader.wire_type = 3
    start = reader.position
    reader.keep_unknown(77)
    reader.position = start


def raising(reader: CompactReader) -> None:
    raise DecodeError("no time", reader.position)


def failing(reader: CompactReader) -> None:
    raise KeyError("a defect of the hook")


def collecting(reader: CompactReader) -> None:
    for each in gc.get_objects():
        if type(each).__name__ in ("Tree", "Leaf"):
            with suppress(NotDecodedError):  # one that is masked
                getattr(each, "name", None)
            repr(each)
        elif type(each) is list and len(each) < 20:
            list(each)
    gc.collect()


@pytest.mark.needs("native core")
@pytest.mark.parametrize(
    ("does", "at"),
    [
        *product((short, far, deeper, greedy, noting, raising, failing), (0, 3, 9)),
        (collecting, 3),  # looks at every object of the process
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_whatever_a_hook_does_both_cores_say_the_same(
    hooked: Any, hooks: Any, does: Any, at: int
) -> None:
    data = example(hooked).encode()
    offset = calls_of(hooked, hooks, data)[at]

    def act(reader: CompactReader) -> None:
        if reader.position == offset:
            does(reader)

    hooks.ACT = act
    for options in ({}, {"eager": True}, {"fields": ["leaves[0].at", "plain"]}, {"strict": True}):
        outcomes = {}
        for core in ("pure", "native"):
            with running(core):
                try:
                    outcomes[core] = seen_outcome(hooked.Tree, data, **options)
                except KeyError as error:
                    outcomes[core] = repr(error)
        assert outcomes["native"] == outcomes["pure"]


def calls_of(hooked: Any, hooks: Any, data: bytes) -> list[int]:
    hooks.CALLS.clear()
    with running("pure"):
        hooked.Tree.decode(data)
    return list(hooks.CALLS)


@pytest.mark.needs("native core")
def test_an_error_has_the_path_and_offset_of_the_value(hooked: Any, hooks: Any) -> None:
    data = example(hooked).encode()
    offset = calls_of(hooked, hooks, data)[-1]
    hooks.ACT = lambda reader: raising(reader) if reader.position == offset else None
    with running("native"), pytest.raises(DecodeError) as caught:
        hooked.Tree.decode(data)
    assert (caught.value.path, caught.value.offset) == ("leaves[1].at (field 1)", offset)


@pytest.mark.needs("native core")
def test_none_in_a_required_field_is_missing(hooked: Any, hooks: Any) -> None:
    data = hooked.Leaf(at=5).encode()

    def read_none(reader: CompactReader) -> None:
        reader.i64()

    hooks.read_time = read_none  # looked up at each call
    for core in ("pure", "native"):
        with running(core), pytest.raises(DecodeError, match="required field at"):
            hooked.Leaf.decode(data)


@pytest.mark.needs("native core")
def test_what_a_hook_raises_when_it_writes_reaches_the_caller(hooked: Any) -> None:
    for core in ("pure", "native"):
        with running(core), pytest.raises(EncodeError, match="only True"):
            hooked.Leaf(at=1, flag=False).encode()


@pytest.mark.needs("native core")
def test_depth_counts_through_hooks(hooked: Any) -> None:
    data = example(hooked).encode()
    for depth in range(1, 6):
        limits = Limits(depth=depth)
        outcomes = {}
        for core in ("pure", "native"):
            with running(core):
                outcomes[core] = seen_outcome(hooked.Tree, data, limits=limits)
        assert outcomes["native"] == outcomes["pure"]


@pytest.mark.needs("native core")
def test_a_hook_may_decode_and_encode_and_threads_may_do_so_at_once(
    hooked: Any, hooks: Any
) -> None:
    data = example(hooked).encode()
    leaf = hooked.Leaf(at=1).encode()
    inner = threading.local()

    def act(reader: CompactReader) -> None:
        if not getattr(inner, "busy", False):
            inner.busy = True
            assert hooked.Leaf.decode(leaf).encode() == leaf
            inner.busy = False

    hooks.ACT = act
    with running("native"):
        expected = outcome(hooked.Tree, data)
        results: list[Any] = []

        def work() -> None:
            results.extend(hooked.Tree.decode(data) for _ in range(200))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(results) == 800
    assert all(result == expected for result in results)


@pytest.mark.needs("native core")
def test_a_type_without_hooks_stays_lazy(hooked: Any) -> None:
    from inlay_runtime.remainder import is_lazy

    data = hooked.Untouched(texts=["a"]).encode()
    with running("native"):
        assert is_lazy(hooked.Untouched.decode(data))
        assert not is_lazy(hooked.Tree.decode(example(hooked).encode()))
