"""Options that several commands share, and what they are turned into."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar
from uuid import UUID

import click

from inlay.cli.output import OutPath
from inlay.cli.progress import watch_copying

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Target
    from inlay_runtime.extension import Header

Command = TypeVar("Command", bound=Callable[..., Any])
Decorator: TypeAlias = Callable[[Command], Command]

FILE: Final = click.Path(readable=False)
"""Whether a file can be read is found out when it is, and said in one line: click would call it wrong usage."""


class _Paths(click.Path):
    """PATHS. Of two arguments click gives one word to the last: what is absent is told together with what follows."""

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str | None:
        arguments: list[click.Parameter] = (
            [it for it in ctx.command.params if isinstance(it, click.Argument)] if ctx else []
        )
        behind = arguments[arguments.index(param) + 1 :] if param in arguments else []
        return f"They are followed by {behind[0].make_metavar(ctx)}." if behind and ctx else None


PATHS: Final = _Paths(readable=False)


OVERRIDES: Final = (
    "table",
    "signed",
    "encrypted",
    "trailing",
    "union",
    "empty-struct",
    "size",
    "attributes",
)


def _uuid(_ctx: click.Context, _parameter: click.Parameter, value: str | None) -> UUID | None:
    """A UUID, or the name of a known one."""
    if value is None:
        return None
    from inlay.footers.containers import REGISTRY

    known = REGISTRY.find_named(value)
    if known is not None:
        return known.uuid
    try:
        return UUID(value)
    except ValueError:
        names = ", ".join(entry.name for entry in REGISTRY)
        raise click.BadParameter(f"{value!r} is neither a UUID nor one of {names}") from None


AT: Final = (
    "The struct that carries it, such as row_groups[0].columns[3].meta_data; by default the footer; "
    "`flatbuffer` is the slot of a FlatBuffers footer (v1)."
)
at_option = click.option("--at", default="", metavar="PATH", help=AT)
uuid_option = click.option(
    "--uuid",
    callback=_uuid,
    metavar="UUID",
    help="The extension's UUID, or the name of a known one.",
)
columns_option = click.option(
    "--columns",
    multiple=True,
    metavar="GLOB",
    help="A path, the beginning of one, or a glob; may be repeated.",
)


def format_option_of(
    default: str | None, shown: str | bool = True
) -> Decorator[Callable[..., Any]]:
    """`shown` says what holds without the option where that is not a constant."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(["text", "json"]),
        default=default,
        show_default=shown,
        help="Text for people, or everything as JSON.",
    )


def schema_option_of(words: str, *, required: bool = False) -> Decorator[Callable[..., Any]]:
    """Where the types of extensions come from: the command is given `schemas`."""
    return click.option(
        "--schema",
        "schemas",
        multiple=True,
        required=required,
        metavar="TYPES",
        help=f"{words} TYPES is a schema (.fbs), or a generated package, by its folder or name, whose code is run; may be repeated.",
    )


format_option = format_option_of("text")
header_option = click.option(
    "--header",
    type=click.Choice(["spec", "zigzag", "trailing"]),
    help="Spelling of a new field's header; by default spec on the footer, zigzag elsewhere.",
)
overwrite_option = click.option("--overwrite", is_flag=True, help="Replace OUT if it exists.")
share_option = click.option(
    "--share",
    is_flag=True,
    help="Leave out names, keys, messages and values, so that others may see it.",
)
dry_run_option = click.option(
    "--dry-run", is_flag=True, help="Print what would change, and write nothing."
)
output_option = click.option(
    "-o",
    "--output",
    type=OutPath("Parquet"),
    metavar="OUT",
    help="Write to OUT, a file or a folder; without it, the files themselves change.",
)


in_place_option = click.option(
    "--in-place",
    is_flag=True,
    help="Write over the end of the file itself; without it, a new file takes its place.",
)


_OF_TABLES: Final = (
    "A table is recognized by its folder. If a catalog elsewhere has registered the file, nothing shows it, "
    "and the catalog's lengths are wrong once the file is changed."
)


_WIDEST: Final = 66


def allow_of(*names: str) -> Decorator[Callable[..., object]]:
    """The option that overrides these refusals."""
    words = "Allow what is refused under this name; may be repeated."
    return click.option(
        "--allow",
        multiple=True,
        type=click.Choice(names),
        metavar=_fold(names),
        help=f"{words} {_OF_TABLES}" if "table" in names else words,
    )


def _fold(names: Sequence[str]) -> str:
    """As click shows the choices, on two lines where one would be too long for a terminal."""
    shown = f"[{'|'.join(names)}]"
    if len(shown) <= _WIDEST:
        return shown
    cut = shown.rindex("|", 0, _WIDEST) + 1
    return f"{shown[:cut]}\n{' ' * len('  --allow ')}{shown[cut:]}"


allow_option = allow_of(*OVERRIDES)


def target_options_of(*names: str) -> Decorator[Callable[..., object]]:
    """Where the result goes, and which refusals may be overridden: the command is given a `target`."""
    return lambda command: target_of(
        command,
        dry_run_option,
        in_place_option,
        overwrite_option,
        output_option,
        allow_of(*names),
    )


def target_of(
    command: Callable[..., object], *options: Decorator[Callable[..., object]]
) -> Callable[..., object]:
    """The command with these options, which become its `target`."""

    @wraps(command)
    def with_target(
        *,
        output: str | None,
        overwrite: bool,
        dry_run: bool,
        allow: tuple[str, ...],
        in_place: bool = False,
        **others: object,
    ) -> object:
        target = _target(output, overwrite, in_place, dry_run, allow)
        return command(target=target, **others)

    decorated: Callable[..., object] = with_target
    for option in options:
        decorated = option(decorated)
    return decorated


target_options = target_options_of(*OVERRIDES)
slot_target_options = target_options_of(*OVERRIDES, "envelope")
"""The same, of what is put into a slot that may hold somebody else's extension."""


def _target(
    output: str | None, overwrite: bool, in_place: bool, dry_run: bool, allow: tuple[str, ...]
) -> Target:
    from inlay.changes.rewrite.change import Target

    if output is not None and in_place:
        raise click.UsageError(
            "--in-place changes the file itself, and -o writes another: choose one"
        )
    return Target(
        output,
        overwrite,
        in_place,
        dry_run,
        allow=frozenset(allow),
        watch=watch_copying(),
    )


def header_from(name: str | None) -> Header | None:
    from inlay_runtime.extension import Header

    return Header(name) if name is not None else None


@contextmanager
def report_path_errors() -> Generator[None]:
    """A path that names nothing is wrong usage."""
    from inlay.footers.extensions.locate import FooterPathError

    try:
        yield
    except FooterPathError as error:
        raise click.BadParameter(str(error), param_hint="--at") from error
