"""Proves that a generated package can be imported, before any of it is written.

The proof is an import, and every default of a field that is made when it is asked for. It takes place in a process of its own:
what the compiler has proved inert still runs nowhere in the compiler itself. Nothing is read from the folder of the output,
and hooks, which are code of the user's, are not imported: a class that does nothing stands in their place.

Started by itself, this file is such a process: it reads the texts, and prints what is wrong with them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import PurePosixPath
from types import ModuleType
from typing import Any, Final

from inlay_runtime.errors import InlayError

_MODULE: Final = "inlayc.python.import_proof"


class NotImportableError(InlayError):
    """Generated code that cannot be imported: a defect of the compiler, never written to disk."""


class Proof:
    """A process that waits for a package, to import it. It is begun ahead by whoever has the next package soon."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", _MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
                "INLAY_PURE": "1",  # the native core is for data
            },
        )

    def prove(
        self, files: Mapping[PurePosixPath, str], package: str, hooks: Collection[str]
    ) -> None:
        """Raises NotImportableError unless each module of the package can be imported, and each default be made."""
        texts = {_module_name(path): text for path, text in files.items() if path.suffix == ".py"}
        _, errors = self._process.communicate(json.dumps([package, texts, sorted(hooks)]))
        if self._process.returncode != 0:
            last = errors.strip().rpartition("\n")[2] or f"exit code {self._process.returncode}"
            raise NotImportableError(f"{package} cannot be imported: {last}")

    def end(self) -> None:
        """It is not needed."""
        self._process.kill()
        self._process.communicate()


def _module_name(path: PurePosixPath) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


class _Texts(MetaPathFinder, Loader):
    """Finds the modules of the package, the packages around it, and the stand-ins."""

    def __init__(self, package: str, texts: Mapping[str, str], hooks: Sequence[str]) -> None:
        self._texts = texts
        self._hooks = {part for hook in hooks for part in _with_parents(hook)}
        self._packages = {*_with_parents(package)}

    def find_spec(
        self, name: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in self._texts and name not in self._hooks and name not in self._packages:
            return None
        is_package = name in self._packages or name in self._hooks
        return ModuleSpec(name, self, is_package=is_package)

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        if name in self._texts:
            exec(compile(self._texts[name], f"{name}.py", "exec"), module.__dict__)
        elif name in self._hooks:
            module.__dict__["__getattr__"] = _make_stand_in


class _StandIn:
    """As a type, a base or a decorator, with arguments or without."""

    def __new__(cls, *arguments: object, **_options: object) -> Any:
        is_decorated = len(arguments) == 1 and isinstance(arguments[0], type)
        return arguments[0] if is_decorated else object.__new__(cls)

    def __call__(self, cls: type) -> type:
        return cls


def _make_stand_in(name: str) -> type:
    return type(name, (_StandIn,), {})


def _with_parents(name: str) -> list[str]:
    """`a.b.c` and what it is in: `a`, `a.b`."""
    parts = name.split(".")
    return [".".join(parts[:end]) for end in range(1, len(parts) + 1)]


def _import_all(package: str, texts: Mapping[str, str], hooks: Sequence[str]) -> None:
    import inlay_runtime.struct  # so that what is generated into a package of that name does not hide it

    sys.meta_path.insert(0, _Texts(package, texts, hooks))
    for name in texts:
        module = import_module(name)
        for value in list(vars(module).values()):
            if isinstance(value, type) and issubclass(value, inlay_runtime.struct.Struct):
                _make_defaults(value)


def _make_defaults(cls: type[object]) -> None:
    """Of an instance in which every field is absent."""
    instance: object = cls.__new__(cls)
    for name in (*vars(cls)["__slots__"], "extension"):
        setattr(instance, name, None)
    for name, member in vars(cls).items():
        if isinstance(member, property):
            getattr(instance, name)


if __name__ == "__main__":
    _import_all(*json.load(sys.stdin))
