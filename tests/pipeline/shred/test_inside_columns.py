"""Variants inside of structs, lists and maps: planned, shredded by one schema, and left alone where a file lacks them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.life_cycle.steps import add, finalize, promote
from inlay.variant import VariantType, from_json_array, read_table, variant_array, write_table
from inlay_spark.shred import ShredError, plan, shred
from inlay_variant.arrow.nested_columns import list_paths_of
from tests.pipeline.shred.here import here
from tests.pipeline.shred.lakes import texts
from tests.pipeline.shred.reading import outputs, problems, schema_of

ROWS: Final = 12
PATHS: Final = {"items": "items.element", "prices": "prices.value", "inside": "inside.v.deep"}


def column(kind: str, first: int) -> Any:
    """Two Variants a row in a list or a map, one in a struct of a struct; the last row is null."""
    makers: Any = pa
    count = ROWS if kind == "inside" else 2 * ROWS
    variants: Any = from_json_array(pa.array(texts(first, count)))
    missing = pa.array([row == ROWS - 1 for row in range(ROWS)])
    if kind == "inside":
        deep = makers.StructArray.from_arrays([variants], names=["deep"])
        numbers = pa.array(range(ROWS))
        return makers.StructArray.from_arrays([deep, numbers], names=["v", "n"], mask=missing)
    offsets = pa.array(range(0, 2 * ROWS + 1, 2), pa.int32())
    if kind == "items":
        return makers.ListArray.from_arrays(offsets, variants, mask=missing)
    return makers.MapArray.from_arrays(offsets, pa.array(list("ab") * ROWS), variants, mask=missing)


@pytest.fixture(params=list(PATHS))
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def lake(tmp_path: Path, kind: str) -> Path:
    """Three files with the column, one of them shredded by something else and one without a Thrift footer."""
    folder = tmp_path / "lake"
    (folder / "day=1").mkdir(parents=True)
    ids = pa.array(range(ROWS))
    for at in range(3):
        table = pa.table({"id": ids, kind: column(kind, 40 * at), "z": ids})
        by: Any = {PATHS[kind]: pa.struct([("who", pa.string())])} if at == 1 else None
        write_table(table, folder / f"day=1/{at}.parquet", shred=by, row_group_size=5)
    for step in (add, promote, finalize):
        change_form(str(folder / "day=1/2.parquet"), step)
    return folder


def types_at(file: Path, kind: str) -> list[VariantType]:
    from inlay_variant.arrow.nested_columns import list_variant_paths

    field = schema_of(file).field(kind)
    return [type_ for _, type_ in list_variant_paths(field.type, field.name)]


def test_one_schema_for_all_files(lake: Path, tmp_path: Path, kind: str) -> None:
    path, out = PATHS[kind], tmp_path / "out"
    before = {file.name: file.read_bytes() for file in lake.glob("*/*")}
    planned = plan(here(), str(lake), [path])
    assert planned.schema.inferred[path].rows > ROWS
    assert not out.exists()
    done = shred(here(), str(lake), str(out), [path])
    assert (done.files, done.rows, done.problems, done.without) == (3, 3 * ROWS, 0, 0)
    assert {file.name: file.read_bytes() for file in lake.glob("*/*")} == before
    types = [types_at(out / name, kind) for name in outputs(out)]
    assert all(type_ == types[0] for type_ in types)
    assert types[0][0].is_shredded
    for name in outputs(out):
        old, new = (read_table(str(root / name)) for root in (lake, out))
        assert new.to_pylist() == old.to_pylist()
        assert new.column_names == old.column_names
    fixed = json.loads((out / "_shred.json").read_text())
    assert list(fixed["columns"]) == [path]
    again = shred(here(), str(lake), str(out))
    assert (again.files, again.unchanged) == (0, 3)


def test_what_a_file_lacks_is_not_invented(lake: Path, tmp_path: Path, kind: str) -> None:
    path, out = PATHS[kind], tmp_path / "out"
    plain = pa.table({"id": [1, 2], "z": ["a", "b"]})
    pq.write_table(plain, lake / "day=1/lacks.parquet")
    pq.write_table(pa.table({kind: [1]}), lake / "day=1/number.parquet")
    text: dict[str, Any] = {"items": [["{}"]], "inside": [{"v": {"deep": "{}"}}]}
    of_text = (
        pa.array([[("a", "{}")]], pa.map_(pa.string(), pa.string()))
        if kind == "prices"
        else pa.array(text[kind])
    )
    pq.write_table(pa.table({kind: of_text}), lake / "day=1/text.parquet")
    other: Any = column(kind, 0)
    write_table(pa.table({kind.upper(): other}), lake / "day=1/case.parquet")
    done = shred(here(), str(lake), str(out), [path], schemas=["struct<who: string>"])
    assert (done.files, done.without, done.problems) == (5, 2, 2)
    assert {row["error_id"] for row in problems(out)} == {"column-type", "column-case"}
    assert pq.read_table(out / "day=1/lacks.parquet", partitioning=None).equals(plain)
    assert pq.read_schema(out / "day=1/number.parquet").names == [kind]


def test_a_path_that_no_file_has_is_refused_with_those_there_are(
    lake: Path, tmp_path: Path, kind: str
) -> None:
    with pytest.raises(
        ShredError, match=rf"no file has a column '{kind}.x'; there is .*{PATHS[kind]}"
    ):
        plan(here(), str(lake), [f"{kind}.x"])


def test_a_column_and_what_is_inside_of_another(tmp_path: Path) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    lake.mkdir()
    rows = pa.table({"items": column("items", 0), "v": pa.array(texts(0, ROWS))})
    write_table(rows, lake / "a.parquet")
    shutil.copyfile(lake / "a.parquet", lake / "b.parquet")
    done = shred(here(), str(lake), str(out), ["v", "items.element"])
    assert (done.files, done.problems) == (2, 0)
    for name in ("a.parquet", "b.parquet"):
        schema = schema_of(out / name)
        assert [path for field in schema for path in list_paths_of(field)] == ["items.element", "v"]
        new = read_table(str(out / name))
        assert new.column("items").to_pylist() == rows.column("items").to_pylist()


def test_a_bad_element_is_a_row_of_problems(tmp_path: Path) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    lake.mkdir()
    good: Any = variant_array([{"a": 1}] * 6)
    storage = good.storage
    values = pa.array([*storage.field("value").to_pylist()[:5], b"\x02\xff"], pa.binary())
    columns = {"metadata": storage.field("metadata"), "value": values}
    fields = list(storage.type)
    damaged = pa.StructArray.from_arrays([columns[it.name] for it in fields], fields=fields)
    bad: Any = pa.ExtensionArray.from_storage(good.type, damaged)
    makers: Any = pa
    lists = makers.ListArray.from_arrays(pa.array([0, 2, 4, 6], pa.int32()), bad)
    write_table(pa.table({"items": lists}), lake / "a.parquet")
    done = shred(here(), str(lake), str(out), ["items.element"], schemas=["struct<a: bigint>"])
    assert (done.files, done.problems) == (0, 1)
    (row,) = problems(out)
    assert (row["error_id"], row["row"]) == ("row", 2)
    assert not outputs(out)
