"""Which core is active, and a process without the native one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from inlay_runtime import core
from inlay_runtime.struct import native

ROOT: Final = Path(__file__).parents[2]
PURE: Final = {**os.environ, "INLAY_PURE": "1"}


def run(*arguments: str, env: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        env=env,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_the_variable_leaves_the_core_aside() -> None:
    code = "import inlay_runtime.struct as verbs, inlay_runtime.core as core; print(verbs.native, core.describe())"
    assert run("-c", code, env=PURE) == "None pure Python core, as INLAY_PURE asks\n"
    assert "INLAY_PURE asks" in run("-m", "inlay", "--version", env=PURE)


@pytest.mark.needs("native core")
def test_the_version_says_which_core_is_active() -> None:
    assert core.describe() in run("-m", "inlay", "--version", env=dict(os.environ))
    assert core.describe().startswith("native core")


def test_a_process_without_the_core_passes_a_sample_of_the_tests() -> None:
    found = run(
        "-m",
        "pytest",
        "-q",
        "-x",
        "-p",
        "no:cacheprovider",
        "-k",
        "pure",
        "tests/runtime/test_masks.py",
        env=PURE,
    )
    assert " passed" in found


def test_a_sample_of_the_fuzzer() -> None:
    if native is None:
        pytest.skip("the native core is not built")
    run("-m", "tests.native.fuzz", "--seeds", "0:150", env=dict(os.environ))
