"""Where the bytes of a lake are: columns by row groups, in so few lines and steps that a lake of any size is one picture."""

from __future__ import annotations

from typing import Final

from inlay.verbs.report.sql import sum_column

_MOST_LINES: Final = 30
_MOST_STEPS: Final = 60

# Of a wide lake, columns whose names differ in digits alone are one line. `translate` is what both programs have for that.
_KIND: Final = f"""CASE WHEN (SELECT count(*) FROM (SELECT DISTINCT column_path FROM column_chunks)) > {_MOST_LINES}
     THEN translate(column_path, '0123456789', '') ELSE column_path END"""

_KINDS: Final = f"""
SELECT kind, min(column_path) AS first_column, count(*) AS columns, sum(bytes) AS of_kind
FROM (
  SELECT column_path, {_KIND} AS kind, bytes
  FROM (SELECT column_path, sum(cast(total_compressed_size AS decimal(28, 0))) AS bytes FROM column_chunks GROUP BY 1)
) GROUP BY 1
"""

_LINES: Final = f"""
SELECT kind, first_column, columns, least(dense_rank() OVER (ORDER BY of_kind DESC NULLS LAST, kind), {_MOST_LINES}) AS line
FROM ({_KINDS})
"""

_NAMED_LINES: Final = f"""
SELECT kind, min(first_column) OVER (PARTITION BY line) AS first_column,
       cast(sum(columns) OVER (PARTITION BY line) AS bigint) AS columns
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

# Joined as kinds in row groups: a program that takes the side of the chunks into memory has a row for each.
CHUNK_SIZES: Final = f"""
SELECT first_column AS column_path, columns, first_path AS path, first_row_group AS row_group, row_groups, place, bytes
FROM (
  SELECT first_column, columns, first_path, first_row_group, row_groups, place,
         {sum_column("bytes")} AS bytes
  FROM (
    SELECT path, row_group, kind, sum(cast(total_compressed_size AS decimal(28, 0))) AS bytes
    FROM (SELECT path, row_group, {_KIND} AS kind, total_compressed_size FROM column_chunks) GROUP BY 1, 2, 3
  ) JOIN ({_NAMED_LINES}) AS lines USING (kind)
    JOIN ({_NAMED_STEPS}) AS steps USING (path, row_group)
  GROUP BY 1, 2, 3, 4, 5, 6
) ORDER BY bytes DESC NULLS LAST, column_path, place
"""
"""A row is a cell: its first column and how many columns it has, its first row group and how many. `place` counts row groups over
all files, in the order of their paths."""
