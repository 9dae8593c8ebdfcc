"""Includes that define a name which the file defines, too: three classes, each of its own module, in one value."""

from __future__ import annotations

import importlib
import itertools
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inlay_runtime.struct import Struct
from inlayc.base.settings import settings_from
from tests.support.programs import find_program
from tests.support.quick_compile import compile_quickly

IDLS = Path(__file__).with_name("equal_names")
_numbers = itertools.count(1)


@pytest.fixture(params=["thrift", "fbs"])
def modules(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[dict[str, Any]]:
    """`both`, `left` and `right`, imported."""
    package = f"equal_names_{next(_numbers)}"
    settings = settings_from({"sources": [f"both.{request.param}"], "package": package}, IDLS)
    (tmp_path / package).mkdir()
    for path, code in compile_quickly(settings).items():
        (tmp_path / package / path.name).write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    yield {name: importlib.import_module(f"{package}.{name}") for name in ("both", "left", "right")}
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        del sys.modules[name]


def make(modules: dict[str, Any]) -> Any:
    both: Any = modules["both"].T
    left, right = modules["left"].T, modules["right"].T
    is_thrift = issubclass(modules["both"].T, Struct)
    rights = {"k": right(y="z")} if is_thrift else [right(y="z")]
    inner = both(one=left(x=5))
    return both(
        one=left(x=1), two=right(y="a"), lefts=[left(x=2)], rights=rights, inner=inner
    ).replace(either=right(y="b"))


def test_a_value_comes_back_with_each_class_in_its_place(modules: dict[str, Any]) -> None:
    both, left, right = (modules[name].T for name in ("both", "left", "right"))
    assert len({both, left, right}) == 3
    value = make(modules)
    for again in (both.decode(value.encode()), both.decode(value.encode(), eager=True)):
        assert again == value
        assert type(again.one) is type(again.lefts[0]) is left
        assert type(again.two) is type(again.either) is right
        assert type(again.inner) is both
    assert both.from_json(value.to_json()) == value


@pytest.mark.parametrize("modules", ["thrift"], indirect=True)
def test_the_binary_protocol_brings_it_back_too(modules: dict[str, Any]) -> None:
    value = make(modules)
    data = value.encode(protocol="binary")
    assert type(value).decode(data, protocol="binary", eager=True) == value


@pytest.mark.needs("flatc")
@pytest.mark.parametrize("modules", ["fbs"], indirect=True)
def test_flatc_reads_it_and_writes_what_is_read(modules: dict[str, Any], tmp_path: Path) -> None:
    value = make(modules)
    flatc = find_program("flatc") or "flatc"
    idl = str(IDLS / "both.fbs")
    (tmp_path / "both.bin").write_bytes(value.encode())
    options = ["--json", "--strict-json", "--raw-binary", idl, "--", "both.bin"]
    subprocess.run([flatc, *options], cwd=tmp_path, check=True)
    assert json.loads((tmp_path / "both.json").read_text())["either"] == {"y": "b"}
    subprocess.run([flatc, "-b", idl, "both.json"], cwd=tmp_path, check=True)
    assert type(value).decode((tmp_path / "both.bin").read_bytes()) == value
