"""`inlay set PATHS`: other names, key-value pairs, types and claims in the metadata of files."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files
from inlay.cli.options import FILE, format_option, target_options_of
from inlay.cli.outcome import is_altered, show_outcome, show_unaltered, warn_of
from inlay.cli.pairs import pair_columns, pair_names
from inlay.cli.printing import show_json, warn
from inlay.cli.undo_place import UndoPlace, place_for_undo, undo_for, undo_to_option
from inlay.ground.schema.quoted_names import cut_name, split_names
from inlay.ground.wording.amounts import format_size
from inlay_runtime.text import text_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inlay.changes.rewrite.change import Outcome, Target
    from inlay.cli.many_changes import ChangeOne
    from inlay.ground.documents.values import Json
    from inlay.verbs.set.edits import Edits, SortedBy


@click.command("set", short_help="Rename columns; change key-values and types.")
@many_files
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
    metavar="COLUMN=NAME",
    help="Give a column another name; nested ones by path (items.list.element.price=cost), names with signs in double quotes "
    '("a=b"=c). May be repeated.',
)
@click.option(
    "--field-id",
    "field_ids",
    multiple=True,
    metavar="COLUMN=N",
    help="Set a field id; COLUMN= removes it. May be repeated.",
)
@click.option(
    "--logical-type",
    "logical_types",
    multiple=True,
    metavar="COLUMN=TYPE",
    help="Set a logical type that fits the values, such as DATE or TIMESTAMP(MICROS, UTC); NONE removes it. "
    "May be repeated.",
)
@click.option(
    "--column-order",
    "column_orders",
    multiple=True,
    metavar="COLUMN=ORDER",
    help="Declare the order of floating-point bounds, type or ieee754, where the footer proves that they mean the same in it. "
    "May be repeated.",
)
@click.option(
    "--created-by", metavar="TEXT", help="Set the name of the writer; an empty text removes it."
)
@click.option(
    "--sorted-by",
    metavar="COLUMN,...",
    help="Declare that the rows are sorted: COLUMN[:desc][:nulls-first],...; an empty text removes the declaration.",
)
@undo_to_option
@click.option(
    "--undo",
    type=FILE,
    metavar="UNDO",
    help="Take back the change for which UNDO was written, a file or a folder.",
)
@format_option
@target_options_of("table", "size", "attributes")  # what cryptography protects is never changed
def command(
    paths: tuple[str, ...],
    jobs: int,
    keys: tuple[str, ...],
    delete: tuple[str, ...],
    renames: tuple[str, ...],
    field_ids: tuple[str, ...],
    logical_types: tuple[str, ...],
    column_orders: tuple[str, ...],
    created_by: str | None,
    sorted_by: str | None,
    undo_to: str | None,
    undo: str | None,
    format_: str,
    target: Target,
) -> ExitCode:
    """Change the metadata of the files at PATHS. Pages stay where they are, byte for byte.

    A rename changes the schema, the chunks, and the copies of the schema that pandas, Arrow, Spark and others keep in the
    file. A copy that cannot follow is removed, with a warning.
    """
    from inlay.verbs.set.edits import Edits

    edits = Edits(
        {key: _value(text) for key, text in pair_names("--key", keys).items()},
        delete,
        pair_columns("--rename", renames),
        {
            path: _field_id(path, text)
            for path, text in pair_columns("--field-id", field_ids).items()
        },
        pair_columns("--logical-type", logical_types),
        pair_columns("--column-order", column_orders),
        created_by,
        _sorted_by(sorted_by) if sorted_by is not None else None,
    )
    is_json = format_ == "json"
    change: ChangeOne
    if undo is not None:
        if edits != Edits() or undo_to is not None:
            raise click.UsageError("--undo takes a change back, and makes no other")
        place = undo_for(paths, undo)
        change = partial(_undo, undo=place, is_json=is_json)
    elif edits == Edits():
        raise click.UsageError("say what to change: --key, --delete, --rename, ... (--help)")
    else:
        place = place_for_undo(paths, undo_to)
        change = partial(_change, edits=edits, undo_to=place, is_json=is_json)
    document = "set" if is_json else None
    return change_each(paths, jobs, change, target, document=document, undo=place)


def _change(
    path: str, alone: bool, target: Target, *, edits: Edits, undo_to: UndoPlace, is_json: bool
) -> bool:
    from inlay.verbs.set.set_metadata import set_edits

    result = set_edits(path, edits, undo_to=undo_to.of(path), target=target)
    if is_json:
        document = _document_of(result.outcome, result.notes, target)
        show_json(document, in_line=not alone)
        return is_altered(result.outcome)
    for note in result.notes:
        warn(f"{path}: {note}")
    _show(result.outcome, _summary(edits, is_done=not result.outcome.dry_run), alone)
    return is_altered(result.outcome)


def _undo(path: str, alone: bool, target: Target, *, undo: UndoPlace, is_json: bool) -> bool:
    from inlay.changes.rewrite.undo import undo_metadata

    outcome = undo_metadata(path, undo.existing(path), target=target)
    if is_json:
        show_json(_document_of(outcome, (), target), in_line=not alone)
    else:
        _show(outcome, "restore what it was" if outcome.dry_run else "restored what it was", alone)
    return is_altered(outcome)


_LONGEST_VALUE: Final = 1 << 26


def _value(text: str) -> str:
    """`@@` stands for one `@` at the beginning."""
    if not text.startswith("@"):
        return text
    if text.startswith("@@"):
        return text[1:]
    with open(text[1:], "rb") as file:
        data = file.read(_LONGEST_VALUE + 1)  # of a device there is no end
    if len(data) > _LONGEST_VALUE:
        most = format_size(_LONGEST_VALUE)
        raise click.BadParameter(f"{text[1:]} is longer than {most}", param_hint="--key")
    return text_from(data)


def _field_id(path: str, text: str) -> int | None:
    try:
        return int(text) if text else None
    except ValueError:
        raise click.BadParameter(
            f"{path}={text}: {text!r} is not a number", param_hint="--field-id"
        ) from None


def _sorted_by(text: str) -> tuple[SortedBy, ...]:
    from inlay.verbs.set.edits import SortedBy

    claims: list[SortedBy] = []
    for part in split_names(text) if text else ():
        column, rest = cut_name(part, ":")
        words = rest.split(":")[1:]
        if not part or set(words) - {"desc", "nulls-first"}:
            raise click.BadParameter(
                f"{part!r}: after a column may be :desc and :nulls-first; a name with a colon or a comma is written in double quotes",
                param_hint="--sorted-by",
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
    parts += [f"set order of {path} to {word}" for path, word in edits.column_orders.items()]
    if edits.created_by is not None:
        parts.append("set writer" if edits.created_by else f"{delete} writer")
    parts += ["set sorting columns"] if edits.sorted_by is not None else []
    return ", ".join(parts)


def _show(outcome: Outcome, done: str, alone: bool) -> None:
    """`done` is what was done, or after "would" what is to be done."""
    warn_of(outcome.path, outcome.warnings, alone)
    if is_altered(outcome):
        show_outcome(outcome, f"would {done}" if outcome.dry_run else done, alone)
    else:
        show_unaltered(outcome)


def _document_of(outcome: Outcome, notes: Sequence[str], target: Target) -> dict[str, Json]:
    """`output` is the file that was written, or would be."""
    content: dict[str, Json] = {
        "path": outcome.path,
        "output": target.output or outcome.path,
        "changed": is_altered(outcome),
        "dry_run": outcome.dry_run,
        "old_size": outcome.old_size,
        "new_size": outcome.new_size,
        "warnings": [*notes, *outcome.warnings],
    }
    return document_of("set", content)
