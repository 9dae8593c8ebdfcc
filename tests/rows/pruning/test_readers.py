"""Who prunes by it: `read_table(filters=)`; what it leaves out is never read. And every public file keeps its own values."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.ground.schema.tree import SchemaTree
from inlay.rows.pruning.for_readers import list_unpruned_groups
from inlay_runtime.errors import InlayError
from tests.crafted.files import crafted_file
from tests.support.corpora import HUGE
from tests.support.inlay_command import Inlay, make_command
from tests.tables.page_tables.files import CountedFile

ROWS = 4_000
FILTERS: list[Any] = [
    [("id", ">", 3_500)],
    [("id", "<", 100), ("name", "=", "n5")],
    [[("id", "=", 5)], [("name", "=", "n3999")]],
    [("name", "not in", ["n1"])],
    [("name", "in", ["n1", "n2"])],
    [("gap", "not in", [1])],
    [("gap", "in", [1, None])],
    [("id", ">", 99_999)],
    [("real", "!=", 1.0)],
    [("real", ">=", float("nan"))],
    ds.field("id") > 3_500,
]
DECIMALS: list[Any] = [
    [("p", operator, value)]
    for operator in ("=", ">=", "<=", "!=", ">", "<")
    for value in (0.1, 0.7)
]
DECIMALS += [[("p", "in", [0.1, 0.3])], [("p", "not in", [0.1])], [("p", "<", float("inf"))]]


@pytest.fixture(scope="module")
def data() -> bytes:
    table = pa.table(
        {
            "id": list(range(ROWS)),
            "name": [f"n{at}" for at in range(ROWS)],
            "gap": [None if at < 2_000 else 1 for at in range(ROWS)],
            "bulk": [Random(at).randbytes(200) for at in range(ROWS)],
            "real": [1.0 if at < 2_000 else float("nan") for at in range(ROWS)],
        }
    )
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, row_group_size=1_000)
    return sink.getvalue().to_pybytes()


@pytest.mark.parametrize("filters", FILTERS, ids=str)
@pytest.mark.parametrize("row_groups", [None, [3, 0]])
def test_rows_are_those_of_pyarrow(data: bytes, filters: Any, row_groups: list[int] | None) -> None:
    file = pq.ParquetFile(pa.BufferReader(data))
    groups = range(file.num_row_groups) if row_groups is None else row_groups
    rows = file.read_row_groups(list(groups))
    expression = filters if not isinstance(filters, list) else pq.filters_to_expression(filters)
    expected = rows.filter(expression)
    found = inlay.read_table(data, filters=filters, row_groups=row_groups)
    assert {*found["id"].to_pylist()} == {*expected["id"].to_pylist()}
    assert found.num_rows == expected.num_rows
    assert found.schema.equals(expected.schema)


@pytest.mark.parametrize("precision", [9, 18, 30])
@pytest.mark.parametrize("filters", DECIMALS, ids=str)
def test_a_float_finds_the_decimals_that_pyarrow_rounds_to_it(filters: Any, precision: int) -> None:
    """A row group for each decimal, so that each is pruned by itself."""
    cents = [Decimal(at).scaleb(-2) for at in range(-60, 600, 10)]
    table = pa.table({"p": pa.array(cents, pa.decimal128(precision, 2))})
    sink = pa.BufferOutputStream()
    options = {"p": {"ndv": 1}}
    pq.write_table(table, sink, row_group_size=1, bloom_filter_options=options)
    expected = table.filter(pq.filters_to_expression(filters))
    assert inlay.read_table(sink.getvalue(), filters=filters).equals(expected)


@pytest.mark.parametrize("asked", [None, [0], [1, 0]])
def test_readers_are_given_a_row_group_of_less_than_no_rows(asked: list[int] | None) -> None:
    """Whoever reads it says what is wrong with it."""
    damaged = crafted_file("last-group-rows-negative")
    assert list_unpruned_groups(damaged, [("id", "in", [1, 3])], asked) == asked


def test_what_is_left_out_is_not_read(data: bytes) -> None:
    file = CountedFile(data)
    inlay.read_table(file, filters=[("id", ">", 3_500)])
    start = inlay.read_metadata(data).row_groups[3].file_offset or 0
    assert file.count_before(start) < 100


def test_the_verdicts_are_those_of_the_command(data: bytes) -> None:
    assert list_unpruned_groups(data, [("id", ">", 3_500)], None) == [3]
    assert list_unpruned_groups(data, [("id", ">", 3_500)], [0, 1]) == []
    assert list_unpruned_groups(data, [("id", ">=", 0)], [2, 0]) == [2, 0]
    unknown: object
    for unknown in ([("nothing", "=", 1)], [("id", "=", "text")], [("id", "=", [])], "id = 1"):
        assert list_unpruned_groups(data, unknown, None) is None
    assert inlay.prune(data, "id > 3500").row_groups == [3]


def test_the_command(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    inlay_command: Inlay = make_command(capsys, monkeypatch)
    path = tmp_path / "rows.parquet"
    path.write_bytes(data)
    outcome = inlay_command("prune", path, "id > 3500 and name = 'n3999'")
    assert outcome.code == 0
    assert f"{path}: 1 of 4 row groups and 1,000 of 4,000 rows may match" in outcome.out
    assert "row group 0: skipped, 1,000 rows" in outcome.out
    assert "  id > 3500       no match   statistics: 0 to 999" in outcome.out
    document = json.loads(inlay_command("prune", path, "id > 3500", "--format", "json").out)
    assert [group["is_skipped"] for group in document["row_groups"]] == [True] * 3 + [False]
    wrong = inlay_command("prune", path, "idd > 3500")
    assert wrong.code == 2
    assert "did you mean 'id'?" in wrong.err


def test_public_files_keep_the_rows_that_are_there(
    parquet_testing: Path, arrow_fuzzing: Path
) -> None:
    """Each value of each column is looked for, as equal, and as the end of a range."""
    tried = 0
    for path in sorted((parquet_testing / "data").rglob("*.parquet")):
        tried += 0 if path.name == HUGE else try_file(path)
    for path in sorted(arrow_fuzzing.iterdir()):
        tried += try_file(path, is_whole=False) if path.is_file() else 0
    assert tried > 300


UNREADABLE = (InlayError, OSError, pa.ArrowException, UnicodeDecodeError)
"""What the two readers say of public files that are damaged; the last is pyarrow's, of names that are not UTF-8."""


