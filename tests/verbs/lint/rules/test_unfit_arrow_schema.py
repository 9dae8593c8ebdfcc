"""`unfit-arrow-schema`."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from tests.verbs.lint.arrow_copies import decimal_of_no_precision, encode_schema, write_with_copy
from tests.verbs.lint.footers import advise, advise_on_file, make_fine

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

RULE = "unfit-arrow-schema"
AMOUNTS = pa.table({"x": pa.array([Decimal("1.50")], pa.decimal128(9, 2))})
SEEN = "the copy of the schema in the key ARROW:schema cannot be right: "

UNREADABLE = {
    "a decimal of no precision": (
        decimal_of_no_precision(),
        "Decimal precision out of range [1, 38]: 0",
    ),
    "no Base64": ("@@@@", ""),
    "nothing": ("", ""),
    "absent": (None, ""),
    "another text": ("aGVsbG8gd29ybGQgaGVsbG8=", ""),
}
UNFIT: dict[str, tuple[list[tuple[str, pa.DataType]], str]] = {
    "another name": (
        [("y", pa.decimal128(9, 2))],
        "it has 'y' in the place of 'x'",
    ),
    "too many": (
        [("x", pa.decimal128(9, 2)), ("y", pa.int64())],
        "it has 2 columns, and the file 1",
    ),
    "a struct": ([("x", pa.struct([("a", pa.int64())]))], "it has 'x' as struct<a: int64>"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_copy_that_pyarrow_refuses(tmp_path: Path, inlay: Inlay, name: str) -> None:
    """The remedy is done, and pyarrow reads the file."""
    copy, said = UNREADABLE[name]
    path = write_with_copy(tmp_path / "f.parquet", AMOUNTS, copy)
    with pytest.raises((pa.ArrowException, OSError)):
        pq.read_schema(path)
    (advice,) = advise_on_file(RULE, path)
    assert advice.seen.startswith(f"{SEEN}pyarrow cannot read it: ")
    assert said in advice.seen
    assert advice.fix == "inlay set f.parquet --delete ARROW:schema"
    assert inlay("set", path, "--delete", "ARROW:schema").code == 0
    assert pq.read_table(path).equals(AMOUNTS)
    assert advise_on_file(RULE, path) == []


@pytest.mark.parametrize("name", UNREADABLE)
def test_the_errors_name_the_file_and_the_key(tmp_path: Path, name: str) -> None:
    path = write_with_copy(tmp_path / "f.parquet", AMOUNTS, UNREADABLE[name][0])
    for read in (lambda: inlay.open(path).schema_arrow, lambda: inlay.read_table(path)):
        with pytest.raises((pa.ArrowException, OSError)) as caught:
            read()
        said = str(caught.value)
        assert said.startswith(f"{path}: ")
        assert "`inlay set FILE --delete ARROW:schema -o OUT`" in said
        assert "verify --data" not in said


@pytest.mark.parametrize("name", UNFIT)
def test_a_copy_of_other_columns(tmp_path: Path, name: str) -> None:
    """It may know what nothing else does, so the command leaves the file as it is."""
    fields, said = UNFIT[name]
    path = write_with_copy(tmp_path / "f.parquet", AMOUNTS, encode_schema(pa.schema(fields)))
    (advice,) = advise_on_file(RULE, path)
    assert advice.seen == f"{SEEN}{said}"
    assert advice.fix == "inlay set f.parquet --delete ARROW:schema -o OUT"


def test_what_pyarrow_writes_fits(tmp_path: Path) -> None:
    """Of each shape: what is a list, a map or a struct in Arrow has levels in the file, whatever it is called."""
    path = tmp_path / "f.parquet"
    table = pa.table(
        {
            "text": ["a"],
            "category": pa.array(["a"]).dictionary_encode(),
            "none": pa.nulls(1),
            "took": pa.array([1], pa.duration("s")),
            "list": [[1]],
            "many": pa.array([[1]], pa.large_list(pa.int8())),
            "pair": pa.array([[1.0, 2.0]], pa.list_(pa.float32(), 2)),
            "map": pa.array([[("k", 1)]], pa.map_(pa.string(), pa.int64())),
            "struct": [{"a": {"b": [1]}}],
            "json": pa.array(['"a"'], pa.string()).cast(pa.json_()),
            "id": pa.array([b"0123456789abcdef"], pa.binary(16)).cast(pa.uuid()),
            "tensor": pa.ExtensionArray.from_storage(
                pa.fixed_shape_tensor(pa.float32(), [2]),
                pa.array([[1.0, 2.0]], pa.list_(pa.float32(), 2)),
            ),
        }
    )
    pq.write_table(table, path)
    assert advise_on_file(RULE, path) == []
    pq.write_table(table.select([]), path)
    assert advise_on_file(RULE, path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
