"""`inlay_extends` and `inlay_uuid` are held against what is compiled along and what is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlay.footers.containers.registry import REGISTRY, Known
from inlayc.base.diagnostics import CompileError
from inlayc.frontends.flatbuffers.resolve.carriers import find_owner
from inlayc.frontends.load import load
from inlayc.model.schema import Struct

ID = "6f3b1a52-0c5d-4f0e-9d62-3a1f4c2e8b01"
IDL = Path(__file__).parents[3] / "idl"


def compiled(
    folder: Path, extends: str, uuid: str = ID, thrift: str = "", table: str = "Notes"
) -> Struct:
    source = folder / "notes.fbs"
    source.write_text(
        'attribute "inlay_uuid"; attribute "inlay_extends";'
        f'table {table} (inlay_uuid: "{uuid}", inlay_extends: "{extends}") {{}} root_type {table};',
        encoding="utf-8",
    )
    sources = [source]
    if thrift:
        (folder / "parquet.thrift").write_text(thrift, encoding="utf-8")
        sources.append(folder / "parquet.thrift")
    definition = load(sources).module("notes").definitions[0]
    assert isinstance(definition, Struct)
    return definition


@pytest.mark.parametrize(
    "name",
    ["ColumnMetaData", "FileMetaData", "RowGroup", "PageHeader", "DecimalType", "ColumnIndex"],
)
def test_a_struct_of_the_installed_format(tmp_path: Path, name: str) -> None:
    extension = compiled(tmp_path, f"parquet.{name}").extension
    assert extension is not None
    assert extension.extends == f"parquet.{name}"


@pytest.mark.parametrize(
    ("extends", "said"),
    [
        ("parquet.ColumnMetaDat", "did you mean `ColumnMetaData`?"),
        ("parquet.columnmetadata", "did you mean `ColumnMetaData`?"),
        ("parqet.ColumnMetaData", "did you mean `parquet`?"),
        (
            "other.Thing",
            "neither compiled together with this file nor in the installed parquet_format",
        ),
        ("parquet.LogicalType", "cannot carry an extension"),
        ("parquet.TimeUnit", "cannot carry an extension"),
        ("parquet.Type", "cannot carry an extension"),
        ("parquet.StringType", "cannot carry an extension"),
        ("footer.FileMetaData", "neither compiled together"),
    ],
)
def test_what_is_refused_without_the_thrift_file(tmp_path: Path, extends: str, said: str) -> None:
    with pytest.raises(CompileError) as caught:
        compiled(tmp_path, extends)
    assert "error[extension-extends]" in str(caught.value)
    assert said in str(caught.value)


def test_what_is_compiled_along_prevails(tmp_path: Path) -> None:
    thrift = "struct Mine { 1: i32 x } struct Bare {} union U { 1: Bare bare; 2: Mine mine }"
    assert compiled(tmp_path, "parquet.Mine", thrift=thrift).extension
    for extends in ("parquet.ColumnMetaData", "parquet.U", "parquet.Bare"):
        with pytest.raises(CompileError, match="extension-extends"):
            compiled(tmp_path, extends, thrift=thrift)


@pytest.mark.parametrize("known", list(REGISTRY), ids=lambda known: known.name)
def test_uuids_of_inlay_are_reserved(tmp_path: Path, known: Known) -> None:
    assert find_owner(known.uuid)
    with pytest.raises(CompileError, match=r"error\[extension-uuid\].*is that of"):
        compiled(tmp_path, "parquet.FileMetaData", str(known.uuid))


@pytest.mark.parametrize("name", ["footer", "footer_v0", "footer_prototype", "encoding"])
def test_a_copy_of_a_schema_of_inlay_may_have_its_uuid(name: str) -> None:
    assert load([IDL / f"{name}.fbs"]).module(name)
