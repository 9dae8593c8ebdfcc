"""Compiles IDL texts and imports what comes out, each under a package name of its own."""

from __future__ import annotations

import importlib
import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import pytest

from inlayc.base.settings import settings_from
from inlayc.pipeline import find_output_folder
from inlayc.python.publish import plan, publish
from tests.support.quick_compile import compile_quickly

CompileIdl: TypeAlias = Callable[..., Any]
_numbers = itertools.count(1)


@pytest.fixture
def compile_idl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CompileIdl]:
    """`compile_idl(text, **settings)` is the imported module `demo` of the text."""
    packages: list[str] = []
    monkeypatch.syspath_prepend(str(tmp_path / "out"))

    def compile_and_import(text: str, **settings: object) -> ModuleType:
        package = f"compiled_{next(_numbers)}"
        packages.append(package)
        (tmp_path / "demo.thrift").write_text(text, encoding="utf-8")
        table = {"sources": ["demo.thrift"], "output": "out", "package": package, **settings}
        loaded = settings_from(table, tmp_path)
        publish(
            plan(compile_quickly(loaded), find_output_folder(loaded)), find_output_folder(loaded)
        )
        importlib.invalidate_caches()
        return importlib.import_module(f"{package}.demo")

    yield compile_and_import
    for name in [name for name in sys.modules if name.partition(".")[0] in packages]:
        del sys.modules[name]
