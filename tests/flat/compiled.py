"""Compiles .fbs texts into importable modules, in a folder that lives as long as the process."""

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
SETTINGS: Final = {"fields": {"kitchen.Leaf.name": {"text": "strict"}}}
"""What `[tool.inlay]` would say of `kitchen.fbs`."""
_numbers = itertools.count(1)


@cache
def output() -> Path:
    """The folder; it is on the path."""
    folder = Path(tempfile.mkdtemp(prefix="inlay-tests-flat-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    sys.path.insert(0, str(folder))
    return folder


@cache
def compiled(name: str) -> Any:
    """The module made of `idl/<name>.fbs`."""
    return compile_files([IDL / f"{name}.fbs"], SETTINGS if name == "kitchen" else None)


def compile_text(text: str, settings: Mapping[str, Any] | None = None, /, **others: str) -> Any:
    """The module made of a text; `others` are files that it may include, by name without `.fbs`."""
    folder = output() / f"text{next(_numbers)}"
    folder.mkdir()
    for name, other in {"demo": text, **others}.items():
        (folder / f"{name}.fbs").write_text(other, encoding="utf-8")
    return compile_files([folder / "demo.fbs"], settings)


def compile_files(sources: list[Path], settings: Mapping[str, Any] | None = None) -> Any:
    """The module made of the first file; all have to be in one folder."""
    package = f"inlay_flat_{sources[0].stem}_{next(_numbers)}"
    names = [source.name for source in sources]
    table = {"sources": names, "package": package, **(settings or {})}
    for path, code in compile_quickly(settings_from(table, sources[0].parent)).items():
        target = output() / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(code, encoding="utf-8")
    importlib.invalidate_caches()
    return importlib.import_module(f"{package}.{sources[0].stem}")
