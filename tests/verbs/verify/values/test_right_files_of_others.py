"""Files that DuckDB and Polars write say nothing wrong, and every value of theirs is read."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any, Final

import pytest

import inlay

DUCKDB: Final = """
    select
        n as id,
        (n % 100 - 50)::tinyint as tiny,
        (n * 7 % 256)::utinyint as utiny,
        (n - 500)::smallint as small,
        (n * 60)::usmallint as usmall,
        (n * 4000000)::uinteger as uint,
        (n::ubigint + 9223372036854775807) as ubig,
        (n::hugeint * 1000000000000000000000) as huge,
        case when n % 5 = 0 then 'NaN'::float else n / 7.0::float end as single,
        case n % 5 when 0 then null when 1 then 'inf'::double when 2 then '-inf'::double when 3 then -0.0 else n / 3 end as double,
        (n - 500)::decimal(4, 0) as money4,
        ((n - 500) / 100)::decimal(9, 2) as money9,
        ((n - 500) / 100)::decimal(18, 4) as money18,
        (n - 500)::decimal(38, 10) as money38,
        case when n % 3 = 0 then null else 'näme ' || (n % 17) end as name,
        repeat('long ', n % 300) as text,
        encode('b' || n) as bytes,
        n % 2 = 0 as flag,
        date '1970-01-01' + (n - 500)::integer as day,
        time '00:00:00' + to_seconds(n * 80) as daytime,
        timestamp '1999-12-31 23:00:00' + to_hours(n) as moment,
        (timestamp '1999-12-31 23:00:00' + to_hours(n))::timestamptz as zoned,
        make_timestamp_ns(n * 1000) as nanos,
        uuid() as key,
        to_days(n::integer) as span,
        (case n % 3 when 0 then 'a' when 1 then 'b' else null end)::enum('a', 'b') as kind,
        case when n % 4 = 0 then null else range(n % 4) end as list,
        [[n, null], [], null] as lists,
        {'a': n, 'b': [n % 7]} as struct,
        map {'k' || n % 5: n} as map,
        null::integer as nothing
    from range(1000) t(n)
"""
DUCKDB_OPTIONS: Final = {
    "defaults": "",
    "zstd, small groups": ", compression zstd, row_group_size 128",
    "version 2": ", parquet_version v2",
    "no compression": ", compression uncompressed",
}


@pytest.mark.parametrize("name", DUCKDB_OPTIONS)
def test_duckdb(name: str, tmp_path: Path) -> None:
    duckdb: Any = pytest.importorskip("duckdb")
    path = tmp_path / "duckdb.parquet"
    options = DUCKDB_OPTIONS[name]
    duckdb.connect().execute(f"copy ({DUCKDB}) to '{path}' (format parquet{options})")
    _require_right(path)


POLARS_OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "defaults": {},
    "all statistics": {"statistics": "full"},
    "small pages and groups": {"row_group_size": 300, "data_page_size": 500, "compression": "lz4"},
    "no compression": {"compression": "uncompressed"},
}


@pytest.mark.parametrize("name", POLARS_OPTIONS)
def test_polars(name: str, tmp_path: Path) -> None:
    pytest.importorskip("polars")
    path = tmp_path / "polars.parquet"
    _build_frame().write_parquet(path, **POLARS_OPTIONS[name])
    _require_right(path)


def _build_frame() -> Any:
    pl: Any = importlib.import_module("polars")
    n = pl.int_range(0, 1000)
    some = pl.when(n % 5 != 0)
    return pl.select(
        id=n,
        tiny=(n % 100 - 50).cast(pl.Int8),
        small=(n - 500).cast(pl.Int16),
        unsigned=(n * 4_000_000).cast(pl.UInt32),
        wide=n.cast(pl.UInt64) + (2**63 - 1),
        single=pl.when(n % 5 == 0).then(float("nan")).otherwise(n / 7).cast(pl.Float32),
        double=some.then(n / 3).otherwise(pl.when(n % 2 == 0).then(float("inf")).otherwise(-0.0)),
        money=((n - 500) / 100).cast(pl.Decimal(9, 2)),
        much=(n - 500).cast(pl.Decimal(38, 10)),
        name=some.then(pl.format("näme {}", n % 17)),
        text=some.then(pl.format("{} long text", n * 7919 % 1000)),
        bytes=pl.format("b{}", n).cast(pl.Binary),
        flag=some.then(n % 2 == 0),
        day=pl.date(1970, 1, 1) + pl.duration(days=n - 500),
        daytime=(n * 80_000_000_000).cast(pl.Time),
        moment=(n * 3_600_000_000).cast(pl.Datetime("us")),
        nanos=(n * 1_000).cast(pl.Datetime("ns", "UTC")),
        kind=pl.format("k{}", n % 3).cast(pl.Categorical),
        list=some.then(pl.concat_list(n, n % 7)),
        struct=pl.struct(a=n, b=some.then(n % 7)),
        array=pl.concat_list(n, n).list.to_array(2),
        nothing=pl.when(n < 0).then(n),
    )


def _require_right(path: Path) -> None:
    found = inlay.verify(str(path), values=True)
    assert not found.findings, found.findings
    assert found.audited is not None
    assert found.audited.chunks
    assert not found.audited.others
