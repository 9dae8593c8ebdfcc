"""The page says what the record says, and the record is true of what is installed here."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from inlay.ground.documents.values import Json
from tests.lies.asking import Answer, ask, judge, write_files
from tests.lies.findings import LEVELS, find
from tests.lies.kind import Query
from tests.lies.kinds import KINDS
from tests.lies.pruning_readers import PRUNING
from tests.lies.record import PAGE, described, read_record, tables
from tests.readers.document import replaced
from tests.readers.outcome import Kind, Outcome
from tests.readers.place import BESIDE
from tests.readers.registry import full_version, lacking
from tests.support.in_one_test import in_one_test

SAMPLE: Final = [
    "int64-max",
    "text-signed-min",
    "decimal-bytes-unsigned-min",
    "deprecated-min",
    "exact-max",
    "page-int64-max",
    "header-max",
    "nulls-none",
    "bloom-int64",
    "variant-torn",
]
HERE: Final = [reader for reader in PRUNING if reader not in BESIDE and reader != "Spark"]
"""Spark takes a minute to start and to ask."""


def test_the_page_is_what_the_record_says() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == replaced(text, "lies", tables(read_record()))


def test_the_record_has_every_kind() -> None:
    record = read_record()
    assert record["kinds"] == described()
    assert record["answers"].keys() == record["versions"].keys() == PRUNING.keys()
    words = {answer.value for answer in Answer if answer is not Answer.HURT}
    for answers in record["answers"].values():
        assert answers.keys() == KINDS.keys()
        assert {*answers.values()} <= words


@in_one_test("name", KINDS)
def test_verify_finds_what_the_record_says(name: str) -> None:
    findings = {level: codes for level in LEVELS if (codes := find(KINDS[name].file, level))}
    assert findings == read_record()["findings"][name]


@pytest.mark.parametrize("reader", HERE)
def test_readers_answer_as_the_record_says(reader: str, tmp_path: Path) -> None:
    if lacking(reader) is not None or read_record()["versions"][reader] != full_version(reader):
        pytest.skip(f"the record is not of this {reader}")
    write_files(tmp_path, SAMPLE)
    answers = {name: answer.value for name, answer in ask(reader, tmp_path, SAMPLE).items()}
    assert answers == {name: read_record()["answers"][reader][name] for name in SAMPLE}


@pytest.mark.parametrize(
    ("query", "rows", "verdict"),
    [
        (Query("=", "8"), ["7", "8"], Answer.SAME),
        (Query("=", "8"), ["7"], Answer.LOST),
        (Query("=", "8"), ["7", "8", "9"], Answer.OTHER),
        (Query("max"), ["7"], Answer.OTHER),
    ],
)
def test_an_answer_is_judged(query: Query, rows: list[str], verdict: Answer) -> None:
    true = Outcome(Kind.READ, values={"answer": ["7", "8"]})
    answer: list[Json] = [*rows]
    assert judge(true, Outcome(Kind.READ, values={"answer": answer}), query) is verdict


@pytest.mark.parametrize(
    ("kind", "verdict"),
    [(Kind.ERROR, Answer.ERROR), (Kind.CRASH, Answer.HURT), (Kind.HANG, Answer.HURT)],
)
def test_no_answer_is_judged(kind: Kind, verdict: Answer) -> None:
    assert judge(Outcome(Kind.READ), Outcome(kind), Query("=", "8")) is verdict
