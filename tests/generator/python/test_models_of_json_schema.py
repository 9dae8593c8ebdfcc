"""Models that datamodel-code-generator makes of our JSON Schemas: of every IDL of ours they are imported, and read what `to_json` writes."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final, get_type_hints

import msgspec
import pydantic
import pytest

from inlayc.base.settings import read_settings
from inlayc.frontends.load import expand_sources, load
from inlayc.python.json_schema import make_json_schema
from inlayc.python.patterns import without_patterns
from parquet_format import footer_v0
from parquet_format.parquet import (
    ColumnOrder,
    FileMetaData,
    KeyValue,
    SchemaElement,
    StringType,
    Type,
)
from tests.support.datamodels import FOR_MSGSPEC, LINE, make_models
from tests.support.examples import TIMES

TOP = Path(__file__).parents[3]
SETTINGS = read_settings(TOP / "pyproject.toml")
IDLS = [path.relative_to(TOP).as_posix() for path in expand_sources(TOP, SETTINGS.sources)]
KINDS = ["pydantic_v2.BaseModel", "msgspec.Struct", "typing.TypedDict", "dataclasses.dataclass"]
DOCUMENTS: dict[str, tuple[str, Any]] = {
    "idl/parquet.thrift": (
        "FileMetaData",
        FileMetaData(
            version=2,
            schema=[
                SchemaElement(name="root", num_children=1),
                SchemaElement(name="a", type=Type.BYTE_ARRAY, logicalType=StringType()),
            ],
            num_rows=1 << 62,
            row_groups=[],
            key_value_metadata=[KeyValue(key="k", value="\udcff")],
            column_orders=[ColumnOrder(1)],
        ),
    ),
    "idl/footer_v0.fbs": (
        "SchemaElement",
        footer_v0.SchemaElement(
            name="a",
            type=footer_v0.Type.INT32,
            logical_type=footer_v0.LogicalTypeStringType(footer_v0.Empty()),
        ),
    ),
}
"""A value, by the IDL that has its type."""


CASES: Final = [
    (idl, kind)
    for at, idl in enumerate(IDLS)
    for kind in (KINDS if idl in DOCUMENTS or TIMES > 1 else (KINDS[at % len(KINDS)],))
]
"""Of an IDL without a value, one kind: its neighbours have others, and what schemas are made of is the same for all. With
`INLAY_EXAMPLES=2`, each has all."""


def test_each_kind_is_made_of_several() -> None:
    assert min(Counter(kind for _, kind in CASES).values()) > len(DOCUMENTS)


@cache
def json_schema(idl: str) -> str:
    schema = load([TOP / idl], [TOP / root for root in SETTINGS.include])
    return make_json_schema(schema, without_patterns(schema, SETTINGS, is_partial=True))


@pytest.fixture
def module(idl: str, kind: str, tmp_path: Path) -> ModuleType:
    """The models, imported."""
    return make_models(json_schema(idl), kind, tmp_path)


@pytest.mark.parametrize(("idl", "kind"), CASES)
def test_models_are_imported_and_read(idl: str, kind: str, module: ModuleType) -> None:
    if idl not in DOCUMENTS:
        assert any(isinstance(value, type) for value in vars(module).values())
        return
    name, value = DOCUMENTS[idl]
    model = getattr(module, name)
    text = value.to_json()
    match kind:
        case "pydantic_v2.BaseModel":
            again = model.model_validate_json(text).model_dump_json(
                by_alias=True, exclude_unset=True
            )
            assert json.loads(again) == json.loads(text)
            with pytest.raises(pydantic.ValidationError):
                model.model_validate({"name": 7})
        case "msgspec.Struct":
            assert json.loads(
                msgspec.json.encode(msgspec.json.decode(text, type=model))
            ) == json.loads(text)
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert({"name": 7}, model)
        case _:
            assert get_type_hints(model).keys() >= json.loads(text).keys() - {"schema"}


def test_the_lines_are_those_of_the_page() -> None:
    page = (TOP / "docs" / "emitted-python.md").read_text(encoding="utf-8")
    assert LINE.format("parquet.json", KINDS[0], "models.py") in page
    assert FOR_MSGSPEC in page
