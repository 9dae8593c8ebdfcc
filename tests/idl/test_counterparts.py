"""What v1 says of Thrift: every field of a footer has a slot, and v0 has the first slots of v1."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlayc.frontends.load import load
from inlayc.model.schema import Kind, Named, Schema, Struct

IDL = Path(__file__).parents[2] / "idl"


@pytest.fixture(scope="module")
def schema() -> Schema:
    return load([IDL / name for name in ("parquet.thrift", "footer_v0.fbs", "footer.fbs")])


def structs(schema: Schema, module: str, *kinds: Kind) -> list[Struct]:
    definitions = schema.module(module)
    return [one for one in definitions if isinstance(one, Struct) and one.kind in kinds]


def test_every_field_of_a_footer_has_a_slot(schema: Schema) -> None:
    """Taken apart to the leaves of the schema, column orders have a slot in two tables."""
    having: dict[str, set[str]] = {}
    for table in structs(schema, "footer", Kind.TABLE):
        if table.correspondence is None:
            continue
        computed = {
            field.annotations.get("inlay_thrift", field.name)
            for field in table.fields
            if "inlay_computed" in field.annotations
        }
        declared = {counterpart.field for counterpart in table.correspondence.counterparts}
        for name in table.correspondence.names:
            having.setdefault(name, set()).update(declared | computed)
    assert len(having) == 22
    for name, fields in having.items():
        struct = schema[Named(*name.split("."))]
        assert isinstance(struct, Struct)
        assert {field.name for field in struct.fields} - fields == set(), name


@pytest.mark.parametrize("union", ["LogicalType", "EncryptionAlgorithm", "ColumnCryptoMetadata"])
def test_every_member_of_a_union_has_a_variant(schema: Schema, union: str) -> None:
    flat = schema[Named("footer", union)]
    assert isinstance(flat, Struct)
    assert flat.correspondence is not None
    thrift = schema[Named(*flat.correspondence.names[0].split("."))]
    assert isinstance(thrift, Struct)
    members = [counterpart.field for counterpart in flat.correspondence.counterparts]
    assert sorted(members) == sorted(field.name for field in thrift.fields)
    assert flat.correspondence.unrecognized == "Unrecognized"


def test_tables_of_v0_begin_tables_of_v1(schema: Schema) -> None:
    for table in structs(schema, "footer_v0", Kind.TABLE):
        assert table.slots_of == f"footer.{table.name}"
