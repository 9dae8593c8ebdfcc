"""Inputs that broke the law of a target once, as the fuzzer made them small: `fuzz/crashes.json`, in hexadecimal."""

from __future__ import annotations

import json
from typing import Final

import pytest

from fuzz.target import load_target
from tests.conftest import ROOT

CRASHES: Final[dict[str, list[str]]] = json.loads((ROOT / "fuzz" / "crashes.json").read_bytes())


@pytest.mark.parametrize("name", CRASHES)
def test_what_broke_a_law_once_keeps_it(name: str) -> None:
    target = load_target(name)
    for data in CRASHES[name]:
        target.check(bytes.fromhex(data))


MANY: Final = 5_000
LONG: Final = {
    "settings": [
        f"{key} = {value}"
        for key in ("tool.inlay.lint", "tool.inlay", "encodings")
        for value in ("[" * MANY, "9" * MANY)
    ],
    "variant_paths": [f"decimal({'9' * MANY}, 2)", "list<" * MANY, "$" + "[*]" * MANY],
    "filters": [
        "(" * MANY,
        "not " * MANY + "a",
        f"a = {'9' * MANY}",
        "a = 1 and " * MANY + "a = 1",
    ],
    "json_documents": ["[" * MANY, '{"a":' * MANY, "9" * MANY],
    "idl_thrift": ["struct A { 1: " + "list<" * MANY, f"const i32 A = {'9' * MANY}", "{" * MANY],
    "idl_flatbuffers": ["table T { x: " + "[" * MANY, f"table T {{ x: int = {'9' * MANY}; }}"],
    "dump_texts": ["struct {" * MANY, f"i32 {'9' * MANY}"],
}
"""By target, what is nested thousands deep, or has numbers of thousands of digits."""


@pytest.mark.parametrize("name", LONG)
def test_great_depth_and_length(name: str) -> None:
    check = load_target(name).check
    for text in LONG[name]:
        check(text.encode())
