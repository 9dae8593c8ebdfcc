"""A JSON Schema that says another thing than `to_json` writes is a fault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inlayc.base.settings import Settings
from inlayc.frontends.load import load
from inlayc.model.schema import Schema
from tests.runtime.compiled import compile_text
from tests.strangers.json_schema import Documents, through_json_schema

TEXT = "struct S {1: required i32 x, 2: optional string t} struct s {1: required i32 y}"


def schema_of(text: str, folder: Path) -> Schema:
    (folder / "demo.thrift").write_text(text, encoding="utf-8")
    return load([folder / "demo.thrift"], [])


def judge(schema: Schema, *values: Any) -> Documents:
    classes = [type(value) for value in values]
    return through_json_schema(
        schema,
        Settings(root=Path()),
        "demo",
        classes,
        lambda cls: [v for v in values if type(v) is cls],
    )


def test_documents_are_read_by_models_whose_names_differ_in_case_alone(tmp_path: Path) -> None:
    module = compile_text(TEXT)
    assert judge(schema_of(TEXT, tmp_path), module.S(x=1, t="a"), module.s(y=2)) == (2, ())


@pytest.mark.parametrize(
    ("untrue", "said"),
    [
        (TEXT.replace("i32 x", "string x"), "S: $.x: 1 is not valid"),
        (TEXT.replace("string t", "string u"), "S: $: Additional properties are not allowed"),
        (TEXT.replace("optional", "required"), "S: $: 't' is a required property"),
    ],
)
def test_an_untrue_schema_is_a_fault(untrue: str, said: str, tmp_path: Path) -> None:
    module = compile_text(TEXT)
    value = module.S(x=1, t="a" if "optional" in untrue else None)
    documents = judge(schema_of(untrue, tmp_path), value)
    assert documents.read == 0
    assert documents.faults[0].startswith(said), documents
