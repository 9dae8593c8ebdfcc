"""Footers in the closures of tasks and in their results: what is opened here is asked there, and comes back."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

import inlay
from inlay.footers.footer import Footer, Form
from inlay_runtime.errors import InlayError
from tests.changes.life_cycle.every_form import files_of_every_form

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def answer_of(footer: Footer) -> tuple[Footer, object]:
    """The footer, and its metadata or why there is none."""
    try:
        return footer, footer.metadata
    except InlayError as error:
        return footer, error


def test_footers_travel_to_the_workers_and_back(spark: SparkSession, tmp_path: Path) -> None:
    footers: list[Footer] = []
    for name, data in files_of_every_form(tmp_path).items():
        path = tmp_path / f"{name}.parquet"
        path.write_bytes(data)
        footers.append(inlay.open(path))

    def ask(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            # The footers are in the closure.
            asked: list[Any] = batch["id"].to_pylist()
            answers = [pickle.dumps(answer_of(footers[at])) for at in asked]
            yield pa.RecordBatch.from_pydict({"sent": pa.array(answers, pa.binary())})

    asked = spark.range(0, len(footers), 1, 2).mapInArrow(ask, "sent binary")
    answers = [pickle.loads(row["sent"]) for row in asked.collect()]
    assert [footer for footer, _ in answers] == footers
    assert {footer.form for footer in footers} == set(Form) - {Form.OTHER}
    for footer, (_, answer) in zip(footers, answers, strict=True):
        _, expected = answer_of(footer)
        assert (type(answer), str(answer)) == (type(expected), str(expected))
