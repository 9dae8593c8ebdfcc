"""The rows of a file that match an expression of pyarrow, which looks at the values only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pyarrow as pa
from pyarrow import acero as stubbed_acero
from pyarrow import compute, dataset

_SMALL: Final = 1 << 20


def open_fragment(file: pa.NativeFile) -> Any:
    """A file as pyarrow's data sets have it. Its footer is read once, for all that is asked of it. Of a small file of this machine nothing
    is read ahead: to plan that takes longer than to read."""
    is_small = isinstance(file, pa.OSFile) and file.size() < _SMALL
    file_format: Any = dataset.ParquetFileFormat(pre_buffer=not is_small)
    return file_format.make_fragment(file)


def read_fragment_footer(fragment: Any) -> Any:
    """Its footer, for whoever else reads the file, so that pyarrow parses it once. None for one that cannot be read: that is for them to say,
    in words about a file."""
    try:
        return fragment.metadata
    except (pa.ArrowException, OSError):
        return None


def read_matching_rows(
    fragment: Any,
    expression: compute.Expression,
    names: Sequence[str] | None,
    row_groups: Sequence[int] | None,
) -> pa.Table:
    """In the order of the file. A scan that knows its filter leaves out row groups by statistics that `inlay.ground.statements` does not
    believe, so it is filtered behind the scan, batch by batch: `docs/prune.md` ("What pyarrow filters").
    """
    if row_groups is not None:
        fragment = fragment.subset(row_group_ids=list(row_groups))
    schema = fragment.physical_schema
    acero: Any = stubbed_acero  # whose stubs do not know a scan
    rows = dataset.FileSystemDataset([fragment], schema, fragment.format)
    wanted = {name: compute.field(name) for name in (schema.names if names is None else names)}
    # Nobody can tell which columns an expression needs: it stands among what is asked of the scan, which reads these.
    asked = {**wanted, _find_free_name(wanted): expression}
    scan = acero.ScanNodeOptions(
        rows, columns=asked, implicit_ordering=True, require_sequenced_output=True
    )
    steps = [
        acero.Declaration("scan", scan),
        acero.Declaration("filter", acero.FilterNodeOptions(expression)),
        acero.Declaration("project", acero.ProjectNodeOptions(list(wanted.values()), list(wanted))),
    ]
    rows_left = acero.Declaration.from_sequence(steps).to_table()
    # Steps keep types, and neither what may be null nor metadata.
    fields = [schema.field(name) for name in wanted]
    return pa.Table.from_arrays(
        rows_left.columns, schema=pa.schema(fields, metadata=schema.metadata)
    )


def scan_matching_rows(
    fragment: Any,
    expression: compute.Expression,
    names: Sequence[str] | None,
    row_groups: Sequence[int] | None,
) -> pa.Table:
    """The same, by a scan that knows its filter: where every row group may match by statistics, or those that it leaves out are to be left
    out. It takes less time."""
    if row_groups is not None:
        fragment = fragment.subset(row_group_ids=list(row_groups))
    schema = fragment.physical_schema
    wanted = schema.names if names is None else names
    rows: pa.Table = fragment.to_table(schema, columns=list(wanted), filter=expression)
    return rows


def list_skipped_groups(
    fragment: Any, expression: compute.Expression, row_groups: Sequence[int] | None
) -> tuple[list[int], list[int]]:
    """The row groups, among those that are asked for, and of them those that pyarrow leaves out."""
    if row_groups is not None:
        fragment = fragment.subset(row_group_ids=list(row_groups))
    asked = list(range(fragment.num_row_groups)) if row_groups is None else list(row_groups)
    left = {group.id for group in fragment.subset(filter=expression).row_groups}
    return asked, [group for group in asked if group not in left]


def _find_free_name(names: dict[str, Any]) -> str:
    return f"{max(names, key=len, default='')}_"
