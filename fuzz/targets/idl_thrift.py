"""Any text as a Thrift IDL."""

from __future__ import annotations

from functools import partial
from typing import Final

from fuzz.idl_texts import check_text, read_text, read_texts
from fuzz.mutators.text import mutate_text
from fuzz.target import Target

WORDS: Final = (
    "struct A { 1: required i32 x }", "union", "exception", "enum E { A = 1, B }", "service S { oneway void f() }", "typedef", "const",
    "list<i32>", "map<string, A>", "set<E>", "optional", "required", "1:", "(a = 'b')", "include 'a.thrift'", "namespace py a", "binary",
    "{", "}", "= -1", "throws", "extends", "uuid", "// x\n", "/** y */", "None", "class",
)  # fmt: skip

TARGET: Final = Target(
    "a text is a schema or diagnostics; it does not differ from itself; laid out, it means the same; its code only defines",
    partial(check_text, "a.thrift"),
    lambda: read_texts("tests/golden/**/*.thrift", "tests/runtime/idl/*.thrift", "idl/**/*.thrift"),
    mutate_text(WORDS),
    longest=2_048,
    quick=partial(read_text, "a.thrift"),
)
