"""No advice is worth less than a page: a rule about size says nothing of a file where all it could save is under 4 KiB."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.verbs.lint.known import rules_by_id
from inlay.verbs.lint.lint import lint

FOR_SIZE: Final = sorted(rule.id for rule in rules_by_id().values() if rule.for_size)


def make_floats(rows: int) -> list[float]:
    random = Random(1)
    return [random.random() for _ in range(rows)]


COLUMNS: Final[dict[str, Callable[[int], Any]]] = {
    "float": make_floats,
    "moment": lambda rows: pa.array(range(rows), pa.timestamp("us")),
    "integer": lambda rows: pa.array(range(rows), pa.int64()),
    "few": lambda rows: ["a", "b"] * (rows // 2),
    "text": lambda rows: [f"{number:0100d}" for number in range(rows)],
}
"""Of every kind that a rule about size looks at, with so many rows."""


def test_rules_about_size_are_several() -> None:
    assert {"float-not-split", "timestamp-not-delta", "missing-dictionary"} <= {*FOR_SIZE}


@pytest.mark.parametrize("codec", ["none", "snappy"])
@pytest.mark.parametrize("pages", [False, True])
def test_a_small_file_has_no_advice_on_size(tmp_path: Path, codec: Any, pages: bool) -> None:
    path = tmp_path / "file.parquet"
    for name, make in COLUMNS.items():
        pq.write_table(pa.table({name: make(6)}), path, use_dictionary=False, compression=codec)
        assert list(lint(path, select=FOR_SIZE, pages=pages)) == [], name


@pytest.mark.parametrize(
    ("rule", "name"),
    [
        ("float-not-split", "float"),
        ("timestamp-not-delta", "moment"),
        ("missing-dictionary", "few"),
    ],
)
def test_a_large_file_has(tmp_path: Path, rule: str, name: str) -> None:
    path = tmp_path / "file.parquet"
    table = pa.table({name: COLUMNS[name](40_000)})
    pq.write_table(table, path, use_dictionary=False, compression="none")
    assert [each.rule for each in lint(path, select=[rule], pages=True)] == [rule]


@pytest.mark.parametrize(("width", "expected"), [(1, 0), (200, 200)])
def test_columns_of_a_file_count_together(tmp_path: Path, width: int, expected: int) -> None:
    path = tmp_path / "file.parquet"
    values = make_floats(6)
    table = pa.table({f"c{number}": values for number in range(width)})
    pq.write_table(table, path, use_dictionary=False)
    assert len(list(lint(path, select=["float-not-split"]))) == expected
