"""Questions that everybody has about a lake, as SQL over the tables of a catalog."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


class Query(NamedTuple):
    """`label` and `value` are the columns that are drawn; without them there is a table only."""

    name: str
    title: str
    sql: str
    label: str = ""
    value: str = ""


_SIZES: Final = """
SELECT concat('under ', format_number(bound, 0)) AS bytes, files, share_of_bytes FROM (
  SELECT cast(pow(4, ceil(log(4, greatest({column}, 1) + 1))) AS bigint) AS bound, count(*) AS files,
         round(100 * sum({column}) / sum(sum({column})) OVER (), 1) AS share_of_bytes
  FROM files WHERE {column} IS NOT NULL GROUP BY 1
) ORDER BY bound
"""

QUERIES: Final = (
    Query(
        "overview",
        "What is there",
        """
SELECT count(*) AS files, sum(file_size) AS bytes, sum(num_rows) AS rows,
       sum(num_row_groups) AS row_groups, sum(footer_length) AS footer_bytes,
       round(100 * sum(footer_length) / sum(file_size), 2) AS footer_percent
FROM files
""",
    ),
    Query(
        "forms",
        "Forms of footers",
        "SELECT form, count(*) AS files, sum(footer_length) AS footer_bytes FROM files "
        "GROUP BY form ORDER BY files DESC",
        "form",
        "files",
    ),
    Query("footer_sizes", "Footer sizes", _SIZES.format(column="footer_length"), "bytes", "files"),
    Query("file_sizes", "File sizes", _SIZES.format(column="file_size"), "bytes", "files"),
    Query(
        "widest_files",
        "Widest files",
        """
SELECT path, num_columns, num_row_groups, footer_length,
       round(100 * footer_length / file_size, 2) AS footer_percent
FROM files ORDER BY num_columns DESC NULLS LAST, footer_length DESC, path LIMIT 20
""",
        "path",
        "num_columns",
    ),
    Query(
        "writers",
        "Who wrote what",
        """
SELECT coalesce(created_by, '(does not say)') AS created_by, count(*) AS files,
       sum(file_size) AS bytes, sum(num_rows) AS rows, sum(footer_length) AS footer_bytes
FROM files GROUP BY 1 ORDER BY bytes DESC, created_by LIMIT 50
""",
        "created_by",
        "bytes",
    ),
    Query(
        "chunks_without",
        "Column chunks that lack statistics or indexes",
        """
SELECT coalesce(created_by, '(does not say)') AS created_by, count(*) AS chunks,
       count_if(coalesce(min_value, min_deprecated) IS NULL) AS without_bounds,
       count_if(null_count IS NULL) AS without_null_count,
       count_if(column_index_offset IS NULL) AS without_column_index,
       count_if(offset_index_offset IS NULL) AS without_offset_index,
       count_if(bloom_filter_offset IS NULL) AS without_bloom_filter
FROM column_chunks JOIN files USING (path) GROUP BY 1 ORDER BY chunks DESC, created_by LIMIT 50
""",
        "created_by",
        "without_column_index",
    ),
    Query(
        "unbounded_columns",
        "Columns with the most bytes behind chunks without statistics",
        """
SELECT column_path, physical_type, logical_type, count(*) AS chunks,
       sum(total_compressed_size) AS bytes
FROM column_chunks WHERE coalesce(min_value, min_deprecated) IS NULL AND num_values > 0
  AND (null_count IS NULL OR null_count < num_values)
GROUP BY 1, 2, 3 ORDER BY bytes DESC, column_path LIMIT 20
""",
        "column_path",
        "bytes",
    ),
    Query(
        "codecs",
        "Codecs by bytes",
        """
SELECT codec, count(*) AS chunks, sum(total_compressed_size) AS bytes,
       round(sum(total_uncompressed_size) / sum(total_compressed_size), 2) AS ratio
