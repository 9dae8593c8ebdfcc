"""`inlay encoding add PATHS`: a second encoding for columns."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.encoding.options import whole_target_options_of
from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_changes import change_each
from inlay.cli.many_files import many_files
from inlay.cli.options import columns_option
from inlay.cli.outcome import show_outcome, warn_of
from inlay.cli.printing import show_line, show_table
from inlay.cli.progress import progress_of
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.changes.rewrite.change import Target
    from inlay.pages.encodings.add import Choice
    from inlay.pages.encodings.on_files import Chooser
    from inlay.pages.encodings.plugins import Encodings, ValueEncoding
    from inlay.pages.encodings.trial import Attempt, Trial
    from inlay.pages.engine.thrift_file import ThriftFile


@click.command("add", short_help="Add a second encoding to columns.")
@many_files
@columns_option
@click.option(
    "--encoding",
    metavar="NAME",
    help="The encoding, perhaps with parameters, as in 'pco(level=9)'; by default, the one in which each column is read fastest.",
)
@click.option(
    "--auto",
    is_flag=True,
    help="Choose the columns that become at least a tenth smaller, and are read no slower.",
)
@whole_target_options_of("table", "size", "envelope")
def command(
    paths: tuple[str, ...],
    jobs: int,
    columns: tuple[str, ...],
    encoding: str | None,
    auto: bool,
    target: Target,
) -> ExitCode:
    """Store columns of each file at PATHS in a new encoding, next to the old one.

    Readers that do not know the new encoding read the old one. A file is replaced by a new file in one step, or not at all. `inlay encoding strip` restores the original bytes.
    """
    if auto and columns:
        raise click.UsageError("--auto chooses the columns itself: give either --auto or --columns")
    if not auto and not columns:
        raise click.UsageError("give --columns GLOB or --auto")
    add = partial(_add, columns=None if auto else columns, encoding=encoding)
    return change_each(paths, jobs, add, target)


def _add(
    path: str,
    alone: bool,
    target: Target,
    *,
    columns: tuple[str, ...] | None,
    encoding: str | None,
) -> bool:
    """Without `columns`, they are picked."""
    from inlay.ground.schema.names import ColumnNameError
    from inlay.pages.encodings.configuration import read_configured
    from inlay.pages.encodings.on_files import add_to_file

    known = read_configured()
    tried: list[Trial] = []
    chooser = (
        _auto(known, encoding, tried)
        if columns is None
        else _choose_named(known, encoding, columns)
    )
    try:
        with progress_of(path, "adding", alone) as progress:
            result = add_to_file(
                path,
                chooser,
                target=target,
                encodings=known,
                progress=progress,
            )
    except ColumnNameError as error:
        raise click.BadParameter(str(error), param_hint="--columns") from error
    except _NothingToAddError as nothing:
        if alone:
            _show_trials(tried)
        show_line(f"{path}: {nothing}")
        return False
    outcome = result.outcome
    warn_of(outcome.path, result.warnings, alone)
    said = f"new encodings of {count(len(result.sizes), 'column')}"
    done = f"would add {said}" if outcome.dry_run else f"added {said}"
    if not alone:
        show_outcome(outcome, done, alone)
        return outcome.changed
    _show_trials(tried)
    show_outcome(outcome, done, alone)
    rows = [
        (
            name,
            f"{sizes.old:,}",
            f"{sizes.new:,}",
            _percent(1 - sizes.new / sizes.old if sizes.old else 0),
        )
        for name, sizes in result.sizes.items()
    ]
    show_table(
        ("column", "old bytes", "new bytes", "saved"), rows, ("old bytes", "new bytes", "saved")
    )
    return outcome.changed


class _NothingToAddError(Exception):
    """No column was picked: the file stays as it is."""


def _choose_named(known: Encodings, encoding: str | None, columns: tuple[str, ...]) -> Chooser:
    from inlay.ground.refusals import RefusedError
    from inlay.pages.encodings.choose import choose_best, choose_columns

    plugin = _find_named(known, encoding)
    choose = choose_best(columns, known) if plugin is None else choose_columns(columns, plugin)
    name = "any encoding in use" if plugin is None else plugin.name

    def chooser(file: ThriftFile) -> Choice:
        choice = choose(file)
        if not choice:
            raise RefusedError("column", f"no column that matches has values for {name}")
        return choice

    return chooser


def _find_named(known: Encodings, encoding: str | None) -> ValueEncoding | None:
    from inlay.pages.encodings.parameters import NoSuchEncodingError, find_by_words

    try:
        return None if encoding is None else find_by_words(known, encoding)
    except NoSuchEncodingError as error:
        raise click.BadParameter(str(error), param_hint="--encoding") from error


def _auto(known: Encodings, encoding: str | None, tried: list[Trial]) -> Chooser:
    from inlay.pages.encodings.choose import keep_worthwhile
    from inlay.pages.encodings.plugins import Encodings
    from inlay.pages.encodings.trial import try_encodings

    plugin = _find_named(known, encoding)
    among = known if plugin is None else Encodings(plugin)

    def chooser(file: ThriftFile) -> Choice:
        tried[:] = try_encodings(file, among)
        choice = keep_worthwhile(tried)
        if not choice:
            raise _NothingToAddError(
                "no column becomes at least a tenth smaller and is read no slower, so nothing was changed"
            )
        return choice

    return chooser


def _show_trials(tried: list[Trial]) -> None:
    """Each column as it is, then what the encodings would make of it."""
    if not tried:
        return
    rows: list[tuple[str, ...]] = []
    for trial in tried:
        if not trial.attempts:
            rows.append((trial.name, "", "", "", "", trial.reason))
            continue
        rows.append((trial.name, "as it is", f"{trial.old.size:,}", "", _speed(trial.old), ""))
        for attempt in trial.attempts:
            assert attempt.encoding is not None
            name = attempt.encoding.name
            if attempt.reason:
                rows.append(("", name, "", "", "", attempt.reason))
                continue
            saved = _percent(trial.saves(attempt))
            is_picked = trial.is_worthwhile and attempt is trial.best
            picked = "picked" if is_picked else ""
            rows.append(("", name, f"{attempt.size:,}", saved, _speed(attempt), picked))
    titles = ("column", "encoding", "bytes", "saved", "decoded, MB/s", "")
    show_table(titles, rows, right=titles[2:5])


def _speed(attempt: Attempt) -> str:
    return f"{attempt.speed / 1e6:,.0f}"


def _percent(part: float) -> str:
    return f"{part:.1%}"
