"""What instrumented Python calls: libFuzzer learns of branches and of what was compared, and comparisons give what they give."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from fuzz import native_core
from tests.conftest import ROOT

STUB = r"""
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static char told[4096];
#define TELL(...) snprintf(told + strlen(told), sizeof told - strlen(told), __VA_ARGS__)
const char *listen(void) { return told; }
uint8_t *begin;
void __sanitizer_cov_8bit_counters_init(uint8_t *a, uint8_t *b) { begin = a; TELL("counters %d|", (int)(b - a)); }
void __sanitizer_cov_pcs_init(uintptr_t *a, uintptr_t *b) { TELL("places %d|", (int)(b - a) / 2); }
void __sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b) { TELL("%lld %lld|", (long long)a, (long long)b); }
void __sanitizer_cov_trace_const_cmp8(uint64_t a, uint64_t b) { TELL("constant %lld %lld|", (long long)a, (long long)b); }
void __sanitizer_weak_hook_memcmp(void *at, const void *a, const void *b, size_t n, int result) {
  TELL("%d: %.*s %.*s %d|", (int)(intptr_t)at, (int)n, (const char *)a, (int)n, (const char *)b, (result > 0) - (result < 0));
}
"""

ASK = r"""
import ctypes, json, sys
from fractions import Fraction
stub = ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)
import python_counters as counters
for _ in range(3):
    counters.reserve_counter()
counters.register_counters()
counters.register_counters()
for number in (1, 2, 2):
    counters.trace_branch(number)
begin = ctypes.c_void_p.in_dll(stub, "begin").value
taken = list(ctypes.string_at(begin, 3))
counters.reserve_counter()
counters.register_counters()
shift = 0 if sys.version_info < (3, 12) else 4 if sys.version_info < (3, 13) else 5
less, same = 0 << shift, 2 << shift
pairs = [(-1, 7), (1, 1 << 70), (b"ab", b"ba"), (b"a", b"ba"), ("\u00e9", "fu"), ("\ud800", "f"), (Fraction(1, 2), 0.5), (True, 2)]
answers = [counters.trace_compare(a, b, same, 3, False) for a, b in pairs]
answers += [counters.trace_compare(2, 7, less, 0, True)]
try:
    counters.trace_compare("text", 1, less, 0, False)
except TypeError as error:
    answers.append(str(error))
stub.listen.restype = ctypes.c_char_p
print(json.dumps([taken, answers, stub.listen().decode().split("|")[:-1]]))
"""


@pytest.mark.needs("clang")
def test_branches_and_comparisons_are_told(tmp_path: Path) -> None:
    (tmp_path / "stub.c").write_text(STUB, encoding="utf-8")
    command = ["clang", "-shared", "-fPIC", "-o", "stub.so", "stub.c"]
    subprocess.run(command, cwd=tmp_path, check=True)
    assert native_core.build_counters(tmp_path)
    asked = subprocess.run(
        [sys.executable, "-c", ASK, str(tmp_path / "stub.so")],
        cwd=ROOT,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    taken, answers, told = json.loads(asked.stdout)
    assert taken == [0, 1, 2]
    assert answers[:9] == [False] * 6 + [True, False, True]
    assert answers[9] == "'<' not supported between instances of 'str' and 'int'"
    assert told == [
        "counters 3",
        "places 3",
        "counters 1",
        "places 1",
        "-1 7",
        "2 2",
        "3: ab ba -1",
        "1 2",
        "2 2",
        "3: \u00e9 fu 1",
        "1 2",
        "constant 2 7",
    ]
