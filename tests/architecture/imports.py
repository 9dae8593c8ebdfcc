"""Which imports there are, file by file, and which of them run: what only a type checker reads does not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Imports(NamedTuple):
    that_run: tuple[str, ...]
    all: tuple[str, ...]


@cache
def _read_imports(path: Path) -> Imports:
    """Both of one tree, for the tests of a process: to parse all files takes seconds, and trees are too large to be kept."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return Imports(tuple(_imports(tree)), tuple(_all_imports(tree, path)))


def imports_that_run(path: Path) -> tuple[str, ...]:
    """The modules, and `module.name` for what is imported from one: either may be a file."""
    return _read_imports(path).that_run


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in _nodes_that_run(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports_of_cython(path: Path) -> Iterator[str]:
    """The same of a `.pyx`, `.pxd` or `.pxi`, by lines; what is taken from several lines counts as its module."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if match := re.match(r"\s*(?:from|c?import)\s+([\w.]+)", line):
            yield match[1]


def all_imports(path: Path) -> tuple[str, ...]:
    """Every module that is imported, those that only a type checker reads among them."""
    return _read_imports(path).all


def _all_imports(tree: ast.Module, path: Path) -> Iterator[str]:
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield node.module or ""


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """No expression holds an import, and most of a tree is expressions."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield child
            yield from _statements(child)


def _nodes_that_run(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            continue
        if isinstance(child, ast.If) and _is_for_type_checkers(child.test):
            for other in child.orelse:
                yield other
                yield from _nodes_that_run(other)
            continue
        yield child
        yield from _nodes_that_run(child)


def _is_for_type_checkers(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"
