"""A filter as a tree: tests of columns, joined by `and` and `or`. A row matches where the tree is true, as in SQL: neither
where it is false nor where a null makes it unknown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from datetime import date, datetime, time
    from uuid import UUID

    from inlay_variant.value.path import Step

FilterValue: TypeAlias = (
    "bool | int | float | Decimal | str | bytes | date | datetime | time | UUID"
)

EQUAL = "="
IN = "in"
INTERSECTS = "intersects"
"""The box around a geometry and another: of four values, xmin, ymin, xmax, ymax."""

INTERSECTS_ON_SPHERE = "intersects on a sphere"
"""The same of rows whose edges are great circles: not written in filters, but what the file makes of them."""

IS_NULL = "is null"
ORDERINGS = ("<", "<=", ">", ">=")

_PLAIN: Final = re.compile(r"""[^.\[\]'"\s]+""")
_WORDS: Final = frozenset("and or not is null in between true false date time timestamp".split())
"""Names that are written in quotes."""


class ColumnTest(NamedTuple):
    """`names` lead to a leaf, or to a Variant if there are `steps` into it. `is_negated` is `not` before it.

    `position` counts characters of the filter's text; -1 for a filter that had none.
    """

    names: tuple[str, ...]
    operator: str
    values: tuple[FilterValue, ...] = ()
    steps: tuple[Step, ...] | None = None
    is_negated: bool = False
    position: int = -1

    @property
    def column(self) -> str:
        """As people write it."""
        name = ".".join(map(_quote, self.names))
        if self.steps is None:
            return name
        path = self.path.replace("'", "''")
        return f"variant_get({name}, '{path}')"

    @property
    def path(self) -> str:
        """The steps as text, from `$`."""
        return "$" + "".join(map(_format_step, self.steps or ()))

    def __str__(self) -> str:
        values = ", ".join(map(_format, self.values))
        match self.operator, self.is_negated:
            case "is null", False:
                return f"{self.column} is null"
            case "is null", True:
                return f"{self.column} is not null"
            case "intersects", _:
                return f"{'not ' * self.is_negated}intersects({self.column}, box({values}))"
            case "in", _:
                return f"{self.column} {'not ' * self.is_negated}in ({values})"
            case "=", True:
                return f"{self.column} != {values}"
            case operator, False:
                return f"{self.column} {operator} {values}"
            case operator, True:
                return f"not {self.column} {operator} {values}"


class AllOf(NamedTuple):
    parts: tuple[FilterTree, ...]


class AnyOf(NamedTuple):
    parts: tuple[FilterTree, ...]


FilterTree: TypeAlias = "ColumnTest | AllOf | AnyOf"


def negate_filter(tree: FilterTree) -> FilterTree:
    """True where the filter is false, and unknown where it is: `not` moves down to the tests."""
    match tree:
        case ColumnTest():
            return tree._replace(is_negated=not tree.is_negated)
        case AllOf():
            return AnyOf(tuple(map(negate_filter, tree.parts)))
        case AnyOf():
            return AllOf(tuple(map(negate_filter, tree.parts)))


def rename_columns(tree: FilterTree, names: Mapping[str, str]) -> FilterTree:
    """The same about columns of other names: each is one name, and all are in `names`."""
    return replace_tests(tree, lambda it: it._replace(names=(names[it.names[0]],)))


def replace_tests(tree: FilterTree, replace: Callable[[ColumnTest], ColumnTest]) -> FilterTree:
    """The same of other tests."""
    if isinstance(tree, ColumnTest):
        return replace(tree)
    return type(tree)(tuple(replace_tests(part, replace) for part in tree.parts))


def list_tests(tree: FilterTree) -> Iterator[ColumnTest]:
    """In the order in which they are written."""
    waiting: list[FilterTree] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ColumnTest):
            yield node
        else:
            waiting += reversed(node.parts)


def may_be_true(tree: FilterTree, may_match: Callable[[ColumnTest], bool]) -> bool:
    """Whether rows may match, where `may_match` says of a test whether it may be true: no more of them are asked than decide."""
    match tree:
        case ColumnTest():
            return may_match(tree)
        case AllOf():
            return all(may_be_true(part, may_match) for part in tree.parts)
        case AnyOf():
            return any(may_be_true(part, may_match) for part in tree.parts)


def match_tree(
    tree: FilterTree, match_test: Callable[[ColumnTest], Sequence[bool]]
) -> Sequence[bool]:
    """The same of many row groups or ranges of rows at once, which `match_test` answers for in their order."""
    if isinstance(tree, ColumnTest):
        return match_test(tree)
    join = all if isinstance(tree, AllOf) else any
    parts = [match_tree(part, match_test) for part in tree.parts]
    return [join(some) for some in zip(*parts, strict=True)]


def _format_step(step: Step) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    if _PLAIN.fullmatch(step):
        return f".{step}"
    quoted = step.replace("\\", "\\\\").replace('"', '\\"')
    return f'["{quoted}"]'


def _quote(name: str) -> str:
    """As it is where the text of a filter may have it so."""
    is_plain = name.isidentifier() and name.lower() not in _WORDS
    return name if is_plain else '"' + name.replace('"', '""') + '"'


def _format(value: FilterValue) -> str:
    match value:
        case bool():
            return str(value).lower()
        case bytes():
            return f"x'{value.hex()}'"
        case int() | float() | Decimal():
            return str(value)
        case str():
            return "'" + value.replace("'", "''") + "'"
        case _:
            return f"'{value}'"
