"""The footer that pages prove, beside what is left of the old one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from inlay.ground.wording.amounts import count
from inlay.verbs.recover.rebuild.other_footers import OtherFooter
from inlay.verbs.recover.rebuild.rebuilt_file import OldFooter, RebuiltFile
from parquet_format.parquet import FileMetaData


def compare_footers(
    rebuilt: RebuiltFile, metadata: FileMetaData, others: Sequence[OtherFooter]
) -> RebuiltFile:
    """With the old footer behind the pages, and a note of each thing that contradicts it. Of several files in one, none speaks for all rows."""
    if len(others) != 1 or rebuilt.footers:
        return rebuilt
    offset, part, other_columns = others[0]
    keys = {pair.key for pair in metadata.key_value_metadata or ()}
    old = OldFooter(
        offset,
        part.is_whole,
        part.rows,
        part.row_groups,
        part.created_by,
        tuple(key for key in part.keys if key not in keys),
    )
    notes = list(rebuilt.notes)
    if other_columns:
        notes.append(f"what is left of its old footer has other columns: {other_columns}")
    sizes = [group.num_rows for group in metadata.row_groups]
    notes += _find_contradictions(rebuilt, sizes, others[0])
    return replace(rebuilt, old_footer=old, notes=tuple(notes))


def _find_contradictions(
    rebuilt: RebuiltFile, sizes: Sequence[int], other: OtherFooter
) -> Iterator[str]:
    """Where rows are lost, nothing is to be expected."""
    part = other.part
    if not rebuilt.is_whole:
        return
    if part.rows is not None and part.rows != rebuilt.rows:
        yield f"its old footer says {count(part.rows, 'row')}, and its pages have {rebuilt.rows:,}"
    if rebuilt.columns == 1:  # whose row groups may be divided in another way
        return
    pairs = zip_longest(part.group_rows, sizes[: len(part.group_rows)], fillvalue=0)
    for number, (own, size) in enumerate(pairs):
        if own != size:
            yield (
                f"its old footer says {count(own, 'row')} of row group {number}, and its pages have {size:,}: "
                "if they fit in several ways, `--row-group-size N` decides"
            )
            return
