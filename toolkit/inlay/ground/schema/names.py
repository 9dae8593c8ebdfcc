"""A name is one column: what a text means among the columns of a schema. `docs/names.md` has the rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Final

from inlay.ground.mistakes import RequestError, require_names
from inlay.ground.schema.notation import format_annotation, format_physical
from inlay.ground.schema.quoted_names import NamePart, parse_quoted, quote_name, split_names
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.wording.amounts import count
from inlay.ground.wording.near_names import hint_at, hint_at_several
from inlay_runtime.public_home import public_in

_MOST_CANDIDATES: Final = 6


@public_in("inlay.errors")
class ColumnNameError(RequestError, ValueError):
    """A name that is not one column: no column has it, or several have."""


@public_in("inlay.errors")
class NoSuchColumnError(ColumnNameError):
    """A name or pattern that no column has."""


class NamedChildren:
    """The children of nodes by their names, for many texts about one tree: each node is looked through once, so nobody may change a
    name meanwhile."""

    def __init__(self) -> None:
        self._known: dict[Node, dict[str, list[Node]]] = {}
        self._numbers: dict[tuple[Node, str], dict[Node, int]] = {}

    def of(self, parent: Node) -> Mapping[str, Sequence[Node]]:
        by_name = self._known.get(parent)
        if by_name is None:
            by_name = self._known[parent] = {}
            for child in parent.children:
                by_name.setdefault(child.element.name, []).append(child)
        return by_name

    def is_alone(self, node: Node) -> bool:
        """Whether no sibling has its name; the root has none."""
        parent = node.parent
        return parent is None or len(self.of(parent)[node.element.name]) == 1

    def number_of(self, node: Node) -> int:
        """Which of the siblings of its name it is, from 0; of the root 0."""
        parent, name = node.parent, node.element.name
        if parent is None:
            return 0
        numbers = self._numbers.get((parent, name))
        if numbers is None:
            same = enumerate(self.of(parent)[name])
            numbers = self._numbers[parent, name] = {child: at for at, child in same}
        return numbers[node]


def find_column(tree: SchemaTree, text: str, names: NamedChildren | None = None) -> Node:
    """The column, or group of columns, that a text names: by its path, its names joined by dots, or with names in quotes.

    Raises NoSuchColumnError, with the nearest name, and ColumnNameError if several are meant, with a name for each.
    """
    nodes = list_named(tree, text, names)
    if not nodes:
        raise _refuse_unknown(tree, text)
    if len(nodes) > 1:
        raise ColumnNameError(_explain_ambiguity(text, nodes))
    return nodes[0]


def match_columns(
    tree: SchemaTree, patterns: Iterable[str], parameter: str = "columns"
) -> list[int]:
    """The numbers of the leaves that are meant, in the order of the file. A pattern is what `find_column` takes, which means all
    columns in a group; or, if no column is called so, a glob of paths and of beginnings of paths. Raises what that does.
    """
    numbers = {id(leaf): at for at, leaf in enumerate(tree.leaves)}
    chosen: set[int] = set()
    names = NamedChildren()
    for pattern in require_names(patterns, parameter):
        chosen.update(numbers[id(leaf)] for leaf in match_leaves(tree, pattern, names))
    return sorted(chosen)


def match_leaves(tree: SchemaTree, pattern: str, names: NamedChildren | None = None) -> list[Node]:
    """The same of one pattern."""
    nodes = list_named(tree, pattern, names)
    if len(nodes) > 1:
        raise ColumnNameError(_explain_ambiguity(pattern, nodes))
    return list_leaves(nodes or _match_glob(tree, pattern))


def list_named(tree: SchemaTree, text: str, names: NamedChildren | None = None) -> list[Node]:
    """Those that a text may mean, which should be one: a name of its own wins over quotes."""
    if tree.root is None:
        return []
    names = names or NamedChildren()
    own = _list_of_path(tree.root, text, names)
    if own:
        return own
    parts = parse_quoted(text)
    return [] if parts is None else _list_of_parts(tree.root, parts, names)


def refuse_shared_path(tree: SchemaTree, path: str) -> ColumnNameError:
    """The error of a path that several leaves have, groups aside."""
    leaves = [node for node in list_named(tree, path) if node.is_leaf]
    return ColumnNameError(_explain_ambiguity(path, leaves))


def quote_column(node: Node, names: NamedChildren) -> str:
    """A text that means this column and no other of its file: its path if it can be, else in quotes. `names` are those of its tree."""
    root, below = node, list[Node]()
    while root.parent is not None:
        below.append(root)
        root = root.parent
    path = ".".join(node.path)
    if _list_of_path(root, path, names) == [node]:
        return path
    return ".".join(_quote_part(it, names) for it in reversed(below))


def hint_at_column(tree: SchemaTree, text: str) -> str:
    """The end of a sentence about a text that names no column: the nearest path, or the columns that there are."""
    known = dict.fromkeys(".".join(node.path) for node in tree.nodes[1:])
    tops = [] if tree.root is None else [child.element.name for child in tree.root.children]
    return hint_at(text, known, tops)


def list_leaves(nodes: Iterable[Node]) -> list[Node]:
    """Those that are leaves, and the leaves in those that are groups."""
    leaves: list[Node] = []
    waiting = list(reversed(list(nodes)))
    while waiting:
        node = waiting.pop()
        if node.is_leaf:
            leaves.append(node)
        waiting += reversed(node.children)
    return leaves


def _list_of_path(root: Node, text: str, names: NamedChildren) -> list[Node]:
    """Names may have dots in them, so there may be several ways down."""
    named: list[Node] = []
    waiting = [(root, 0)]
    while waiting:
        parent, start = waiting.pop()
        by_name = names.of(parent)
        end = text.find(".", start)
        while end >= 0:
            waiting += ((child, end + 1) for child in by_name.get(text[start:end], ()))
            end = text.find(".", end + 1)
        named += by_name.get(text[start:], ())
    return named


def _list_of_parts(root: Node, parts: Sequence[NamePart], names: NamedChildren) -> list[Node]:
    nodes = [root]
    for name, nth in parts:
        below: list[Node] = []
        for node in nodes:
            same = names.of(node).get(name, ())
            below += same if nth is None else same[nth : nth + 1]
        nodes = below
    return nodes


def _match_glob(tree: SchemaTree, pattern: str) -> list[Node]:
    if not any(sign in pattern for sign in "*?["):
        raise _refuse_unknown(tree, pattern)
    nodes = [node for node in tree.nodes[1:] if fnmatchcase(".".join(node.path), pattern)]
    if not nodes:
        raise _refuse_unknown(tree, pattern)
    # What lies in a group that matches comes with it.
    inside = {id(node) for node in nodes}
    return [node for node in nodes if id(node.parent) not in inside]


def _quote_part(node: Node, names: NamedChildren) -> str:
    nth = "" if names.is_alone(node) else f"[{names.number_of(node)}]"
    return f"{quote_name(node.element.name)}{nth}"


def _refuse_unknown(tree: SchemaTree, text: str) -> NoSuchColumnError:
    several = [part.strip() for part in split_names(text)]
    if len(several) > 1 and all(list_named(tree, part) for part in several):
        hint = hint_at_several(len(several))
    else:
        hint = hint_at_column(tree, text)
    return NoSuchColumnError(f"the file has no column {text!r}{hint}")


def _explain_ambiguity(text: str, nodes: Sequence[Node]) -> str:
    names = NamedChildren()
    shown = [f"{quote_column(node, names)!r} ({_kind(node)})" for node in nodes[:_MOST_CANDIDATES]]
    more = f", and {len(nodes) - len(shown):,} more" if len(nodes) > len(shown) else ""
    return f"the file has {count(len(nodes), 'column')} {text!r}: write {' or '.join(shown)}{more}"


def _kind(node: Node) -> str:
    return format_annotation(node.element) or format_physical(node.element)
