"""Values of folders, as DuckDB finds them in the paths of files, or a refusal."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.errors import RefusedError
from inlay.verbs.register.register import register
from tests.verbs.register.ducklake.catalogs import ask, make_catalog

ALIKE: Final = ("a", "a b", "a%20b", "a%2Fb", "a+b", "100%", "x'y", "é", "%C3%A9", "%253D", "007")
NULL: Final = "__HIVE_DEFAULT_PARTITION__"
OTHERWISE: Final = ("a=b", "null", "NULL", "a?b", "a\\b", "a\nb", "%ff")
_BOUNDS: Final = (
    "SELECT min_value, max_value, null_count FROM ducklake_file_column_stats WHERE column_id = 2"
)


def _register(folder: Path, *names: str) -> list[tuple[Any, ...]]:
    """What the catalog says of the column `k`; `names` are folders."""
    path = folder.joinpath("lake", *names, "a.parquet")
    path.parent.mkdir(parents=True)
    pq.write_table(pa.table({"x": [1]}), path)
    catalog = make_catalog(folder)
    register(
        str(folder / "lake"),
        to="ducklake",
        catalog=f"sqlite:{catalog}",
        table="main.t",
        create=True,
        allow={"ownership"},
    )
    return ask(catalog, _BOUNDS)


@pytest.mark.parametrize("value", [*ALIKE, NULL])
def test_a_value_is_the_one_of_duckdb(value: str, tmp_path: Path) -> None:
    ((least, most, nulls),) = _register(tmp_path, f"k={value}")
    path = tmp_path / "lake" / "*" / "a.parquet"
    options = "hive_partitioning = true, hive_types_autocast = false"
    rows = duckdb.execute(f"SELECT k FROM read_parquet(?, {options})", [str(path)]).fetchall()
    assert rows == [(least,)] == [(most,)]
    assert nulls == (value == NULL)


@pytest.mark.parametrize("value", OTHERWISE)
def test_a_value_that_duckdb_reads_otherwise_is_refused(value: str, tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match="DuckDB reads that otherwise"):
        _register(tmp_path, f"k={value}")


@pytest.mark.parametrize("names", [("k=1", "k=2"), ("%6B=1",)], ids=["twice", "escaped"])
def test_a_key_that_duckdb_reads_otherwise_is_refused(
    names: tuple[str, ...], tmp_path: Path
) -> None:
    with pytest.raises(RefusedError, match="DuckDB reads that otherwise"):
        _register(tmp_path, *names)
