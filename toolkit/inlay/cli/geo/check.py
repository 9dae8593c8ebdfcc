"""`inlay geo check PATHS`: whether files keep the rules of GeoParquet and of the native types."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import many_files, run_each
from inlay.cli.options import format_option
from inlay.cli.printing import show_json, show_line
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json
    from inlay.verbs.geo.check import GeoCheck


def _explain(ctx: click.Context, _parameter: click.Parameter, name: str | None) -> None:
    if name is not None:
        from inlay.verbs.geo.check import find_rule

        rule = find_rule(name)
        show_line(f"{rule.id} ({rule.severity})")
        show_line(f"  {rule.summary}.")
        show_line(f"  {rule.why}")
        show_line(f"  to fix it: {rule.fix}")
        show_line(f"  source: {rule.source}")
        ctx.exit()


@click.command("check", short_help="Check the rules of GeoParquet and GEOMETRY.")
@many_files
@click.option(
    "--explain",
    metavar="RULE",
    is_eager=True,
    expose_value=False,
    callback=_explain,
    help="Say what this id means, and exit.",
)
@format_option
def command(paths: tuple[str, ...], jobs: int, format_: str) -> ExitCode:
    """Check whether the files at PATHS follow the rules of GeoParquet 1.0, 1.1 and 2.0-dev, and of the native types.

    Reads only the footer; `inlay verify --values` compares it with the geometries. The exit code is 1 if there is a warning; notes
    alone do not change it.
    """
    is_json = format_ == "json"
    job = partial(_check, is_json=is_json)
    return run_each(paths, jobs, job, document="geo check" if is_json else None)


def _check(path: str, alone: bool, *, is_json: bool) -> ExitCode:
    from inlay.verbs.geo.check import check_geometries

    checked = check_geometries(path)
    if is_json:
        show_json(document_of("geo check", _content(path, checked)), in_line=not alone)
    else:
        _show(path, checked)
    return ExitCode.FINDINGS if checked.has_warnings else ExitCode.OK


def _show(path: str, checked: GeoCheck) -> None:
    if not checked.has_geometries:
        show_line(f"{path}: no geometries")
        return
    broken = len({each.rule.id for each in checked.advice})
    show_line(f"{path}: {count(broken, 'rule')} broken" if broken else f"{path}: keeps all rules")
    for rule, column, seen in checked.advice:
        place = f"{column}: " if column else ""
        show_line(f"  {rule.severity:<7}  {rule.id}: {place}{seen}")
        show_line(f"    {rule.fix}")


def _content(path: str, checked: GeoCheck) -> dict[str, Json]:
    advice: list[Json] = [
        {
            "rule": rule.id,
            "severity": rule.severity,
            "column": column,
            "seen": seen,
            "fix": rule.fix,
        }
        for rule, column, seen in checked.advice
    ]
    return {"path": path, "has_geometries": checked.has_geometries, "advice": advice}
