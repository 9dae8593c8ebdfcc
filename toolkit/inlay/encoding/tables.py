"""`inlay.read_table` and its batch iterator for files with new encodings, where the caller says which encodings are in use
and who is told of findings."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from io import RawIOBase
from typing import TYPE_CHECKING, Any

from inlay.encoding.plugins import Encodings
from inlay.encoding.view import OnFinding, warn_of, with_new_encodings
from inlay.files.source import Source, opened
from inlay.footer.column_names import naming_columns
from inlay.footer.read import read_footer
from inlay.tables import readable, warn_of_footer

if TYPE_CHECKING:
    from pyarrow import RecordBatch, Table
    from pyarrow.parquet import ParquetFile


def read_table(
    source: Source,
    *,
    columns: Sequence[str] | None = None,
    row_groups: Sequence[int] | None = None,
    filters: Any = None,
    encodings: Encodings | None = None,
    on_finding: OnFinding = warn_of,
) -> Table:
    """The rows of a file, exactly as pyarrow gives them for the original.

    `filters` is what `pyarrow.parquet.read_table` takes: an expression, or lists of (column, operator, value).
    `encodings` are by default those of the configuration; a finding is by default an `EncodingWarning`.
    """
    from inlay.variant.reading import read_rows

    with naming_columns(source), shown(source, encodings, on_finding) as file:
        if filters is not None:
            return _filtered(file, columns, row_groups, filters)
        return read_rows(_opener(file, pre_buffer=True), columns, row_groups)


def iter_batches(
    source: Source,
    *,
    columns: Sequence[str] | None = None,
    row_groups: Sequence[int] | None = None,
    batch_size: int = 65_536,
    encodings: Encodings | None = None,
    on_finding: OnFinding = warn_of,
) -> Iterator[RecordBatch]:
    """The rows of a file, batch by batch; the file stays open until the last."""
    from inlay.variant.reading import iter_rows

    with naming_columns(source), shown(source, encodings, on_finding) as file:
        yield from iter_rows(_opener(file, pre_buffer=False), columns, row_groups, batch_size)


def _opener(
    file: Any, *, pre_buffer: bool
) -> Callable[[bool], AbstractContextManager[ParquetFile]]:
    """What opens it for pyarrow, with extension types or without."""
    from inlay.variant.annotated_file import AnnotatedFile

    return lambda extensions: AnnotatedFile(
        file,
        lambda: read_footer(file).thrift,
        arrow_extensions_enabled=extensions,
        pre_buffer=pre_buffer,
    )


def _filtered(
    file: Any, columns: Sequence[str] | None, row_groups: Sequence[int] | None, filters: Any
) -> Table:
    """Row groups are left out by their statistics, as pyarrow does it."""
    import pyarrow as pa
    from pyarrow import dataset, parquet

    from inlay.variant.annotated_file import with_types
    from inlay.variant.reading import wanted_of, with_variants

    with _opener(file, pre_buffer=False)(True) as described:
        names, groups = wanted_of(described, columns, row_groups)
        schema = described.schema_arrow
    source: Any = pa.PythonFile(file, mode="r")
    if groups is None:
        found = parquet.read_table(source, columns=names, filters=filters)
        return with_variants(with_types(found, schema))
    wanted = (
        filters
        if isinstance(filters, dataset.Expression)
        else parquet.filters_to_expression(filters)
    )
    fragment: Any = dataset.ParquetFileFormat().make_fragment(source)
    chosen: Table = fragment.subset(row_group_ids=groups).to_table(columns=names, filter=wanted)
    return with_variants(with_types(chosen, schema))


@contextmanager
def shown(
    source: Source, encodings: Encodings | None = None, on_finding: OnFinding = warn_of
) -> Generator[RawIOBase]:
    """The file as pyarrow can read it, whatever form and encodings it has: for what takes a file object."""
    with opened(source) as file:
        tail = read_footer(file)
        footer = tail
        tell = warn_of_footer if on_finding is warn_of else on_finding
        for finding in footer.findings:
            tell(finding)
        view = with_new_encodings(file, tail, footer, encodings=encodings, on_finding=on_finding)
        yield view if view is not None else readable(file, tail, footer)
