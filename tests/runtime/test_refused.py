"""What the native core refuses, pure Python words: the same error as without a native core, found without reading what is before
it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from inlay_runtime import locate
from inlay_runtime.compact.reader import CompactReader
from inlay_runtime.errors import DecodeError
from inlay_runtime.limits import Limits
from inlay_runtime.schema import StructSchema
from parquet_format.parquet import FileMetaData
from tests.runtime import hostile, hostile_structs, wire
from tests.runtime.compiled import compile_text
from tests.runtime.cores import CORES, running
from tests.support.in_one_test import in_one_test

pytestmark = pytest.mark.needs("native core")

ELEMENT = b"\x48\x01s\0"
HEAD = bytes.fromhex("1502 19")
BUDGETS = [Limits(memory_base=base, memory_factor=20) for base in (0, 700, 2_001, 40_000)]
MANY = 400

BROKEN = {
    "an element without its name": hostile.times(ELEMENT, 4 * MANY) + b"\0",
    "the last element of a list": b"\xfc\x90\x03" + ELEMENT * (MANY - 1) + b"\0",
    "an element in the middle": b"\xfc\x90\x03" + ELEMENT * 200 + b"\x48\x7f" + ELEMENT * 200,
    "an unknown field in an element": b"\xfc\x90\x03" + ELEMENT * 399 + b"\x48\x01s\xc5\x05\x00\x55",
    "behind a list": b"\xfc\x90\x03" + ELEMENT * MANY + b"\x16\x00\x00",
    "integers wider than the label of their list": b"\x1c\x48\x01s\0\x16\0\x19\x1c\x19\x1c\x26\0\x1c\x15\x02\x19\x24\xfe\xff\xff\xff\x0f\0",
    "an id that no field can have, in an unknown list": b"\x1c\x48\x01s\0\x16\0\xf9\x2c\x05\xfe\xff\x03\x02\x15\x02\0\x15",
    "a list in a list": b"\x1c\x48\x01s\0\x16\0\x19\x1c\x19\x1c\x26\0\x1c\x15\x02\x19\xf5\x40" + b"\x02" * 63 + b"\x80",
}  # fmt: skip

# two lists in a list, odd ones; then, behind an empty struct in a list, fields that nobody knows
FRAME_OF_A_PASSED_LIST = bytes.fromhex("291904 6c 991c0000 053202" + "1502" * 6 + "00")


def error_of(
    data: bytes, limits: Limits, core: str, cls: Any = FileMetaData
) -> tuple[type, str, int]:
    with running(core), pytest.raises(DecodeError) as caught:
        cls.decode(data, limits=limits)
    return type(caught.value), str(caught.value), caught.value.offset


def outcome_of(data: bytes, limits: Limits, core: str, cls: Any) -> tuple[type, str, int] | None:
    """As `error_of`, of what may be accepted."""
    with running(core):
        try:
            cls.decode(data, limits=limits)
        except DecodeError as error:
            return type(error), str(error), error.offset
    return None


@in_one_test("limits", [Limits(), *BUDGETS])
@in_one_test("name", BROKEN)
def test_the_error_is_that_of_pure_python(name: str, limits: Limits) -> None:
    data = HEAD + BROKEN[name]
    assert error_of(data, limits, "native") == error_of(data, limits, "pure")


@pytest.mark.parametrize("row", ["unknown enum values of two bytes", "unknown variants", "RowGroups with an unknown field"])  # fmt: skip
@pytest.mark.parametrize("limits", BUDGETS, ids=str)
def test_a_budget_ends_at_the_same_byte(row: str, limits: Limits) -> None:
    data = hostile.ROWS[row][1](3_000)
    assert error_of(data, limits, "native") == error_of(data, limits, "pure")


def test_a_struct_is_charged_once_for_what_it_holds_besides() -> None:
    cls = compile_text(
        "struct T { 2: optional list<list<i32>> ls, 8: optional T t, 9: optional list<T> ts }"
    ).T
    ends = set()
    for base in range(0, 4_000, 20):
        limits = Limits(memory_base=base, memory_factor=0)
        native, pure = (outcome_of(FRAME_OF_A_PASSED_LIST, limits, core, cls) for core in CORES)
        assert native == pure, base
        ends.add(None if pure is None else pure[2])
    assert len(ends) > 10


def test_random_structs_are_refused_alike() -> None:
    cls = compile_text(hostile_structs.IDL).T
    random = Random(6)
    stray = hostile_structs.Stray(random)
    refused = 0
    for _ in range(1_000):
        data = stray.make()
        tight = Limits(memory_base=random.randrange(40 * len(data) + 500), memory_factor=0)
        limits = random.choice([Limits(), tight, tight, Limits(depth=random.randrange(1, 9))])
        native, pure = (outcome_of(data, limits, core, cls) for core in CORES)
        assert native == pure, (data.hex(), limits)
        refused += pure is not None
    assert 300 < refused < 900


def test_what_was_accepted_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in structs that pure Python goes into."""
    entered: list[object] = []
    fields = CompactReader.fields

    def count(self: CompactReader, schema: StructSchema) -> Iterator[int]:
        entered.append(schema)
        return fields(self, schema)

    monkeypatch.setattr(CompactReader, "fields", count)
    data = HEAD + BROKEN["the last element of a list"]
    error_of(data, Limits(), "native")
    assert len(entered) == 2
    entered.clear()
    error_of(data, Limits(), "pure")
    assert len(entered) == MANY + 1


