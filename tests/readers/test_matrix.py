"""A sample of the matrix, and that its page says what is expected; `python -m tests.readers` runs all of it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from inlay.footers.footer.read import read_footer
from parquet_format.parquet import FileMetaData
from tests.crafted.asking import HURT
from tests.readers import cases, document
from tests.readers.expected import EXCEPTIONS, ROWS, SKIPS_AS_TEXT, differences, expected
from tests.readers.matrix import measure, words
from tests.readers.outcome import Kind
from tests.readers.places import noun
from tests.readers.process import ReaderProcess, lend_reader
from tests.readers.registry import PATIENCE, READERS, lacking
from tests.readers.sources import split, write_sources

SAMPLE: Final = ("flat", "nested", "annotated", "orders", "bounding box")
QUICK: Final = {"final", "modular", "parx", "PageHeader", "DictionaryPageHeader"}
"""A sample of the rows on which fastparquet fails; the record has all."""

ALIKE: Final = {
    *("MapType", "ListType", "EnumType", "DateType", "NullType", "JsonType", "BsonType"),
    *("UUIDType", "Float16Type", "MICROS", "NANOS"),
}
"""Empty structs in a union, which Spark reads as it does StringType and MILLIS; the record has all."""

OF_SPARK: Final = {*QUICK, *(form.value for form in cases.FORMS), *list(ROWS)[::3]} - ALIKE
"""A sample of the rows, each of which takes it a fifth of a second; the record has all."""


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return write_sources(tmp_path_factory.mktemp("sources"))


@pytest.fixture(scope="module")
def sample(sources: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> list[cases.Case]:
    writer = cases.Writer(tmp_path_factory.mktemp("cases"))
    chosen = {name: sources[name] for name in SAMPLE}
    return [
        *cases.forms(sources, writer),
        *cases.places(chosen, writer),
        *cases.outside(sources, writer),
    ]


@pytest.mark.parametrize(
    "reader",
    # One JVM at a time, beside those of tests/pipeline.
    [
        pytest.param(one, marks=pytest.mark.xdist_group("spark" if one == "Spark" else one))
        for one in READERS
    ],
)
def test_a_reader_does_as_expected(
    reader: str, sources: dict[str, Path], sample: list[cases.Case]
) -> None:
    _require(reader)
    chosen = list(_chosen(reader, sample))
    asked = {case.source for case in chosen}
    results = measure(
        [reader], {name: sources[name] for name in asked}, chosen, PATIENCE, lend_reader
    )
    assert not [result for result in results if result.outcome.kind in HURT]
    measured = words(results)
    wrong = [line for line in differences(measured, measured) if line.startswith(f"{reader}, ")]
    assert not wrong, [r for r in results if f"{reader}, {r.case.row}:" in " ".join(wrong)]
    assert {form.value for form in cases.FORMS} <= set(measured)


def test_dual_footers_are_read_by_all_that_skip_bytes() -> None:
    """Whatever else a reader fails on: what `add` and `promote` make is read, but by what takes it for text."""
    for form in ("thrift", "private", "migration", "dual"):
        readers = [reader for reader in READERS if reader not in SKIPS_AS_TEXT]
        assert {expected(form, reader) for reader in readers} == {"reads"}


def test_unions_and_empty_structs_are_refused_for_a_reason() -> None:
    for name, shape in cases.SHAPES.items():
        failing = {reader for reader in READERS if expected(name, reader) == "fails"}
        newer = name in ("FileType", "IEEE_754_TOTAL_ORDER", "INT96_TIMESTAMP_ORDER")
        failing -= {"fastparquet", *SKIPS_AS_TEXT}
        assert (not failing) == (noun(shape) == "struct" or newer), name


def test_a_difference_is_named() -> None:
    measured = {row: {reader: expected(row, reader) for reader in READERS} for row in ROWS}
    for cells in measured.values():
        cells.update({reader: "some" for reader, word in cells.items() if word == "luck"})
    assert differences(measured) == []
    measured["migration"]["DuckDB"] = "some"
    del measured["KeyValue"]["fastparquet"]
    assert differences(measured) == [
        "DuckDB, migration: some, not reads",
        "fastparquet, KeyValue: unknown, not luck",
    ]


def test_exceptions_name_rows_and_readers() -> None:
    assert EXCEPTIONS.keys() == READERS.keys()
    for exceptions in EXCEPTIONS.values():
        named = [row for rows in exceptions.values() for row in rows.split()]
        assert set(named) <= set(ROWS)
        assert len(named) == len(set(named))


def test_the_page_says_what_is_expected() -> None:
    text = document.PATH.read_text(encoding="utf-8")
    assert document.replaced(text, "tables", document.tables()) == text


def test_every_place_is_in_a_source(sources: dict[str, Path], tmp_path: Path) -> None:
    others = ("codecs", "page", "page v2", "page index")
    chosen = {name: path for name, path in sources.items() if name not in others}
    made = cases.places(chosen, cases.Writer(tmp_path))
    assert {case.row for case in made} == set(cases.PLACES)


def test_an_extension_changes_nothing_else(
    sources: dict[str, Path], sample: list[cases.Case]
) -> None:
    """What is put in by hand is what the generated classes read, in as many structs as there are."""
    for case in sample:
        if case.row in ("RowGroup", "ColumnMetaData") and case.source == "flat":
            before = FileMetaData.decode(split(sources["flat"].read_bytes())[1])
            after = FileMetaData.decode(split(case.path.read_bytes())[1])
            for group in after.row_groups:
                carriers = (
                    [group] if case.row == "RowGroup" else [c.meta_data for c in group.columns]
                )
                for carrier in carriers:
                    assert carrier is not None
                    assert carrier.extension is not None
                    carrier.extension = None
            assert after == before


def test_forms_are_what_they_say(sample: list[cases.Case]) -> None:
    names = {form.value for form in cases.FORMS}
    seen = {case.row: read_footer(str(case.path)) for case in sample if case.row in names}
    assert all(tail.form.value == row and not tail.second.findings for row, tail in seen.items())


@pytest.fixture
def process() -> Iterator[ReaderProcess]:
    with ReaderProcess("Inlay", PATIENCE) as one:
        yield one


def test_a_reader_that_dies_or_hangs_is_begun_anew(
    process: ReaderProcess, sources: dict[str, Path], tmp_path: Path
) -> None:
    first = process.read(sources["page"])
    assert process.read(tmp_path / "absent").kind is Kind.ERROR
    child = process.pid
    assert child is not None
    os.kill(child, signal.SIGSTOP)
    process.seconds = 0.1
    assert process.read(sources["page"]).kind is Kind.HANG
    process.seconds = PATIENCE
    assert process.read(sources["page"]) == first
    child = process.pid
    assert child is not None
    os.kill(child, signal.SIGSTOP)
    os.kill(child, signal.SIGSEGV)
    os.kill(child, signal.SIGCONT)
    crashed = process.read(sources["page"])
    assert (crashed.kind, crashed.detail) == (Kind.CRASH, "SIGSEGV")
    assert process.read(sources["page"]) == first
    assert process.read(sources["flat"]).against(first).kind is Kind.OTHER


def _require(reader: str) -> None:
    if (why := lacking(reader)) is not None:
        pytest.skip(f"{reader}: {why}")


def _chosen(reader: str, sample: list[cases.Case]) -> Iterator[cases.Case]:
    """Of Spark, one for each row of its sample."""
    seen: set[str] = set()
    for case in sample:
        if reader == "fastparquet" and not _is_quick(case.row):
            continue
        if reader == "Spark" and (case.row in seen or expected(case.row, reader) == "some"):
            continue
        if reader == "Spark" and (case.row not in OF_SPARK or case.source in ("codecs", "file")):
            continue  # sources which it does not read as they are
        seen.add(case.row)
        yield case


def _is_quick(row: str) -> bool:
    return row in QUICK or expected(row, "fastparquet") == "reads"
