"""Whatever a footer leaves out: pyiceberg's evaluators pass over no file with a row, and drop none with another one."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from math import isnan
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.footers.footer.read import read_footer
from inlay.ground.files.entries import FileEntry
from inlay.ground.refusals import RefusedError
from inlay.verbs.register.build_request import build_request
from inlay.verbs.register.lake_file import LakeFile, LakeReader
from inlay.verbs.register.targets.iceberg.new_table import NewTable
from parquet_format.parquet import FileMetaData
from tests.support.examples import examples
from tests.support.footers import edit_footer
from tests.verbs.register.iceberg.evaluated import check_filters
from tests.verbs.register.iceberg.tables import open_catalog

_TYPES: Final[dict[str, tuple[pa.DataType, st.SearchStrategy[Any]]]] = {
    "int32": (pa.int32(), st.integers(-(2**31), 2**31 - 1)),
    "int64": (pa.int64(), st.integers(-5, 5)),
    "uint16": (pa.uint16(), st.integers(0, 2**16 - 1)),
    "double": (pa.float64(), st.floats() | st.sampled_from([0.0, -0.0, 1.0])),
    "float": (pa.float32(), st.floats(width=32)),
    "bool": (pa.bool_(), st.booleans()),
    "text": (pa.string(), st.text(max_size=40) | st.text("\ud7ff\U0010ffffa", min_size=14)),
    "binary": (pa.binary(), st.binary(max_size=20) | st.just(b"\xff" * 20)),
    "date": (pa.date32(), st.dates()),
    "moment": (pa.timestamp("us"), st.datetimes()),
    "millisecond": (pa.timestamp("ms"), st.datetimes().map(lambda it: it.replace(microsecond=0))),
}
_LEFT_OUT: Final[dict[str, tuple[str, ...]]] = {
    "nothing": (),
    "both": ("min_value", "max_value"),
    "minimum": ("min_value",),
    "maximum": ("max_value",),
    "nulls": ("null_count",),
}


@pytest.fixture(scope="module")
def table() -> Iterator[NewTable]:
    with tempfile.TemporaryDirectory() as folder:
        catalog = open_catalog(Path(folder))
        yield NewTable(catalog, "lake.t", {}, (), "")
        catalog.close()


def _edit(metadata: FileMetaData, left_out: list[str], values: list[list[Any]]) -> None:
    for group, what, some in zip(metadata.row_groups, left_out, values, strict=False):
        meta = group.columns[0].meta_data
        assert meta is not None
        if meta.statistics is None:
            continue
        if what == "counted":
            nans = sum(isinstance(it, float) and isnan(it) for it in some)
            meta.statistics = meta.statistics.replace(nan_count=nans)
        elif what == "all":
            meta.statistics, meta.size_statistics = None, None
        else:
            meta.statistics = meta.statistics.replace(**dict.fromkeys(_LEFT_OUT[what]))
            meta.size_statistics = None


@st.composite
def files(draw: st.DrawFn) -> tuple[str, list[list[Any]], list[str], list[Any]]:
    name = draw(st.sampled_from(sorted(_TYPES)))
    values = _TYPES[name][1]
    groups = draw(st.lists(st.lists(st.none() | values, max_size=4), min_size=1, max_size=3))
    kinds = st.sampled_from(["all", "counted", *_LEFT_OUT])
    left_out = [draw(kinds | st.sampled_from(["nothing", "counted"])) for _ in groups]
    return name, groups, left_out, draw(st.lists(values, max_size=3))


@examples(200)
@given(case=files())
def test_no_row_is_lost(
    table: NewTable, case: tuple[str, list[list[Any]], list[str], list[Any]]
) -> None:
    name, groups, left_out, literals = case
    type_ = _TYPES[name][0]
    sink = pa.BufferOutputStream()
    with pq.ParquetWriter(sink, pa.schema([("x", type_)])) as writer:
        for group in groups:
            writer.write_table(pa.table({"x": pa.array(group, type_)}))
    data = edit_footer(sink.getvalue().to_pybytes(), lambda it: _edit(it, left_out, groups))
    file = LakeReader().read(FileEntry("/x.parquet", len(data), 0), read_footer(data))
    assert isinstance(file, LakeFile)
    plan = table.plan(build_request([file], table)[0])
    (entry,) = plan.entries
    values = [value for group in groups for value in group]
    asked = [*values, *literals]
    check_filters(plan.shape.schema, entry, pa.array(values, type_), asked)


def test_two_spellings_of_an_object_are_one_file(table: NewTable) -> None:
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table({"x": [1]}), sink)
    data = sink.getvalue().to_pybytes()
    file = LakeReader().read(FileEntry("s3://lake/x.parquet", len(data), 0), read_footer(data))
    assert isinstance(file, LakeFile)
    files = [file, file._replace(path="s3a://lake/x.parquet")]
    with pytest.raises(RefusedError, match="the same file as s3://lake/x"):
        table.plan(build_request(files, table)[0])
