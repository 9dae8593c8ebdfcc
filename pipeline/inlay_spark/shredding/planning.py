"""The schema that a first run fixes: given by hand, or what a sample of the lake says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inlay.ground.files.entries import FileEntry
from inlay.ground.wording.amounts import count
from inlay_spark.jobs.listing import list_with_text_names, normalize_all
from inlay_spark.shredding.errors import ShredError
from inlay_spark.shredding.sampling import Sampled, look_at, pick_files
from inlay_spark.shredding.shred_schema import ShredSchema, parse_schemas
from inlay_variant.arrow.inference import Inferred, infer_from_counts

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@dataclass(frozen=True)
class ShredPlan:
    """What to shred by, and why: nothing is written. `sampled` is None where all schemas were given."""

    files: int
    bytes: int
    schema: ShredSchema
    sampled: Sampled | None


def plan(
    spark: SparkSession,
    paths: str | Sequence[str],
    columns: Sequence[str],
    *,
    schemas: Sequence[str] = (),
    name: str = "*",
    exact: bool = False,
    tolerant: bool = False,
) -> ShredPlan:
    """The schema that a first run would fix. `schemas` as in `--schema`.

    Raises FileNotFoundError for a path that leads to nothing; ShredError where no file has a column, or no
    schema comes out; SchemaTextError.
    """
    entries = list(list_with_text_names(normalize_all(paths), name))
    return plan_for(spark, entries, columns, schemas, exact, tolerant)


def plan_for(
    spark: SparkSession,
    entries: Sequence[FileEntry],
    columns: Sequence[str],
    schemas: Sequence[str],
    exact: bool,
    tolerant: bool,
) -> ShredPlan:
    """The same of files that are listed already."""
    files = [entry for entry in entries if entry.error is None]
    size = sum(entry.size for entry in files)
    given = parse_schemas(schemas, list(columns))
    wanted = [column for column in dict.fromkeys(columns) if column not in given]
    if not columns:
        raise ShredError("say which column: --columns NAME")
    if not wanted:
        return ShredPlan(len(files), size, ShredSchema(given, exact, tolerant), None)
    sample = look_at(spark, pick_files(files), wanted, tolerant=tolerant)
    inferred = {column: _infer(sample, column) for column in wanted}
    chosen = {
        column: given[column] if column in given else inferred[column].type for column in columns
    }
    return ShredPlan(len(files), size, ShredSchema(chosen, exact, tolerant, inferred), sample)


def _infer(sample: Sampled, column: str) -> Inferred:
    looked = f"{count(sample.files, 'file was', 'files were')} looked at"
    if sample.bad:
        looked += f", {sample.bad:,} of them in vain ({sample.first_bad})"
    if column not in sample.there and sample.names:
        names = ", ".join(name for name, _ in sample.names.most_common(10))
        raise ShredError(f"no file has a column {column!r}; there is {names}. {looked}")
    seen = sample.seen.get(column)
    if seen is None or not seen.rows:
        what = f"no row has a value in {column!r}, so no schema can be inferred: give one with --schema"
        raise ShredError(f"{what}. {looked}")
    inferred = infer_from_counts(seen)
    if not inferred.worth_it:
        why = inferred.choices[0].why
        what = f"no columns are worth it for {column!r}: {why}"
        raise ShredError(f"{what}. --schema '{column}=variant' writes it as it is, not shredded")
    return inferred
