"""Proves that a generated module does nothing but define: an allow-list walk over its syntax tree.

Names, comments, defaults and paths of an IDL are untrusted. They reach the templates through filters
that make them inert; this walk is the second lock: whatever the templates printed, only these kinds
of code leave the compiler.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final

from inlay_runtime.errors import InlayError

_STATEMENTS: Final = (
    ast.AnnAssign,
    ast.Assign,
    ast.AugAssign,
    ast.ClassDef,
    ast.Expr,
    ast.For,
    ast.FunctionDef,
    ast.If,
    ast.Import,
    ast.ImportFrom,
    ast.Match,
    ast.Raise,
    ast.Return,
)
_EXPRESSIONS: Final = (
    ast.Attribute,
    ast.BinOp,
    ast.BitOr,
    ast.Call,
    ast.Compare,
    ast.Constant,
    ast.Dict,
    ast.IfExp,
    ast.Is,
    ast.IsNot,
    ast.Lambda,
    ast.List,
    ast.Load,
    ast.Name,
    ast.Starred,
    ast.Store,
    ast.Subscript,
    ast.Tuple,
    ast.UnaryOp,
    ast.USub,
)
_PARTS: Final = (
    ast.Module,
    ast.MatchAs,
    ast.MatchClass,
    ast.MatchValue,
    ast.alias,
    ast.arg,
    ast.arguments,
    ast.keyword,
    ast.match_case,
)
_ALLOWED: Final = (*_STATEMENTS, *_EXPRESSIONS, *_PARTS)
FORBIDDEN_NAMES: Final = frozenset(
    """
    __builtins__ __import__ breakpoint compile delattr eval exec getattr globals input locals
    open setattr vars
    """.split()
)
_RUNTIME_MODULES: Final = ("__future__", "collections", "inlay_runtime", "typing", "uuid")
_DUNDERS: Final = frozenset({"__all__", "__dir__", "__init__", "__new__", "__slots__"})


class NotInertError(InlayError):
    """Generated code that does more than define: a defect of the compiler, never written to disk."""


def check_inert(
    code: str, modules: Collection[str], defined: Collection[str] = frozenset()
) -> None:
    """Raises NotInertError unless the code only defines things from the runtime and `modules`.

    `defined` are the names that other pieces of the same module bind.
    """
    tree = ast.parse(code)
    callable_names = _bound_names(tree) | {"float", *defined}
    for node in ast.walk(tree):
        if not isinstance(node, _ALLOWED):
            raise NotInertError(f"{type(node).__name__} in line {getattr(node, 'lineno', '?')}")
        match node:
            case ast.Import(names=names):
                for alias in names:
                    _check_module(alias.name, modules)
            case ast.ImportFrom(module=module):
                _check_module(module or "", modules)
            case ast.Call(func=ast.Name(id=name)) if name not in callable_names:
                raise NotInertError(f"a call of {name} in line {node.lineno}")
            case ast.Name(id=name) | ast.Attribute(attr=name):
                _check_name(name)
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.arg(arg=name):
                _check_name(name)
            case ast.Dict(keys=keys) if any(map(_is_unhashable, keys)):
                raise NotInertError(f"a key that cannot be hashed in line {node.lineno}")
            case ast.Expr(value=value) if not isinstance(value, ast.Call | ast.Constant):
                raise NotInertError(f"a bare {type(value).__name__} in line {node.lineno}")
            case _:
                pass


def _is_unhashable(key: ast.expr | None) -> bool:
    """Whether the key of a dict makes an error of it: a list, a dict, or an object of a class that compares by its fields.

    Objects are made by names of fields. An enum is called with a number, a UUID with a text.
    """
    match key:
        case ast.List() | ast.Dict():
            return True
        case ast.Tuple(elts=items):
            return any(map(_is_unhashable, items))
        case ast.Call(args=arguments):
            return not arguments
        case _:
            return False


def names_bound_by(pieces: Iterable[str]) -> set[str]:
    """What a module imports or defines at its top. Piece by piece: the tree of all of it takes a hundred times its text."""
    return {name for piece in pieces for name in _bound_by(piece)}


@lru_cache(maxsize=4096)
def _bound_by(piece: str) -> frozenset[str]:
    return frozenset(_bound_names(ast.parse(piece)))


def _bound_names(tree: ast.Module) -> set[str]:
    """What the module imports or defines at its top."""
    names: set[str] = set()
    for statement in tree.body:
        match statement:
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                names |= {alias.asname or alias.name for alias in aliases}
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                names.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case _:
                pass
    return names


def _check_module(module: str, modules: Collection[str]) -> None:
    if module.partition(".")[0] not in _RUNTIME_MODULES and module not in modules:
        raise NotInertError(f"an import of {module}")


def _check_name(name: str) -> None:
    dunder = name.startswith("__") and name not in _DUNDERS
    if name in FORBIDDEN_NAMES or dunder:
        raise NotInertError(f"the name {name}")
