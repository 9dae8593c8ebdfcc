"""The Python that a schema becomes, imported: what a file is worth that only resolves.

Not laid out by Black, which takes most of the time of `inlayc generate` and changes no meaning.
"""

from __future__ import annotations

import atexit
import importlib
import itertools
import shutil
import sys
import tempfile
import traceback
from functools import cache
from pathlib import Path
from types import ModuleType

from inlayc.base.diagnostics import CompileError
from inlayc.base.settings import Settings
from inlayc.model.schema import Schema
from inlayc.python.inert import check_inert
from inlayc.python.lower import lower
from inlayc.python.render import render

_numbers = itertools.count(1)


@cache
def _folder() -> Path:
    """Where generated packages lie as long as the process lives; it is on the path."""
    folder = Path(tempfile.mkdtemp(prefix="inlay-oracles-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    sys.path.insert(0, str(folder))
    return folder


def generated(schema: Schema) -> dict[str, ModuleType]:
    """The imported modules by the names that the schema has for them. Raises whatever is wrong with them."""
    package = f"generated_{next(_numbers)}"
    folder = _folder() / package
    folder.mkdir()
    modules = lower(schema, Settings(root=Path(), package=package))
    for module in modules:
        code = render(module).text
        check_inert(code, {package})
        (folder / f"{module.name}.py").write_text(code, encoding="utf-8")
    importlib.invalidate_caches()
    try:
        return {
            source.name: importlib.import_module(f"{package}.{module.name}")
            for source, module in zip(schema.modules, modules, strict=True)
        }
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == package]:
            del sys.modules[name]


def complaint(schema: Schema) -> str:
    """Why no Python comes of a schema, or nothing."""
    try:
        generated(schema)
    except CompileError as error:
        return f"{error.diagnostics[0].code}\n{error}"
    except Exception:  # any other exception is what an oracle looks for
        return f"crash\n{traceback.format_exc()}"
    return ""
