"""The compiler, from IDL to files: the table of contents of this package."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from inlayc.base.settings import Settings, SettingsError
from inlayc.frontends.load import expand_sources, load
from inlayc.frontends.trees import DISK, Tree
from inlayc.model.schema import Schema
from inlayc.python.check_names import check_names
from inlayc.python.inert import NotInertError, check_inert, names_bound_by
from inlayc.python.layouts import Layouts
from inlayc.python.lower import lower
from inlayc.python.model import Module
from inlayc.python.overrides import read_overrides
from inlayc.python.patterns import without_patterns
from inlayc.python.publish import read_output
from inlayc.python.render import Rendered, render, render_package
from inlayc.python.stamp import is_current, stamp

if TYPE_CHECKING:
    from inlayc.python.import_proof import Proof


class Compiled(NamedTuple):
    """The text of every file of the generated package, and the IDLs that define nothing."""

    files: dict[PurePosixPath, str]
    empty: tuple[str, ...]


def load_sources(settings: Settings, tree: Tree = DISK) -> Schema:
    """source, parse, resolve."""
    sources = expand_sources(settings.root, settings.sources, tree)
    return load(sources, [settings.root / root for root in settings.include], tree)


def compile_schema(schema: Schema, settings: Settings) -> dict[PurePosixPath, str]:
    """lower, render, format: the text of every file of the generated package."""
    modules = dict(_rendered(lower(schema, settings), settings))
    return format_modules(modules, _importable(settings), Layouts()) | _typed(settings)


def compile_sources(settings: Settings) -> dict[PurePosixPath, str]:
    """Everything but publishing. Raises SettingsError for settings of types that are not there."""
    return compile_schema(*_checked(settings))


def compile_into(
    folder: Path, settings: Settings, tree: Tree = DISK, layouts: Layouts | None = None
) -> Compiled:
    """The same with stamps, as the files of `folder` have to be. What is current there is not laid out again, nor are the parts of
    a file that have not changed, nor what `layouts` have: who gives them will come again, and they learn what is current, too.
    """
    known = layouts or Layouts()
    schema, settings = _checked(settings, tree)
    files: dict[PurePosixPath, str] = {}
    stale: dict[PurePosixPath, Rendered] = {}
    for path, rendered in _rendered(lower(schema, settings), settings):
        files[path] = there = read_output(folder / path)
        is_stale = not is_current(there, rendered.text)
        if is_stale:
            stale[path] = rendered
        if is_stale or layouts is not None:
            known.learn(there, rendered.pieces)
    for path, code in format_modules(stale, _importable(settings), known).items():
        files[path] = stamp(code, stale[path].text)
    return Compiled(files | _typed(settings), _empty_of(schema))


def prove_package(
    files: Mapping[PurePosixPath, str], settings: Settings, proof: Proof | None = None
) -> None:
    """Imports the package in a process of its own, with stand-ins for hooks. Raises NotImportableError."""
    from inlayc.python.import_proof import Proof

    (proof or Proof()).prove(
        files, settings.package, _hook_modules(settings) | read_overrides(settings).modules
    )


def format_modules(
    modules: Mapping[PurePosixPath, Rendered], imports: set[str], layouts: Layouts
) -> dict[PurePosixPath, str]:
    """Proves the code of modules inert, and lays out what `layouts` do not have, all modules at once."""
    if not modules:
        return {}
    # black is slow to import, and may not be needed
    from inlayc.python.format_processes import Piece, format_pieces

    bound = [names_bound_by(rendered.pieces) for rendered in modules.values()]
    new = [
        Piece(piece, at)
        for at, rendered in enumerate(modules.values())
        for piece in rendered.pieces
        if layouts.get(piece) is None
    ]
    for piece, laid_out in zip(new, format_pieces(new, imports, bound), strict=True):
        layouts.keep(piece.text, laid_out)
    return {
        path: rendered.joined(layouts.get(piece) or "" for piece in rendered.pieces)
        for path, rendered in modules.items()
    }


def find_output_folder(settings: Settings) -> Path:
    return settings.root / settings.output


def _empty_of(schema: Schema) -> tuple[str, ...]:
    """A module that includes others may be there for that alone."""
    return tuple(
        each.source.name for each in schema.modules if not (each.definitions or each.includes)
    )


def _checked(settings: Settings, tree: Tree = DISK) -> tuple[Schema, Settings]:
    """The schema, and the settings by the names that it has."""
    schema = load_sources(settings, tree)
    check_names(schema, settings)
    return schema, without_patterns(schema, settings)


def _rendered(
    modules: Sequence[Module], settings: Settings
) -> Iterator[tuple[PurePosixPath, Rendered]]:
    package = _package_folder(settings)
    overrides = read_overrides(settings)
    names = ", ".join(module.name for module in modules)
    yield package / "__init__.py", render_package(settings.package, f"Generated modules: {names}.")
    for module in modules:
        rendered = render(module, overrides)
        if not overrides.is_empty:
            _check_templates(rendered, module.name, settings)
        yield package / f"{module.name}.py", rendered


def _check_templates(rendered: Rendered, module: str, settings: Settings) -> None:
    """Of templates of the project's own, what is not Python or does more than define is a mistake of theirs: a SettingsError."""
    try:
        check_inert(rendered.text, _importable(settings))
    except (SyntaxError, ValueError, RecursionError, MemoryError, NotInertError) as error:
        what = f"refused: {error}" if isinstance(error, NotInertError) else f"not Python: {error}"
        raise SettingsError(
            f"tool.inlay.templates: what they make of {module} is {what}; docs/templates.md says what may stand there"
        ) from error


def _typed(settings: Settings) -> dict[PurePosixPath, str]:
    return {_package_folder(settings) / "py.typed": ""}


def _package_folder(settings: Settings) -> PurePosixPath:
    return PurePosixPath(*settings.package.split("."))


def _importable(settings: Settings) -> set[str]:
    """What generated code may import: its siblings, and the hooks that the settings name."""
    return {settings.package, *_hook_modules(settings), *read_overrides(settings).modules}


def _hook_modules(settings: Settings) -> set[str]:
    hooks = [entry.hook for entry in settings.types.values()]
    hooks += [entry.hook for entry in settings.fields.values()]
    paths = [path for hook in hooks if hook for path in (hook.type, hook.reader, hook.writer)]
    return {path.partition(":")[0] for path in paths}
