"""The schema that a first run fixes: given by hand, or what a sample of the lake says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inlay.scan.entries import FileEntry
from inlay.variant.inference import Inferred, infer_from_counts
from inlay_spark.shred.errors import ShredError
from inlay_spark.shred.fixed import Fixed, given_schemas
from inlay_spark.shred.listing import listed, normalized_all
from inlay_spark.shred.sampling import Sampled, picks, sampled

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@dataclass(frozen=True)
class Plan:
    """What to shred by, and why: nothing is written. `sampled` is None where all schemas were given."""

    files: int
    bytes: int
    fixed: Fixed
    sampled: Sampled | None


def plan(
    spark: SparkSession,
    paths: str | Sequence[str],
    columns: Sequence[str],
    *,
    schemas: Sequence[str] = (),
    name: str = "*",
    exact: bool = False,
) -> Plan:
    """The schema that a first run would fix. `schemas` as in `--schema`.

    Raises FileNotFoundError for a path that leads to nothing; ShredError where no file has a column, or no
    schema comes out; SchemaTextError.
    """
    entries = listed(normalized_all(paths), name)
    return planned(spark, entries, columns, schemas, exact)


def planned(
    spark: SparkSession,
    entries: Sequence[FileEntry],
    columns: Sequence[str],
    schemas: Sequence[str],
    exact: bool,
) -> Plan:
    """The same of files that are listed already."""
    files = [entry for entry in entries if entry.error is None]
    size = sum(entry.size for entry in files)
    given = given_schemas(schemas, list(columns))
    wanted = [one for one in dict.fromkeys(columns) if one not in given]
    if not columns:
        raise ShredError("say which column: --column NAME")
    if not wanted:
        return Plan(len(files), size, Fixed(given, exact), None)
    found = sampled(spark, picks(files), wanted)
    inferred = {one: _inferred(found, one) for one in wanted}
    chosen = {one: given[one] if one in given else inferred[one].type for one in columns}
    return Plan(len(files), size, Fixed(chosen, exact, inferred), found)


def _inferred(found: Sampled, column: str) -> Inferred:
    looked = f"{found.files:,} files were looked at"
    if found.bad:
        looked += f", {found.bad:,} of them in vain ({found.first_bad})"
    if column not in found.there and found.names:
        names = ", ".join(name for name, _ in found.names.most_common(10))
        raise ShredError(f"no file has a column {column!r}; there is {names}. {looked}")
    seen = found.seen.get(column)
    if seen is None or not seen.rows:
        what = f"no row has a value in {column!r}, so there is nothing to go by: say --schema"
        raise ShredError(f"{what}. {looked}")
    inferred = infer_from_counts(seen)
    if not inferred.worth_it:
        why = inferred.choices[0].why
        what = f"no columns are worth it for {column!r}: {why}"
        raise ShredError(f"{what}. --schema '{column}=variant' writes it as it is, not shredded")
    return inferred
