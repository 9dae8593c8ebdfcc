"""The page says what the record says, the record has every case, and no row is lost by what we said."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from string import ascii_lowercase
from typing import Final

import pytest

import inlay
from tests.readers.document import replaced
from tests.registrars.case import strip_files
from tests.registrars.cases import CASES
from tests.registrars.duckdb_process import DuckDBProcess
from tests.registrars.formats import NAMES, list_versions, open_format
from tests.registrars.judge import OF_OTHERS, OURS, Judged, Verdict, find_bad, judge
from tests.registrars.record import PAGE, describe, read_record, read_verdict, show_tables
from tests.registrars.table_format import Answer

SAMPLE: Final = (
    "a: only a null count",
    "no null count",
    "h: decimal of 20 digits",
    "a file that lacks the column, last",
    "half floats",
)


def test_the_page_is_what_the_record_says() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == replaced(text, "registrars", show_tables(read_record()))


def test_the_record_has_every_case() -> None:
    record = read_record()
    assert tuple(record["answers"]) == NAMES
    for registrars in record["answers"].values():
        assert len(registrars) == 2
        for answers in registrars.values():
            assert answers.keys() == CASES.keys()


def test_the_cases_are_many_and_differ() -> None:
    assert len(CASES) >= 40
    letters = {name[0] for name in CASES if name[1:3] == ": "}
    assert letters == {*ascii_lowercase}
    files = [tuple(case.write().values()) + case.column for case in CASES.values()]
    assert len(set(files)) == len(CASES)


@pytest.mark.parametrize("format_", NAMES)
def test_no_row_is_lost_by_what_we_said(format_: str) -> None:
    ours = read_record()["answers"][format_][OURS]
    wrong = {
        (name, reader): text
        for name, answers in ours.items()
        for reader, text in answers.items()
        if read_verdict(text) not in OF_OTHERS
    }
    assert wrong == {}


@pytest.mark.parametrize("format_", NAMES)
def test_others_register_as_the_record_says(
    format_: str, tmp_path: Path, duckdb_process: DuckDBProcess | None
) -> None:
    if duckdb_process is None or read_record()["versions"] != list_versions():
        pytest.skip("the record is not of these versions")
    peer = open_format(format_, duckdb_process)
    answers = {
        name: describe(judge(CASES[name], peer, peer.peer, tmp_path / str(number)))
        for number, name in enumerate(SAMPLE)
    }
    known = read_record()["answers"][format_][peer.peer]
    here = {name: {reader: known[name][reader] for reader in peer.readers} for name in SAMPLE}
    assert answers == here


@pytest.mark.parametrize(
    ("answers", "bad"),
    [
        ([Answer("x = 1", 1, 1)], {}),
        ([Answer("x = 1", 0, 1)], {"x = 1": Judged(Verdict.LOST, "x = 1")}),
        ([Answer("x = 1", 2, 1)], {"x = 1": Judged(Verdict.OTHER, "x = 1")}),
        ([Answer("x = 1", "Error", 1)], {"x = 1": Judged(Verdict.ERROR, "x = 1: Error")}),
        ([Answer("x = 1", "Error", "Error")], {}),
    ],
)
def test_answers_are_judged(answers: Sequence[Answer], bad: dict[str, Judged]) -> None:
    assert dict(find_bad(answers)) == bad


def test_plain_files_say_nothing() -> None:
    for name in ("all said", "x: a box over the antimeridian"):
        for data in strip_files(CASES[name].write()).values():
            for group in inlay.open(data).metadata.row_groups:
                for chunk in group.columns:
                    assert chunk.meta_data is not None
                    assert chunk.meta_data.statistics is None
                    assert chunk.meta_data.size_statistics is None
