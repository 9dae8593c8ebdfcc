"""Our IDLs of the drafts compile to what can be read and written, and are held against the authors' files."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from inlayc.frontends.load import load
from inlayc.model.schema import Kind, Struct
from tests.idl.drafts import IDL, compare_draft, main

NAMES = ("jump_table", "modular")

OURS = """
include "parquet.thrift"
enum ModuleKind { SCHEMA = 0 }
struct SchemaModule { 1: required list<parquet.SchemaElement> schema }
struct Plain { 1: required i8 width, 2: required i32 count }
union Parameters { 1: Plain plain }
struct Array { 1: required binary data, 2: required Parameters parameters }
struct Entry { 1: required ModuleKind kind, 2: required Array array, 3: optional list<parquet.KeyValue> pairs }
"""
DRAFT = """
thrift_struct!(
pub struct Plain {
  1: required i8 width;
  2: required i32 count
}
);
thrift_union!(
union Parameters {
  1: (Plain) Plain
}
);
thrift_struct!(
struct Array<'a> {
  1: required binary<'a> data;
  2: required Parameters parameters
}
);
thrift_struct!(
struct Entry<'a> {
  1: required i32 kind;
  2: required Array<'a> array;
  3: optional list<KeyValue> pairs
}
);
"""


@pytest.mark.parametrize("name", NAMES)
def test_every_struct_of_a_draft_is_a_documented_class(name: str) -> None:
    module = importlib.import_module(f"parquet_format.{name}")
    schema = load([IDL / "footers" / f"{name}.thrift"], [IDL])
    structs = [one for one in schema.module(name) if isinstance(one, Struct)]
    assert structs
    for struct in structs:
        assert struct.doc, f"{name}.{struct.name}"
        assert all(field.doc for field in struct.fields), f"{name}.{struct.name}"
        if struct.kind is Kind.STRUCT:
            assert getattr(module, struct.name).SCHEMA.name == struct.name


@pytest.mark.parametrize(
    ("draft", "differences"),
    [
        (DRAFT, ""),
        (DRAFT.replace("2: required i32 count", "2: required i64 count"), "retyped Plain.count"),
        (DRAFT.replace("i32 kind", "i64 kind"), "retyped Entry.kind"),
        (DRAFT.replace("struct Array<", "struct Values<"), "removed Values"),
    ],
)
def test_a_draft_in_macros_is_compared_by_what_it_defines(
    draft: str, differences: str, tmp_path: Path
) -> None:
    (tmp_path / "draft.rs").write_text(draft)
    (tmp_path / "ours.thrift").write_text(OURS)
    text, differs = compare_draft(tmp_path / "draft.rs", tmp_path / "ours.thrift")
    assert differs == bool(differences), text
    assert differences in text


@pytest.mark.parametrize("name", NAMES)
def test_the_script_says_what_differs(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A draft that says the same in other words, and one with another id."""
    ours = (IDL / "footers" / f"{name}.thrift").read_text()
    for file in (IDL / "footers").iterdir():
        (tmp_path / file.name).write_text(file.read_text())
    draft = tmp_path / f"{name}.thrift"
    draft.write_text(ours.replace("/**", "/*"))
    assert main([f"{name}={draft}"]) == 0
    draft.write_text(ours.replace("  1: required", "  77: required"))
    assert main([f"{name}={draft}"]) == 1
    assert "renumbered" in capsys.readouterr().out
