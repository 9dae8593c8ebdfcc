"""The leaves of a schema, which is a list: each node before its children, the root first.

A leaf is an element with a type. Column chunk `i` of every row group is that of leaf `i`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, Protocol, TypeVar

from inlay.footers.conversion.errors import ConversionError

LARGEST_FOOTER: Final = 100_000_000
FIRST_PATHS: Final = 1 << 20
LONG_PATH: Final = 1 << 10
"""What the paths of a footer may take, in bytes: so much to begin with, and so much more for each of them. A name
that is stored once can be in every one of them, so what they take is no matter of the footer's size."""


class SchemaElement(Protocol):
    """An element of Thrift's list or of a FlatBuffer's."""

    @property
    def type(self) -> int | None: ...
    @property
    def name(self) -> str | None: ...
    @property
    def num_children(self) -> int | None: ...


E = TypeVar("E", bound=SchemaElement)


class _Group:
    __slots__ = ("depth", "missing", "name", "parent")

    def __init__(self, element: SchemaElement, parent: _Group | None) -> None:
        self.name = element.name or ""
        self.parent = parent
        self.missing = element.num_children or 0
        self.depth: int = 0 if parent is None else parent.depth + 1


class SchemaLeaf(Generic[E]):
    """A leaf in its place; `depth` is the number of names in its path."""

    __slots__ = ("_group", "depth", "element")

    def __init__(self, element: E, group: _Group | None) -> None:
        self.element = element
        self.depth: int = 0 if group is None else group.depth + 1
        self._group = group

    def names_upwards(self) -> list[str]:
        """The path, the leaf's own name first."""
        group = self._group
        if group is None:
            return []
        names = [self.element.name or ""]
        while group.parent is not None:
            names.append(group.name)
            group = group.parent
        return names


class Leaves(Generic[E]):
    """`adds_up` says whether the counts of children fit the list; there are no paths otherwise."""

    def __init__(self, elements: Sequence[E]) -> None:
        self.list: list[SchemaLeaf[E]] = []
        self.indexes: list[int] = []
        """Of each leaf, its position in the schema."""
        self.adds_up = True
        self._walk(elements)
        self._left = FIRST_PATHS
        self._all = LARGEST_FOOTER

    def _walk(self, elements: Sequence[E]) -> None:
        group: _Group | None = None
        for at, element in enumerate(elements):
            while group is not None and group.missing == 0:
                group = group.parent
            if group is not None:
                group.missing -= 1
            elif at:
                self.adds_up = False
            if element.type is not None:
                self.list.append(SchemaLeaf(element, group))
                self.indexes.append(at)
            if (element.num_children or 0) > 0:
                group = _Group(element, group)
        while group is not None:
            self.adds_up = self.adds_up and group.missing == 0
            group = group.parent

    def at(self, index: int) -> SchemaLeaf[E] | None:
        return self.list[index] if index < len(self.list) else None

    def has_path(self, leaf: SchemaLeaf[E] | None, path: Sequence[str]) -> bool:
        """Whether a path is the one that the schema gives for the leaf."""
        if leaf is None or not self.adds_up or len(path) != leaf.depth:
            return False
        if leaf.depth == 1:
            return path[0] == (leaf.element.name or "")
        return leaf.names_upwards() == path[::-1]

    def path(self, leaf: SchemaLeaf[E] | None, times: int = 1) -> list[str]:
        """The path of a leaf. What all paths together may take is bounded, for a schema that is one
        long chain gives every leaf a path as long as itself, and every row group asks for it again,
        or has it written as many `times`.
        """
        if leaf is None or not self.adds_up:
            raise ConversionError("absent, and the schema gives none", "path_in_schema")
        self._left += (LONG_PATH - leaf.depth) * times
        path = leaf.names_upwards() if self._left >= 0 else []
        size = sum(map(len, path))
        self._left -= size * times
        self._all -= (size + leaf.depth) * times
        if self._left < 0 or self._all < 0:
            most = f"{FIRST_PATHS:,} bytes and {LONG_PATH:,} for each, or {LARGEST_FOOTER:,} in all"
            raise ConversionError(f"the paths exceed {most}", "path_in_schema")
        path.reverse()
        return path
