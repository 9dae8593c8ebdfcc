"""The rows of a catalog for each file: what it is, how its columns are mapped, and what is known of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from inlay.ground.refusals import RefusedError
from inlay.verbs.register.lake_file import LakeFile, list_schemas
from inlay.verbs.register.schema.table_leaves import TableLeaf, list_leaves, place_leaves
from inlay.verbs.register.schema.table_types import SimpleType, TimestampType
from inlay.verbs.register.schema.unite_columns import Path, pair_columns
from inlay.verbs.register.targets.ducklake.catalog import make_absolute
from inlay.verbs.register.targets.ducklake.folder_values import read_folder
from inlay.verbs.register.targets.ducklake.mapping import MappedColumn, map_columns
from inlay.verbs.register.targets.ducklake.statistics import (
    UNKNOWN,
    FileStatistics,
    write_constant,
    write_lacking,
    write_statistics,
)
from inlay.verbs.register.targets.ducklake.variant_statistics import (
    PathStatistics,
    list_paths,
    write_variant,
)
from inlay.verbs.register.targets.target import Request


class CatalogFile(NamedTuple):
    """A file of the table. `mapping` is the place of its mapping among those of the plan; `statistics` by the id of the column, and
    `paths` those through Variants."""

    path: str
    rows: int
    size: int
    footer_size: int | None
    mapping: int
    statistics: Mapping[int, FileStatistics]
    paths: Sequence[PathStatistics] = ()

    def describe(self) -> dict[str, Any]:
        columns = {str(field_id): it._asdict() for field_id, it in self.statistics.items()}
        return {
            "path": self.path,
            "record_count": self.rows,
            "file_size_bytes": self.size,
            "footer_size": self.footer_size,
            "columns": columns,
            "variants": [it.describe() for it in self.paths],
        }


class CatalogEntries(NamedTuple):
    """`leaves` are those of the table, by their ids."""

    files: Sequence[CatalogFile]
    mappings: Sequence[Sequence[MappedColumn]]
    leaves: Mapping[int, TableLeaf]


def build_entries(
    request: Request, ids: Mapping[Path, int], have_defaults: frozenset[int]
) -> CatalogEntries:
    """Raises RefusedError for a file that DuckLake would read otherwise than it is meant."""
    leaves = list_leaves(request.columns)
    mappings: list[Sequence[MappedColumn]] = []
    entries: dict[int, CatalogFile] = {}
    for columns, alike in list_schemas(request.files).items():
        first = alike[0]
        by_id = request.are_by_id
        places = place_leaves(leaves, request.columns, columns, by_id=by_id)
        mapping = map_columns(
            request.columns,
            ids,
            columns,
            partition_keys=request.partition_keys,
            by_id=by_id,
            path=first.path,
        )
        mappings.append(mapping)
        pairs = pair_columns(request.columns, columns, by_id=by_id)
        variants = {
            ids[leaf.path]: pairs[leaf.path].name
            for leaf in leaves
            if leaf.type is SimpleType.VARIANT and leaf.path in pairs
        }
        for file in alike:
            statistics: dict[int, FileStatistics] = {}
            paths: list[PathStatistics] = []
            for leaf, place in zip(leaves, places, strict=True):
                field_id = ids[leaf.path]
                if field_id in variants:
                    # Of one in a struct, the catalog says nothing.
                    name = variants[field_id] if len(leaf.path) == 1 else ""
                    statistics[field_id] = write_variant(file.record, name)
                    paths += list_paths(file.record, name, field_id)
                    continue
                lacks = place is None and bool({ids[leaf.path[:1]], field_id} & have_defaults)
                statistics[field_id] = UNKNOWN if lacks else _write(file, leaf, place)
            entries[id(file)] = CatalogFile(
                make_absolute(file.path),
                file.record.rows,
                file.record.size,
                file.footer_size,
                len(mappings) - 1,
                statistics,
                paths,
            )
    files = [entries[id(file)] for file in request.files]
    return CatalogEntries(files, mappings, {ids[leaf.path]: leaf for leaf in leaves})


def _write(file: LakeFile, leaf: TableLeaf, place: int | None) -> FileStatistics:
    if place is None:
        if len(leaf.path) == 1 and leaf.path[0] in file.partition:
            return write_constant(file, read_folder(file, leaf))
        if f"/{leaf.path[0]}=" in file.path:
            what = f"column {leaf.path[0]} stands in its path alone, above what was given"
            raise RefusedError("partition", f"{what}: give the folder of the table", path=file.path)
        return write_lacking(file, leaf.type, is_repeated=leaf.is_repeated)
    record = file.record.leaves[place]
    element = record.rules.element
    if isinstance(leaf.type, TimestampType) and leaf.type.is_utc and element.logicalType is None:
        what = f"column {'.'.join(leaf.path)} has moments by its converted type alone, "
        what += "which DuckDB reads as local time"
        raise RefusedError("moment", what, "`inlay set --logical-type`", file.path)
    return write_statistics(record, leaf.type)
