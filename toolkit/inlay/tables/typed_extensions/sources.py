"""Where the types of extensions come from: packages that `inlayc` generated, and schemas that it compiles now."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import uuid4

from inlay_runtime.errors import RequestError
from inlay_runtime.flat.extension import ExtensionTable

if TYPE_CHECKING:
    from types import ModuleType

SCHEMA_SUFFIX: Final = ".fbs"
_FIRST_ERROR: Final = re.compile(r"error\[[\w-]+\]: (?P<what>.*)\n *--> (?P<place>.*)\n")


class TypeSources(NamedTuple):
    """May be pickled, and needs no compiler where it arrives.

    packages    names of packages and modules that can be imported there
    files       of packages that were compiled from a schema: paths, and the Python in them
    """

    packages: tuple[str, ...]
    files: tuple[tuple[str, str], ...] = ()

    def load(self) -> list[type[ExtensionTable]]:
        """The types of extensions in them. Raises RequestError for a package that is not there, or has none."""
        return _load(self)


@cache
def _load(sources: TypeSources) -> list[type[ExtensionTable]]:
    """Once in a process: the files are gone when they have been imported."""
    if not sources.files:
        return [cls for package in sources.packages for cls in _list_types(package)]
    with TemporaryDirectory(prefix="inlay-") as folder:
        for name, text in sources.files:
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        sys.path.insert(0, folder)
        try:
            return [cls for package in sources.packages for cls in _list_types(package)]
        finally:
            sys.path.remove(folder)


def find_sources(schemas: Sequence[str]) -> TypeSources:
    """Of each a path that ends in `.fbs`, which is compiled, the folder of a generated package, or the name of one.

    Raises OSError for a schema that cannot be read, RequestError for one that does not compile, with what is wrong, and where there is
    no compiler.
    """
    packages: list[str] = []
    files: dict[str, str] = {}
    for schema in schemas:
        path = Path(schema)
        if path.suffix.lower() == SCHEMA_SUFFIX:
            path.open("rb").close()
            compiled = _compile(path)
            packages += compiled.packages
            files.update(compiled.files)
        elif path.is_dir():
            _make_importable(path.resolve().parent)
            packages.append(path.resolve().name)
        else:
            packages.append(schema)
    return TypeSources(tuple(packages), tuple(files.items()))


def _compile(path: Path) -> TypeSources:
    """By the command `inlayc`, as a package that has a name of its own, so that no other is hidden by it."""
    package = f"inlay_schema_{uuid4().hex}"
    with TemporaryDirectory(prefix="inlay-") as folder:
        words = ["generate", str(path), "--output", folder, "--package", package]
        done = subprocess.run(
            [sys.executable, "-m", "inlayc", *words], capture_output=True, check=False, text=True
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


def _make_importable(folder: Path) -> None:
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _list_types(package: str) -> list[type[ExtensionTable]]:
    try:
        modules = [*_modules_of(package)]
    except ModuleNotFoundError as error:
        if error.name is None or not f"{package}.".startswith(f"{error.name}."):
            raise
        what = f"there is no package {package!r}: name a schema ({SCHEMA_SUFFIX}), the folder of a generated package, or a package that is installed"
        raise RequestError(what) from None
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


def _modules_of(package: str) -> Iterator[ModuleType]:
    module = import_module(package)
    yield module
    paths: Iterable[str] = getattr(module, "__path__", ())
    for types_found in iter_modules(paths):
        yield from _modules_of(f"{package}.{types_found.name}")


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
