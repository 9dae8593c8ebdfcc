"""Each kind of column in a Delta table: the bounds of its log to the digit, and no filter that loses a row."""

from __future__ import annotations

import json
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pytest
from deltalake import DeltaTable, Schema
from deltalake.transaction import AddAction, create_table_with_add_actions

import inlay
from inlay.errors import RefusedError
from inlay.verbs.register.register import Registration
from parquet_format import parquet
from tests.verbs.register.delta.kinds import KINDS, DeltaKind
from tests.verbs.register.delta.tables import ask, register, write_groups

REFUSED: Final[dict[str, pa.DataType]] = {
    "time": pa.time64("us"),
    "null": pa.null(),
}
OPERATORS: Final = ("=", "!=", "<", "<=", ">", ">=")


def _make(folder: Path, kind: DeltaKind) -> Registration:
    path = write_groups(folder / "a.parquet", kind.type, kind.groups)
    return register(folder, path, create=True)


@pytest.mark.parametrize("name", KINDS)
def test_the_log_has_the_bounds_to_the_digit(tmp_path: Path, name: str) -> None:
    kind = KINDS[name]
    (entry,) = _make(tmp_path, kind).describe_entries()
    stats = entry["stats"]
    for end, text in (("minValues", kind.lower), ("maxValues", kind.upper)):
        expected = f'"{end}":{{"x":{text}}}' if text else f'"{end}":{{}}'
        assert expected in stats
    values = [value for group in kind.groups for value in group]
    said = json.loads(stats)
    assert said["numRecords"] == len(values)
    assert said["nullCount"] == {"x": values.count(None)}
    (field,) = DeltaTable(tmp_path).schema().fields
    assert json.loads(field.type.to_json()) == kind.named


@pytest.mark.parametrize("name", KINDS)
def test_no_filter_loses_a_row(tmp_path: Path, name: str) -> None:
    """Held against the same filter on the same file in a table whose log says nothing of it."""
    kind = KINDS[name]
    _make(tmp_path / "known", kind)
    write_groups(tmp_path / "bare" / "a.parquet", kind.type, kind.groups)
    _make_bare(tmp_path / "bare")
    for condition in _list_conditions(tmp_path / "bare"):
        sql = f"select x from t where {condition}"
        known, bare = (ask(tmp_path / folder, sql) for folder in ("known", "bare"))
        assert Counter(map(repr, known)) == Counter(map(repr, bare)), condition


def _make_bare(folder: Path) -> None:
    """The same entry without statistics."""
    registration = register(folder, folder / "a.parquet", create=True, dry_run=True)
    (entry,) = registration.describe_entries()
    plan: Any = registration.plan
    modified, stats = entry["modificationTime"], json.dumps({"numRecords": registration.rows})
    create_table_with_add_actions(
        str(folder),
        Schema.from_json(json.dumps(plan.schema)),
        [AddAction(entry["path"], entry["size"], {}, modified, data_change=True, stats=stats)],
    )


def _list_conditions(folder: Path) -> list[str]:
    values = {repr(row["x"]): row["x"] for row in ask(folder, "select x from t")}.values()
    literals = [_spell(value) for value in values if value is not None]
    return [
        "x is null",
        "x is not null",
        *(f"x {operator} {text}" for text in literals for operator in OPERATORS),
    ]


def _spell(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case float():
            return f"cast('{value}' as double)"
        case Decimal():
            digits = len(value.as_tuple().digits)
            scale = -int(value.as_tuple().exponent)
            return f"cast('{value}' as decimal({max(digits, scale + 1)}, {scale}))"
        case int():
            return str(value)
        case bytes():
            return f"X'{value.hex()}'"
        case str():
            return f"'{value}'"
        case _:
            kind = "date" if type(value).__name__ == "date" else "timestamp"
            return f"{kind} '{value}'"


@pytest.mark.parametrize("name", REFUSED)
def test_types_without_a_name_are_refused(tmp_path: Path, name: str) -> None:
    path = write_groups(tmp_path / "a.parquet", REFUSED[name], [[None]])
    with pytest.raises(RefusedError, match=r"column x is .*Delta has no such type"):
        register(tmp_path, path, create=True)


def test_nanoseconds_are_asked_for(tmp_path: Path) -> None:
    path = write_groups(
        tmp_path / "a.parquet", pa.timestamp("ns"), [[1, 1_700_000_000_000_000_001]]
    )
    with pytest.raises(RefusedError, match=r"allow=.*nanoseconds"):
        register(tmp_path, path, create=True)
    (entry,) = register(tmp_path, path, create=True, allow={"nanoseconds"}).describe_entries()
    said = json.loads(entry["stats"])
    assert said["minValues"]["x"] == "1970-01-01T00:00:00.000000"
    assert said["maxValues"]["x"] == "2023-11-14T22:13:20.000001"
    assert said["tightBounds"] is False


def test_decimals_of_a_converted_type_are_no_whole_numbers(tmp_path: Path) -> None:
    """deltalake's own conversion takes the unscaled ones."""
    path = write_groups(
        tmp_path / "a.parquet", pa.decimal128(9, 2), [[Decimal("1.00")], [Decimal("2.00")]]
    )
    inlay.edit_footer(path, _forget_logical_type)
    (entry,) = register(tmp_path, path, create=True).describe_entries()
    assert '"minValues":{"x":1.00}' in entry["stats"]
    assert ask(tmp_path, "select x from t where x = 2.00") == [{"x": Decimal("2.00")}]


def _forget_logical_type(footer: Any) -> Any:
    metadata = footer.metadata
    metadata.schema[1].logicalType = None
    return metadata.encode()


def test_moments_of_a_converted_type_are_asked_for(tmp_path: Path) -> None:
    """DuckDB reads them as local time, in Delta tables too."""
    path = write_groups(tmp_path / "a.parquet", pa.timestamp("us", "UTC"), [[5]])
    inlay.edit_footer(path, _forget_logical_type)
    with pytest.raises(RefusedError, match=r"allow=.*converted-timestamps"):
        register(tmp_path, path, create=True)
    (entry,) = register(
        tmp_path, path, create=True, allow={"converted-timestamps"}
    ).describe_entries()
    assert json.loads(entry["stats"])["maxValues"] == {"x": "1970-01-01T00:00:00.000005Z"}


def test_geometries_are_asked_for(tmp_path: Path) -> None:
    path = write_groups(tmp_path / "a.parquet", pa.binary(), [[b"\1\1\0\0\0" + bytes(16)]])
    inlay.edit_footer(path, _make_geometry)
    with pytest.raises(RefusedError, match=r"allow=.*geometries"):
        register(tmp_path, path, create=True)
    register(tmp_path, path, create=True, allow={"geometries"})
    assert len(ask(tmp_path, "select x from t")[0]["x"]) == 21


def _make_geometry(footer: Any) -> Any:
    metadata = footer.metadata
    metadata.schema[1].logicalType = parquet.GeometryType()
    metadata.row_groups[0].columns[0].meta_data.statistics = None
    return metadata.encode()
