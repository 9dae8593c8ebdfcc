"""`inlay set FILE...`: other names, key-value pairs, types and claims in the metadata of files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.cli.options import FILE, format_option, target_options_of
from inlay.cli.printing import show_json, show_line, warn
from inlay.cli.report.json_layouts import document_of
from inlay_runtime.text import text_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inlay.amend.edits import Edits, SortedBy
    from inlay.documents.values import Json
    from inlay.rewrite.change import Outcome, Target


@click.command("set", short_help="Rename columns; change key-values and types.")
@click.argument("files", nargs=-1, required=True, metavar="FILES...", type=FILE)
@click.option(
    "--key",
    "keys",
    multiple=True,
    metavar="KEY=VALUE",
    help="Set a key-value pair; VALUE may be @PATH, the content of a file. May be repeated.",
)
@click.option(
    "--delete", multiple=True, metavar="GLOB", help="Delete key-value pairs; may be repeated."
)
@click.option(
    "--rename",
    "renames",
    multiple=True,
    metavar="PATH=NAME",
    help="Give a column another name; nested ones by path (items.list.element.price=cost). May be repeated.",
)
@click.option(
    "--field-id",
    "field_ids",
    multiple=True,
    metavar="PATH=N",
    help="Set a field id; PATH= removes it. May be repeated.",
)
@click.option(
    "--logical-type",
    "logical_types",
    multiple=True,
    metavar="PATH=TYPE",
    help="Set a logical type that fits the values, such as DATE or TIMESTAMP(MICROS, UTC); NONE removes it. "
    "May be repeated.",
)
@click.option("--created-by", metavar="TEXT", help="Set the name of the writer.")
@click.option(
    "--sorted-by",
    metavar="COLUMNS",
    help="Declare that the rows are sorted: PATH[:desc][:nulls-first],...; an empty text removes the declaration.",
)
@click.option(
    "--undo-to",
    type=FILE,
    metavar="UNDO",
    help="Write to UNDO what is needed to take the change back.",
)
@click.option(
    "--undo", type=FILE, metavar="UNDO", help="Take back the change for which UNDO was written."
)
@format_option
@target_options_of("table", "size", "attributes")  # what cryptography protects is never changed
def command(
    files: tuple[str, ...],
    keys: tuple[str, ...],
    delete: tuple[str, ...],
    renames: tuple[str, ...],
    field_ids: tuple[str, ...],
    logical_types: tuple[str, ...],
    created_by: str | None,
    sorted_by: str | None,
    undo_to: str | None,
    undo: str | None,
    format_: str,
    target: Target,
) -> None:
    """Change the metadata of FILES. Pages stay where they are, byte for byte.

    A rename changes the schema, the chunks, and the copies of the schema that pandas, Arrow, Spark and others keep in the
    file. A copy that cannot follow is removed, with a warning.
    """
    from inlay.amend.edits import Edits
    from inlay.amend.set_metadata import set_edits
    from inlay.amend.undo import undo_metadata

    edits = Edits(
        {key: _value(text) for key, text in _pairs("--key", keys).items()},
        delete,
        _pairs("--rename", renames),
        {path: _field_id(path, text) for path, text in _pairs("--field-id", field_ids).items()},
        _pairs("--logical-type", logical_types),
        created_by,
        _sorted_by(sorted_by) if sorted_by is not None else None,
    )
    if len(files) > 1 and (target.output or undo_to or undo):
        raise click.UsageError("-o, --undo-to and --undo are about one file")
    if undo is not None:
        if edits != Edits() or undo_to is not None:
            raise click.UsageError("--undo takes a change back, and makes no other")
        for file in files:
            outcome = undo_metadata(file, undo, target=target)
            if format_ == "json":
                show_json(_document_of(outcome, (), target))
            else:
                _show(outcome, "restored what it was", "restore what it was")
        return
    if edits == Edits():
        raise click.UsageError("say what to change: --key, --delete, --rename, ... (--help)")
    done, undone = (_summary(edits, is_done=is_done) for is_done in (True, False))
    for file in files:
        result = set_edits(file, edits, undo_to=undo_to, target=target)
        if format_ == "json":
            document = _document_of(result.outcome, result.notes, target)
            show_json(document, in_line=len(files) > 1)
            continue
        for note in result.notes:
            warn(f"{file}: {note}")
        _show(result.outcome, done, undone)


def _pairs(option: str, texts: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise click.BadParameter(f"{text!r} has no NAME=", param_hint=option)
        if name in pairs:
            raise click.BadParameter(f"{name!r} is there twice", param_hint=option)
        pairs[name] = value
    return pairs


def _value(text: str) -> str:
    """`@@` stands for one `@` at the beginning."""
    if not text.startswith("@"):
        return text
    if text.startswith("@@"):
        return text[1:]
    with open(text[1:], "rb") as file:
        data = file.read()
    return text_from(data)


def _field_id(path: str, text: str) -> int | None:
    try:
        return int(text) if text else None
    except ValueError:
        raise click.BadParameter(
            f"{path}={text}: {text!r} is no number", param_hint="--field-id"
        ) from None


def _sorted_by(text: str) -> tuple[SortedBy, ...]:
    from inlay.amend.edits import SortedBy

    claims: list[SortedBy] = []
    for part in text.split(",") if text else ():
        column, *words = part.split(":")
        if not column or set(words) - {"desc", "nulls-first"}:
            raise click.BadParameter(
                f"{part!r}: after a column may be :desc and :nulls-first", param_hint="--sorted-by"
            )
        claims.append(SortedBy(column, "desc" in words, "nulls-first" in words))
    return tuple(claims)


def _summary(edits: Edits, *, is_done: bool) -> str:
    """What was done, or after "would" what is to be done."""
    rename, delete = ("renamed", "deleted") if is_done else ("rename", "delete")
    parts = [f"{rename} {path} to {name}" for path, name in edits.rename.items()]
    parts += [f"set key {key!r}" for key in edits.keys]
    parts += [f"{delete} keys {glob!r}" for glob in edits.delete]
    for path, number in edits.field_ids.items():
        id_ = f"field id of {path}"
        parts.append(f"{delete} {id_}" if number is None else f"set {id_} to {number}")
    parts += [f"set type of {path} to {kind}" for path, kind in edits.logical_types.items()]
    parts += ["set writer"] if edits.created_by is not None else []
    parts += ["set sorting columns"] if edits.sorted_by is not None else []
    return ", ".join(parts)


def _show(outcome: Outcome, done: str, undone: str) -> None:
    for warning in outcome.warnings:
        warn(warning)
    if not outcome.changed:
        show_line(f"{outcome.path}: nothing to change")
        return
    show_line(f"{outcome.path}: {f'would {undone}' if outcome.dry_run else done}")
    growth = outcome.new_size - outcome.old_size
    show_line(f"  file {outcome.old_size:,} -> {outcome.new_size:,} bytes ({growth:+,})")


def _document_of(outcome: Outcome, notes: Sequence[str], target: Target) -> dict[str, Json]:
    """`output` is the file that was written, or would be."""
    content: dict[str, Json] = {
        "path": outcome.path,
        "output": target.output or outcome.path,
        "changed": outcome.changed,
        "dry_run": outcome.dry_run,
        "old_size": outcome.old_size,
        "new_size": outcome.new_size,
        "warnings": [*notes, *outcome.warnings],
    }
    return document_of("set", content)
