"""Builds the native core: every `.pyx` below the packages becomes an extension module beside it.

Hatchling runs this as a build hook. Without a C compiler, or where compiling fails, the installation goes on
and the pure-Python code does the work; with `INLAY_BUILD=pure` in the environment nothing is compiled. By hand, it
rebuilds in place what has changed:

    python hatch_build.py [--sanitize FOLDER | --fuzz FOLDER --sanitizers LIST] [NAME ...]

A name is part of a module's path (`columnar`). There are as many processes as processors, and each compiles one module after
the other: starting Cython and setuptools takes longer than translating most modules. The C files stay in `build/`, and
nothing ships them.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
PACKAGES = (
    ROOT / "runtime" / "inlay_runtime",
    ROOT / "variant" / "inlay_variant",
    ROOT / "toolkit" / "inlay",
)
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-g", "-O1"]
COUNTED = "-fsanitize=fuzzer-no-link"
"""For clang: libFuzzer sees which branches are taken, too."""
OPTIMISE = ["-O2", "-g0"]
if sys.platform == "linux":
    OPTIMISE += ["-s", "-fno-asynchronous-unwind-tables"]
"""-O3 takes twice the time to compile, and -g makes a wheel three times as large. Names of functions and tables for unwinding
the stack, which only debuggers read (nothing here throws), are a tenth and a fifteenth of a module."""
LIGHT = frozenset(
    """
    count flat_plan flat_view memory native_copying native_declared native_differences native_footers
    native_modular plan
    """.split()
)
"""Modules that call Python or the system, or work once for a file: for them -Os is as fast, takes a third less to compile, and
makes them a third smaller."""
SECONDS_A_MODULE = 3.4
"""Of a processor: 39 modules took two processors 67 seconds."""
SOME = 8
"""Modules, after which it is told how many are compiled."""
PURE = "INLAY_BUILD"
COMPILE = "--compile"  # FLAG...: what each process is started with
INCLUDE = re.compile(r'^include "([^"]+)"', re.MULTILINE)
DECLARED = re.compile(r"^(?:from|cimport) (inlay[\w.]*)", re.MULTILINE)
"""Modules of ours whose declarations a source takes in; also those that it only imports, which do no harm."""


class NativeBuildHook(BuildHookInterface[Any]):
    """Adds the extension modules to a wheel, or puts them into the source tree of an editable one."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or os.environ.get(PURE) == "pure":
            return
        if version == "editable":
            remove_orphans()
            build_all(sources(), in_place=True)
            return
        for source, built in build_all(sources(), in_place=False).items():
            build_data["force_include"][str(built)] = (
                place_of(source).with_name(built.name).as_posix()
            )
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
    targets = {
        path: target_of(path) if in_place else cache() / module_of(path) / target_of(path).name
        for path in paths
    }
    pending = [path for path, target in targets.items() if not is_current(target, path)]
    failed = compile_all({path: targets[path] for path in pending}, OPTIMISE)
    for path, reason in failed.items():
        print(f"inlay: {module_of(path)} runs pure, it was not compiled: {reason}", file=sys.stderr)
        targets.pop(path).unlink(missing_ok=True)  # what is older than its source would be wrong
    return targets


def compile_all(targets: dict[Path, Path], flags: Sequence[str]) -> dict[Path, str]:
    """Compiles sources to targets, several at once, the largest first; the reason by the source that failed."""
    failed = dict.fromkeys(targets, "its process ended")
    done: list[Path] = []
    pending = SimpleQueue[Path]()
    for path in sorted(targets, key=lambda path: -size_of(path)):
        pending.put(path)

    def feed_process() -> None:
        command = [sys.executable, __file__, COMPILE, *flags]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            while (path := next_of(pending)) is not None:
                print(json.dumps([str(path), str(targets[path])]), file=process.stdin, flush=True)
                if not (answer := process.stdout.readline()):
                    return
                reason, output = json.loads(answer)
                if reason is None:
                    del failed[path]
                else:
                    sys.stderr.write(output)
                    failed[path] = reason
                done.append(path)
                if len(done) % SOME == 0 and len(done) < len(targets):
                    print(f"  {len(done)} of {len(targets)}", file=sys.stderr, flush=True)

    processes = min(os.cpu_count() or 1, len(targets))
    if targets:
        print(describe_work(len(targets), processes), file=sys.stderr, flush=True)
    feeders = [Thread(target=feed_process) for _ in range(processes)]
    for feeder in feeders:
        feeder.start()
    for feeder in feeders:
        feeder.join()
    return failed


def describe_work(modules: int, processes: int) -> str:
    """Said before it begins: pip shows it with `-v` only, `make` always."""
    tens = ceil(SECONDS_A_MODULE * ceil(modules / processes) / 10)
    noun = "module" if modules == 1 else "modules"
    return f"compiling {modules} native {noun}: about {tens}0 seconds"


def next_of(pending: SimpleQueue[Path]) -> Path | None:
    try:
        return pending.get_nowait()
    except Empty:
        return None


