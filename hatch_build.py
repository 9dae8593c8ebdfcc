"""Builds the native core: every `.pyx` below the packages becomes an extension module beside it.

Hatchling runs this as a build hook. Without a C compiler, or where compiling fails, the installation goes on
and the pure-Python code does the work. By hand, it rebuilds in place what has changed:

    python hatch_build.py [--sanitize FOLDER] [NAME ...]

A name is part of a module's path (`columnar`). The C files stay in `build/`, and nothing ships them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
PACKAGES = (
    ROOT / "runtime" / "inlay_runtime",
    ROOT / "variant" / "inlay_variant",
    ROOT / "toolkit" / "inlay",
)
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-g", "-O1"]
OPTIMISE = ["-O3"]


class NativeBuildHook(BuildHookInterface[Any]):
    """Adds the extension modules to a wheel, or puts them into the source tree of an editable one."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        if version == "editable":
            remove_orphans()
            build_all(sources(), in_place=True)
            return
        for source, built in build_all(sources(), in_place=False).items():
            package = next(folder for folder in PACKAGES if source.is_relative_to(folder))
            place = source.relative_to(package.parent).with_name(built.name)
            build_data["force_include"][str(built)] = place.as_posix()
            build_data["pure_python"] = False
            build_data["infer_tag"] = True


def sources() -> list[Path]:
    return sorted(path for package in PACKAGES for path in package.rglob("*.pyx"))


def remove_orphans() -> None:
    """Extensions in the source tree whose source is gone."""
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
    for package in PACKAGES:
        for built in package.rglob(f"*{suffix}"):
            if not built.with_name(built.name.removesuffix(suffix) + ".pyx").exists():
                built.unlink()


def build_all(paths: Sequence[Path], *, in_place: bool) -> dict[Path, Path]:
    """Builds what has changed; the extension by its source. What fails is told and left out."""
    built: dict[Path, Path] = {}
    for path in paths:
        target = target_of(path) if in_place else cache() / module_of(path) / target_of(path).name
        if is_current(target, path):
            built[path] = target
            continue
        try:
            compile_module(path, target, OPTIMISE)
        except (Exception, SystemExit) as error:
            reason = (
                str(error).strip().splitlines()[-1] if str(error).strip() else type(error).__name__
            )
            print(
                f"inlay: {module_of(path)} runs pure, it was not compiled: {reason}",
                file=sys.stderr,
            )
            target.unlink(missing_ok=True)  # what is older than its source would be wrong
        else:
            built[path] = target
    return built


def compile_module(path: Path, target: Path, flags: Sequence[str]) -> None:
    """Cython, then the C compiler; the target is replaced when all of it has gone well."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    name = module_of(path)
    work = Path(tempfile.mkdtemp(prefix=f"{name}.", dir=cache()))
    try:
        extension = Extension(
            name,
            [str(path)],
            extra_compile_args=[] if sys.platform == "win32" else [*flags, "-Wno-unused-function"],
            extra_link_args=[flag for flag in flags if flag.startswith("-fsanitize")],
        )
        include = sorted({str(package.parent) for package in PACKAGES})
        (extension,) = cythonize(
            [extension], include_path=include, build_dir=str(work), quiet=True, language_level=3
        )
        command = Distribution({"ext_modules": [extension]}).get_command_obj("build_ext")
        command.build_temp, command.build_lib = str(work / "objects"), str(work / "built")
        command.ensure_finalized()
        with quiet(work / "log"):
            command.run()
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(next((work / "built").rglob(f"{path.stem}.*")), target)
    finally:
        shutil.rmtree(work, ignore_errors=True)


class quiet:
    """Sends what a compiler prints to a file, and shows it only where it failed."""

    def __init__(self, log: Path) -> None:
        self.log = log

    def __enter__(self) -> None:
        sys.stdout.flush()
        self.saved = os.dup(1), os.dup(2)
        with self.log.open("wb") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        sys.stdout.flush()
        for number, saved in enumerate(self.saved, start=1):
            os.dup2(saved, number)
            os.close(saved)
        if failed is not None:
            sys.stderr.write(self.log.read_text(errors="replace"))


def module_of(path: Path) -> str:
    package = next(folder for folder in PACKAGES if path.is_relative_to(folder))
    return ".".join(path.relative_to(package.parent).with_suffix("").parts)


def target_of(path: Path) -> Path:
    return path.with_name(path.stem + str(sysconfig.get_config_var("EXT_SUFFIX")))


def cache() -> Path:
    folder = ROOT / "build" / "native" / str(sys.implementation.cache_tag)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def is_current(target: Path, path: Path) -> bool:
    """Whether the extension is newer than its source, every `.pxd` and `.pxi` (any may be taken in) and this file."""
    if not target.exists():
        return False
    parts = [part for package in PACKAGES for part in package.rglob("*.px[di]")]
    newest = max(file.stat().st_mtime for file in (path, Path(__file__), *parts))
    return target.stat().st_mtime >= newest


def main() -> int:
    parser = argparse.ArgumentParser(description="rebuild the native modules that have changed")
    parser.add_argument("names", nargs="*", help="only modules whose path contains one of these")
    parser.add_argument("--sanitize", type=Path, help="build with sanitizers, into this folder")
    arguments = parser.parse_args()
    chosen = [
        path
        for path in sources()
        if not arguments.names
        or any(name in path.relative_to(ROOT).as_posix() for name in arguments.names)
    ]
    if arguments.sanitize:
        for path in chosen:
            package = next(folder for folder in PACKAGES if path.is_relative_to(folder))
            place = arguments.sanitize / path.relative_to(package.parent)
            compile_module(path, target_of(place), SANITIZE)
        return 0
    if not arguments.names:
        remove_orphans()
    built = build_all(chosen, in_place=True)
    return 0 if len(built) == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
