"""The statistics of a file, as one text of JSON, from its record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from inlay.verbs.register.record import FileRecord
from inlay.verbs.register.schema.table_types import NestedList, NestedMap, NestedStruct, TableColumn
from inlay.verbs.register.schema.unite_columns import Path
from inlay.verbs.register.targets.delta.bound_texts import (
    BoundTexts,
    choose_bound_texts,
    quote,
    write_bound,
)

_UNKNOWN: Final = ""


@dataclass(frozen=True, slots=True)
class _Leaf:
    """`place` counts the leaves of the plan. `leaf` is its place in the files; None where they lack it, and it is null in all rows."""

    key: str
    column: str
    place: int
    leaf: int | None
    texts: BoundTexts | None


@dataclass(frozen=True, slots=True)
class _Group:
    key: str
    members: tuple[_Node, ...]


_Node: TypeAlias = _Leaf | _Group


class StatisticsWriter:
    """What the files of one schema have in common is worked out once.

    `columns` are those of the table without the partitioning ones, `pairs` the columns of the files by the paths of the table's, and
    `sample` is the record of any of the files. Lists and maps have no statistics.
    """

    def __init__(
        self,
        columns: Sequence[TableColumn],
        is_indexed: Callable[[Path], bool],
        pairs: Mapping[Path, TableColumn],
        sample: FileRecord,
    ) -> None:
        self.uncounted: dict[str, int] = {}
        """Columns whose upper bounds are left out for NaNs that nobody counted, and in how many files."""
        self._is_indexed = is_indexed
        self._pairs = pairs
        self._sample = sample
        self._leaves: list[_Leaf] = []
        self._doubled = _list_doubled(columns)
        self._nodes = self._plan(columns, ())

    def write(self, record: FileRecord) -> str:
        """`tightBounds` is true only if each bound is a value of the file: readers take a minimum for the answer then."""
        lowers, uppers, nulls = ([_UNKNOWN] * len(self._leaves) for _ in range(3))
        is_tight = True
        for it in self._leaves:
            if it.leaf is None:
                nulls[it.place] = str(record.rows)
                continue
            leaf = record.leaves[it.leaf]
            if leaf.nulls is not None:
                nulls[it.place] = str(leaf.nulls)
            if it.texts is None:
                continue
            lower = write_bound(it.texts.lower, leaf.lower)
            may_be_nan = it.texts.may_be_nan and leaf.nans != 0
            upper = None if may_be_nan else write_bound(it.texts.upper, leaf.upper)
            if may_be_nan and leaf.nans is None and leaf.upper is not None:
                self.uncounted[it.column] = self.uncounted.get(it.column, 0) + 1
            if lower is not None:
                lowers[it.place] = lower.text
                is_tight = is_tight and lower.is_exact
            if upper is not None:
                uppers[it.place] = upper.text
                is_tight = is_tight and upper.is_exact
        return (
            f'{{"numRecords":{record.rows},"tightBounds":{"true" if is_tight else "false"}'
            f',"minValues":{{{_nest(self._nodes, lowers)}}}'
            f',"maxValues":{{{_nest(self._nodes, uppers)}}}'
            f',"nullCount":{{{_nest(self._nodes, nulls)}}}}}'
        )

    def _plan(self, columns: Sequence[TableColumn], above: Path) -> tuple[_Node, ...]:
        nodes: list[_Node] = []
        for column in columns:
            path = (*above, column.name)
            key = f"{quote(column.name)}:"
            if isinstance(column.type, NestedList | NestedMap):
                continue
            if isinstance(column.type, NestedStruct):
                nodes.append(_Group(key, self._plan(column.type.fields, path)))
            elif self._is_indexed(path) and ".".join(path) not in self._doubled:
                leaf = self._plan_leaf(column, path, key)
                self._leaves.append(leaf)
                nodes.append(leaf)
        return tuple(nodes)

    def _plan_leaf(self, column: TableColumn, path: Path, key: str) -> _Leaf:
        stored = self._pairs.get(path)
        place = len(self._leaves)
        if stored is None or stored.leaf is None:
            return _Leaf(key, ".".join(path), place, None, None)
        element = self._sample.leaves[stored.leaf].rules.element
        texts = choose_bound_texts(element, stored.type, column.type)
        return _Leaf(key, ".".join(path), place, stored.leaf, texts)


def _list_doubled(columns: Sequence[TableColumn]) -> set[str]:
    """What two columns are called where a name has dots. DuckDB asks for the statistics of one by the name `a.b`, and gets those of the
    member `b` of `a`."""
    counts = Counter(_list_names(columns, ""))
    return {name for name, times in counts.items() if times > 1}


def _list_names(columns: Sequence[TableColumn], above: str) -> Iterator[str]:
    for column in columns:
        yield above + column.name
        if isinstance(column.type, NestedStruct):
            yield from _list_names(column.type.fields, f"{above}{column.name}.")


def _nest(nodes: Sequence[_Node], texts: Sequence[str]) -> str:
    """The members of an object, without its braces. What is not known is not there, nor a group of such."""
    parts: list[str] = []
    for node in nodes:
        if isinstance(node, _Leaf):
            if texts[node.place]:
                parts.append(node.key + texts[node.place])
        else:
            inner = _nest(node.members, texts)
            if inner:
                parts.append(f"{node.key}{{{inner}}}")
    return ",".join(parts)
