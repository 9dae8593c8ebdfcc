"""What does not add up in a footer that can be decoded: enough to doubt what is shown below it."""

from __future__ import annotations

from inlay.footer import FooterBytes
from inlay.footer.magic import READABLE
from inlay.report.amounts import count
from inlay.report.not_utf8 import not_utf8
from inlay.report.printable import bytes_shown
from inlay.schema.tree import SchemaTree
from parquet_format.parquet import FileMetaData

MOST_TEXTS = 20
MOST_BYTES = 80


def problems_of(source: FooterBytes, metadata: FileMetaData, schema: SchemaTree) -> list[str]:
    problems = list(schema.problems)
    if source.head and source.head not in READABLE:
        shown = bytes_shown(source.head, 4)
        problems.insert(0, f"the file begins with {shown} and not with `PAR1`")
    leaves = len(schema.leaves)
    for at, row_group in enumerate(metadata.row_groups):
        if (columns := len(row_group.columns)) != leaves:
            problems.append(
                f"row group {at} has {count(columns, 'column')}, and the schema {leaves:,}: "
                "columns may be decoded as the wrong type"
            )
            break
    rows = sum(row_group.num_rows for row_group in metadata.row_groups)
    if rows != metadata.num_rows:
        problems.append(
            f"the row groups have {rows:,} rows, and the file says {metadata.num_rows:,}"
        )
    return [*problems, *_not_utf8(metadata)]


def _not_utf8(metadata: FileMetaData) -> list[str]:
    """The first few by path: a column that is called so is named once more by each of its chunks."""
    found = list(not_utf8(metadata))
    problems = [f"{path} is not UTF-8: {data[:MOST_BYTES]!r}" for path, data in found[:MOST_TEXTS]]
    if (more := len(found) - MOST_TEXTS) > 0:
        problems.append(f"{count(more, 'other text')} not UTF-8 either")
    return problems
