"""Files with a row for a filter that a reader passes over by what we registered: there are none. The readers' own choice of files is
asked, of entries alone where that can be done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from typing import Any

from deltalake import DeltaTable
from pyiceberg.expressions import BooleanExpression
from pyiceberg.expressions.parser import parse
from pyiceberg.expressions.visitors import _InclusiveMetricsEvaluator

import inlay
from inlay.verbs.register.register import Registration
from inlay.verbs.register.targets.iceberg.plan import IcebergPlan
from tests.registrars.case import Files, strip_files, write_files
from tests.registrars.delta import spell_predicate
from tests.registrars.duckdb_process import DuckDBProcess
from tests.registrars.iceberg import COMPARISONS
from tests.registrars.random_lakes import COLUMN, Filter, RandomLake

FindLost = Callable[[RandomLake, Path], Iterator[str]]


def find_lost_by_iceberg(lake: RandomLake, folder: Path) -> Iterator[str]:
    """By the evaluator with which pyiceberg plans scans."""
    registration = _register(
        lake,
        folder,
        to="iceberg",
        table="lake.t",
        properties={"type": "sql", "uri": f"sqlite:///{folder}/c.db", "warehouse": str(folder)},
        dry_run=True,
        allow={"unsigned"},
    )
    plan = registration.plan
    assert isinstance(plan, IcebergPlan)
    schema, entries = plan.shape.schema, list(plan.entries)
    for filter_ in lake.filters:
        if filter_.value in (inf, -inf) and lake.name == "float":
            continue  # to pyiceberg, an infinity lies beyond all floats, and no file has such a value
        evaluator = _InclusiveMetricsEvaluator(schema, _express(filter_))
        for at, (entry, values) in enumerate(zip(entries, lake.values, strict=True)):
            if not evaluator.eval(entry) and _has_row(filter_, values, nan_is_largest=False):
                yield f"{lake.name}: file {at}: {filter_}"


def _express(filter_: Filter) -> BooleanExpression:
    if filter_.sign in COMPARISONS:
        comparison: BooleanExpression = COMPARISONS[filter_.sign](COLUMN, filter_.value)
        return comparison
    return parse(f"{COLUMN} is {filter_.sign}")


def find_lost_by_delta(lake: RandomLake, folder: Path) -> Iterator[str]:
    """By the files that deltalake chooses of its log."""
    _register(lake, folder, to="delta", table=str(folder))
    table = DeltaTable(folder)
    for filter_ in lake.filters:
        chosen = {
            Path(uri).name
            for uri in table.file_uris(file_pruning_predicate=spell_predicate(COLUMN, filter_))
        }
        for at, values in enumerate(lake.values):
            if _name(at) not in chosen and _has_row(filter_, values, nan_is_largest=True):
                yield f"{lake.name}: file {at}: {filter_}"


def find_lost_by_ducklake(duckdb: DuckDBProcess) -> FindLost:
    """By its queries: there is no other way to its choice. The files are exchanged for such as say nothing in their footers, by which rows
    could be lost as well."""

    def find(lake: RandomLake, folder: Path) -> Iterator[str]:
        catalog = str(folder / "lake.ducklake")
        duckdb.ask("create", catalog=catalog)
        _register(lake, folder, to="ducklake", catalog=catalog, table="t", allow={"ownership"})
        plain = strip_files(_name_files(lake))
        write_files(plain, folder)
        sizes = [
            [name, len(data), int.from_bytes(data[-8:-4], "little")] for name, data in plain.items()
        ]
        filters = [[it.sign, None if it.value is None else str(it.value)] for it in lake.filters]
        yield from duckdb.ask(
            "find_lost", catalog=catalog, sizes=sizes, column=COLUMN, filters=filters
        )

    return find


def find_lost(name: str, duckdb: DuckDBProcess | None) -> FindLost:
    match name:
        case "iceberg":
            return find_lost_by_iceberg
        case "delta":
            return find_lost_by_delta
        case _:
            assert duckdb is not None
            return find_lost_by_ducklake(duckdb)


def _register(lake: RandomLake, folder: Path, **options: Any) -> Registration:
    paths = write_files(_name_files(lake), folder)
    return inlay.register([*map(str, paths)], create=True, **options)


def _name(at: int) -> str:
    return f"{at:06}.parquet"


def _name_files(lake: RandomLake) -> Files:
    return {_name(at): data for at, data in enumerate(lake.files)}


def _has_row(filter_: Filter, values: Any, *, nan_is_largest: bool) -> bool:
    return any(filter_.matches(it, nan_is_largest=nan_is_largest) for it in values)
