"""From an exception to what is printed and how the process ends: the one place that decides it."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Final

from inlay.cli.exit_codes import ExitCode
from inlay.cli.termination import is_terminated

if TYPE_CHECKING:
    import click

    from inlay_runtime.errors import InlayError


_OWN_LINE: Final = (
    r"\n(?=  (?:override: [^\n]*\n  )?(?:try|override): [^\n]*\Z|  [^\n]*\n *\^\Z| *\^\Z)"
)

ELSEWHERE: Final = {
    "--codec": "--compression",
    "--disable": "--ignore",
    "--exclude": "--ignore",
    "--rule": "--select",
    "--sort": "--sort-by",
    "--order-by": "--sort-by",
    "--out": "--output",
    "--force": "--overwrite",
    "--target": "--reader",
}
"""What other programs call an option. A word of theirs may be nearer to one here that means something else."""

_EXTRA: Final = re.compile(r"Got unexpected extra arguments? \((?P<words>.*)\)", re.DOTALL)


def _end_of(word: str, error: BaseException) -> str:
    """With how far the command had come, where it knows."""
    return ": ".join([word, *getattr(error, "__notes__", ())])


def report(error: BaseException) -> ExitCode:
    """Prints the error as its reader needs it, and returns the exit code.

    Only a bug in inlay itself is worth a traceback.
    """
    if is_terminated(error):
        _print(_end_of("terminated", error))
        return ExitCode.TERMINATED
    if isinstance(error, KeyboardInterrupt):
        if sys.stderr.isatty():  # which has shown ^C
            print(file=sys.stderr)
        _print(_end_of("interrupted", error))
        return ExitCode.INTERRUPTED
    if isinstance(error, OSError):
        _print(describe_error(error) + _advise(error))
        return ExitCode.IO
    if isinstance(error, ModuleNotFoundError):
        from inlay.ground.missing import find_remedy, is_explained

        if what := find_remedy(error):
            _print(str(error) if is_explained(error) else f"this needs {what}")
            return ExitCode.USAGE
    return _report_by_module(error)


def describe_error(error: BaseException) -> str:
    """What `report` prints of an error that is not a bug: without the number that Python puts before an OSError, and with flags."""
    from inlay.ground.mistakes import RequestError
    from inlay.ground.refusals import RefusedError, say_with_flags

    if isinstance(error, RefusedError):
        return say_with_flags(error)
    if isinstance(error, RequestError) and error.with_flags:
        return error.with_flags
    if not isinstance(error, OSError):
        return str(error)
    if error.filename is not None and error.strerror is not None:
        from inlay.ground.files.source import say_for_terminal

        return f"{error.filename}: {say_for_terminal(error.strerror)}"
    return error.strerror or str(error) or type(error).__name__


def _advise(error: OSError) -> str:
    if not isinstance(error, FileNotFoundError) or not isinstance(error.filename, str):
        return ""
    from inlay.ground.files.missing_paths import advise_on_missing

    advice = advise_on_missing(error.filename)
    return f"\n  try: {advice}" if advice else ""


def exit_code_of(kind: type[InlayError]) -> ExitCode:
    """How a command ends that one of our errors has ended; `docs/errors.md` has them all."""
    from inlay.changes.rewrite.errors import ChangedError
    from inlay.footers.footer.errors import EncryptedFooterError
    from inlay.ground.mistakes import RequestError
    from inlay.ground.refusals import RefusedError
    from inlay_runtime.errors import ExtensionError, InlayError

    codes: dict[type[InlayError], ExitCode] = {
        RefusedError: ExitCode.REFUSED,
        ChangedError: ExitCode.CHANGED,
        RequestError: ExitCode.USAGE,
        ExtensionError: ExitCode.REFUSED,
        EncryptedFooterError: ExitCode.FINDINGS,  # it is not damaged, and nothing was found out
        InlayError: ExitCode.INVALID,
    }
    return next(code for root, code in codes.items() if issubclass(kind, root))


def _report_by_module(error: BaseException) -> ExitCode:
    import click

    from inlay_runtime.errors import InlayError

    match error:
        case click.exceptions.NoArgsIsHelpError():
            error.show()
            return ExitCode.USAGE
        case click.NoSuchOption():
            return _report_usage(_name_format(error))
        case click.MissingParameter(param=click.Option(help=str(help_))) if not error.message:
            # What to give is what it is for.
            what = click.MissingParameter(help_, error.ctx, error.param, error.param_hint)
            return _report_usage(what)
        case click.BadParameter():
            return _report_usage(_explain_value(error))
        case click.UsageError():
            return _report_usage(_explain_extra(error))
        case click.ClickException():
            return _report_usage(error)
        case InlayError():
            _print(describe_error(error))
            return exit_code_of(type(error))
        case _:
            return _report_defect(error)


def _report_usage(error: click.ClickException) -> ExitCode:
    import click

    from inlay_runtime.usage_errors import describe_usage

    where = error.ctx if isinstance(error, click.UsageError) else None
    command = where.command_path if where is not None else None
    _print_lines(describe_usage(error.format_message(), command))
    return ExitCode.USAGE


def _name_format(error: click.NoSuchOption) -> click.NoSuchOption:
    """`--json` and its like are options of many programs; here they are values of `--format`. `--help` is near to many words, and
    meant by few."""
    import click

    command, name = error.ctx.command if error.ctx is not None else None, error.option_name
    for parameter in command.params if command is not None else ():
        choices = getattr(parameter.type, "choices", ())
        if "--format" in parameter.opts and name.lstrip("-") in choices:
            near = [f"--format {name.lstrip('-')}"]
            return click.NoSuchOption(name, possibilities=near, ctx=error.ctx)
    for word in sys.argv[1:]:
        if word.startswith(name) and os.path.lexists(word):
            message = f"No such option: {name}. For the file, write ./{word}"
            return click.NoSuchOption(name, message, ctx=error.ctx)
    there = (
        {option for parameter in command.params for option in parameter.opts}
        if command is not None
        else ()
    )
    if (known := ELSEWHERE.get(name, "")) in there:
        message = f"No such option {name!r}. Did you mean {known!r}?"
        return click.NoSuchOption(name, message, ctx=error.ctx)
    near = [it for it in error.possibilities or () if it != "--help" or name.startswith("--h")]
    return click.NoSuchOption(name, possibilities=near, ctx=error.ctx)


def _explain_value(error: click.BadParameter) -> click.BadParameter:
    """A number that is none, and a word that is near to one that may be chosen."""
    import click

    kind = error.param.type if error.param is not None else None
    word, _, rest = error.message.partition(" is not ")
    if isinstance(kind, click.IntRange) and rest.startswith("a valid "):
        message = f"{word} is not a whole number{_say_unit(error.param)}"
    elif isinstance(kind, click.Choice) and rest.startswith("one of "):
        from difflib import get_close_matches

        close = get_close_matches(word.strip("'"), map(str, kind.choices), n=1)
        message = f"{error.message} Did you mean {close[0]!r}?" if close else error.message
    else:
        return error
    return click.BadParameter(message, error.ctx, error.param, error.param_hint)


def _say_unit(parameter: click.Parameter | None) -> str:
    """What an option counts, where its placeholder says it: rows, and not bytes."""
    unit = parameter.metavar if parameter is not None else None
    if unit is None or len(unit) == 1:
        return ""
    return f" of {unit.lower() if unit.isupper() else unit}"


def _explain_extra(error: click.UsageError) -> click.UsageError:
    """What a word too many may be: a column, where the command has an option for these; it takes so many words otherwise."""
    import click

    extra = _EXTRA.fullmatch(error.message)
    if extra is None or error.ctx is None:
        return error
    command = error.ctx.command
    option = next(
        (it.opts[0] for it in command.params if it.opts[0] in ("--column", "--columns")), None
    )
    if option is not None and not any(map(os.path.lexists, extra["words"].split())):
        words = " ".join(f"{option} {word}" for word in extra["words"].split())
        hint = f"Columns are given by {option}: {words}"
    else:
        taken = " ".join(
            it.make_metavar(error.ctx) for it in command.params if isinstance(it, click.Argument)
        )
        hint = f"It takes {taken or 'options alone'}."
    return click.UsageError(f"{error.message}. {hint}", error.ctx)


def _report_defect(error: BaseException) -> ExitCode:
    import traceback

    traceback.print_exception(error)
    _print("this is a bug in inlay; please report it with the lines above")
    return ExitCode.INTERNAL


def _print(message: str) -> None:
    _print_lines(f"error: {message}")


def _print_lines(message: str) -> None:
    from inlay.cli.progress import LAST_LINE
    from inlay.ground.wording.printable import escape_unprintable

    LAST_LINE.clear()
    for line in split_message(message):
        print(escape_unprintable(line), file=sys.stderr)


def split_message(message: str) -> list[str]:
    """What is wrong, and lines of our own behind it: what to do, or the text that is meant with a mark below it.

    A name in a file may hold an end of a line, too. That begins no line: programs that read what is printed would take it for ours.
    """
    return re.split(_OWN_LINE, message)
