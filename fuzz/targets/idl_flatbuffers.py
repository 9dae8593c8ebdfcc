"""Any text as a FlatBuffers IDL."""

from __future__ import annotations

from functools import partial
from typing import Final

from fuzz.idl_texts import check_text, read_text, read_texts
from fuzz.mutators.text import mutate_text
from fuzz.target import Target

WORDS: Final = (
    "table T { x: int; }", "struct S { a: ubyte; }", "union U { T }", "enum E : byte { A, B }", "root_type T;", "namespace a.b;", "[int]",
    "[ubyte:4]", "(id: 1)", "(required)", "(key)", "(force_align: 16)", "(bit_flags)", "= null", "= 1.5e3", "file_identifier \"ABCD\";",
    "rpc_service", "attribute \"x\";", "include \"a.fbs\";", "deprecated", ":", ";", "{", "}", "// x\n", "/// y\n", "nan", "string", "None",
)  # fmt: skip

TARGET: Final = Target(
    "a text is a schema or diagnostics; it does not differ from itself; laid out, it means the same; its code only defines",
    partial(check_text, "a.fbs"),
    lambda: read_texts("tests/golden/**/*.fbs", "tests/flat/idl/*.fbs", "idl/**/*.fbs"),
    mutate_text(WORDS),
    longest=2_048,
    quick=partial(read_text, "a.fbs"),
)
