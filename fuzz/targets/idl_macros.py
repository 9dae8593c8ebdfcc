"""Any text as Rust with definitions of structs in macros."""

from __future__ import annotations

from functools import partial
from typing import Final

from fuzz.idl_texts import check_text, read_text, read_texts
from fuzz.mutators.text import mutate_text
from fuzz.target import Target

_TEXT: Final = b"""
thrift_struct!(
/// of a column
pub(crate) struct ColumnIndex<'a> {
  1: required list<bool> null_pages;
  2: required list<'a><binary> min_values;
  4: optional i64 count = 3;
}
);
"""

WORDS: Final = (
    "thrift_struct!(", "thrift_enum!(", "thrift_union!(", "thrift_union_all_empty!(", "write_thrift_field!(", ");", "pub(crate)", "struct", "<'a>",
    "r#type", "1:", "required", "optional", "list<i32>", "{", "}", "#[doc = \"x\"]", "/// x\n", "r#\"", "\"#", "'", "//", "/*", "*/", "pub",
)  # fmt: skip

TARGET: Final = Target(
    "a text is a schema or diagnostics; it does not differ from itself; its code only defines",
    partial(check_text, "a.rs"),
    lambda: [_TEXT, *read_texts("tests/golden/**/*.rs")],
    mutate_text(WORDS),
    longest=2_048,
    quick=partial(read_text, "a.rs"),
)
