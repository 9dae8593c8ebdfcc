"""Columns and row groups that a file does not have are refused by everything that reads rows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay import encoding as encoded
from inlay.footers.footer.errors import FooterError
from inlay.rows.variants import reading
from tests.verbs.verify.files import changed_footer

Read = Callable[..., list[str]]


def _batches(read: Callable[..., Any]) -> Read:
    def names(path: str, **wanted: Any) -> list[str]:
        batches = list(read(path, **wanted))
        return [] if not batches else list(batches[0].schema.names)

    return names


def _table(read: Callable[..., Any], **more: Any) -> Read:
    return lambda path, **wanted: list(read(path, **wanted, **more).column_names)


READERS: dict[str, Read] = {
    "read_table": _table(inlay.read_table),
    "read_table with filters": _table(inlay.read_table, filters=[("id", ">", -1)]),
    "iter_batches": _batches(inlay.iter_batches),
    "encoding.read_table": _table(encoded.read_table),
    "encoding.read_table with filters": _table(encoded.read_table, filters=[("id", ">", -1)]),
    "encoding.iter_batches": _batches(encoded.iter_batches),
    "variant.read_table": _table(reading.read_table),
}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("wanted") / "small.parquet"
    table = pa.table(
        {
            "id": [1, 2, 3, 4, 5],
            "Price": [0.5] * 5,
            "a.b": [1] * 5,
            "point": [{"x": 1, "y": 2}] * 5,
            "tags": [["u"]] * 5,
        }
    )
    pq.write_table(table, path, row_group_size=2)
    return str(path)


@pytest.fixture(params=READERS)
def read(request: pytest.FixtureRequest) -> Read:
    return READERS[request.param]


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ("id", "say columns=['id']: a list of names is meant, not one string"),
        (["nope"], "no column 'nope': choose one of 'id', 'Price', 'a.b', 'point', 'tags'"),
        (["id", "pont"], "no column 'pont'; did you mean 'point'?"),
        (["price"], "no column 'price'; did you mean 'Price'?"),
        (["point.z"], "no column 'point.z'; did you mean 'point."),
        (["point."], "did you mean 'point."),
    ],
)
def test_a_column_that_is_not_there_is_refused(
    columns: Any, said: str, read: Read, path: str
) -> None:
    with pytest.raises(ValueError, match="column") as raised:
        read(path, columns=columns)
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("row_groups", "said"),
    [
        ([3], "no row group 3: there are 0 to 2"),
        ([-1], "no row group -1"),
        ([0, 1, 0], "row group 0 is named twice"),
        (1, "say row_groups=[1]"),
        (["0"], "'0' is none"),
        ([True], "True is none"),
    ],
)
def test_a_row_group_that_is_not_there_is_refused(
    row_groups: Any, said: str, read: Read, path: str
) -> None:
    with pytest.raises(ValueError, match="row group") as raised:
        read(path, row_groups=row_groups)
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("columns", "names"),
    [
        (["Price", "id"], ["Price", "id"]),
        (["id", "Price", "id"], ["id", "Price"]),
        (["a.b"], ["a.b"]),
        (["point"], ["point"]),
        (("id",), ["id"]),
    ],
)
def test_what_is_there_is_read_in_the_order_of_the_caller(
    columns: Any, names: list[str], path: str, read: Read
) -> None:
    assert read(path, columns=columns) == names
    assert read(path, columns=columns, row_groups=np.array([2, 0])) == names


def test_a_path_reads_a_part_of_a_column_as_pyarrow_does(path: str) -> None:
    for columns in (["point.x"], ["tags.list"], ["tags.list.element", "point.y"], []):
        expected = pq.ParquetFile(path).read(columns=columns)
        assert inlay.read_table(path, columns=columns).equals(expected)
        batches = list(inlay.iter_batches(path, columns=columns))
        assert sum(batch.num_rows for batch in batches) == 5


def test_a_file_of_another_form_refuses_the_same(path: str, tmp_path: Path) -> None:
    final = tmp_path / "final.parquet"
    final.write_bytes(Path(path).read_bytes())
    for step in ("add", "promote", "finalize"):
        from inlay.__main__ import run

        assert run(["footer", step, str(final)]) == 0
    with pytest.raises(ValueError, match="did you mean 'point'"):
        inlay.read_table(str(final), columns=["pont"])


def test_a_file_without_columns_says_so(tmp_path: Path) -> None:
    path = tmp_path / "none.parquet"
    pq.write_table(pa.table({}), path)
    with pytest.raises(ValueError, match="'id': it has no columns"):
        inlay.read_table(str(path), columns=["id"])


def test_tables_of_a_scan_refuse_the_same(path: str) -> None:
    with pytest.raises(ValueError, match="not one string"):
        list(inlay.scan_footers(path, columns="path"))
    with pytest.raises(ValueError, match="did you mean 'num_rows'"):
        list(inlay.scan_footers(path, columns=["num_row"]))


@pytest.fixture
def negative(path: str, tmp_path: Path) -> str:
    """The rows of a group taken from those of another one, as pyarrow counts them."""
    changed = tmp_path / "negative.parquet"
    changed_footer(
        Path(path), changed, lambda footer: setattr(footer.row_groups[0], "num_rows", -2)
    )
    return str(changed)


@pytest.mark.parametrize("wanted", [{}, {"columns": ["id"]}, {"row_groups": [0, 1]}])
def test_a_row_group_with_fewer_than_no_rows_is_refused(
    wanted: dict[str, Any], read: Read, negative: str
) -> None:
    with pytest.raises(FooterError) as raised:
        read(negative, **wanted)
    assert raised.value.path == negative
    assert raised.value.code == "row-count"
    assert raised.value.what == "row_groups[0].num_rows: -2, and rows are 0 or more"


def test_the_others_of_such_a_file_are_read(negative: str, path: str) -> None:
    there = inlay.read_table(path, row_groups=[1, 2])
    assert inlay.read_table(negative, row_groups=[1, 2]).equals(there)
    batches = inlay.iter_batches(negative, row_groups=[1, 2])
    assert pa.Table.from_batches(list(batches), there.schema).equals(there)
