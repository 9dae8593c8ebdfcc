#!/usr/bin/env bash
# Spark 4.3.0 on a Variant that DuckDB 2.0.0 wrote: a UUID inside hides every other column.
#
# DuckDB shreds a Variant whose values have one shape (its default), and a UUID becomes a `typed_value` of the logical type UUID,
# as VariantShredding.md has it. Spark infers the schema of the whole file first, knows no UUID, and stops:
# "[PARQUET_TYPE_ILLEGAL] Illegal Parquet type: FIXED_LEN_BYTE_ARRAY (UUID)", whichever column is asked for.
# A column n beside the Variant cannot be read either, unless the schema is given.
# The same Variant with the UUID as text is no obstacle.
#
# Needs Java 17 or newer.
# Seen: n of the file with text: 3 rows; n of the file with UUIDs: AnalysisException; n with a schema given: 3 rows.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" --quiet --disable-pip-version-check install duckdb==2.0.0 pyspark==4.3.0
cd "$folder"
venv/bin/python - 2>stderr <<'PYTHON' || { tail -n 3 stderr; exit 1; }
import sys

import duckdb
from pyspark.errors import AnalysisException
from pyspark.sql import SparkSession

TEXTS = "select range n, '00000000-0000-0000-0000-00000000000' || range t from range(3)"
duckdb.execute(f"copy (select n, {{'u': t, 'k': n}}::variant v from ({TEXTS})) to 'text.parquet'")
duckdb.execute(f"copy (select n, {{'u': t::uuid, 'k': n}}::variant v from ({TEXTS})) to 'uuid.parquet'")
spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()


def outcome(name: str, schema: str | None = None) -> str:
    reader = spark.read.schema(schema) if schema else spark.read
    try:
        return f"{len(reader.parquet(name).select('n').collect())} rows"
    except AnalysisException as error:
        return error.getCondition()


seen = {
    "text": outcome("text.parquet"),
    "UUID": outcome("uuid.parquet"),
    "UUID, schema given": outcome("uuid.parquet", "n bigint"),
}
print(seen)
expected = {"text": "3 rows", "UUID": "PARQUET_TYPE_ILLEGAL", "UUID, schema given": "3 rows"}
if seen != expected:
    sys.exit("Spark now does something else with a UUID in a shredded Variant")
PYTHON
