"""Compiles IDL texts into importable modules, in a folder that lives as long as the process."""

from __future__ import annotations

import atexit
import importlib
import itertools
import shutil
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from inlayc.base.settings import settings_from
from tests.support.quick_compile import compile_quickly

IDL: Final = Path(__file__).parent / "idl"
SETTINGS: Final[Mapping[str, Mapping[str, Any]]] = {
    "types": {
        "kitchen.Strict": {"unknown": "error"},
        "kitchen.StrictUnit": {"unknown": "error"},
        "kitchen.StrictShape": {"unknown": "error"},
        "kitchen.Spec": {"extension_header": "spec"},
    },
    "fields": {
        "kitchen.Borrowing.view": {"borrow": True},
        "kitchen.Inside.text": {"text": "strict"},
        "kitchen.Inside.counts": {"text": "strict"},
        "kitchen.Inside.names": {"text": "strict"},
    },
}
"""What `[tool.inlay]` would say of `kitchen.thrift`."""

_numbers = itertools.count(1)


@cache
def _output() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="inlay-tests-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    sys.path.insert(0, str(folder))
    return folder


@cache
def compiled(name: str) -> Any:
    """The module made of `idl/<name>.thrift`."""
    return compile_file(IDL / f"{name}.thrift", SETTINGS if name == "kitchen" else {})


def compile_text(text: str, settings: Mapping[str, Any] | None = None) -> Any:
    """The module made of an IDL text."""
    number = next(_numbers)
    source = _output() / f"text{number}.thrift"
    source.write_text(text, encoding="utf-8")
    return compile_file(source, settings or {})


def compile_file(source: Path, settings: Mapping[str, Any]) -> Any:
    """The module made of an IDL file."""
    package = f"inlay_tests_{source.stem}_{next(_numbers)}"
    table = {"sources": [source.name], "package": package, **settings}
    for path, code in compile_quickly(settings_from(table, source.parent)).items():
        target = _output() / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(code, encoding="utf-8")
    importlib.invalidate_caches()
    return importlib.import_module(f"{package}.{source.stem}")
