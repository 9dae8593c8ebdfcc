"""Questions that everybody has about a lake, as SQL over the tables of a scan or a catalog."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from inlay.verbs.report.chunk_sizes import CHUNK_SIZES
from inlay.verbs.report.findings import FINDINGS, FINDINGS_BY_WRITER
from inlay.verbs.report.query import Query
from inlay.verbs.report.sql import (
    FOLDER,
    VERSION,
    WITHOUT_BOUNDS,
    WRITER,
    classify_size,
    divide,
    divide_as_percent,
    sum_column,
)


def _sizes(table: str, column: str, noun: str) -> str:
    return f"""
SELECT from_bytes, {noun}, bytes, {divide_as_percent("bytes", "sum(cast(bytes AS double)) OVER ()")} AS percent_of_bytes
FROM (
  SELECT {classify_size(column)} AS from_bytes, count(*) AS {noun}, {sum_column(column)} AS bytes
  FROM {table} WHERE {column} IS NOT NULL GROUP BY 1
) ORDER BY from_bytes
"""


QUERIES: Final = (
    Query("findings", "What to do", FINDINGS),
    Query(
        "drift",
        "Files whose schema differs from that of others in their table",
        """
SELECT difference, column_path, found, expected, count(DISTINCT path) AS files,
       array_sort(array_agg(path)) AS paths, alike, reference, folder
FROM drift GROUP BY rank, difference, column_path, found, expected, alike, folder, reference
ORDER BY rank, files DESC, folder, column_path, found, expected
""",
    ),
    Query(
        "problems",
        "Problems",
        """
SELECT error_id, is_readable, count(*) AS problems, count(DISTINCT path) AS files,
       min_by(message, concat(path, ' ', message)) AS message, min(path) AS example
FROM problems GROUP BY 1, 2 ORDER BY problems DESC, error_id, is_readable
""",
        "error_id",
        "problems",
    ),
    Query(
        "overview",
        "What is there",
        f"""
SELECT files, bytes, rows, row_groups, footer_bytes, {divide_as_percent("footer_bytes", "bytes")} AS footer_percent
FROM (
  SELECT count(*) AS files, {sum_column("file_size")} AS bytes, {sum_column("num_rows")} AS rows,
         {sum_column("num_row_groups")} AS row_groups, {sum_column("footer_length")} AS footer_bytes
  FROM files
)
""",
    ),
    Query("chunk_sizes", "Bytes by column and row group", CHUNK_SIZES),
    Query(
        "folders",
        "Bytes by folder",
        f"""
SELECT {FOLDER} AS folder, count(*) AS files, {sum_column("file_size")} AS bytes, {sum_column("num_rows")} AS rows,
       min(file_size) AS smallest_bytes, max(file_size) AS largest_bytes
FROM files GROUP BY 1 ORDER BY bytes DESC, folder LIMIT 200
""",
    ),
    Query(
        "column_sizes",
        "Bytes by column, in the largest folders",
        f"""
SELECT column_path, folder, bytes, plain_bytes, {divide("plain_bytes", "bytes")} AS ratio FROM (
  SELECT column_path, folder, bytes, plain_bytes,
         dense_rank() OVER (ORDER BY of_column DESC NULLS LAST, column_path) AS column_rank,
         dense_rank() OVER (ORDER BY of_folder DESC NULLS LAST, folder) AS folder_rank
  FROM (
    SELECT column_path, folder, bytes, plain_bytes,
           sum(cast(bytes AS decimal(28, 0))) OVER (PARTITION BY column_path) AS of_column,
           sum(cast(bytes AS decimal(28, 0))) OVER (PARTITION BY folder) AS of_folder
    FROM (
      SELECT column_path, {FOLDER} AS folder, {sum_column("total_compressed_size")} AS bytes,
             {sum_column("total_uncompressed_size")} AS plain_bytes
      FROM column_chunks GROUP BY 1, 2
    )
  )
) WHERE column_rank <= 40 AND folder_rank <= 50
ORDER BY column_rank, folder
""",
    ),
    Query(
        "forms",
        "Forms of footers",
        f"""
SELECT form, count(*) AS files, {sum_column("footer_length")} AS footer_bytes
FROM files GROUP BY form ORDER BY files DESC, form
""",
        "form",
        "files",
    ),
    Query(
        "writers",
        "Who wrote what",
        f"""
SELECT {WRITER} AS writer,
       count(DISTINCT created_by) AS versions, count(*) AS files, {sum_column("file_size")} AS bytes,
       {sum_column("num_rows")} AS rows, {sum_column("footer_length")} AS footer_bytes
FROM files GROUP BY 1 ORDER BY bytes DESC, writer LIMIT 50
""",
        "writer",
        "bytes",
    ),
    Query("findings_by_writer", "Findings by writer", FINDINGS_BY_WRITER),
    Query(
        "writer_versions",
        "Writers by version",
        f"""
SELECT {WRITER} AS writer,
       {VERSION} AS version,
       count(*) AS files, {sum_column("file_size")} AS bytes
