"""The options that all of `inlay` has, and its help."""

from __future__ import annotations

import click

from inlay.cli.commands import Commands
from inlay.cli.exit_codes import table


def _show_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        number = version("inlay")
    except PackageNotFoundError:
        number = "unknown, since it is not installed"
    from inlay_runtime.core import describe

    click.echo(f"inlay, version {number} ({describe()})")
    ctx.exit()


@click.group(
    cls=Commands,
    epilog=f"Exit codes: {table()}.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def inlay() -> None:
    """Read, check and change the metadata of Parquet files."""
