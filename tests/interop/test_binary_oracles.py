"""Apache's library and thriftpy2, each in pure Python and accelerated, read and write the same bytes of the binary protocol."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from inlay_runtime.struct import Struct
from tests.interop.plain_values import KnownValues, plain
from tests.runtime.compiled import compile_file

SECONDS = 100
VALUES = 150
ORACLES = [
    "thriftpy2",
    "thriftpy2, Cython",
    pytest.param("Apache Thrift", marks=pytest.mark.needs("thrift")),
    pytest.param("Apache Thrift, accelerated", marks=pytest.mark.needs("thrift")),
]
IDL = """
enum Color { RED = 0, GREEN = 1, BELOW = -3 }
struct Leaf { 1: required i32 x, 2: optional string name, 3: optional Color color }
union Choice { 1: i32 NUMBER, 2: Leaf LEAF, 3: list<string> NAMES }
struct Everything {
  1: optional bool flag
  2: optional i8 tiny
  3: optional i16 small
  4: optional i32 medium
  5: optional i64 large
  6: optional double real
  7: optional string text
  8: optional binary data
  9: optional Color color
  10: optional Leaf leaf
  11: optional Choice choice
  12: optional list<bool> flags
  13: optional list<i8> tinies
  14: optional list<i16> smalls
  15: optional list<i32> mediums
  16: optional list<i64> larges
  17: optional list<double> reals
  18: optional list<string> texts
  19: optional list<binary> datas
  20: optional list<Leaf> leaves
  21: optional set<i64> set_of_larges
  22: optional set<string> set_of_texts
  23: optional map<string, i32> counts
  24: optional map<i16, list<Leaf>> leaves_by_number
  25: optional map<string, map<string, double>> nested
  26: optional list<list<i32>> rows
  27: optional list<Choice> choices
  40: optional map<bool, bool> by_flag
  300: optional Everything inner
}
"""


@pytest.fixture(scope="module")
def idl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("binary") / "everything.thrift"
    path.write_text(IDL, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def values(idl: Path) -> list[Struct]:
    module = compile_file(idl, {})
    source = KnownValues(random.Random("binary oracles"), module)
    return [source.struct(module.Everything) for _ in range(VALUES)]


def ask(name: str, idl: Path, folder: Path, data: Sequence[bytes]) -> list[dict[str, Any]]:
    """The oracle's answers, from a child process with a time limit."""
    requests = "".join(
        json.dumps({"cls": "Everything", "data": each.hex()}) + "\n" for each in data
    )
    script = Path(__file__).with_name("binary_oracle.py")
    done = subprocess.run(
        [sys.executable, str(script), name, str(idl), str(folder)],
        input=requests,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(data)
    return answers


@pytest.mark.parametrize("name", ORACLES)
def test_each_reads_what_the_other_writes(
    name: str, idl: Path, values: list[Struct], tmp_path: Path
) -> None:
    cls = type(values[0])
    written = [value.encode(protocol="binary") for value in values]
    for value, data, answer in zip(values, written, ask(name, idl, tmp_path, written), strict=True):
        assert "error" not in answer, answer
        expected = plain(value, cls)
        assert answer["value"] == expected
        theirs = bytes.fromhex(answer["data"])
        read = cls.decode(theirs, protocol="binary")
        assert plain(read, cls) == expected
        assert read.encode(protocol="binary") == theirs
        assert theirs == data


TYPELESS = bytes.fromhex("0d0017 00 00 00000000 080004 00000007 00")


@pytest.mark.parametrize("name", ORACLES)
def test_an_empty_map_without_types_is_read(name: str, idl: Path, tmp_path: Path) -> None:
    (answer,) = ask(name, idl, tmp_path, [TYPELESS])
    assert answer.get("value") == {"counts": {"map": []}, "medium": 7}, answer
