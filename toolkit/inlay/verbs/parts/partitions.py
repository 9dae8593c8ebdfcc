"""Columns that folders stand for, `day=2026-11-20`: a file made of several has no folder that says them."""

from __future__ import annotations

from collections.abc import Iterable

from inlay.ground.files.entries import parse_partition_values
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.wording.amounts import count


def note_partitions(names: Iterable[str], tree: SchemaTree) -> list[str]:
    """A sentence about what the rows lose: the folders of these files say several values of something that no column has."""
    known = {leaf.path[0] for leaf in tree.leaves}
    values: dict[str, set[str | None]] = {}
    for path in names:
        for name, value in parse_partition_values(path).items():
            values.setdefault(name, set()).add(value)
    lost = [
        f"{name} ({count(len(several), 'value')})"
        for name, several in values.items()
        if name not in known and len(several) > 1
    ]
    if not lost:
        return []
    what = f"lost: what the folders say of {', '.join(lost)}, which no column of the files has"
    return [f"{what}; make a file of each folder to keep it"]