FROM files GROUP BY 1, 2 ORDER BY writer, bytes DESC, version NULLS LAST LIMIT 200
""",
    ),
    Query(
        "file_sizes",
        "File sizes",
        _sizes("files", "file_size", "files"),
        "from_bytes",
        "files",
    ),
    Query(
        "row_groups",
        "Sizes of row groups",
        _sizes("row_groups", "total_byte_size", "row_groups"),
        "from_bytes",
        "row_groups",
    ),
    Query(
        "footer_sizes",
        "Footer sizes",
        _sizes("files", "footer_length", "files"),
        "from_bytes",
        "files",
    ),
    Query(
        "widest_files",
        "Widest files",
        f"""
SELECT path, num_columns, num_row_groups, footer_length,
       {divide_as_percent("footer_length", "file_size")} AS footer_percent
FROM files ORDER BY num_columns DESC NULLS LAST, footer_length DESC, path LIMIT 20
""",
        "path",
        "num_columns",
    ),
    Query(
        "chunks_without",
        "Column chunks that lack statistics or indexes",
        f"""
SELECT {WRITER} AS writer,
       count(*) AS chunks,
       count(*) FILTER (WHERE coalesce(min_value, min_deprecated) IS NULL AND encryption IS NULL) AS without_bounds,
       count(*) FILTER (WHERE null_count IS NULL AND encryption IS NULL) AS without_null_count,
       count(*) FILTER (WHERE column_index_offset IS NULL) AS without_column_index,
       count(*) FILTER (WHERE offset_index_offset IS NULL) AS without_offset_index,
       count(*) FILTER (WHERE bloom_filter_offset IS NULL) AS without_bloom_filter
FROM column_chunks JOIN files USING (path) GROUP BY 1 ORDER BY chunks DESC, writer LIMIT 50
""",
        "writer",
        "without_column_index",
    ),
    Query(
        "unbounded_columns",
        "Columns with the most bytes behind chunks without statistics",
        f"""
SELECT column_path, physical_type, logical_type, count(*) AS chunks,
       {sum_column("total_compressed_size")} AS bytes
FROM column_chunks WHERE {WITHOUT_BOUNDS}
GROUP BY 1, 2, 3
ORDER BY bytes DESC NULLS LAST, column_path, physical_type, logical_type NULLS LAST LIMIT 20
""",
        "column_path",
        "bytes",
    ),
    Query(
        "codecs",
        "Codecs by bytes",
        f"""
SELECT codec, chunks, bytes, {divide("plain_bytes", "bytes")} AS ratio FROM (
  SELECT codec, count(*) AS chunks, {sum_column("total_compressed_size")} AS bytes,
         {sum_column("total_uncompressed_size")} AS plain_bytes
  FROM column_chunks WHERE codec IS NOT NULL GROUP BY codec
) ORDER BY bytes DESC NULLS LAST, codec
""",
        "codec",
        "bytes",
    ),
    Query(
        "encodings",
        "Encodings by the bytes of the chunks that use them",
        f"""
SELECT encoding, count(*) AS chunks, {sum_column("total_compressed_size")} AS bytes
FROM (SELECT explode(array_distinct(encodings)) AS encoding, total_compressed_size
      FROM column_chunks) GROUP BY encoding ORDER BY bytes DESC NULLS LAST, encoding
""",
        "encoding",
        "bytes",
    ),
    Query(
        "types",
        "Types by bytes",
        f"""
SELECT physical_type, coalesce(logical_type, '') AS logical_type, count(*) AS chunks,
       {sum_column("total_compressed_size")} AS bytes
FROM column_chunks GROUP BY 1, 2
ORDER BY bytes DESC NULLS LAST, physical_type NULLS LAST, logical_type LIMIT 30
""",
    ),
    Query(
        "drifting_columns",
        "Columns whose type is not the same everywhere",
        f"""
SELECT column_path, count(*) AS types, {sum_column("files")} AS files,
       array_sort(array_agg(concat(type, ' in ', files))) AS found
FROM (SELECT column_path, concat_ws(' ', physical_type, logical_type) AS type,
             count(DISTINCT path) AS files
      FROM schema WHERE physical_type IS NOT NULL GROUP BY 1, 2)
GROUP BY column_path HAVING count(*) > 1 ORDER BY files DESC, column_path LIMIT 50
""",
    ),
    Query(
        "key_values",
        "Keys in footers, by bytes",
        f"""
SELECT key, count(*) AS files, {sum_column("(bit_length(key) + coalesce(bit_length(value), 0)) / 8")} AS bytes
FROM key_values GROUP BY key ORDER BY bytes DESC NULLS LAST, key LIMIT 30
""",
        "key",
        "bytes",
    ),
    Query(
        "extensions",
        "Extension census",
        f"""
SELECT coalesce(name, uuid, 'perhaps ' || uuid_guess, '(unknown)') AS extension, struct, header,
       state, count(*) AS extensions, count(DISTINCT path) AS files, {sum_column("length")} AS bytes
FROM extensions GROUP BY 1, 2, 3, 4
ORDER BY extensions DESC, extension, struct, header NULLS LAST, state NULLS LAST
""",
        "extension",
        "extensions",
    ),
)

BY_NAME: Final[Mapping[str, Query]] = {query.name: query for query in QUERIES}
