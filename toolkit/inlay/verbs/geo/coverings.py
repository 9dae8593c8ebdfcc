"""The column of boxes that GeoParquet 1.1 calls the covering of a column of geometries, and what its footer says of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from inlay.ground.geometries.geometry_columns import GeometryColumn, GeometryFile
from inlay.ground.statements.column_rules import ColumnRules
from inlay.pages.engine.leaf import Leaf
from inlay.rows.pruning.facts import Facts, facts_of
from inlay.rows.pruning.leaf_rules import build_rules
from parquet_format.parquet import ColumnMetaData, Type

EDGES: Final = ("xmin", "ymin", "xmax", "ymax")
_HALF: Final = 180.0


@dataclass(frozen=True)
class Covering:
    """`leaves` has the number of the leaf of each of EDGES, `paths` their paths."""

    file: GeometryFile
    column: GeometryColumn
    leaves: Mapping[str, int]
    paths: Mapping[str, tuple[str, ...]]

    @cached_property
    def rules(self) -> dict[str, ColumnRules]:
        by_leaf = build_rules(self.file.metadata, self.file.tree, list(self.leaves.values()))
        return {edge: by_leaf[leaf] for edge, leaf in self.leaves.items()}

    def find_ends(self, facts: Mapping[str, Facts]) -> dict[str, float] | None:
        """By the bounds of both edges of an axis, the least and the largest number of it. None where one is not known."""
        ends: dict[str, float] = {}
        for axis in ("x", "y"):
            both = [facts[f"{axis}{edge}"].ends for edge in ("min", "max")]
            if any(it.low is None or it.high is None for it in both):
                return None
            ends[f"{axis}min"] = min(it.low for it in both)
            ends[f"{axis}max"] = max(it.high for it in both)
        return ends

    def is_narrow(self, ends: Mapping[str, float]) -> bool:
        """Whether no row goes over the antimeridian: x is in a plane, or within less than 180 degrees, where a box that goes the other way
        around would not be the smaller one."""
        crs = self.column.key_crs
        return (crs is not None and crs.is_plane) or ends["xmax"] - ends["xmin"] < _HALF

    def metas_of(self, group: int) -> dict[str, ColumnMetaData] | None:
        """None where one is missing, encrypted, or elsewhere."""
        chunks = self.file.metadata.row_groups[group].columns
        metas: dict[str, ColumnMetaData] = {}
        for edge, leaf in self.leaves.items():
            chunk = chunks[leaf] if leaf < len(chunks) else None
            if chunk is None or chunk.meta_data is None or chunk.file_path is not None:
                return None
            metas[edge] = chunk.meta_data
        return metas

    def facts_of(self, metas: Mapping[str, ColumnMetaData]) -> dict[str, Facts]:
        """What the statistics of a row group say of each edge, as far as they can be believed."""
        return {
            edge: facts_of(self.rules[edge], meta.statistics, meta.num_values)
            for edge, meta in metas.items()
        }

    def is_single(self, edge: str) -> bool:
        """Whether its numbers are of 32 bits: rounded to the nearest, so that a bound has to be widened."""
        return self.rules[edge].element.type == Type.FLOAT


def find_covering(file: GeometryFile, column: GeometryColumn) -> Covering | str:
    """Or why there is none, as a clause."""
    covering = column.described.covering
    if not covering:
        return "the key geo names no covering column"
    missing = [edge for edge in EDGES if edge not in covering]
    if missing:
        return f"its covering has no {missing[0]}"
    paths = {edge: covering[edge] for edge in EDGES}
    leaves: dict[str, int] = {}
    for edge, path in paths.items():
        leaf = file.leaves_by_path.get(path)
        if leaf is None:
            return f"its covering leads to {'.'.join(path)}, which is not a column"
        node = file.tree.leaves[leaf]
        if node.element.type not in (Type.FLOAT, Type.DOUBLE) or Leaf.of(node).max_repetition:
            return f"its covering leads to {'.'.join(path)}, which is not a column of floating-point numbers"
        leaves[edge] = leaf
    return Covering(file, column, leaves, paths)
