"""The columns of geometries in a footer: those that the key `geo` describes, and those with a native type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from inlay.ground.geometries.crs import Crs, CrsKind, read_key_crs, read_type_crs
from inlay.ground.geometries.shallow_json import parse_shallow
from inlay.ground.schema.names import NamedChildren, quote_column
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.schema_copies.errors import CannotAgreeError
from inlay.ground.schema_copies.geo_key import Described, describe_column
from inlay.ground.schema_copies.json_text import Json, Object
from inlay.ground.schema_copies.keys import GEO
from inlay.ground.wording.printable import shorten
from parquet_format.parquet import (
    ColumnMetaData,
    EdgeInterpolationAlgorithm,
    FieldRepetitionType,
    FileMetaData,
    GeographyType,
    GeometryType,
)

NativeType: TypeAlias = GeometryType | GeographyType
PLANAR: Final = "planar"
_MOST_SHOWN: Final = 60


@dataclass(frozen=True)
class GeometryColumn:
    """`about` is what the key says of it, None where it says nothing; `node` is None for a column that the file does not have."""

    name: str
    about: Object | None
    node: Node | None
    leaf: int | None
    pairs: Mapping[str, str]

    @property
    def native(self) -> NativeType | None:
        kind = self.node.element.logicalType if self.node is not None else None
        return kind if isinstance(kind, GeometryType | GeographyType) else None

    @property
    def is_at_root(self) -> bool:
        """In no group, and not repeated."""
        return (
            self.node is not None
            and self.node.depth == 1
            and self.node.element.repetition_type != FieldRepetitionType.REPEATED
        )

    @property
    def encoding(self) -> Json:
        return self.about.get("encoding") if self.about is not None else None

    @cached_property
    def described(self) -> Described:
        return describe_column(self.about or {})

    @cached_property
    def key_crs(self) -> Crs | None:
        return read_key_crs(self.about) if self.about is not None else None

    @cached_property
    def type_crs(self) -> Crs | None:
        return read_type_crs(self.native.crs, self.pairs) if self.native is not None else None

    @property
    def key_edges(self) -> str | None:
        """In lower case; None where the key says nothing of the column, or no text."""
        if self.about is None:
            return None
        edges = self.about.get("edges", PLANAR)
        return edges.lower() if isinstance(edges, str) else None

    @property
    def type_edges(self) -> str | None:
        return None if self.native is None else name_edges(self.native)


@dataclass(frozen=True)
class GeometryFile:
    """`document` is the key `geo`; None where there is none, or where `problem` says why it cannot be read."""

    metadata: FileMetaData
    text: str | None
    document: Object | None
    problem: str
    columns: tuple[GeometryColumn, ...]
    tree: SchemaTree

    @property
    def version(self) -> str:
        """Empty where there is none."""
        version = (self.document or {}).get("version")
        return version if isinstance(version, str) else ""

    @property
    def primary(self) -> str | None:
        primary = (self.document or {}).get("primary_column")
        return primary if isinstance(primary, str) else None

    def is_ambiguous(self, column: GeometryColumn) -> bool:
        """Whether another column at the top has its name."""
        return self._times[column.name] > 1

    def number_of(self, column: GeometryColumn) -> int:
        """Of its element in the schema."""
        return self._numbers[id(column.node)]

    @cached_property
    def leaves_by_path(self) -> dict[tuple[str, ...], int]:
        """Their numbers; of those with the same path that of the last."""
        return {leaf.path: at for at, leaf in enumerate(self.tree.leaves)}

    @cached_property
    def _times(self) -> Counter[str]:
        """How often a name is there at the top."""
        root = self.tree.root
        return Counter(it.element.name for it in root.children) if root is not None else Counter()

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {id(node): at for at, node in enumerate(self.tree.nodes)}

    def chunks_of(self, column: GeometryColumn) -> Iterator[ColumnMetaData | None]:
        """Of each row group; None where a chunk is missing or encrypted."""
        for group in self.metadata.row_groups:
            has_it = column.leaf is not None and column.leaf < len(group.columns)
            yield (
                group.columns[column.leaf].meta_data if has_it and column.leaf is not None else None
            )


def read_geometries(metadata: FileMetaData) -> GeometryFile:
    """Raises nothing, whatever the key says."""
    tree = SchemaTree(metadata.schema)
    pairs = {pair.key: pair.value or "" for pair in metadata.key_value_metadata or ()}
    text = pairs.get(GEO)
    document, problem = _parse(text)
    described = document.get("columns") if document is not None else None
    about = described if isinstance(described, dict) else {}
    top = {node.element.name: node for node in tree.root.children} if tree.root is not None else {}
    leaves = {id(node): at for at, node in enumerate(tree.leaves)}
    columns: list[GeometryColumn] = []
    names = NamedChildren()
    for name, said in about.items():
        node = top.get(name)
        leaf = leaves.get(id(node)) if node is not None else None
        members = said if isinstance(said, dict) else {}
        columns.append(GeometryColumn(name, members, node, leaf, pairs))
    for at, node in enumerate(tree.leaves):
        is_native = isinstance(node.element.logicalType, GeometryType | GeographyType)
        if is_native and not (node.depth == 1 and node.element.name in about):
            columns.append(GeometryColumn(quote_column(node, names), None, node, at, pairs))
    return GeometryFile(metadata, text, document, problem, tuple(columns), tree)


def _parse(text: str | None) -> tuple[Object | None, str]:
    if text is None:
        return None, ""
    try:
        return parse_shallow(text), ""
    except CannotAgreeError as error:
        return None, str(error)


def name_edges(native: NativeType) -> str:
    """As the key writes them."""
    if isinstance(native, GeometryType):
        return PLANAR
    algorithm = native.algorithm
    return (EdgeInterpolationAlgorithm.SPHERICAL if algorithm is None else algorithm).name.lower()


def describe_native(native: NativeType) -> str:
    """In one line, whatever the length of its reference system."""
    crs = read_type_crs(native.crs, {})
    words = [] if crs.kind is CrsKind.UNSET else [shorten(crs.shown, _MOST_SHOWN)]
    if isinstance(native, GeometryType):
        return f"GEOMETRY({words[0]})" if words else "GEOMETRY"
    return f"GEOGRAPHY({', '.join([*words, name_edges(native)])})"


ALL_EDGES: Final = (PLANAR, *(it.name.lower() for it in EdgeInterpolationAlgorithm))
"""Those that a type has."""


def type_of_edges(edges: str, crs: str | None) -> NativeType | None:
    """None for edges that no type has."""
    if edges == PLANAR:
        return GeometryType(crs=crs)
    for algorithm in EdgeInterpolationAlgorithm:
        if algorithm.name.lower() == edges:
            return GeographyType(crs=crs, algorithm=algorithm)
    return None
