"""`inlay ext show PATHS`: what extensions say, by their schema."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import many_files, run_each
from inlay.cli.options import format_option, schema_option_of
from inlay.cli.printing import show_json, show_line
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json
    from inlay.tables.typed_extensions.sources import TypeSources
    from inlay_runtime.flat.extension import ExtensionTable


@click.command("show", short_help="Show what extensions say, by their schema.")
@many_files
@schema_option_of("The types of extensions to show.", required=True)
@format_option
def command(paths: tuple[str, ...], jobs: int, schemas: tuple[str, ...], format_: str) -> ExitCode:
    """Show what the extensions of these types say, in the files at PATHS: the struct that carries each, and its fields as JSON.

    The exit code is 1 if a payload cannot be read.
    """
    from inlay.tables.typed_extensions.sources import find_sources

    job = partial(_show, sources=find_sources(schemas), is_json=format_ == "json")
    return run_each(paths, jobs, job, document="ext show" if format_ == "json" else None)


def _show(path: str, alone: bool, *, sources: TypeSources, is_json: bool) -> ExitCode:
    from inlay.changes.life_cycle.extension_list import extensions_of
    from inlay.cli.scan.plain_rows import plain_value
    from inlay.footers.footer.read import read_footer
    from inlay.tables.typed_extensions.open_payload import open_payload
    from inlay.tables.typed_extensions.type_labels import label_types

    types = sources.load()
    labels = label_types(types)
    extensions: list[dict[str, Json]] = []
    misplaced: list[str] = []
    for extension in extensions_of(read_footer(path)).listed:
        opened = open_payload(extension.payload, types)
        if opened is None:
            continue
        struct = extension.carrier.shape.name
        misplaced.append(_say_misplaced(opened.type, struct))
        document: dict[str, Json] = {
            "path": extension.carrier.path,
            "struct": struct,
            "type": labels[opened.type],
            "uuid": str(opened.type.UUID),
            "error": opened.error,
            "content": plain_value(opened.to_dict()),
        }
        extensions.append(document)
    if is_json:
        content: dict[str, Json] = {"path": path, "extensions": [*extensions]}
        show_json(document_of("ext show", content), in_line=not alone)
    else:
        _show_text(path, alone, extensions, misplaced)
    are_right = all(extension["error"] is None for extension in extensions)
    return ExitCode.OK if are_right else ExitCode.FINDINGS


def _show_text(
    path: str, alone: bool, extensions: list[dict[str, Json]], misplaced: list[str]
) -> None:
    if not extensions:
        show_line(f"{path}: no extension of these types")
    elif not alone:
        show_line(f"{path}: {count(len(extensions), 'extension')}")
    for extension, where in zip(extensions, misplaced, strict=True):
        show_line(f"{extension['path'] or 'footer'}: {extension['type']}{where}")
        if extension["error"] is None:
            show_json(extension["content"])
        else:
            show_line(f"cannot be read: {extension['error']}")


def _say_misplaced(type_: type[ExtensionTable], struct: str) -> str:
    """Said where another struct carries it than the one that its type extends: `find` looks into that alone."""
    extends = type_.EXTENDS.rpartition(".")[2]
    if extends in ("", struct):
        return ""
    return f", misplaced: it extends {extends}, and {type_.__name__}.find looks into that alone"