FROM column_chunks WHERE codec IS NOT NULL GROUP BY codec ORDER BY bytes DESC, codec
""",
        "codec",
        "bytes",
    ),
    Query(
        "encodings",
        "Encodings by the bytes of the chunks that use them",
        """
SELECT encoding, count(*) AS chunks, sum(total_compressed_size) AS bytes
FROM (SELECT explode(array_distinct(encodings)) AS encoding, total_compressed_size
      FROM column_chunks) GROUP BY encoding ORDER BY bytes DESC, encoding
""",
        "encoding",
        "bytes",
    ),
    Query(
        "types",
        "Types by bytes",
        """
SELECT physical_type, coalesce(logical_type, '') AS logical_type, count(*) AS chunks,
       sum(total_compressed_size) AS bytes
FROM column_chunks GROUP BY 1, 2 ORDER BY bytes DESC, physical_type, logical_type LIMIT 30
""",
    ),
    Query(
        "row_groups",
        "Sizes of row groups",
        """
SELECT concat('under ', format_number(bound, 0)) AS bytes, row_groups, rows FROM (
  SELECT cast(pow(4, ceil(log(4, greatest(total_byte_size, 1) + 1))) AS bigint) AS bound,
         count(*) AS row_groups, sum(num_rows) AS rows
  FROM row_groups GROUP BY 1
) ORDER BY bound
""",
        "bytes",
        "row_groups",
    ),
    Query(
        "drifting_columns",
        "Columns whose type is not the same everywhere",
        """
SELECT column_path, count(*) AS types, sum(files) AS files,
       array_sort(collect_list(concat(type, ' in ', files))) AS found
FROM (SELECT column_path, concat_ws(' ', physical_type, logical_type) AS type,
             count(DISTINCT path) AS files
      FROM schema WHERE physical_type IS NOT NULL GROUP BY 1, 2)
GROUP BY column_path HAVING count(*) > 1 ORDER BY files DESC, column_path LIMIT 50
""",
    ),
    Query(
        "key_values",
        "Keys in footers, by bytes",
        """
SELECT key, count(*) AS files, sum(octet_length(key) + coalesce(octet_length(value), 0)) AS bytes
FROM key_values GROUP BY key ORDER BY bytes DESC, key LIMIT 30
""",
        "key",
        "bytes",
    ),
    Query(
        "extensions",
        "Extension census",
        """
SELECT coalesce(name, uuid, concat('perhaps ', uuid_guess), '(unknown)') AS extension, struct, header,
       state, count(*) AS extensions, count(DISTINCT path) AS files, sum(length) AS bytes
FROM extensions GROUP BY 1, 2, 3, 4 ORDER BY extensions DESC, extension, struct
""",
        "extension",
        "extensions",
    ),
    Query(
        "problems",
        "Problems",
        """
SELECT error_id, is_readable, count(*) AS problems, count(DISTINCT path) AS files,
       min(path) AS example, min_by(message, path) AS message
FROM problems GROUP BY 1, 2 ORDER BY problems DESC, error_id
""",
        "error_id",
        "problems",
    ),
)

BY_NAME: Final[Mapping[str, Query]] = {query.name: query for query in QUERIES}


def answer(spark: SparkSession, tables: Mapping[str, DataFrame], query: Query) -> DataFrame:
    """The answer, from the tables of `open_catalog`."""
    names = {table: f"inlay_{table}" for table in tables}
    for table, frame in tables.items():
        frame.createOrReplaceTempView(names[table])
    return spark.sql(_over(query.sql, names))


def _over(sql: str, names: Mapping[str, str]) -> str:
    """The query over views that cannot be mistaken for tables of the user's."""
    import re

    def view(match: re.Match[str]) -> str:
        return f"{match[1]} {names[match[2]]}" if match[2] in names else match[0]

    return re.sub(r"\b(FROM|JOIN)\s+(\w+)", view, sql)


def rows_of(frame: DataFrame) -> tuple[list[str], list[list[Any]]]:
    return frame.columns, [list(row) for row in frame.collect()]
