"""Filters as text over plain columns of every kind of storage that Arrow has, and of types that nobody compares."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pyarrow as pa
import pytest

import inlay
from inlay.rows.pruning import FilterError
from inlay.variant import variant_array, write_table

VIEW: Any = pa.string_view()
ROWS: dict[str, tuple[pa.DataType, list[Any]]] = {
    "text": (VIEW, ["a", "b", None, "a"]),
    "bytes": (pa.binary_view(), [b"a", b"b", None, b"a" * 20]),
    "list": (pa.list_(VIEW), [["a"], [None, "b"], [], None]),
    "large": (cast(Any, pa.large_list)(VIEW), [["a"], [None, "b"], [], None]),
    "fixed": (cast(Any, pa.list_)(VIEW, 2), [["a", "b"], [None, "b"], ["c", "d"], ["e", "f"]]),
    "struct": (pa.struct([("x", VIEW), ("n", pa.int64())]), [{"x": "a", "n": 1}, None, {"x": None, "n": 2}, {"x": "c", "n": 3}]),
    "map": (pa.map_(pa.string(), VIEW), [[("k", "a")], [("k", None)], [], None]),
    "plain": (pa.string(), ["p", "q", "r", "s"]),
}  # fmt: skip
FILTERS = {
    "text = 'a'": [0, 3],
    "text is null": [2],
    "bytes = 'a'": [0],
    "struct.x = 'c'": [3],
    "n > 1": [2, 3],
    "n > 9": [],
    "variant_get(event, '$.at') >= 2": [2, 3],
}


@pytest.mark.parametrize("text", FILTERS)
def test_views_are_filtered_as_what_they_are_views_of(tmp_path: Path, text: str) -> None:
    columns = {name: pa.array(values, type_) for name, (type_, values) in ROWS.items()}
    event = variant_array([{"at": at} for at in range(4)])
    table: Any = pa.table({**columns, "n": range(4), "event": event})
    path = tmp_path / "views.parquet"
    write_table(table, path)
    whole = inlay.read_table(path)
    expected = [whole.slice(at, 1) for at in FILTERS[text]]
    read = inlay.read_table(path, filters=text)
    assert read.schema.equals(whole.schema, check_metadata=True)
    assert read.to_pylist() == [row for rows in expected for row in rows.to_pylist()]
    assert inlay.read_table(path, columns=["n"], filters=text)["n"].to_pylist() == FILTERS[text]


def test_a_type_that_is_never_compared_says_so(tmp_path: Path) -> None:
    path = tmp_path / "nothing.parquet"
    inside = pa.array([{"x": None}, None], pa.struct([("x", pa.null())]))
    write_table(pa.table({"id": range(2), "s": inside}), path, write_statistics=False)
    inlay.strip_index(path, what=["sizes"])  # whose levels say that all are null
    with pytest.raises(FilterError) as raised:
        inlay.read_table(path, filters="s.x = 1")
    said = str(raised.value)
    assert said.startswith(f"{path}: filter, character 1: s.x is null, and filters do not compare")
    # The remedy.
    assert inlay.read_table(path, filters="s.x is null")["id"].to_pylist() == [0, 1]


def test_a_value_that_does_not_fit_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "zone.parquet"
    write_table(pa.table({"id": range(2), "name": ["a", "b"]}), path)
    with pytest.raises(
        FilterError, match=rf"^{path}: filter, character 1: .*text, in single quotes"
    ):
        inlay.read_table(path, filters="name = 1")


@pytest.mark.parametrize("name", ["since", "s.since"])
def test_a_duration_is_the_number_that_the_file_has(tmp_path: Path, name: str) -> None:
    """By leaves, and by rows of pyarrow, which knows its unit from the schema of Arrow."""
    path = tmp_path / "since.parquet"
    since = pa.array([1, 2, None], pa.duration("s"))
    inside = pa.StructArray.from_arrays([since], names=["since"])
    write_table(pa.table({"id": range(3), "since": since, "s": inside}), path)
    assert inlay.read_table(path, columns=["id"], filters=f"{name} > 1")["id"].to_pylist() == [1]
    assert inlay.read_table(path, columns=["id"], filters=f"{name} is null")["id"].to_pylist() == [
        2
    ]
