"""`inlay spark migrate | rollback | verify`: the phases on the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from inlay.exit_codes import ExitCode
from inlay.report.amounts import count

if TYPE_CHECKING:
    from inlay_spark.migration.lake import Cost, Outcome

_ALLOW = ("size", "owner", "signed", "encrypted", "table")
_TO = ("private", "migration", "final", "thrift", "seal", "encoding")


@click.command("migrate")
@click.argument("paths", nargs=-1, required=True)
@click.option("--to", "to", type=click.Choice(_TO), required=True, help="What the files become.")
@click.option("--write", is_flag=True, help="Do it; without this the plan is printed.")
@click.option(
    "--journal", type=click.Path(), help="A new folder, or that of a job that was cut off."
)
@click.option("--column", "columns", multiple=True, help="For encoding: a name or a glob.")
@click.option("--encoding", default="", help="For encoding: the name of the plug-in.")
@click.option("--allow", multiple=True, type=click.Choice(_ALLOW), help="Override a refusal.")
@click.option("--emit-changes", type=click.Path(), help="New names; list them in this file.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text")
def migrate(
    paths: tuple[str, ...],
    to: str,
    write: bool,
    journal: str | None,
    columns: tuple[str, ...],
    encoding: str,
    allow: tuple[str, ...],
    emit_changes: str | None,
    format_: str,
) -> ExitCode:
    """Take all files of PATHS (files, folders, globs) to another form.

    Prints the plan and its cost. With --write: plans, stages, publishes, sweeps; the journal, which is
    needed then, can resume the job and roll it back. Exit code 1 if there are problems.
    """
    from inlay_spark.migration import lake
    from inlay_spark.migration.operations import Operation
    from inlay_spark.session import session

    if write and journal is None:
        raise click.UsageError("--write needs --journal DIR: it is what `rollback` works from")
    if emit_changes is not None and not write:
        raise click.UsageError("--emit-changes lists what was written: it needs --write")
    if emit_changes is not None:
        allow = (*allow, "table")
    operation = Operation(to, columns, encoding, allow)
    files = _files(paths)
    if not write:
        cost = lake.plan(session(), files, operation)
        _print(asdict(cost), _plan_text(cost, to), format_)
        return ExitCode.FINDINGS if cost.actions.get("problem") else ExitCode.OK
    assert journal is not None
    outcome = lake.migrate(
        session(), files, operation, journal, new_names=emit_changes is not None, progress=_progress
    )
    if emit_changes is not None:
        with open(emit_changes, "w", encoding="utf-8") as file:
            for change in lake.changes(session(), journal):
                file.write(json.dumps(asdict(change)) + "\n")
    return _finish(outcome, format_)


@click.command("rollback")
@click.argument("journal", type=click.Path())
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text")
def rollback(journal: str, format_: str) -> ExitCode:
    """Make every file that the job of JOURNAL published what it was before, byte for byte."""
    from inlay_spark.migration import lake
    from inlay_spark.session import session

    return _finish(lake.rollback(session(), journal, progress=_progress), format_)


@click.command("verify")
@click.argument("journal", type=click.Path())
@click.option("--sample", type=click.FloatRange(0, 1), default=0.01, help="Share of files to read.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text")
def verify(journal: str, sample: float, format_: str) -> ExitCode:
    """Compare what the job of JOURNAL published with what the files were, by other code."""
    from inlay_spark.migration import lake
    from inlay_spark.session import session

    return _finish(lake.verify(session(), journal, sample=sample), format_)


def _files(paths: tuple[str, ...]) -> list[str]:
    from inlay.scan.listing import list_files
    from inlay.scan.stores import normalized, store_of

    named = [normalized(path) for path in paths]
    return [entry.path for entry in list_files(store_of(named), named)]


def _finish(outcome: Outcome, format_: str) -> ExitCode:
    _print(asdict(outcome), _outcome_text(outcome), format_)
    return ExitCode.OK if outcome.whole else ExitCode.FINDINGS


def _print(said: Mapping[str, object], lines: list[str], format_: str) -> None:
    if format_ == "json":
        click.echo(json.dumps(said))
    else:
        for line in lines:
            click.echo(line)


def _progress(phase: str) -> None:
    click.echo(f"{phase} ..." if sys.stderr.isatty() else json.dumps({"phase": phase}), err=True)


def _plan_text(cost: Cost, to: str) -> list[str]:
    actions = cost.actions
    lines = [
        f"{count(cost.files, 'file')}, to {to}:",
        f"  change   {actions.get('change', 0):,}",
        f"  same     {actions.get('same', 0):,}",
        f"  refused  {actions.get('refused', 0):,}",
        f"  problem  {actions.get('problem', 0):,}",
        f"  {cost.bytes_copied:,} bytes to copy; footers have {cost.footers_before:,} bytes,"
        f" and {cost.growth:+,} after",
    ]
    lines += [f"  {path}: {reason}" for path, reason in cost.reasons]
    return [*lines, "nothing was written; --write --journal DIR does it"]


def _outcome_text(outcome: Outcome) -> list[str]:
    said = ", ".join(f"{number:,} {state}" for state, number in sorted(outcome.states.items()))
    lines = [said or "nothing to do"]
    lines += [f"  {path}: {reason}" for path, reason in outcome.reasons]
    return lines + ([f"  swept {count(len(outcome.swept), 'file')}"] if outcome.swept else [])
