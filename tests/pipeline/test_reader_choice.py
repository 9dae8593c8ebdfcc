"""`inlay_spark.read`: which reader is chosen for which file. No Spark runs; `test_lake_frame.py` holds what the readers give."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pytest

from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.life_cycle.steps import add, finalize, promote
from inlay.footers.footer.read import read_footer
from inlay.ground.files.local_store import LocalStore
from inlay.tables.scan.tail_file import TailFile
from inlay.verbs.set.convert_footer import convert_footer
from inlay_spark.rows.spark_reader import FileReader, choose_reader
from parquet_format.parquet import CompressionCodec
from tests.pipeline.lake_frames import set_field, set_key_value, write
from tests.tables.scan.lake import write_forms
from tests.verbs.verify.files import changed_footer

if TYPE_CHECKING:
    from parquet_format.parquet import FileMetaData

SPARK, CAREFUL, INLAY = FileReader.SPARK, FileReader.SPARK_WITHOUT_BOUNDS, FileReader.INLAY


def chosen(path: Path, *columns: str) -> FileReader:
    store = LocalStore()
    entry = store.entry(str(path))
    assert entry is not None
    with store.open(entry) as handle:
        return choose_reader(read_footer(TailFile(str(path), handle)), columns or ("x", "s", "l"))


FORMS: Final = {
    "thrift": SPARK,
    "private": SPARK,
    "migration": SPARK,
    "final": INLAY,
    "modular": INLAY,
    "parx": INLAY,
    "encrypted": INLAY,
}


@pytest.mark.parametrize("form", FORMS)
def test_forms(form: str, tmp_path: Path) -> None:
    if form == "encrypted":
        assert chosen(write_forms(tmp_path)[form]) is INLAY
        return
    path = write(tmp_path / "a.parquet")
    steps = {"private": [add], "migration": [add, promote], "final": [add, promote, finalize]}
    for step in steps.get(form, []):
        change_form(str(path), step)
    if form not in (*steps, "thrift"):
        convert_footer(str(path), form)
    assert chosen(path) is FORMS[form]


def test_a_flatbuffer_that_is_not_what_the_thrift_says(tmp_path: Path) -> None:
    """Whichever of the two is right: our reader says which, and Spark does not look."""
    path = write(tmp_path / "a.parquet")
    change_form(str(path), add)
    data = path.read_bytes()
    changed = data.replace(b"parquet-cpp-arrow", b"parquet-cpp-Arrow", 1)
    assert changed != data
    path.write_bytes(changed)
    assert chosen(path) is INLAY


COLUMNS: Final[dict[str, tuple[Any, dict[str, Any], FileReader]]] = {
    "gzip": (pa.array([1]), {"compression": "gzip"}, SPARK),
    "zstd": (pa.array([1]), {"compression": "zstd"}, SPARK),
    "raw lz4": (pa.array([1]), {"compression": "lz4"}, SPARK),
    "brotli": (pa.array([1]), {"compression": "brotli"}, INLAY),
    "delta": (pa.array([1]), {"column_encoding": "DELTA_BINARY_PACKED"}, SPARK),
    "split": (pa.array([1.5]), {"column_encoding": "BYTE_STREAM_SPLIT"}, SPARK),
    "unsigned": (pa.array([1], pa.uint32()), {}, SPARK),
    "unsigned 64": (pa.array([1], pa.uint64()), {}, INLAY),
    "half": (pa.array([1.5], pa.float16()), {}, INLAY),
    "time": (pa.array([1], pa.time64("us")), {}, INLAY),
    "micros": (pa.array([1], pa.timestamp("us", "UTC")), {}, SPARK),
    "nanos": (pa.array([1], pa.timestamp("ns")), {}, INLAY),
    "int96": (pa.array([1], pa.timestamp("us")), {"use_deprecated_int96_timestamps": True}, SPARK),
    "struct": (pa.array([{"a": {"b": 1}}]), {}, SPARK),
    "map": (pa.array([[("k", 1)]], pa.map_(pa.string(), pa.int64())), {}, SPARK),
    "list of times": (pa.array([[1]], pa.list_(pa.time32("ms"))), {}, INLAY),
    "struct of like names": (pa.array([{"a": 1, "A": 2}]), {}, INLAY),
    "two-level list": (pa.array([[1]]), {"use_compliant_nested_type": False}, SPARK),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_columns(name: str, tmp_path: Path) -> None:
    array, options, expected = COLUMNS[name]
    if "column_encoding" in options:
        options = {**options, "use_dictionary": False}
    path = write(tmp_path / "a.parquet", pa.table({"x": array}), **options)
    assert chosen(path, "x") is expected
    if options.get("compression") != "brotli":  # of a column that is not wanted nothing matters
        assert chosen(path, "y") is SPARK


def _rename(old: str, new: str) -> Callable[[FileMetaData], None]:
    def change(footer: FileMetaData) -> None:
        footer.schema = [
            element.replace(name=new) if element.name == old else element
            for element in footer.schema
        ]

    return change


def _set_codec(footer: FileMetaData) -> None:
    known = footer.row_groups[0].columns[0].meta_data
    assert known is not None
    known.codec = CompressionCodec.LZ4


FOOTERS: Final[dict[str, tuple[Callable[[FileMetaData], None], FileReader]]] = {
    "rows that do not add up": (set_field("num_rows", 7), INLAY),
    "fewer rows than none": (lambda footer: setattr(footer.row_groups[0], "num_rows", -3), INLAY),
    "names that differ in case": (_rename("s", "X"), INLAY),
    "another case than is asked for": (_rename("s", "S"), INLAY),
    "a list of another shape": (_rename("list", "array"), INLAY),
    "a writer of wrong bounds": (set_field("created_by", "Polars"), CAREFUL),
    "a writer of wrong pages": (set_field("created_by", "parquet-cpp version 1.5.0"), INLAY),
    "lz4 of one kind or the other": (_set_codec, INLAY),
    "a chunk elsewhere": (
        lambda footer: setattr(footer.row_groups[0].columns[0], "file_path", "b"),
        INLAY,
    ),
}


@pytest.mark.parametrize("name", FOOTERS)
def test_footers(name: str, tmp_path: Path) -> None:
    change, expected = FOOTERS[name]
    path = write(tmp_path / "a.parquet")
    changed_footer(path, path, change)
    assert chosen(path) is expected


CALENDARS: Final[dict[tuple[str, str], tuple[FileReader, FileReader, FileReader]]] = {
    ("org.apache.spark.version", "2.4.0"): (INLAY, INLAY, SPARK),
    ("org.apache.spark.version", "3.0.3"): (SPARK, INLAY, SPARK),
    ("org.apache.spark.version", "4.1.0"): (SPARK, SPARK, SPARK),
    ("org.apache.spark.legacyDateTime", ""): (INLAY, SPARK, SPARK),
    ("org.apache.spark.legacyINT96", ""): (SPARK, INLAY, SPARK),
}
"""Who reads a date, an INT96 and a number of a file that says so."""


@pytest.mark.parametrize("said", CALENDARS)
def test_calendars(said: tuple[str, str], tmp_path: Path) -> None:
    day, moment = date(1500, 1, 1), datetime(1500, 1, 1)
    for name, values in {"date": pa.array([[day]]), "moment": pa.array([[moment]])}.items():
        table = pa.table({"x": values, "number": [1]})
        path = write(tmp_path / name, table, use_deprecated_int96_timestamps=True)
        changed_footer(path, path, set_key_value(*said))
    dated = chosen(tmp_path / "date", "x"), chosen(tmp_path / "moment", "x")
    assert (*dated, chosen(tmp_path / "date", "number")) == CALENDARS[said]
