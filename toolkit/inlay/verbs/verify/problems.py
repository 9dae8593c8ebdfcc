"""What does not add up in a footer that can be decoded: enough to doubt what is shown below it."""

from __future__ import annotations

from collections.abc import Iterator

from inlay.footers.footer.footer import Footer
from inlay.footers.footer.magic import ENCRYPTED, PARX, PLAIN, READABLE
from inlay.footers.footer.other_types import find_other_types
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.wording.amounts import count
from inlay.pages.engine.passing_chunks import count_chunks
from inlay.verbs.verify.not_utf8 import find_not_utf8
from inlay_runtime.finding import Finding
from parquet_format.parquet import FileMetaData

MOST_TEXTS = 20
MOST_BYTES = 80


def other_types_of(footer: Footer) -> list[Finding]:
    """Fields of another type than declared, with offsets in the file: those of the footer where the Thrift is
    derived and in no file."""
    findings = find_other_types(footer.thrift, type(footer.root))
    if footer.is_derived:
        return [
            Finding(finding.code, footer.offset, finding.what, finding.at) for finding in findings
        ]
    return [finding.placed(finding.at, footer.offset) for finding in findings]


def problems_of(footer: Footer, schema: SchemaTree) -> list[str]:
    return [finding.what for finding in check_metadata(footer, schema)]


def check_metadata(footer: Footer, schema: SchemaTree | None) -> Iterator[Finding]:
    """Each with the path of what is meant, empty for the file as a whole. Without a `schema` it is known that schema, row
    groups and rows add up."""
    if footer.head and footer.head not in (*READABLE, PARX):
        meant = (ENCRYPTED if footer.is_sealed else PLAIN).decode()
        what = f"the file begins with {_show_head(footer)}, not with `{meant}`"
        yield Finding("metadata", 0, what)
    for at, what in _problems(footer, schema):
        yield Finding("metadata", footer.offset, what, at)


def _problems(footer: Footer, schema: SchemaTree | None) -> Iterator[tuple[str, str]]:
    if schema is not None:
        yield from _problems_of_shape(footer, schema)
    yield from _not_utf8(footer.metadata, footer.thrift)


def _show_head(footer: Footer) -> str:
    head = footer.head[:4]
    return (
        f"`{head.decode()}`"
        if head.isascii() and head.decode().isprintable()
        else f"0x{head.hex()}"
    )


def _problems_of_shape(footer: Footer, schema: SchemaTree) -> Iterator[tuple[str, str]]:
    metadata = footer.metadata
    yield from (("schema", problem) for problem in schema.problems)
    leaves = len(schema.leaves)
    for at, row_group in enumerate(metadata.row_groups):
        if (columns := count_chunks(row_group)) != leaves:
            yield (
                f"row_groups[{at}].columns",
                f"row group {at} has {count(columns, 'column')}, and the schema {leaves:,}: "
                "columns may be decoded as the wrong type",
            )
            break
    rows = sum(row_group.num_rows for row_group in metadata.row_groups)
    # A summary of other files, `_common_metadata`, has their rows and nothing else.
    if rows != metadata.num_rows and not _is_summary(footer):
        yield (
            "num_rows",
            f"the row groups have {count(rows, 'row')}, and the file says {metadata.num_rows:,}",
        )


def _is_summary(footer: Footer) -> bool:
    return not footer.metadata.row_groups and footer.offset <= len(PLAIN)


def _not_utf8(metadata: FileMetaData, thrift: bytes) -> Iterator[tuple[str, str]]:
    """The first few by path: a column that is called so is named once more by each of its chunks."""
    texts = list(find_not_utf8(metadata, thrift))
    for path, data in texts[:MOST_TEXTS]:
        yield "", f"{path} is not UTF-8: {data[:MOST_BYTES]!r}"
    if (more := len(texts) - MOST_TEXTS) > 0:
        yield "", f"{count(more, 'other text')} not UTF-8 either"
