"""The Python that one definition becomes, for `inlayc expand`: the counterpart of cargo expand."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

from inlayc.base.diagnostics import find_closest
from inlayc.base.settings import Settings, SettingsError
from inlayc.frontends.load import load
from inlayc.model.schema import External, Named
from inlayc.pipeline import compile_schema
from inlayc.python.format import format_python
from inlayc.python.naming import Naming
from inlayc.python.patterns import without_patterns


def expand_definition(
    file: Path, name: str | None, settings: Settings | None, include: tuple[Path, ...]
) -> str:
    """The generated module of `file`, or what it has for one definition of the IDL.

    Raises SettingsError where the file has no such definition.
    """
    schema = load([file], include)
    settings = settings or Settings(root=Path())
    if not settings.package:
        settings = replace(settings, package="generated")
    settings = without_patterns(schema, settings, is_partial=True)
    naming = Naming(schema, settings)
    module = next(module for module in schema.modules if module.source.name == file.as_posix())
    files = compile_schema(schema, settings)
    file_name = f"{naming.module_names[module.name]}.py"
    code = next(text for path, text in files.items() if path.name == file_name)
    if name is None:
        return code
    emitted = [d for d in module if not isinstance(d, External)]
    definition = next((d for d in emitted if d.name == name), None)
    if definition is None:
        hint = find_closest(name, (d.name for d in emitted))
        raise SettingsError(f"{file} defines no {name} that is emitted{hint and f'; {hint}'}")
    names = naming[Named(module.name, name)]
    wanted = {names.name, names.reader, names.writer, names.schema, *names.variants} - {""}
    return format_python("\n".join(_pieces(code, wanted)) + "\n")


def highlight(code: str) -> str:
    """The code with terminal colours."""
    from rich.console import Console
    from rich.syntax import Syntax

    console = Console(force_terminal=True)
    with console.capture() as capture:
        console.print(Syntax(code, "python", background_color="default"))
    return capture.get()


def _pieces(code: str, wanted: set[str]) -> list[str]:
    """The statements of a module that define or complete one of the names, as they stand there."""
    lines = code.splitlines()
    pieces: list[str] = []
    follows = False
    for statement in ast.parse(code).body:
        is_doc = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        follows = (follows and is_doc) or bool(_defined(statement) & wanted)
        if follows:
            decorators = getattr(statement, "decorator_list", [])
            first = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
            pieces.append("\n".join(lines[first - 1 : statement.end_lineno]))
    return pieces


def _defined(statement: ast.stmt) -> set[str]:
    match statement:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return {name}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case ast.Assign(targets=[ast.Name(id=name)]):
            return {name}
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))):
            return {name}
        case ast.Expr(
            value=ast.Call(func=ast.Attribute(value=ast.Attribute(value=ast.Name(id=name))))
        ):
            return {name}
        case _:
            return set()
