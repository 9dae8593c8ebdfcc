"""The schema of the result: that of the first file, with the columns that only others have where these are wanted."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import Final, Literal, TypeAlias

from inlay.ground.drift.words import NO_CAST
from inlay.ground.refusals import RefusedError
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.wording.printable import quote_empty
from inlay.verbs.parts.matching import Named, SchemaError, describe, knows_no_type, match_leaves
from inlay.verbs.parts.planned_groups import Places
from inlay.verbs.parts.source import PartSource
from parquet_format.parquet import FieldRepetitionType, SchemaElement

_SAME: Final = "--schema same"
_MOST_NAMED: Final = 5
SchemaRule: TypeAlias = Literal["same", "exact", "union"]
"""`docs/parts.md` says what each accepts."""


def unite(parts: Sequence[PartSource], rule: SchemaRule) -> Named:
    """Raises SchemaError, RefusedError."""
    first = parts[0]
    if rule == "exact":
        _require_equal(parts)
    if rule != "union":
        return Named(first.name, first.tree)
    with _count_in_errors(parts):
        columns = _every_column(parts)
    root = first.metadata.schema[0].replace(num_children=len(columns))
    elements = [element for node in columns for element in _subtree(node)]
    return Named(first.name, SchemaTree([root, *elements]))


@contextmanager
def _count_in_errors(parts: Sequence[PartSource]) -> Generator[None]:
    try:
        yield
    except SchemaError as error:
        error.among = len(parts)
        raise


def match_all(parts: Sequence[PartSource], wanted: Named, *, may_lack: bool) -> list[Places]:
    """What `match_leaves` gives for each file; those that share a schema share it. Raises SchemaError, RefusedError."""
    matched: dict[SchemaTree, Places] = {}
    for part in parts:
        if part.tree not in matched:
            given = Named(part.name, part.tree)
            is_wanted = part.tree is wanted.tree
            with _count_in_errors(parts):
                matched[part.tree] = (
                    range(len(wanted.tree.leaves))
                    if is_wanted
                    else match_leaves(wanted, given, may_lack=may_lack)
                )
    return [matched[part.tree] for part in parts]


def _require_equal(parts: Sequence[PartSource]) -> None:
    first = parts[0]
    for part in parts[1:]:
        if part.metadata.schema != first.metadata.schema:
            override, otherwise = _find_looser_rule(first, part)
            difference = f"{_say_first_difference(first, part)}{otherwise}"
            reason = f"the schema is not exactly that of {first.name}: {difference}"
            raise RefusedError("schema", reason, override, part.name)


def _say_first_difference(first: PartSource, part: PartSource) -> str:
    """Of the columns at the top: none in common, one that only one file has, another one, another order, or something else."""
    ours, theirs = ({it.element.name: it for it in _top(each)} for each in (first, part))
    if not ours.keys() & theirs.keys():
        return f"no column in common: {_list_names(theirs)} here, and {_list_names(ours)} there"
    for name in [*ours, *theirs]:
        here, there = (
            f"{name} is {_describe_column(columns.get(name))}" for columns in (theirs, ours)
        )
        if here != there:
            return f"{here}, and there {_describe_column(ours.get(name))}"
    if [*ours] != [*theirs]:
        return f"its columns are in the order {_list_names(theirs)}, and there {_list_names(ours)}"
    return "`inlay diff` of both shows where"


def _list_names(names: Iterable[str]) -> str:
    """The first few."""
    several = list(map(quote_empty, names))
    rest = len(several) - _MOST_NAMED
    return ", ".join(several[:_MOST_NAMED]) + (f" and {rest:,} more" if rest > 0 else "")


def _describe_column(node: Node | None) -> str:
    return "missing" if node is None else describe(node.element)


def _find_looser_rule(first: PartSource, part: PartSource) -> tuple[str, str]:
    """The flag by which the two become one, or where none does what is said instead."""
    wanted, given = Named(first.name, first.tree), Named(part.name, part.tree)
    try:
        match_leaves(wanted, given, may_lack=False)
    except SchemaError as error:
        return error.override, "" if error.override else f"; {NO_CAST}"
    except RefusedError:
        return "", ""
    return _SAME, ""


def _every_column(parts: Sequence[PartSource]) -> list[Node]:
    """The columns of the first file, then those that others bring, in the order of the files."""
    known: dict[str, tuple[str, Node]] = {}
    for part in parts:
        for node in _top(part):
            there = known.get(node.element.name)
            if there is None or (knows_no_type(there[1]) and not knows_no_type(node)):
                known[node.element.name] = part.name, node
    for part in parts:
        there_too = {node.element.name for node in _top(part) if not knows_no_type(node)}
        for name, (file, node) in known.items():
            if name not in there_too:
                _require_nullable(file, part.name, node)
    return [node for _, node in known.values()]


def _require_nullable(file: str, lacking: str, node: Node) -> None:
    element = node.element
    if element.repetition_type in (None, FieldRepetitionType.REQUIRED):
        types = describe(element), "not there, and would have to be null"
        raise SchemaError(f"column {element.name}", (file, lacking), types)


def _top(part: PartSource) -> Sequence[Node]:
    root = part.tree.root
    return root.children if root is not None else []


def _subtree(node: Node) -> list[SchemaElement]:
    elements: list[SchemaElement] = []
    waiting = [node]
    while waiting:
        at = waiting.pop()
        elements.append(at.element)
        waiting += reversed(at.children)
    return elements
