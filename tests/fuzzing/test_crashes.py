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


@pytest.mark.parametrize("key", ["tool.inlay.lint = ", "tool.inlay = ", "encodings = "])
@pytest.mark.parametrize("value", ["[" * 5_000, "9" * 5_000])
def test_settings_of_great_depth_and_length(key: str, value: str) -> None:
    """Too long for a table."""
    load_target("settings").check((key + value).encode())
