"""Files: the annotation in the footer, reading in every form of file, and only the columns that are needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.changes.life_cycle import steps
from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.rewrite.change import Target
from inlay.footers.footer import read_footer
from inlay.rows.variants.needed_columns import list_needed_columns
from inlay.variant import (
    DamagedRowError,
    StorageError,
    Variant,
    VariantType,
    VariantWriter,
    from_pairs,
    read_path,
    read_table,
    variant_array,
    variant_get,
    write_table,
)
from inlay_variant.arrow.variant_type import wrap
from inlay_variant.storage.shape import parse_shape
from inlay_variant.value.path import parse_path
from parquet_format.parquet import VariantType as Annotation
from tests.variant.unasked_chunks import forbid_chunk_metadata

ROWS: Final[list[object]] = [
    {"id": 1, "who": {"name": "Ada"}, "tags": ["x"]}, {"id": 2, "extra": 1.5}, None, "text", {"id": "three"}, {}]  # fmt: skip
SCHEMA: Final = pa.struct(
    [("id", pa.int64()), ("who", pa.struct([("name", pa.string())])), ("tags", pa.list_(pa.string()))]
)  # fmt: skip


@pytest.fixture
def table() -> pa.Table:
    return pa.table({"n": list(range(len(ROWS))), "v": variant_array(ROWS)})


def values(table: Any, name: str = "v") -> list[object]:
    return [one for chunk in table.column(name).chunks for one in chunk.to_python()]


@pytest.mark.parametrize("shredding", [None, "auto", {"v": SCHEMA}], ids=["none", "auto", "given"])
def test_a_table_survives_a_file(
    both: str, tmp_path: Path, table: pa.Table, shredding: Any
) -> None:
    file = tmp_path / "v.parquet"
    write_table(table, file, shred=shredding, row_group_size=4)
    for read in (read_table(file), read_table(file, unshred=True), inlay.read_table(file)):
        assert values(read) == ROWS
        assert isinstance(read.schema.field("v").type, VariantType)
    in_turn: Any = inlay.iter_batches(file, batch_size=2)
    batches = [one for batch in in_turn for one in batch.column("v").to_python()]
    assert batches == ROWS
    assert values(read_table(file, columns=["v"], row_groups=[1])) == ROWS[4:]
    assert list(tmp_path.iterdir()) == [file]  # fmt: skip


def test_the_group_is_annotated_and_laid_out_as_the_specification_says(
    tmp_path: Path, table: pa.Table
) -> None:
    file = tmp_path / "v.parquet"
    write_table(
        table,
        file,
        shred={
            "v": pa.struct([("d", pa.decimal128(9, 2)), ("i", pa.int8()), ("t", pa.time64("us"))])
        },
    )
    footer = read_footer(file)
    assert footer.metadata is not None
    elements = {element.name: element for element in footer.metadata.schema}
    assert elements["v"].logicalType == Annotation(specification_version=1)
    shown = str(pq.ParquetFile(file).schema)
    for line in (
        "optional group field_id=-1 v (Variant(1)) {",
        "required binary field_id=-1 metadata;",
        "required group field_id=-1 d {",
        "optional int32 field_id=-1 typed_value (Decimal(precision=9, scale=2));",
        "optional int32 field_id=-1 typed_value (Int(bitWidth=8, isSigned=true));",
        "optional int64 field_id=-1 typed_value (Time(isAdjustedToUTC=false, timeUnit=microseconds));",
    ):
        assert line in shown
    write_table(table, file)
    assert "required binary field_id=-1 value;" in str(pq.ParquetFile(file).schema)  # fmt: skip


def test_variants_inside_of_other_types(tmp_path: Path) -> None:
    array = variant_array(ROWS[:4])
    nested = pa.table(
        {
            "s": pa.StructArray.from_arrays([array, pa.array(range(4))], ["v", "k"]),
            "l": pa.ListArray.from_arrays(pa.array([0, 1, 1, 2, 4], pa.int32()), array),
        }
    )
    file = tmp_path / "nested.parquet"
    write_table(nested, file)
    read: Any = inlay.read_table(file)
    assert isinstance(read.schema.field("s").type.field("v").type, VariantType)
    assert read.column("s").chunk(0).field("v").to_python() == ROWS[:4]
    assert read.column("l").chunk(0).values.to_python() == ROWS[:4]
    assert str(pq.ParquetFile(file).schema).count("(Variant(1))") == 2


@pytest.mark.parametrize("form", ["private", "migration", "final"])
def test_every_form_of_file(tmp_path: Path, table: pa.Table, form: str) -> None:
    file = tmp_path / "v.parquet"
    write_table(table, file, shred="auto")
    for name in ("private", "migration", "final"):
        step = {
            "private": steps.add,
            "migration": steps.promote,
            "final": steps.finalize,
        }[name]
        change_form(str(file), step, target=Target())
        if name == form:
            break
    assert inlay.open(str(file)).form.value == form
    assert values(inlay.read_table(file)) == ROWS
    assert read_path(file, "v", "$.id", pa.int64()).to_pylist() == [1, 2, None, None, None, None]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "columns"),
    [
        ("$.id", ["v.typed_value.id.value", "v.typed_value.id.typed_value"]),
        (
            "$.who.name",
            [f"v.typed_value.who.typed_value.name.{x}" for x in ("value", "typed_value")],
        ),
        ("$.who.other", ["v.typed_value.who.value"]),
        ("$.other", ["v.value"]),
        (
            "$.tags[0]",
            [f"v.typed_value.tags.typed_value.list.element.{x}" for x in ("value", "typed_value")],
        ),
        ("$", ["v.value", "v.typed_value"]),
    ],
)
def test_a_path_needs_few_columns(path: str, columns: list[str]) -> None:
    assert list_needed_columns("v", parse_shape(SCHEMA), parse_path(path)) == columns


def test_reading_a_path_reads_nothing_else(both: str, tmp_path: Path, table: pa.Table) -> None:
    """The pages of all other columns are overwritten, and nothing notices."""
    file = tmp_path / "v.parquet"
    write_table(table, file, shred={"v": SCHEMA})
    footer = read_footer(file).metadata
    assert footer is not None
    data = bytearray(file.read_bytes())
    for chunk in footer.row_groups[0].columns:
        meta = chunk.meta_data
        assert meta is not None
        if meta.path_in_schema[:3] != ["v", "typed_value", "id"]:
            start = min(filter(None, (meta.data_page_offset, meta.dictionary_page_offset)))
            data[start : start + meta.total_compressed_size] = b"\xff" * meta.total_compressed_size
    file.write_bytes(data)
    assert read_path(file, "v", "$.id", pa.int64()).to_pylist() == [1, 2, None, None, None, None]
    with pytest.raises(OSError, match=r"."):
        read_table(file)


def test_a_path_is_read_without_pyarrows_metadata_of_chunks(
    tmp_path: Path, table: pa.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "v.parquet"
    write_table(table, file, shred={"v": SCHEMA})
    forbid_chunk_metadata(monkeypatch)
    assert read_path(file, "v", "$.id", pa.int64()).to_pylist() == [1, 2, None, None, None, None]


def test_paths_of_files_are_those_of_arrays(both: str, tmp_path: Path, table: pa.Table) -> None:
    array: Any = table.column("v").chunk(0)
    choices: list[Any] = [None, "auto", {"v": SCHEMA}]
    for number, shredding in enumerate(choices):
        file = tmp_path / f"{number}.parquet"
        write_table(table, file, shred=shredding)
        for path in ("$", "$.id", "$.who", "$.who.name", "$.extra", "$.tags[0]", "$.no"):
            wanted = variants_at(array, path)
            found: Any = read_path(file, "v", path)
            assert [one for chunk in found.chunks for one in chunk.to_python()] == wanted
            typed = variant_get(array, path, pa.string())
            assert read_path(file, "v", path, pa.string()).to_pylist() == typed.to_pylist()


def variants_at(array: Any, path: str) -> object:
    found: Any = variant_get(array, path)
    return found.to_python()


def test_a_part_of_a_group_is_a_plain_struct(tmp_path: Path, table: pa.Table) -> None:
    file = tmp_path / "v.parquet"
    write_table(table, file, shred={"v": SCHEMA})
    read = inlay.read_table(file, columns=["v.typed_value.id"])
    assert read.column("v").to_pylist()[0] == {
        "typed_value": {"id": {"value": None, "typed_value": 1}}
    }


def test_what_fails_leaves_nothing_behind_and_the_old_file_alone(
    tmp_path: Path, table: pa.Table
) -> None:
    file = tmp_path / "v.parquet"
    write_table(table, file)
    before = file.read_bytes()
    damaged = pa.table({"n": [1], "v": from_pairs([Variant(b"\1\0\0", b"\x0c")])})
    with pytest.raises(DamagedRowError):
        write_table(damaged, file, shred={"v": pa.int8()})
    with pytest.raises(StorageError, match="is not a Variant"):
        write_table(table, file, shred={"n": pa.int8()})
    with pytest.raises(pa.ArrowInvalid), VariantWriter(file, table.schema) as writer:
        write_then_fail(writer, table)
    assert list(tmp_path.iterdir()) == [file]
    assert file.read_bytes() == before


def write_then_fail(writer: VariantWriter, table: pa.Table) -> None:
    writer.write(table)
    raise pa.ArrowInvalid("something else")


def test_an_empty_table(tmp_path: Path, table: pa.Table) -> None:
    file = tmp_path / "v.parquet"
    write_table(table.slice(0, 0), file, shred={"v": SCHEMA})
    assert values(read_table(file, unshred=True)) == []
    assert read_path(file, "v", "$.id", pa.int64()).to_pylist() == []


def test_chunks_and_unequal_chunks(tmp_path: Path, table: pa.Table) -> None:
    file = tmp_path / "v.parquet"
    many = pa.concat_tables([table, table.slice(2), table.slice(1, 2)])
    write_table(many, file, shred="auto")
    assert values(read_table(file)) == [*ROWS, *ROWS[2:], *ROWS[1:3]]


def test_plain_pyarrow_in_a_process_without_inlay_reads_structs(
    tmp_path: Path, table: pa.Table
) -> None:
    file = tmp_path / "v.parquet"
    write_table(table, file, shred="auto")
    code = (
        f"import pyarrow.parquet as pq; print(pq.read_table({str(file)!r}).schema.field('v').type)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("struct<metadata: binary not null")


def test_rows_are_counted_over_the_whole_file(tmp_path: Path) -> None:
    file = tmp_path / "v.parquet"
    rows = [*[Variant(b"\1\0\0", b"\0")] * 5, Variant(b"\1\0\0", b"\x0c")]
    table = pa.table({"v": from_pairs(rows)})
    with pytest.raises(DamagedRowError, match="row 5: "):
        write_table(table, file, shred={"v": pa.int8()}, row_group_size=2)
    storage = pa.field("typed_value", pa.int8())
    shredded = pa.table({"v": shredded_by(table.column("v").chunk(0), storage)})
    write_table(shredded, file, row_group_size=2)
    with pytest.raises(DamagedRowError, match="row 5: "):
        read_table(file, unshred=True)


def shredded_by(array: Any, typed: pa.Field[Any]) -> Any:
    """The same values beside a typed column that is null."""
    children = [
        array.storage.field("metadata"),
        array.storage.field("value"),
        pa.nulls(len(array), typed.type),
    ]
    fields = [
        pa.field("metadata", pa.binary(), nullable=False),
        pa.field("value", pa.binary()),
        typed,
    ]
    return wrap(pa.StructArray.from_arrays(children, fields=fields))