def test_a_refusal_needs_no_core_of_the_environment() -> None:
    """What words the error is imported with the first error, and by then the environment may ask for another core."""
    program = (
        "import os; from parquet_format.parquet import FileMetaData\n"
        "data = bytes.fromhex('150219fc64') + b'H\\x01s\\0' * 50\n"
        "import inlay_runtime.struct; FileMetaData.decode(FileMetaData(version=1, schema=[], num_rows=0, row_groups=[]).encode())\n"
        "os.environ['INLAY_PURE'] = '1'; import inlay_runtime.compact.refused\n"
        "del os.environ['INLAY_PURE']\n"
        "try: FileMetaData.decode(data)\n"
        "except inlay_runtime.struct.DecodeError as error: print('refused')\n"
    )
    environment = {name: value for name, value in os.environ.items() if name != "INLAY_PURE"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=False)  # fmt: skip
    assert done.stdout == "refused\n", done.stderr


@pytest.mark.parametrize(
    ("position", "until", "expected"),
    [(0, 2, (2, 2)), (1, 2, (1, 2)), (0, 1, (1, 1)), (0, 3, (0, 0)), (2, 1, (0, 2))],
)
def test_elements_are_passed_over_inside_of_the_bytes(
    position: int, until: int, expected: tuple[int, int]
) -> None:
    """A caller that names another end than that of the bytes gets nothing."""
    from inlay_runtime.native.compact import pass_elements

    assert pass_elements(b"\2\4", position, wire.I32, 5, until, 64) == expected


def test_pure_python_passes_over_elements_on_the_way_to_a_path(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And says the same path, wherever the error lies."""
    data = bytes.fromhex("1502 19 fc 90 03") + ELEMENT * MANY + bytes.fromhex("16 02 19 1c 19 5c")
    data += b"\x26\0\x1c\x15\x02\0\0" * 5
    ends = [len(data) - 1, len(data) - 3, data.rindex(ELEMENT) + 2, 900, 3, 0]
    natively = [locate.path_at(FileMetaData.SCHEMA, data, 0, at) for at in ends]
    looked: list[int] = []
    look = locate._Walk.value

    def value(walk: Any, *arguments: Any) -> None:
        looked.append(walk.cursor.position)
        look(walk, *arguments)

    monkeypatch.setattr(locate, "_native", None)
    monkeypatch.setattr(locate._Walk, "value", value)
    purely = [locate.path_at(FileMetaData.SCHEMA, data, 0, at) for at in ends]
    assert purely == natively
    assert natively[0].startswith("row_groups[0].columns[4]")
    assert len(looked) < 10 * len(ends)
