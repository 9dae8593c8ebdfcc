"""Where the bytes of a lake are: columns by row groups, in so few lines and steps that a lake of any size is one picture."""

from __future__ import annotations

from typing import Final

from inlay.verbs.report.sql import sum_column

_MOST_LINES: Final = 30
_MOST_STEPS: Final = 60

# Of a wide lake, columns whose names differ in digits alone are one line. `translate` is what both programs have for that.
_KINDS: Final = f"""
SELECT column_path, bytes,
       CASE WHEN count(*) OVER () > {_MOST_LINES} THEN translate(column_path, '0123456789', '') ELSE column_path END AS kind
FROM (SELECT column_path, sum(cast(total_compressed_size AS decimal(28, 0))) AS bytes FROM column_chunks GROUP BY 1)
"""

_LINES: Final = f"""
SELECT column_path, least(dense_rank() OVER (ORDER BY of_kind DESC NULLS LAST, kind), {_MOST_LINES}) AS line
FROM (SELECT column_path, kind, sum(bytes) OVER (PARTITION BY kind) AS of_kind FROM ({_KINDS}))
"""

_NAMED_LINES: Final = f"""
SELECT column_path, line, min(column_path) OVER (PARTITION BY line) AS first_column,
       count(*) OVER (PARTITION BY line) AS columns
FROM ({_LINES})
"""

_STEPS: Final = f"""
SELECT path, row_group, place, cast(floor(place / ceil(count(*) OVER () / {_MOST_STEPS})) AS bigint) AS step
FROM (
  SELECT path, row_group, row_number() OVER (ORDER BY path, row_group) - 1 AS place
  FROM (SELECT DISTINCT path, row_group FROM column_chunks)
)
"""

_NAMED_STEPS: Final = f"""
SELECT path, row_group, step, min(place) OVER (PARTITION BY step) AS place,
       first_value(path) OVER (PARTITION BY step ORDER BY place) AS first_path,
       first_value(row_group) OVER (PARTITION BY step ORDER BY place) AS first_row_group,
       count(*) OVER (PARTITION BY step) AS row_groups
FROM ({_STEPS})
"""

CHUNK_SIZES: Final = f"""
SELECT first_column AS column_path, columns, first_path AS path, first_row_group AS row_group, row_groups, place, bytes
FROM (
  SELECT first_column, columns, first_path, first_row_group, row_groups, place,
         {sum_column("total_compressed_size")} AS bytes
  FROM column_chunks JOIN ({_NAMED_LINES}) AS lines USING (column_path)
       JOIN ({_NAMED_STEPS}) AS steps USING (path, row_group)
  GROUP BY 1, 2, 3, 4, 5, 6
) ORDER BY bytes DESC NULLS LAST, column_path, place
"""
"""A row is a cell: its first column and how many columns it has, its first row group and how many. `place` counts row groups over
all files, in the order of their paths."""
