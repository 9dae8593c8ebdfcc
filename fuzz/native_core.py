"""The native core as the fuzzer wants it: built by clang, with libFuzzer's counters and the sanitizers, beside the packages' sources.

It lies in `build/fuzz/native`, and goes before the packages of the source tree there. libFuzzer and the sanitizers come from a library
in atheris that is loaded before all others.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "build" / "fuzz" / "native"
PACKAGES: Final = (
    ROOT / "runtime" / "inlay_runtime",
    ROOT / "variant" / "inlay_variant",
    ROOT / "toolkit" / "inlay",
)
LIBRARY: Final = "asan_with_fuzzer.so"


def build_core() -> bool:
    """Whether there is one; without clang, there is none. Only what has changed is compiled."""
    if shutil.which("clang") is None:
        return False
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "*.pyx", "*.px[di]", "__pycache__")
    for package in PACKAGES:
        shutil.copytree(package, FOLDER / package.name, ignore=ignored, copy_function=_copy_changed, dirs_exist_ok=True)  # fmt: skip
    build = [sys.executable, str(ROOT / "hatch_build.py"), "--fuzz", str(FOLDER)]
    return subprocess.run(build, cwd=ROOT, check=False).returncode == 0


def _copy_changed(source: str, goal: str) -> None:
    """In one step, and not what is there already: another run may be importing it."""
    old, new = Path(goal), Path(source)
    if old.exists() and old.stat().st_mtime_ns == new.stat().st_mtime_ns:
        return
    beside = old.with_name(f".{old.name}.{os.getpid()}")
    shutil.copy2(new, beside)
    beside.replace(old)


def environment() -> dict[str, str]:
    """For a process that runs on it."""
    atheris = find_spec("atheris")
    assert atheris is not None
    assert atheris.origin is not None
    return {
        **os.environ,
        "PYTHONPATH": str(FOLDER),
        "PYTHONMALLOC": "malloc",  # so that each object has borders of its own
        "LD_PRELOAD": str(Path(atheris.origin).parents[1] / LIBRARY),
        # Python allocates all the time: to note where from takes longer than most inputs do.
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:malloc_context_size=1:quarantine_size_mb=16",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }
