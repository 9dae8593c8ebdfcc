"""Edits of trees: what `variant_insert` and its kin mean, in Python. The native code does the same on bytes.

    Spark 4.3, variant_insert, variant_set, variant_delete, variant_array_append, variant_strip_nulls; RFC 7396, JSON Merge Patch

Trees are changed in place.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, unique
from typing import NamedTuple

from inlay_runtime import amounts
from inlay_variant.value.nodes import Node
from inlay_variant.value.path import Step
from inlay_variant.value.primitives import NULL, Scalar


@unique
class EditKind(IntEnum):
    """What is done. The native code knows the numbers."""

    INSERT = 0
    SET = 1
    DELETE = 2
    APPEND = 3
    STRIP = 4
    PICK = 5
    MERGE = 6


class TreeEdit(NamedTuple):
    """`flag` says whether SET makes what is missing, and whether STRIP strips arrays; the steps of PICK are names."""

    kind: EditKind
    steps: Sequence[Step] = ()
    flag: bool = True

    @property
    def needs_value(self) -> bool:
        return self.kind in (EditKind.INSERT, EditKind.SET, EditKind.APPEND, EditKind.MERGE)

    @property
    def makes(self) -> bool:
        return self.kind is EditKind.INSERT or (self.kind is EditKind.SET and self.flag)


class UnfitError(ValueError):
    """A value that an edit does not fit; after how many steps, and why."""

    def __init__(self, step: int, reason: str) -> None:
        super().__init__(step, reason)
        self.step = step
        self.reason = reason


def edit_tree(tree: Node, edit: TreeEdit, value: Node) -> Node:
    """The tree, edited; `value` is looked at where the edit needs one. Raises UnfitError."""
    match edit.kind:
        case EditKind.MERGE:
            return _merge(tree, value)
        case EditKind.PICK:
            if not isinstance(tree, dict):
                raise UnfitError(0, "is not an object")
            names = set(edit.steps)
            return {name: tree[name] for name in tree if name in names}
        case EditKind.STRIP:
            _strip(tree, arrays=edit.flag)
            return tree
        case _:
            return _edit(tree, edit, value, 0)


def _edit(node: Node, edit: TreeEdit, value: Node, at: int) -> Node:
    if at == len(edit.steps):  # to append to
        if not isinstance(node, list):
            raise UnfitError(at, "is not an array")
        node.append(value)
        return node
    match node, edit.steps[at]:
        case dict(), str() as name:
            _edit_object(node, name, edit, value, at)
        case list(), int() as index:
            _edit_array(node, index, edit, value, at)
        case _ if edit.kind is not EditKind.DELETE:
            is_name = isinstance(edit.steps[at], str)
            raise UnfitError(at, f"is not an {'object' if is_name else 'array'}")
        case _:
            pass
    return node


def _edit_object(fields: dict[str, Node], name: str, edit: TreeEdit, value: Node, at: int) -> None:
    is_last = at == len(edit.steps) - 1
    if name not in fields:
        if edit.makes:
            fields[name] = _make(edit.steps, at + 1, value)
    elif is_last and edit.kind is EditKind.INSERT:
        raise UnfitError(at + 1, "is there already")
    elif is_last and edit.kind is EditKind.DELETE:
        del fields[name]
    elif is_last and edit.kind is EditKind.SET:
        fields[name] = value
    else:
        fields[name] = _edit(fields[name], edit, value, at + 1)


def _edit_array(items: list[Node], index: int, edit: TreeEdit, value: Node, at: int) -> None:
    is_last = at == len(edit.steps) - 1
    place = index + len(items) if index < 0 else index
    if place < 0:
        if edit.makes:
            raise UnfitError(
                at, f"has {amounts.count(len(items), 'element')}, and [{index}] is before the first"
            )
    elif place >= len(items):
        if edit.makes:
            items += [NULL] * (place - len(items))
            items.append(_make(edit.steps, at + 1, value))
    elif is_last and edit.kind is EditKind.INSERT:
        items.insert(place, value)
    elif is_last and edit.kind is EditKind.DELETE:
        del items[place]
    elif is_last and edit.kind is EditKind.SET:
        items[place] = value
    else:
        items[place] = _edit(items[place], edit, value, at + 1)


def _make(steps: Sequence[Step], at: int, value: Node) -> Node:
    """The value in the containers that the steps from `at` on ask for."""
    for place in range(len(steps) - 1, at - 1, -1):
        step = steps[place]
        if isinstance(step, str):
            value = {step: value}
        elif step < 0:
            raise UnfitError(place, f"has no elements, and [{step}] is before the first")
        else:
            value = [*([NULL] * step), value]
    return value


def _strip(tree: Node, *, arrays: bool) -> None:
    work = [tree]
    while work:
        node = work.pop()
        if isinstance(node, dict):
            for name in [name for name, child in node.items() if child == NULL]:
                del node[name]
            work += node.values()
        elif isinstance(node, list):
            if arrays:
                node[:] = [child for child in node if child != NULL]
            work += node


def _merge(tree: Node | None, patch: Node) -> Node:
    """RFC 7396: a null in the patch takes a field away; what is not an object takes the place of what was there."""
    if not isinstance(patch, dict):
        return patch
    result: dict[str, Node] = dict(tree) if isinstance(tree, dict) else {}
    work: list[tuple[dict[str, Node], dict[str, Node]]] = [(result, patch)]
    while work:
        into, fields = work.pop()
        for name, child in fields.items():
            if isinstance(child, Scalar) and child == NULL:
                into.pop(name, None)
            elif isinstance(child, dict):
                old = into.get(name)
                merged: dict[str, Node] = dict(old) if isinstance(old, dict) else {}
                into[name] = merged
                work.append((merged, child))
            else:
                into[name] = child
    return result