def size_of(path: Path) -> int:
    """Of a source and the parts that it includes, in bytes: what compiling takes goes by it."""
    parts = INCLUDE.findall(path.read_text(encoding="utf-8"))
    return path.stat().st_size + sum(path.with_name(part).stat().st_size for part in parts)


def compile_as_asked(flags: Sequence[str]) -> None:
    """What each process does: a source and its target come in a line, and why it failed, or null, goes back in one."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    for line in sys.stdin:
        source, target = map(Path, json.loads(line))
        reason = None
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
            try:
                compile_module(source, target, flags)
            except (Exception, SystemExit) as error:
                reason = str(error).strip() or type(error).__name__
            sys.stdout.flush()
            output.seek(0)
            print(json.dumps([reason, output.read()]), file=answers, flush=True)


def compile_module(path: Path, target: Path, flags: Sequence[str]) -> None:
    """Cython, then the C compiler; the target is replaced when all of it has gone well."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    name = module_of(path)
    if path.stem in LIGHT:
        flags = ["-Os" if flag == "-O2" else flag for flag in flags]
    work = Path(tempfile.mkdtemp(prefix=f"{name}.", dir=cache()))
    try:
        extension = Extension(
            name,
            [str(path)],
            extra_compile_args=[] if sys.platform == "win32" else [*flags, "-Wno-unused-function"],
            extra_link_args=link_flags(flags),
        )
        include = sorted({str(package.parent) for package in PACKAGES})
        (extension,) = cythonize(
            [extension],
            include_path=include,
            build_dir=str(work),
            quiet=True,
            language_level=3,
            # Plain functions, as C extensions have: those that act like Python's take a sixth longer to compile.
            compiler_directives={"binding": False},
        )
        command = Distribution({"ext_modules": [extension]}).get_command_obj("build_ext")
        command.build_temp, command.build_lib = str(work / "objects"), str(work / "built")
        command.ensure_finalized()
        command.run()
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(next((work / "built").rglob(f"{path.stem}.*")), target)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def link_flags(flags: Sequence[str]) -> list[str]:
    """Of what is fuzzed, none: libFuzzer and the sanitizers come from a library that is loaded before."""
    if COUNTED in flags:
        return []
    return [flag for flag in flags if flag.startswith(("-fsanitize", "-s"))]


def place_of(path: Path) -> Path:
    """Where a source lies in a wheel."""
    package = next(folder for folder in PACKAGES if path.is_relative_to(folder))
    return path.relative_to(package.parent)


def module_of(path: Path) -> str:
    return ".".join(place_of(path).with_suffix("").parts)


def target_of(path: Path) -> Path:
    return path.with_name(path.stem + str(sysconfig.get_config_var("EXT_SUFFIX")))


def cache() -> Path:
    folder = ROOT / "build" / "native" / str(sys.implementation.cache_tag)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def is_current(target: Path, path: Path) -> bool:
    """Whether the extension is newer than its source, all that this takes in, and this file."""
    if not target.exists():
        return False
    newest = max(file.stat().st_mtime for file in (Path(__file__), *parts_of(path)))
    return target.stat().st_mtime >= newest


def parts_of(path: Path) -> set[Path]:
    """The source, what it includes, the declarations that it takes from other modules, and what these take in."""
    parts: set[Path] = set()
    waiting = [path, path.with_suffix(".pxd")]
    while waiting:
        part = waiting.pop()
        if part in parts or not part.exists():
            continue
        parts.add(part)
        text = part.read_text("utf-8")
        waiting += [part.with_name(name) for name in INCLUDE.findall(text)]
        for module in DECLARED.findall(text):
            declared = Path(*module.split(".")).with_suffix(".pxd")
            waiting += [package.parent / declared for package in PACKAGES]
    return parts


def main(arguments: Sequence[str]) -> int:
    if arguments[:1] == [COMPILE]:
        compile_as_asked(arguments[1:])
        return 0
    parser = argparse.ArgumentParser(description="rebuild the native modules that have changed")
    parser.add_argument("names", nargs="*", help="only modules whose path contains one of these")
    parser.add_argument("--sanitize", type=Path, help="build with sanitizers, into this folder")
    parser.add_argument(
        "--fuzz",
        type=Path,
        help="build what has changed with clang for the fuzzer, into this folder",
    )
    parser.add_argument("--sanitizers", help="with --fuzz: those of clang, with commas between")
    options = parser.parse_args(arguments)
    chosen = [
        path
        for path in sources()
        if not options.names
        or any(name in path.relative_to(ROOT).as_posix() for name in options.names)
    ]
    if options.fuzz:
        os.environ["CC"] = "clang"
        targets = {path: target_of(options.fuzz / place_of(path)) for path in chosen}
        stale = {path: target for path, target in targets.items() if not is_current(target, path)}
        flags = [COUNTED, f"-fsanitize={options.sanitizers}", *SANITIZE[1:]]
        return 1 if compile_all(stale, flags) else 0
    if options.sanitize:
        targets = {path: target_of(options.sanitize / place_of(path)) for path in chosen}
        return 1 if compile_all(targets, SANITIZE) else 0
    if not options.names:
        remove_orphans()
    built = build_all(chosen, in_place=True)
    return 0 if len(built) == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
