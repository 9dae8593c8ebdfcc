"""The compiler, from IDL to files: the table of contents of this package."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from inlayc.load import expand_sources, load
from inlayc.python.check_names import check_names
from inlayc.python.format import format_python
from inlayc.python.inert import check_inert
from inlayc.python.lower import lower
from inlayc.python.model import Module
from inlayc.python.render import render, render_package
from inlayc.schema import Schema
from inlayc.settings import Settings


def load_sources(settings: Settings) -> Schema:
    """source, parse, resolve."""
    sources = expand_sources(settings.root, settings.sources)
    return load(sources, [settings.root / root for root in settings.include])


def compile_schema(schema: Schema, settings: Settings) -> dict[PurePosixPath, str]:
    """lower, render, format: the text of every file of the generated package."""
    modules = lower(schema, settings)
    package = PurePosixPath(*settings.package.split("."))
    allowed = _importable(modules, settings)
    names = ", ".join(module.name for module in modules)
    files = {
        package / "__init__.py": format_python(render_package(f"Generated modules: {names}.")),
        package / "py.typed": "",
    }
    for module in modules:
        code = format_python(render(module))
        check_inert(code, allowed)
        files[package / f"{module.name}.py"] = code
    return files


def compile_sources(settings: Settings) -> dict[PurePosixPath, str]:
    """Everything but publishing. Raises SettingsError for settings of types that are not there."""
    schema = load_sources(settings)
    check_names(schema, settings)
    return compile_schema(schema, settings)


def output_folder(settings: Settings) -> Path:
    return settings.root / settings.output


def _importable(modules: Sequence[Module], settings: Settings) -> set[str]:
    """What generated code may import: its siblings, and the hooks that the settings name."""
    hooks = [entry.hook for entry in settings.types.values()]
    hooks += [entry.hook for entry in settings.fields.values()]
    paths = [path for hook in hooks if hook for path in (hook.type, hook.reader, hook.writer)]
    return {settings.package, *(path.partition(":")[0] for path in paths)}
