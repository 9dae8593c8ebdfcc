"""Where the types of extensions come from: packages that `inlayc` generated, and schemas that it compiles now."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple
from uuid import uuid4

from inlay.tables.typed_extensions.generated_packages import (
    SCHEMA_SUFFIX,
    list_generated,
    require_place,
)
from inlay_runtime.errors import RequestError
from inlay_runtime.flat.extension import ExtensionTable

_FIRST_ERROR: Final = re.compile(r"error\[[\w-]+\]: (?P<what>.*)\n *--> (?P<place>.*)\n")


class TypeSources(NamedTuple):
    """May be pickled, and needs no compiler where it arrives.

    packages    names of packages and modules that can be imported there
    files       of packages that were compiled from a schema: paths, and the Python in them
    folders     of packages that were given by their folder: the name of each, and the folder around it
    """

    packages: tuple[str, ...]
    files: tuple[tuple[str, str], ...] = ()
    folders: tuple[tuple[str, str], ...] = ()

    def load(self) -> list[type[ExtensionTable]]:
        """The types of extensions in them. Raises RequestError for a package that is not there, that was not generated, or has none."""
        return _load(self)


@cache
def _load(sources: TypeSources) -> list[type[ExtensionTable]]:
    """Once in a process: the files are gone when they have been imported."""
    if not sources.files:
        return _list_all(sources)
    with TemporaryDirectory(prefix="inlay-") as folder:
        for name, text in sources.files:
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        sys.path.insert(0, folder)
        try:
            return _list_all(sources)
        finally:
            sys.path.remove(folder)


def _list_all(sources: TypeSources) -> list[type[ExtensionTable]]:
    around = dict(sources.folders)
    listed: list[type[ExtensionTable]] = []
    for package in sources.packages:
        if package in around:
            listed += _list_types_in(package, Path(around[package]))
        else:
            listed += _list_types(package)
    return listed


def _list_types_in(package: str, around: Path) -> list[type[ExtensionTable]]:
    """The folder around it is searched for this package alone: what else lies there must not become a module of this process."""
    sys.path.append(str(around))
    try:
        require_place(package, around)
        return _list_types(package)
    finally:
        sys.path.remove(str(around))


def find_sources(schemas: Sequence[str]) -> TypeSources:
    """Of each a path that ends in `.fbs`, which is compiled, the folder of a generated package, or the name of one.

    Raises OSError for a schema that cannot be read, RequestError for one that does not compile, with what is wrong, and where there is
    no compiler.
    """
    packages: list[str] = []
    files: dict[str, str] = {}
    folders: dict[str, str] = {}
    for schema in schemas:
        path = Path(schema)
        if path.suffix.lower() == SCHEMA_SUFFIX:
            path.open("rb").close()
            compiled = _compile(path)
            packages += compiled.packages
            files.update(compiled.files)
        elif path.is_dir():
            folder = path.resolve()
            if folders.setdefault(folder.name, str(folder.parent)) != str(folder.parent):
                what = f"{schema} and {Path(folders[folder.name], folder.name)} would be one package: generate one of them under another name"
                raise RequestError(what)
            packages.append(folder.name)
        else:
            packages.append(schema)
    return TypeSources(tuple(packages), tuple(files.items()), tuple(folders.items()))


def _compile(path: Path) -> TypeSources:
    """By the command `inlayc`, as a package that has a name of its own, so that no other is hidden by it."""
    package = f"inlay_schema_{uuid4().hex}"
    with TemporaryDirectory(prefix="inlay-") as folder:
        words = ["generate", str(path), "--output", folder, "--package", package]
        done = subprocess.run(
            # -P: the compiler is the one that is installed, and not what has its name in the working directory.
            [sys.executable, "-P", "-m", "inlayc", *words],
            capture_output=True,
            check=False,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        if done.returncode != 0:
            raise RequestError(_describe_failure(path, done.stderr))
        files = tuple(
            (file.relative_to(folder).as_posix(), file.read_text(encoding="utf-8"))
            for file in sorted(Path(folder).rglob("*.py"))
        )
    return TypeSources((package,), files)


def _describe_failure(path: Path, said: str) -> str:
    """The first of the errors that `inlayc` printed, in a line, and the command that shows them all."""
    first = _FIRST_ERROR.match(said)
    if first is None:
        return said.removeprefix("error: ").strip() or f"inlayc: {path}"
    return f"{first['place']}: {first['what']}\n  try: inlayc schema {shlex.quote(str(path))}"


def _list_types(package: str) -> list[type[ExtensionTable]]:
    modules = [import_module(name) for name in list_generated(package)]
    types_found = [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, ExtensionTable)
        and value.__module__ == module.__name__
    ]
    if not types_found:
        raise RequestError(f"{package} has no extension: no table of it has inlay_uuid")
    return types_found


def load_types(types: Sequence[type[ExtensionTable] | str]) -> list[type[ExtensionTable]]:
    """Classes as they are, and those that a text stands for, as `find_sources` takes it. Raises RequestError."""
    types_found: list[type[ExtensionTable]] = []
    for each in types:
        types_found += find_sources([each]).load() if isinstance(each, str) else [each]
    if not types_found:
        raise RequestError(
            "types is empty: give generated classes, packages, or schemas that end in .fbs"
        )
    return [*dict.fromkeys(types_found)]
