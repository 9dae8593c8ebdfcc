"""What a catalog says of a whole table, held against what its files prove: DuckLake answers `min` and `max` from it, and skips IS NULL."""

from __future__ import annotations

from collections.abc import Iterator

from inlay.verbs.register.check.differences import TableDifference, Weight
from inlay.verbs.register.targets.ducklake.bound_texts import TEXTS
from inlay.verbs.register.targets.ducklake.entries import CatalogEntries
from inlay.verbs.register.targets.ducklake.held import parse_bound
from inlay.verbs.register.targets.ducklake.statistics import TableStatistics, unite_statistics
from inlay_runtime.finding import Finding


def list_table_differences(
    known: dict[int, TableStatistics], entries: CatalogEntries
) -> Iterator[TableDifference]:
    """What is false, where `entries` are those of all files of the table, and `known` is what is said of its columns. What files do not
    prove may be true, for whoever wrote the table saw the values. Of texts, `min` and `max` are asked of the files."""
    for column_id, leaf in entries.leaves.items():
        held = known.get(column_id)
        if held is None or leaf.is_repeated:
            continue
        files = [entry.statistics[column_id] for entry in entries.files]
        name = ".".join(leaf.path)
        if not held.has_null and any(it.nulls for it in files):
            what = "no nulls in the table, and files have some: IS NULL does not find them"
            yield TableDifference(Weight.WRONG, Finding("table-nulls", None, what, name))
        if leaf.type in TEXTS:
            continue
        own = unite_statistics(None, files, leaf.type)
        for function, said, proved in (
            ("min", held.least, own.least),
            ("max", held.most, own.most),
        ):
            value = parse_bound(proved, leaf.type)
            if said is not None and value is not None and parse_bound(said, leaf.type) != value:
                what = f"{function} of the table is {said!r}, and its files have {proved!r}"
                yield TableDifference(Weight.WRONG, Finding("table-bound", None, what, name))
