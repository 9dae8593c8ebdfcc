"""Which encodings writers write: the record is what those write that are installed here."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.compat.asked_writers import INSTALLED, WRITERS
from tests.compat.encodings_written import FEW_WRITE, TYPES, load_written
from tests.compat.measure_writer import judge_file, measure_writer

WRITTEN = load_written()


@pytest.mark.parametrize(
    "name",
    # One JVM at a time, beside those of tests/pipeline.
    [
        pytest.param(
            name,
            marks=pytest.mark.xdist_group("spark" if name in ("spark", "parquet-java") else name),
        )
        for name in WRITERS
        if name not in INSTALLED
    ],
)
def test_a_writer_does_as_the_record_says(name: str, tmp_path: Path) -> None:
    if WRITERS[name]().version() != WRITTEN[name].version:
        pytest.skip(f"{name} {WRITTEN[name].version} is not installed")
    assert measure_writer(name, tmp_path) == WRITTEN[name], "python -m tests.compat --writers"


def test_every_writer_was_asked_for_all_that_it_has_options_for() -> None:
    assert WRITTEN.keys() == WRITERS.keys()
    for name, written in WRITTEN.items():
        writer = WRITERS[name]()
        asked = [(it.asked, it.type) for it in written.answers]
        named = [(of, type_) for of, type_ in FEW_WRITE if writer.option(of) is not None]
        assert asked == [*((way, type_) for type_ in TYPES for way in writer.unasked), *named]


def test_what_nobody_else_writes_inlay_does() -> None:
    for encoding, type_ in FEW_WRITE:
        answer = WRITTEN["inlay"].asked_for(encoding, type_)
        assert answer is not None
        assert answer.wrote == encoding


def test_a_file_is_judged_by_its_pages_and_values(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(
        pa.table({"c": pa.array([1, 2], pa.int32())}),
        path,
        use_dictionary=False,
        column_encoding={"c": "BYTE_STREAM_SPLIT"},
    )
    asked = "DELTA_BINARY_PACKED"
    assert judge_file("INT32", asked, "", path, [1, 2]).wrote == "BYTE_STREAM_SPLIT"
    other = judge_file("INT32", asked, "", path, [1, 3])
    assert (other.wrote, other.said) == ("", "other values come back")
    wider = judge_file("INT64", asked, "", path, [1, 2])
    assert (wider.wrote, wider.said) == ("", "it stores INT32")
