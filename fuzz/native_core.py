"""The native core as the fuzzer wants it: built by clang, with libFuzzer's counters and sanitizers, beside the packages' sources.

There are two of them, in `build/fuzz`, and each goes before the packages of the source tree. libFuzzer and the sanitizers come from a
library in atheris that is loaded before all others.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
BUILD: Final = ROOT / "build" / "fuzz"
COUNTERS: Final = ROOT / "fuzz" / "python_counters.pyx"
PACKAGES: Final = (
    ROOT / "runtime" / "inlay_runtime",
    ROOT / "variant" / "inlay_variant",
    ROOT / "toolkit" / "inlay",
)


class Core(NamedTuple):
    """`sanitizers` are those of clang, `library` is the file of atheris that has them, `variables` go into the environment."""

    name: str
    sanitizers: str
    library: str
    variables: Mapping[str, str]

    @property
    def folder(self) -> Path:
        return BUILD / self.name

    def environment(self) -> dict[str, str]:
        """For a process that runs on it."""
        atheris = find_spec("atheris")
        assert atheris is not None
        assert atheris.origin is not None
        library = Path(atheris.origin).parents[1] / self.library
        own = {"PYTHONPATH": str(self.folder), "LD_PRELOAD": str(library)}
        return {**os.environ, "UBSAN_OPTIONS": "print_stacktrace=1", **own, **self.variables}


QUICK: Final = Core("quick", "undefined", "ubsan_with_fuzzer.so", {})
"""As quick as the core that is installed. Python's objects have no borders here, so reading past them goes unseen."""

WATCHED: Final = Core(
    "watched",
    "address,undefined",
    "asan_with_fuzzer.so",
    {
        "PYTHONMALLOC": "malloc",  # so that each object has borders of its own
        # Python allocates all the time: to note where from takes longer than most inputs do.
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:malloc_context_size=1:quarantine_size_mb=16",
    },
)
"""It takes two to nine times as long, and more where files are dumped (fuzz/README.md)."""


def build_core(core: Core) -> bool:
    """Whether there is one; without clang, there is none. Only what has changed is compiled."""
    if shutil.which("clang") is None:
        return False
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "*.pyx", "*.px[di]", "__pycache__")
    for package in PACKAGES:
        shutil.copytree(package, core.folder / package.name, ignore=ignored, copy_function=_copy_changed, dirs_exist_ok=True)  # fmt: skip
    build = [sys.executable, str(ROOT / "hatch_build.py"), "--fuzz", str(core.folder), "--sanitizers", core.sanitizers]  # fmt: skip
    if subprocess.run(build, cwd=ROOT, check=False).returncode:
        return False
    return build_counters(core.folder)


def build_counters(folder: Path) -> bool:
    """As the module `python_counters`, beside the packages: without sanitizers, and without counters of its own branches."""
    _copy_changed(str(COUNTERS), str(folder / COUNTERS.name))
    build = [sys.executable, "-m", "Cython.Build.Cythonize", "-3", "-i", "-q", COUNTERS.name]
    around = {**os.environ, "CC": "clang"}
    return subprocess.run(build, cwd=folder, env=around, check=False).returncode == 0


def _copy_changed(source: str, goal: str) -> None:
    """In one step, and not what is there already: another run may be importing it."""
    old, new = Path(goal), Path(source)
    if old.exists() and old.stat().st_mtime_ns == new.stat().st_mtime_ns:
        return
    beside = old.with_name(f".{old.name}.{os.getpid()}")
    shutil.copy2(new, beside)
    beside.replace(old)
