"""Groups that are annotated as FILE: what their members are, and that the native pass leaves them to this check."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.ground.schema.file_groups import explain_file_group
from inlay.ground.schema.tree import SchemaTree
from parquet_format.parquet import (
    FieldRepetitionType,
    FileType,
    LogicalType,
    SchemaElement,
    StringType,
    Type,
)

OPTIONAL = FieldRepetitionType.OPTIONAL
TEXT = StringType()


def member(
    name: str,
    type_: Type | None = Type.BYTE_ARRAY,
    annotation: LogicalType | None = None,
    repetition: FieldRepetitionType | None = OPTIONAL,
) -> SchemaElement:
    return SchemaElement(name=name, type=type_, logicalType=annotation, repetition_type=repetition)


URI, CHECKSUM = member("uri", annotation=TEXT), member("checksum", annotation=TEXT)
OFFSET, SIZE, INLINE = member("offset", Type.INT64), member("size", Type.INT64), member("inline")

GROUPS: dict[str, tuple[list[SchemaElement], str | None]] = {
    "all": ([URI, OFFSET, SIZE, member("content_type", annotation=TEXT), CHECKSUM, INLINE], None),
    "bytes alone": ([INLINE], None),
    "another file": ([URI], None),
    "any order, and a member of the reader": ([SIZE, member("owner"), URI], None),
    "names have one case": ([URI, member("Offset", Type.FLOAT)], None),
    "no bytes anywhere": ([SIZE], "photo is a FILE with neither uri nor inline"),
    "elsewhere in this file": ([OFFSET, SIZE], "photo is a FILE with neither uri nor inline"),
    "an offset in no file": ([INLINE, OFFSET], "photo is a FILE with offset and without uri"),
    "required": (
        [member("inline", repetition=FieldRepetitionType.REQUIRED)],
        "photo.inline of a FILE has the repetition REQUIRED, but has to be OPTIONAL",
    ),
    "another type": (
        [URI, member("size", Type.INT32)],
        "photo.size of a FILE is int32, but has to be int64",
    ),
    "bytes and no text": (
        [member("uri")],
        "photo.uri of a FILE is annotated as nothing, but has to be a STRING",
    ),
}


def _schema(members: list[SchemaElement]) -> list[SchemaElement]:
    group = SchemaElement(
        name="photo", repetition_type=OPTIONAL, num_children=len(members), logicalType=FileType()
    )
    return [SchemaElement(name="root", num_children=1), group, *members]


@pytest.mark.parametrize("name", GROUPS)
def test_members(name: str) -> None:
    members, said = GROUPS[name]
    answers = [explain_file_group(node) for node in SchemaTree(_schema(members)).nodes]
    found = [answer for answer in answers if answer is not None]
    assert (len(found) == 1 and found[0].startswith(said)) if said else not found, found


@pytest.mark.parametrize(("annotated", "found"), [(True, ["file-group"]), (False, [])])
def test_verify_finds_it(tmp_path: Path, annotated: bool, found: list[str]) -> None:
    """A struct of two numbers is not a FILE, and without the annotation nothing is wrong with it."""
    path = tmp_path / "photos.parquet"
    pq.write_table(pa.table({"photo": [{"offset": 4, "size": 2}]}), path)

    def annotate(footer: inlay.Footer) -> bytes:
        footer.metadata.schema[1].logicalType = FileType() if annotated else None
        return footer.metadata.encode()

    inlay.edit_footer(path, annotate)
    assert [finding.code for finding in inlay.verify(path).findings] == found


def test_a_leaf_is_no_file(tmp_path: Path) -> None:
    path = tmp_path / "numbers.parquet"
    pq.write_table(pa.table({"a": [1]}), path)

    def annotate(footer: inlay.Footer) -> bytes:
        footer.metadata.schema[1].logicalType = FileType()
        return footer.metadata.encode()

    inlay.edit_footer(path, annotate)
    (finding,) = inlay.verify(path).findings
    assert finding.code == "annotation"
    assert "FILE on INT64: only a group may have it" in str(finding)
