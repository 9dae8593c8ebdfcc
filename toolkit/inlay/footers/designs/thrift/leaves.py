"""The leaves of a schema whose elements are columns of names, types and numbers of children."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Final

import pyarrow as pa

from inlay.footers.designs.build import array_from, make_scalar
from inlay.footers.designs.extracted import Array
from inlay.ground.arrow_functions import compute
from inlay.ground.schema.names import ColumnNameError
from inlay_runtime.errors import LimitError
from inlay_runtime.text import bytes_of

_FIRST_PATHS: Final = 1 << 20
_LONG_PATH: Final = 1 << 10
"""Bytes that paths may take: so many to begin with, and so many more for each element."""


class SchemaLeaves:
    """`names` gives the names, binary, where they are needed; `types` are the numbers of parquet.Type, null for groups; `children` is null or 0 for leaves.

    The rules are those of `inlay.ground.schema.tree`: what stands behind the end of the tree is not a leaf.
    """

    def __init__(self, names: Callable[[], Array], types: Array, children: Array) -> None:
        self._read_names = names
        self._types = types
        self._children = children

    @cached_property
    def count(self) -> int:
        """How many columns there are."""
        return len(self._types) - 1 if self._is_flat else len(self._nested)

    @cached_property
    def types(self) -> Sequence[int]:
        """The physical type of each column."""
        types: list[int] = self._types.to_pylist()
        return types[1:] if self._is_flat else [types[at] for at, _ in self._nested]

    @cached_property
    def paths(self) -> Array:
        """The path of each column, binary: names below the root, joined by dots."""
        if self._is_flat:
            return self._names[1:]
        return array_from([path for _, path in self._nested], pa.binary())

    def find(self, paths: Sequence[str], refuse: Callable[[str], ColumnNameError]) -> pa.Int32Array:
        """The column of each path; null where there is none. Raises what `refuse` makes of a path that several columns have."""
        wanted = array_from([bytes_of(path) for path in paths], pa.binary())
        there = compute.indices_nonzero(compute.is_in(self.paths, value_set=wanted))
        paths_there = self.paths.take(there)
        if len(paths_there.unique()) < len(there):
            counts: Counter[bytes] = Counter(paths_there.to_pylist())
            raise refuse(next(path for path in paths if counts[bytes_of(path)] > 1))
        places = compute.index_in(wanted, value_set=paths_there)
        columns: pa.Int32Array = there.cast(pa.int32()).take(places)
        return columns

    @cached_property
    def _names(self) -> Array:
        return self._read_names()

    @cached_property
    def _is_flat(self) -> bool:
        elements = len(self._types)
        if elements < 2 or self._children[0].as_py() != elements - 1:
            return False
        groups = compute.greater(self._children[1:], make_scalar(0, pa.int32()))
        return self._types[1:].null_count == 0 and not compute.any(groups).as_py()

    @cached_property
    def _nested(self) -> Sequence[tuple[int, bytes]]:
        parts = (self._names, self._types, self._children)
        return list(_leaves(*(part.to_pylist() for part in parts)))


def _leaves(
    names: Sequence[bytes | None], types: Sequence[int | None], children: Sequence[int | None]
) -> Iterator[tuple[int, bytes]]:
    """The element and the path of each leaf. Raises LimitError for paths that are much longer than the schema."""
    groups: list[bytes] = []
    missing: list[int] = []
    budget = _FIRST_PATHS + _LONG_PATH * len(names)
    for at, (name, type_, declared) in enumerate(zip(names, types, children, strict=True)):
        while missing and missing[-1] == 0:
            missing.pop()
            groups.pop()
        if at and not missing:
            return
        if at:
            missing[-1] -= 1
        if type_ is not None and not declared:
            path = b".".join([*groups[1:], name or b""]) if at else b""
            budget -= len(path)
            if budget < 0:
                raise LimitError(
                    "the paths of the schema take much more than the schema", 0, "schema"
                )
            yield at, path
        elif declared is not None and declared > 0:
            groups.append(name or b"")
            missing.append(declared)
