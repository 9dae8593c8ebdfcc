"""`inlay store plan STORE FILTER`: which files may have matching rows, without opening any."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.options import format_option
from inlay.cli.printing import show_json, show_line, warn
from inlay.cli.progress import PLANNING, PRINTING, show_steps
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.verbs.store.plan_store import StorePlan


@click.command("plan", short_help="List the files that a filter leaves.")
@click.argument("store", metavar="DIR")
@click.argument("filter_", metavar="FILTER")
@click.option(
    "--by-row-group", is_flag=True, help="Also say which row groups of each file are left."
)
@click.option(
    "--nan-is-largest",
    is_flag=True,
    help="Treat NaN as greater than every number, as Spark and DuckDB do; without it, NaN equals nothing.",
)
@format_option
def command(
    store: str, filter_: str, by_row_group: bool, nan_is_largest: bool, format_: str
) -> ExitCode:
    """List the files of the store DIR that may have rows that match FILTER, such as "price > 10 and day = '2026-01-02'", one path per line.

    Values in the names of folders, such as day=2026-01-02, are columns, too. Files to which FILTER cannot be applied, and those that
    could not be read, are listed as well.
    """
    from inlay.verbs.store.plan_store import plan_store

    with show_steps(PLANNING, PRINTING):
        plan = plan_store(store, filter_, by_row_group=by_row_group, nan_is_largest=nan_is_largest)
        if format_ == "json":
            show_json(document_of("store plan", _describe(plan)))
        else:
            for file in plan.files:
                groups = ", ".join(map(str, file.row_groups or ()))
                said = f"{file.path}: row groups {groups}" if groups else file.path
                show_line(said, is_copied=True)
    if plan.unfit:
        warn(
            f"the filter does not fit {count(plan.unfit, 'file')}, so {_keep(plan.unfit)}: {plan.why}"
        )
    if plan.unknown:
        warn(f"nothing is known of {count(plan.unknown, 'file')}, so {_keep(plan.unknown)}")
    return ExitCode.OK


def _keep(files: int) -> str:
    return f"the plan keeps {'it' if files == 1 else 'them'}"


def _describe(plan: StorePlan) -> dict[str, Any]:
    return {
        "store": plan.store,
        "filter": plan.filter,
        "files": plan.all_files,
        "rows": plan.all_rows,
        "unfit": plan.unfit,
        "why": plan.why or None,
        "unknown": plan.unknown,
        "left": [file._asdict() for file in plan.files],
    }
