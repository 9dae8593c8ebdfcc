"""Templates of the project's own: blocks that take the place of ours, and what generated modules import for them (`docs/templates.md`).

They are as trusted as hooks, for settings name their folder. What they print is not: it goes through the walk of `inert` as
everything does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from inlayc.base.diagnostics import find_closest
from inlayc.base.settings import Settings, SettingsError

if TYPE_CHECKING:
    from jinja2 import nodes

SUFFIX: Final = ".py.jinja"
_OF_CLASSES: Final = ("base", "decorators", "docs")
BLOCKS: Final[Mapping[str, tuple[str, ...]]] = {
    "enum": ("decorators", "docs"),
    "fixed": _OF_CLASSES,
    "service": ("decorators", "docs"),
    "struct": _OF_CLASSES,
    "table": _OF_CLASSES,
}
"""What each template lets others say."""
IMPORTS: Final = "imports.py"


@dataclass(frozen=True, slots=True)
class Overrides:
    """`texts` are templates by name; `imports` are a module each, with a name from it, or none for the module itself."""

    texts: tuple[tuple[str, str], ...] = ()
    imports: tuple[tuple[str, str], ...] = ()

    @property
    def modules(self) -> set[str]:
        return {module for module, _ in self.imports}

    @property
    def names(self) -> set[str]:
        """What the imports bind."""
        return {
            (name or module.partition(".")[0]).rpartition(" ")[2] for module, name in self.imports
        }

    @property
    def is_empty(self) -> bool:
        return not (self.texts or self.imports)


def list_override_files(settings: Settings) -> list[Path]:
    """Every file that may be there."""
    if not settings.templates:
        return []
    folder = settings.root / settings.templates
    return [folder / IMPORTS, *(folder / f"{name}{SUFFIX}" for name in BLOCKS)]


def read_overrides(settings: Settings) -> Overrides:
    """What the folder of the settings has. Raises SettingsError, with the file and what is allowed."""
    if not settings.templates:
        return Overrides()
    folder = settings.root / settings.templates
    if not folder.is_dir():
        raise SettingsError(f"tool.inlay.templates: there is no folder {folder.as_posix()}")
    for path in sorted(folder.glob("*.jinja")):
        if path.name.removesuffix(SUFFIX) not in BLOCKS:
            allowed = ", ".join(f"{name}{SUFFIX}" for name in BLOCKS)
            raise SettingsError(f"{path.as_posix()}: there is no such template; allowed: {allowed}")
    texts = [
        (name, _read_blocks(path, name))
        for name in BLOCKS
        if (path := folder / f"{name}{SUFFIX}").is_file()
    ]
    imports = folder / IMPORTS
    return Overrides(tuple(texts), tuple(_read_imports(imports)) if imports.is_file() else ())


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path.as_posix()}: byte {error.start} is not UTF-8") from error


def _read_blocks(path: Path, template: str) -> str:
    """The text of a file that has blocks of the template, and nothing else."""
    from jinja2 import Environment, TemplateSyntaxError, nodes

    text = _read_text(path)
    try:
        tree = Environment(autoescape=False).parse(text)  # what is made of it is Python, not HTML
    except TemplateSyntaxError as error:
        raise SettingsError(f"{path.as_posix()}:{error.lineno}: {error.message}") from error
    except RecursionError:
        raise SettingsError(f"{path.as_posix()}: blocks in it are nested too deeply") from None
    allowed = ", ".join(BLOCKS[template])
    for node in tree.body:
        if not isinstance(node, nodes.Block) and not _is_blank(node):
            raise SettingsError(
                f"{path.as_posix()}:{node.lineno}: only blocks stand in it; allowed: {allowed}"
            )
    for block in tree.find_all(nodes.Block):
        if block.name not in BLOCKS[template]:
            hint = find_closest(block.name, BLOCKS[template])
            raise SettingsError(
                f"{path.as_posix()}:{block.lineno}: there is no block `{block.name}`; {hint or f'allowed: {allowed}'}"
            )
    for other in tree.find_all((nodes.Include, nodes.Import, nodes.FromImport)):
        raise SettingsError(f"{path.as_posix()}:{other.lineno}: a block loads no other template")
    return text


def _is_blank(node: nodes.Node) -> bool:
    from jinja2 import nodes

    return isinstance(node, nodes.Output) and all(
        isinstance(part, nodes.TemplateData) and not part.data.strip() for part in node.nodes
    )


def _read_imports(path: Path) -> Iterator[tuple[str, str]]:
    """`import a.b` and `from a import b as c`, absolute, and nothing else."""
    try:
        tree = ast.parse(_read_text(path))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise SettingsError(f"{path.as_posix()}: {error}") from error
    for statement in tree.body:
        match statement:
            case ast.Import(names=aliases) if not any(alias.asname for alias in aliases):
                yield from ((alias.name, "") for alias in aliases)
            case ast.ImportFrom(module=str(module), names=aliases, level=0) if module != (
                "__future__"
            ) and not any(alias.name == "*" for alias in aliases):
                for alias in aliases:
                    yield module, f"{alias.name} as {alias.asname}" if alias.asname else alias.name
            case _:
                raise SettingsError(
                    f"{path.as_posix()}:{statement.lineno}: only `import a.b` and `from a import b` stand in it"
                )
