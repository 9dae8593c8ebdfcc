"""What is not set, with the reason, and the file as it was."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.changes.rewrite.change import Target
from inlay.errors import InlayError, RefusedError, RequestError
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.verbs.set.edits import SortedBy
from parquet_format.parquet import (
    FieldRepetitionType,
    FileMetaData,
    KeyValue,
    ListType,
    SchemaElement,
    Type,
    VariantType,
)
from tests.verbs.set.files import write

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"rename": {"nn": "m"}}, "no column 'nn'; did you mean 'n'"),
    ({"rename": {"y": "m"}}, "no column 'y'; did you mean 's.y'"),
    ({"rename": {"n": "t"}}, "two columns would be called 't'"),
    ({"rename": {"s.x": "y"}}, r"two columns would be called 's\.y'"),
    ({"rename": {"n": ""}}, "needs a name"),
    ({"rename": {"n": "\udcff"}}, r"the name '\\udcff' is not UTF-8"),
    ({"keys": {"k": "\ud800"}}, "the pair of the key 'k' is not UTF-8, at which readers fail"),
    ({"keys": {"k": "\udcff"}}, "the pair of the key 'k' is not UTF-8, at which readers fail"),
    ({"keys": {"\udcff": "v"}}, r"the pair of the key '\\udcff' is not UTF-8"),
    ({"created_by": "\udcff"}, "the name of the writer is not UTF-8, at which readers fail"),
    (
        {"created_by": "\ud800"},
        "cannot be written: FileMetaData.created_by: cannot be written as UTF-8",
    ),
    ({"field_ids": {"n": 1, "t": 1}}, "'n' and 't' would both have the field id 1"),
    ({"field_ids": {"n": 1 << 31}}, "32 bits"),
    ({"logical_types": {"n": "STRANGE"}}, "not a logical type that can be given; there are STRING"),
    ({"logical_types": {"n": "DECIMAL(x, 1)"}}, "not a logical type"),
    ({"delete": ["who*"]}, r"no key matches 'who\*'; there are 'pandas'"),
    ({"sorted_by": [SortedBy("s")]}, "'s' is a group of columns"),
]
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"rename": {"l.list": "array"}}, "only repeats"),
    ({"logical_types": {"n": "STRING"}}, "on INT64: only BYTE_ARRAY may have it"),
    ({"logical_types": {"n": "DATE"}}, "on INT64: only INT32 may have it"),
    ({"logical_types": {"n": "DECIMAL(19, 2)"}}, "room for 18 digits"),
    ({"logical_types": {"n": "INTEGER(64, unsigned)"}}, "in another order than int64"),
    ({"logical_types": {"t": "DECIMAL(5, 2)"}}, "in another order than byte_array"),
    ({"logical_types": {"s": "STRING"}}, "is a group"),
    ({"sorted_by": [SortedBy("n", descending=True)]}, "is not sorted by 'n': pages 0 and 1"),
    ({"sorted_by": [SortedBy("l.list.element.p")]}, "a row has many values"),
]


@pytest.mark.parametrize(("edits", "what"), WRONG + REFUSED)
def test_what_cannot_be_is_said_and_the_file_stays(
    edits: dict[str, Any], what: str, tmp_path: Path
) -> None:
    path = write(tmp_path / "a.parquet")
    before = path.read_bytes()
    kind: type[InlayError] = RequestError if (edits, what) in WRONG else RefusedError
    with pytest.raises(kind, match=what) as error:
        inlay.set_metadata(str(path), undo_to=str(tmp_path / "u"), **edits)
    assert "a.parquet" in str(error.value)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_other_bytes_than_text_may_be_set_beside_such(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"a": [1]}).replace_schema_metadata({b"old": b"\xff"}), path)
    inlay.set_metadata(str(path), keys={"new": "\udcfe"})
    pairs = inlay.read_metadata(path).key_value_metadata or []
    assert pairs[-1] == KeyValue(key="new", value="\udcfe")


def test_a_narrower_integer_is_refused_and_a_wider_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"a": pa.array([1], pa.int16())}), path)
    with pytest.raises(RefusedError, match="8 bits, and its values may have 16"):
        inlay.set_metadata(str(path), logical_types={"a": "INTEGER(8, signed)"})
    inlay.set_metadata(str(path), logical_types={"a": "INTEGER(32, signed)"})
    assert pq.read_schema(path).field("a").type == pa.int32()


@pytest.mark.parametrize(
    ("column", "kind", "what"),
    [
        ("price", "DECIMAL(9, 3)", "every value another one: if the old type is wrong, set NONE"),
        ("price", "DECIMAL(8, 2)", "8 digits, and its values may have 9"),
        ("moment", "TIMESTAMP(MILLIS, local)", "every value another one"),
        ("time", "TIME(NANOS, local)", "every value another one"),
    ],
)
def test_a_type_that_makes_other_values_is_refused(
    column: str, kind: str, what: str, tmp_path: Path
) -> None:
    path = str(tmp_path / "a.parquet")
    columns = {
        "price": pa.array([Decimal("5.00")], pa.decimal128(9, 2)),
        "moment": pa.array([1], pa.timestamp("us")),
        "time": pa.array([1], pa.time64("us")),
    }
    pq.write_table(pa.table(columns), path, store_decimal_as_integer=True)
    with pytest.raises(RefusedError, match=what):
        inlay.set_metadata(path, logical_types={column: kind})
    inlay.set_metadata(path, logical_types={"price": "DECIMAL(9, 2)"})
    inlay.set_metadata(path, logical_types={"moment": "TIMESTAMP(MICROS, UTC)"})
    if "price" not in column:
        inlay.set_metadata(path, logical_types={column: "NONE"})
        inlay.set_metadata(path, logical_types={column: kind})


def test_an_undo_file_is_of_one_file_and_one_state(tmp_path: Path) -> None:
    path, undo = write(tmp_path / "a.parquet"), tmp_path / "a.undo"
    other = tmp_path / "b.parquet"
    inlay.set_metadata(str(path), rename={"n": "m"}, undo_to=str(undo))
    with pytest.raises(RefusedError, match=r"a\.undo.*exists"):
        inlay.set_metadata(str(path), rename={"m": "k"}, undo_to=str(undo))
    pq.write_table(pa.table({"a": [1]}), other)
    with pytest.raises(RefusedError, match="not the file that"):
        inlay.undo_metadata(str(other), str(undo))
    after = path.read_bytes()
    inlay.set_metadata(str(path), keys={"k": "v"})
    with pytest.raises(RefusedError, match="or was changed since"):
        inlay.undo_metadata(str(path), str(undo))
    path.write_bytes(after)
    data = undo.read_bytes()
    undo.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(RequestError, match="not whole"):
        inlay.undo_metadata(str(path), str(undo))


def test_names_by_which_structure_is_judged_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    optional, repeated = FieldRepetitionType.OPTIONAL, FieldRepetitionType.REPEATED
    leaf = SchemaElement(name="array", repetition_type=optional, type=Type.INT32)
    root = SchemaElement(name="root", num_children=2)
    bag = SchemaElement(name="l", repetition_type=optional, num_children=1, logicalType=ListType())
    inside = SchemaElement(name="k_tuple", repetition_type=repeated, num_children=1)
    variant = SchemaElement(
        name="v", repetition_type=optional, num_children=1, logicalType=VariantType()
    )
    schema = [root, bag, inside, leaf, variant, leaf]
    metadata = FileMetaData(version=1, schema=schema, num_rows=0, row_groups=[])
    path.write_bytes(b"PAR1" + tail_of(metadata.encode()))
    for rename in ({"l": "k"}, {"l.k_tuple": "x"}, {"v.array": "x"}):
        with pytest.raises(RefusedError) as error:
            inlay.set_metadata(str(path), rename=rename)
        assert error.value.name == "structure"
    inlay.set_metadata(str(path), rename={"l": "m", "l.k_tuple.array": "x", "v": "w"})


def test_a_signed_footer_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet")
    footer = read_footer(path)
    metadata = footer.metadata.replace(footer_signing_key_metadata=b"key")
    path.write_bytes(path.read_bytes()[: footer.offset] + tail_of(metadata.encode()))
    with pytest.raises(RefusedError, match="signed"):
        inlay.set_metadata(str(path), keys={"a": "b"})


def test_a_file_of_a_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "_delta_log").mkdir()
    path = write(tmp_path / "a.parquet")
    with pytest.raises(RefusedError, match="a Delta table"):
        inlay.set_metadata(str(path), rename={"n": "m"})
    inlay.set_metadata(str(path), rename={"n": "m"}, target=Target(allow=frozenset({"table"})))


def test_columns_in_other_files_keep_their_names(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet")
    collected = pq.read_metadata(path)
    collected.set_file_path("a.parquet")
    summary = tmp_path / "_metadata"
    collected.write_metadata_file(summary)
    with pytest.raises(RefusedError, match="in other files"):
        inlay.set_metadata(str(summary), rename={"n": "m"})
    inlay.set_metadata(str(summary), keys={"who": "me"})


def test_names_that_differ_in_case_only_are_warned_of(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet")
    result = inlay.set_metadata(str(path), rename={"n": "T"})
    assert any("in case only" in warning for warning in result.warnings)
