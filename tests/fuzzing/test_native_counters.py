"""The counters of native modules are found where the module says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fuzz.native_counters import SECTION, find_section
from tests.conftest import ROOT

SOURCE = """
static volatile int of_nothing;
int choose(int which) { if (which > 3) { of_nothing = 1; return 5; } return 7; }
"""
ASK = """
import ctypes, sys
from pathlib import Path
from fuzz.native_counters import read_counters
path = Path(sys.argv[1])
stub = ctypes.CDLL(str(path.parent / "stub.so"), mode=ctypes.RTLD_GLOBAL)
choose = ctypes.CDLL(str(path)).choose
counts = []
for which in (None, 1, 9):
    if which is not None:
        choose(which)
    ((name, taken, total),) = [one for one in read_counters(path.parent) if one[0] == "chosen"]
    counts.append((len(taken), total))
print(counts)
"""
STUBS = """
void __sanitizer_cov_8bit_counters_init(char *a, char *b) {}
void __sanitizer_cov_pcs_init(long *a, long *b) {}
void __sanitizer_cov_trace_const_cmp4(int a, int b) {}
void __sanitizer_cov_trace_cmp4(int a, int b) {}
__thread unsigned long __sancov_lowest_stack;
"""


@pytest.mark.needs("ELF")
def test_a_section_is_found_by_its_name() -> None:
    elf = Path(sys.executable).resolve().read_bytes()
    text = find_section(elf, b".text")
    assert text is not None
    assert 0 < text[1] < len(elf)
    assert find_section(elf, SECTION) is None


@pytest.mark.needs("clang")
def test_a_branch_that_is_taken_is_counted(tmp_path: Path) -> None:
    for name, source, flags in (
        ("stub", STUBS, []),
        ("chosen", SOURCE, ["-fsanitize=fuzzer-no-link"]),
    ):
        file = tmp_path / f"{name}.c"
        file.write_text(source)
        subprocess.run(["clang", "-w", "-fPIC", "-c", *flags, file.name], cwd=tmp_path, check=True)
        command = ["clang", "-shared", f"{name}.o", "-o", f"{name}.so"]
        subprocess.run(command, cwd=tmp_path, check=True)
    asked = subprocess.run(
        [sys.executable, "-c", ASK, str(tmp_path / "chosen.so")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    (none, total), (one, _), (both, _) = eval(asked.stdout)
    assert none == 0
    assert 0 < one < both <= total
