"""What you may want to change about a lake: how often it occurs, whose files it is about, and what to do."""

from __future__ import annotations

from typing import Final, NamedTuple

from inlay.verbs.report.sql import WITHOUT_BOUNDS, WRITER, divide_as_percent


class FindingKind(NamedTuple):
    """Rows of `table` in which `condition` holds; `what_to_do` has commands between backticks."""

    name: str
    table: str
    condition: str
    what_to_do: str


DRIFTING: Final = "files whose schema differs from most of their table"
UNLIKE: Final = "files with another schema than others, in folders without a common one"
"""Where no schema is that of most files, there is nothing that a file could have drifted from."""

UNREADABLE: Final = "files that cannot be read"
DAMAGED: Final = "files with a damaged part that readers can do without"

_KINDS: Final = (
    FindingKind(
        "files without a Thrift footer, which other readers cannot open",
        "files",
        "form = 'final'",
        "`inlay footer revert FILE` gives a file its Thrift footer back, "
        "and `inlay spark migrate LAKE --to thrift` all of them.",
    ),
    FindingKind(
        "column chunks without bounds",
        "column_chunks",
        WITHOUT_BOUNDS,
        "Have their writer store statistics, and write the files again: until then no filter leaves these chunks out, "
        "and pyiceberg and deltalake may leave out their files wrongly, by the bounds of other row groups. "
        "`inlay lint LAKE` names the columns.",
    ),
    FindingKind(
        "row groups under 1 MiB",
        "row_groups",
        "total_byte_size < 1048576",
        "Have their writer collect more rows before it writes. `inlay rewrite FOLDER -o OUT` makes one file with larger row groups of all "
        "that are there, if they have one schema, and `inlay spark compact LAKE` several; both decode the pages, and `inlay rewrite` takes no encrypted files.",
    ),
    FindingKind(
        "footers larger than 5% of their file",
        "files",
        "footer_length > 0.05 * file_size",
        "Small files, or many columns for few rows: `inlay rewrite FOLDER -o OUT` makes a large one of those that are not encrypted and have one schema, and "
        "`inlay spark compact LAKE --target-size 256MB` several.",
    ),
)

_DRIFTS: Final = """(SELECT path, max(drifts) AS drifts FROM (
    SELECT path, 0 AS drifts FROM files
    UNION ALL
    SELECT path, CASE WHEN alike > unlike THEN 1 ELSE 2 END FROM drift
    JOIN (SELECT folder, count(DISTINCT path) AS unlike FROM drift GROUP BY folder) AS tables USING (folder)
  ) GROUP BY path)"""
"""1 for a file that differs from most files of its table, 2 where no schema is that of most, 0 for any other."""

_DRIFT: Final = FindingKind(
    DRIFTING,
    _DRIFTS,
    "drifts = 1",
    "`inlay report LAKE --query drift` names each file and what differs, and `inlay diff FILE OTHER` compares two. "
    "Have their writer keep to one schema, and write these files again: until then readers that take the schema of some "
    "other file fail on them, or lose columns silently.",
)

_UNLIKE: Final = FindingKind(
    UNLIKE,
    _DRIFTS,
    "drifts = 2",
    "They may be files of several tables: give each table a folder of its own. `inlay report LAKE --query drift` compares them "
    "with the schema that is there most often, and `inlay diff FILE OTHER` compares two.",
)

WHAT_TO_DO: Final = {
    DRIFTING: _DRIFT.what_to_do,
    UNLIKE: _UNLIKE.what_to_do,
    UNREADABLE: "`inlay verify FILE` says what is damaged, and `inlay recover FILE` finds a footer that was lost. "
    "`inlay recover FILE --rebuild --like OTHER -o OUT` makes one anew from the pages of a file that was cut. Write files that cannot be recovered again, or remove them.",
    DAMAGED: "`inlay verify FILE` says which part it is. Remove it (`inlay ext strip`, `inlay footer revert`), "
    "or write the file again.",
    **{kind.name: kind.what_to_do for kind in _KINDS},
}
"""By the name of a finding."""


def _count(rank: int, kind: FindingKind) -> str:
    return f"""
  UNION ALL
  SELECT {rank}, '{kind.name}', count(*) FILTER (WHERE {kind.condition}), count(*),
         min(CASE WHEN {kind.condition} THEN path END)
  FROM {kind.table}"""


def _count_by_writer(rank: int, kind: FindingKind) -> str:
    joined = kind.table if kind.table == "files" else f"{kind.table} JOIN files USING (path)"
    return f"""
  UNION ALL
  SELECT {rank}, '{kind.name}', {WRITER}, count(*) FILTER (WHERE {kind.condition}), count(*)
  FROM {joined} GROUP BY 3"""


FINDINGS: Final = f"""
SELECT finding, affected, total, {divide_as_percent("affected", "total")} AS percent, example FROM (
  SELECT 1 AS rank, '{UNREADABLE}' AS finding, count(DISTINCT path) AS affected,
         count(DISTINCT path) + (SELECT count(*) FROM files) AS total, min(path) AS example
  FROM problems WHERE NOT is_readable
  UNION ALL
  SELECT 2, '{DAMAGED}', count(DISTINCT path),
         (SELECT count(*) FROM files), min(path)
  FROM problems WHERE is_readable{_count(0, _DRIFT)}{_count(3, _UNLIKE)}{"".join(map(_count, range(4, 8), _KINDS))}
) WHERE affected > 0 ORDER BY rank
"""

FINDINGS_BY_WRITER: Final = f"""
SELECT finding, writer, affected, total, {divide_as_percent("affected", "total")} AS percent FROM (
  SELECT 2 AS rank, '{DAMAGED}' AS finding, {WRITER} AS writer,
         count(DISTINCT CASE WHEN is_readable THEN path END) AS affected, count(DISTINCT path) AS total
  FROM files LEFT JOIN problems USING (path) GROUP BY 3{_count_by_writer(0, _DRIFT)}{_count_by_writer(3, _UNLIKE)}{"".join(map(_count_by_writer, range(4, 8), _KINDS))}
) WHERE affected > 0 ORDER BY rank, affected DESC, writer LIMIT 200
"""
"""Of a file that cannot be read, nobody knows the writer."""
