"""What a directory is shredded by: sampled, by hand, of another directory; and always the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.ground.refusals import RefusedError
from inlay.rows.variants.on_files import inferred_from
from inlay.variant import infer_schema, write_table
from inlay_spark.jobs.directory import JobDirectory, LockedError
from inlay_spark.shred import ShredError, plan, shred
from tests.pipeline.shred.here import here
from tests.pipeline.shred.lakes import (
    add_odd_files,
    expected,
    table,
    values,
    variants,
)
from tests.pipeline.shred.reading import schema_of


def test_a_directory_is_for_one_lake_and_one_schema(lake: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(RefusedError, match="is inside the lake"):
        shred(here(), str(lake), str(lake / "out"), ["v"])
    with pytest.raises(ShredError, match="holds other files"):
        shred(here(), str(lake / "day=1"), str(tmp_path), ["v"])
    with pytest.raises(FileNotFoundError):
        shred(here(), str(lake / "none"), str(out), ["v"])
    shred(here(), str(lake), str(lake / "_out"), ["v"])
    shred(here(), str(lake), str(out), ["v"], schemas=["struct<n: bigint>"])
    shred(here(), str(lake), str(out), ["v"], schemas=["v=struct<n: int64>"])
    with pytest.raises(ShredError, match="another schema"):
        shred(here(), str(lake), str(out), schemas=["int64"])
    with pytest.raises(ShredError, match="has v shredded, not id"):
        shred(here(), str(lake), str(out), ["id"])
    with pytest.raises(ShredError, match="without --exact"):
        shred(here(), str(lake), str(out), exact=True)
    with JobDirectory(str(out)).lock(), pytest.raises(LockedError, match="another run"):
        shred(here(), str(lake), str(out))
    (out / "_shred.json").write_text("{")
    with pytest.raises(ShredError, match="damaged"):
        shred(here(), str(lake), str(out))


def test_schemas_by_hand_and_of_another_directory(lake: Path, tmp_path: Path) -> None:
    one, two, file = tmp_path / "one", tmp_path / "two", tmp_path / "schema.txt"
    file.write_text("struct<who: string>\n")
    shred(here(), str(lake), str(one), ["v"], schemas=[str(file)])
    shred(here(), str(lake), str(two), ["v"], schemas=[str(one / "_shred.json")])
    name = "day=2/plain.parquet"
    assert schema_of(one / name) == schema_of(two / name)
    assert values(two / name) == expected(120)
    three = tmp_path / "three"
    shred(here(), str(lake), str(three), ["v"], schemas=["variant"])
    assert not schema_of(three / name).field("v").type.is_shredded
    with pytest.raises(ShredError, match="for which column"):
        plan(here(), str(lake), ["v", "w"], schemas=["int64"])
    with pytest.raises(ShredError, match="name it with --columns"):
        plan(here(), str(lake), ["w"], schemas=[str(one / "_shred.json")])


def test_several_columns(tmp_path: Path) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    lake.mkdir()
    both = table(0, pa.string())
    both = both.append_column("w", both.column("v"))
    pq.write_table(both, lake / "one.parquet")
    shred(here(), str(lake), str(out), ["v", "w"], schemas=["w=struct<who: string>"])
    assert values(out / "one.parquet", "v") == values(out / "one.parquet", "w") == expected(0)
    types = [schema_of(out / "one.parquet").field(name).type for name in "vw"]
    assert types[0] != types[1]


def test_plans(lake: Path, tmp_path: Path) -> None:
    add_odd_files(lake)
    found = plan(here(), str(lake), ["v"])
    assert found.files == 18
    assert found.sampled is not None
    assert found.sampled.bad == 6
    with pytest.raises(ShredError, match=r"no file has a column 'x'; there is v"):
        plan(here(), str(lake), ["x"])
    with pytest.raises(ShredError, match="no schema can be inferred"):
        plan(here(), str(lake / "day=1/nothing.parquet"), ["v"])
    with pytest.raises(ShredError, match="say which column"):
        plan(here(), str(lake), [])
    mixed = tmp_path / "mixed.parquet"
    pq.write_table(pa.table({"v": ["1", '"a"', "[]", "{}"]}), mixed)
    with pytest.raises(ShredError, match="--schema 'v=variant' writes it as it is"):
        plan(here(), str(mixed), ["v"])


def test_one_file_gives_what_the_command_for_one_file_gives(tmp_path: Path) -> None:
    file = tmp_path / "one.parquet"
    write_table(variants(0, 3_000), file)
    inferred = plan(here(), str(file), ["v"]).schema.inferred["v"]
    assert inferred == inferred_from(str(file), "v")
    array: Any = variants(0, 3_000).column("v").chunk(0)
    assert inferred == infer_schema(array)
