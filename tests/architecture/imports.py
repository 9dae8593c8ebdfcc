"""Which imports run, file by file: what only a type checker reads does not count."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path


@cache
def imports_that_run(path: Path) -> tuple[str, ...]:
    """The modules, and `module.name` for what is imported from one: either may be a file."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in _nodes_that_run(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports_of_cython(path: Path) -> Iterator[str]:
    """The same of a `.pyx`, `.pxd` or `.pxi`, by lines; what is taken from several lines counts as its module."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if match := re.match(r"\s*(?:from|c?import)\s+([\w.]+)", line):
            yield match[1]


def _nodes_that_run(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and _is_for_type_checkers(child.test):
            for other in child.orelse:
                yield other
                yield from _nodes_that_run(other)
            continue
        yield child
        yield from _nodes_that_run(child)


def _is_for_type_checkers(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"
