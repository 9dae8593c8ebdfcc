"""`inlay ext list PATHS`: the extensions of files."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import many_files, run_each
from inlay.cli.options import format_option
from inlay.cli.printing import show_json, show_line, show_table
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inlay.footers.extensions.listing import ListedExtension
    from inlay.ground.documents.values import Json


@click.command("list", short_help="List the extensions.")
@many_files
@format_option
def command(paths: tuple[str, ...], jobs: int, format_: str) -> ExitCode:
    """List the extensions of the files at PATHS: the struct that carries each, its container, and whether its checksums agree.

    `flatbuffer` stands for the extension slot inside a FlatBuffers footer.
    """
    is_json = format_ == "json"
    job = partial(_list_extensions, is_json=is_json)
    return run_each(paths, jobs, job, document="ext list" if is_json else None)


def _list_extensions(path: str, alone: bool, *, is_json: bool) -> ExitCode:
    from inlay.changes.life_cycle.extension_list import extensions_of
    from inlay.footers.footer.read import read_footer

    listed = extensions_of(read_footer(path)).listed
    if is_json:
        extensions: list[Json] = [document_extension(extension) for extension in listed]
        content: dict[str, Json] = {"path": path, "extensions": extensions}
        show_json(document_of("ext list", content), in_line=not alone)
    else:
        show_extensions_of(path, alone, listed)
    return ExitCode.OK


def show_extensions_of(path: str, alone: bool, extensions: Sequence[ListedExtension]) -> None:
    """A table, and before it whose it is, if there are others."""
    if not extensions:
        show_line(f"{path}: no extensions")
        return
    if not alone:
        show_line(f"{path}: {count(len(extensions), 'extension')}")
    show_extensions(extensions)


def show_extensions(extensions: Sequence[ListedExtension]) -> None:
    titles = ("carrier", "header", "size", "extension", "container", "content", "state")
    show_table(
        titles,
        [_row(extension) for extension in extensions],
        right=("size", "content"),
        goes=("content", "header", "container", "size"),
        folds=["state"],
    )


def document_extension(extension: ListedExtension) -> Json:
    from inlay.ground.documents.findings import document_finding

    slot = extension.carrier.slot
    guess, content, finding = extension.guess, extension.content, extension.finding
    return {
        "path": extension.carrier.path,
        "struct": extension.carrier.shape.name,
        "header": slot.header.value if slot is not None else None,
        "offset": extension.offset,
        "size": len(extension.payload),
        "in_envelope": extension.in_envelope,
        "uuid": str(extension.uuid) if extension.uuid is not None else None,
        "uuid_guess": str(guess.uuid) if guess is not None else None,
        "name": extension.name or None,
        "container": content.kind if content is not None else None,
        "content_size": len(content.data) if content is not None else None,
        "state": extension.state,
        "finding": document_finding(finding) if finding is not None else None,
    }


def _row(extension: ListedExtension) -> tuple[str, ...]:
    slot = extension.carrier.slot
    kind = extension.content.kind if extension.content is not None else "-"
    return (
        extension.carrier.shown,
        slot.header.value if slot is not None else "",
        f"{len(extension.payload):,}",
        _name(extension),
        f"{kind}, in envelope" if extension.in_envelope else kind,
        f"{len(extension.content.data):,}" if extension.content is not None else "-",
        (
            extension.state
            if extension.finding is None
            else f"{extension.state}: {extension.finding.what}"
        ),
    )


def _name(extension: ListedExtension) -> str:
    if extension.name:
        return extension.name
    if extension.uuid is not None:
        return str(extension.uuid)
    guess = extension.guess
    return f"perhaps {guess.uuid}" if guess is not None else "?"
