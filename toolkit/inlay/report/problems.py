"""What does not add up in a footer that can be decoded: enough to doubt what is shown below it."""

from __future__ import annotations

from inlay.containers.finding import Finding
from inlay.footer import Footer, FooterBytes, Form
from inlay.footer.magic import READABLE
from inlay.footer.other_types import other_types
from inlay.report.amounts import count
from inlay.report.printable import bytes_shown
from inlay.schema.tree import SchemaTree
from parquet_format.parquet import FileMetaData


def other_types_of(footer: Footer) -> list[Finding]:
    """Fields of another type than declared, with offsets in the file: those of the footer where the Thrift is
    derived and in no file."""
    root = footer.metadata or footer.crypto
    if root is None:
        return []
    base = footer.source.offset
    found = other_types(footer.source.data, type(root))
    if footer.form is Form.FINAL:
        return [Finding(one.code, base, one.what, one.at) for one in found]
    return [one.placed(one.at, base) for one in found]


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
    return problems