def try_file(path: Path, *, is_whole: bool = True) -> int:
    try:
        footer, file = inlay.open(path).validate(), pq.ParquetFile(path)
        schema = file.schema_arrow
    except UNREADABLE:
        return 0
    tried = 0
    damaged = set() if is_whole else damaged_chunks(path, footer)
    for field in schema:
        is_left_out = pa.types.is_nested(field.type) or field.type == pa.time64(
            "ns"
        )  # no time of Python has nanoseconds
        for group in () if is_left_out else range(footer.num_row_groups):
            if (group, field.name) in damaged:
                continue
            for value in values_of(file, group, field.name):
                for operator in ("=", "<=", ">="):
                    filters = [(field.name, operator, value)]
                    assert list_unpruned_groups(footer, filters, [group]) == [group], (
                        path,
                        filters,
                    )
                    tried += 1
    return tried


def damaged_chunks(path: Path, footer: inlay.Footer) -> set[tuple[int, str]]:
    """Row groups and columns of fuzzed files whose bounds are not those of their values, or whose values are none of their type."""
    chunks: set[tuple[int, str]] = set()
    leaves = SchemaTree(footer.metadata.schema).leaves
    for finding in inlay.verify(path, values=True).findings:
        place = re.match(r"row_groups\[(\d+)\]\.columns\[(\d+)\]", finding.at)
        if place is not None:
            group, column = map(int, place.groups())
            chunks.add((group, leaves[column].path[0]))
    return chunks


def values_of(file: pq.ParquetFile, group: int, name: str) -> set[object]:
    """The first ones that are there; none of a column that pyarrow does not read."""
    try:
        values = file.read_row_group(group, columns=[name]).column(0).to_pylist()[:20]
    except (
        *UNREADABLE,
        ValueError,
        OverflowError,
    ):  # a moment that no datetime is, a length that no timedelta is
        return set()
    return {value for value in values if value is not None and str(value) != "nan"}
