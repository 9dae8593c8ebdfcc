"""What `concat`, `select`, `drop` and `split` share: how a plan becomes a file, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.key_options import add_key_options
from inlay.cli.many_files import code_of_read
from inlay.cli.options import Decorator, allow_of, dry_run_option, format_option, overwrite_option
from inlay.cli.output import OutFile
from inlay.cli.printing import show_json, show_line
from inlay.cli.progress import (
    CHECKING,
    LAST_LINE,
    PLANNING,
    PRINTING,
    WRITING,
    show_progress,
    show_steps,
)
from inlay.ground.wording.amounts import count, format_size

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys
    from inlay.ground.documents.values import Json
    from inlay.ground.refusals import RefusedError
    from inlay.verbs.parts.making import WrittenFile
    from inlay.verbs.parts.progress import PartsProgress, Stage

How: TypeAlias = "dict[str, Any]"
"""The arguments that all four functions have."""

output_option = click.option(
    "-o", "--output", required=True, type=OutFile("Parquet"), metavar="OUT", help="Write to OUT."
)
schema_rule_option = click.option(
    "--schema",
    type=click.Choice(["same", "exact", "union"]),
    default="same",
    show_default=True,
    help="Which schemas fit: the same columns in any order; exactly equal ones; or any, with nulls for missing columns.",
)
pair_rule_option = click.option(
    "--metadata",
    type=click.Choice(["first", "drop", "error"]),
    default="first",
    show_default=True,
    help="What happens to a key-value pair in which files differ.",
)
verify_option = click.option(
    "--verify-pages/--no-verify-pages",
    default=True,
    show_default=True,
    help="Check CRCs, page headers and indexes on the way.",
)


def making_options_of(
    overwrite: Decorator[Callable[..., object]],
) -> Decorator[Callable[..., object]]:
    """The same with another `--overwrite`."""
    return lambda command: _add_making_options(command, overwrite)


def making_options(command: Callable[..., object]) -> Callable[..., object]:
    """The command with the options of how to make a file, and those of keys, which become `how`, and --format."""
    return _add_making_options(command, overwrite_option)


def _add_making_options(
    command: Callable[..., object], overwrite_option: Decorator[Callable[..., object]]
) -> Callable[..., object]:

    @wraps(command)
    def with_how(
        *,
        overwrite: bool,
        dry_run: bool,
        verify_pages: bool,
        allow: tuple[str, ...],
        keys: EncryptionKeys | None,
        **others: Any,
    ) -> object:
        how = {
            "overwrite": overwrite,
            "dry_run": dry_run,
            "verify_pages": verify_pages,
            "allow": frozenset(allow),
            "keys": keys,
        }
        return command(how=how, **others)

    decorated: Callable[..., object] = with_how
    for option in (
        format_option,
        add_key_options,
        allow_of("table"),
        verify_option,
        overwrite_option,
        dry_run_option,
    ):
        decorated = option(decorated)
    return decorated


@contextmanager
def show_stages() -> Generator[PartsProgress]:
    """The line of a verb: first of the footers that are read, then of the bytes that are written. Each of them is followed by a step that
    cannot say how far it is."""
    from inlay.verbs.parts.progress import Stage

    with (
        show_steps(PLANNING, WRITING, CHECKING, PRINTING),
        show_progress("reading footers", "file", None) as footers,
        show_progress(WRITING, "byte", None) as writing,
    ):
        lines = {Stage.FOOTERS: footers, Stage.BYTES: writing}

        def reach(stage: Stage, done: int, total: int) -> None:
            if stage is Stage.BYTES:
                LAST_LINE.begin_step(WRITING)
            lines[stage].reach_of(done, total)
            if done >= total:
                LAST_LINE.clear()
            if stage is Stage.BYTES and done >= total:
                LAST_LINE.begin_step(CHECKING)

        yield reach


def code_of_refused(error: RefusedError) -> ExitCode:
    """Without files, how every command ends. Raises any other refusal."""
    from inlay.verbs.parts.named_sources import NO_FILES

    if error.name != NO_FILES:
        raise error
    return code_of_read(0)


def show_files(files: Sequence[WrittenFile], document: dict[str, Json], format_: str) -> None:
    """`document` is the same as JSON."""
    if format_ == "json":
        show_json(document)
        return
    for file in files:
        verb = "would write" if file.size is None else "wrote"
        amounts = [
            count(file.rows, "row"),
            count(file.row_groups, "row group"),
            count(file.columns, "column"),
        ]
        bytes_ = (
            f"{format_size(file.copied)} of pages" if file.size is None else format_size(file.size)
        )
        show_line(f"{file.path}: {verb} {', '.join(amounts)} in {bytes_}")
        for note in file.notes:
            show_line(f"  {note}")


def content_of(files: Sequence[WrittenFile]) -> dict[str, Json]:
    """What a document says of the files."""
    return {"files": [_describe(file) for file in files]}


def _describe(file: WrittenFile) -> dict[str, Json]:
    return {
        "path": file.path,
        "rows": file.rows,
        "row_groups": file.row_groups,
        "columns": file.columns,
        "copied": file.copied,
        "size": file.size,
        "notes": list(file.notes),
    }
