"""`inlay lint PATHS`: what could be better about files, what it costs, and what mends it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_files import many_files
from inlay.cli.pager import page_output

if TYPE_CHECKING:
    from inlay.cli.lint.sink import AdviceSink


@click.command("lint", short_help="Advise on files: what to change, and what it saves.")
@many_files
@click.option("--select", metavar="RULES", help="Apply only these rules, separated by commas.")
@click.option("--ignore", metavar="RULES", help="Do not apply these rules.")
@click.option("--pages", is_flag=True, help="Read page headers and samples of values, too.")
@click.option("--all", "everything", is_flag=True, help="Show everything, however long.")
@click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The pyproject.toml with [tool.inlay.lint]  [default: the nearest one, here or above]",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Text for people, everything as JSON, or what CI systems read.",
)
@page_output
def command(
    paths: tuple[str, ...],
    jobs: int,
    select: str | None,
    ignore: str | None,
    pages: bool,
    everything: bool,
    config: Path | None,
    format_: str,
) -> ExitCode:
    """Say what could be better about the files at PATHS (files, folders, globs): what it costs, and what mends it.

    Only footers are read, unless --pages is given. docs/lint.md has the rules, and the settings in pyproject.toml. The exit
    code is 1 if there is a warning; notes alone do not change it.
    """
    from inlay.advice.settings_file import Given, find_lint_settings, read_lint_settings
    from inlay.cli.lint.run import lint_each

    given = Given(_split(select), _split(ignore) or (), pages)
    settings = read_lint_settings(config or find_lint_settings(), given)
    return lint_each(paths, jobs, settings, lambda alone: _open_sink(format_, alone, everything))


def _split(names: str | None) -> list[str] | None:
    return [name.strip() for name in names.split(",")] if names is not None else None


def _open_sink(format_: str, alone: bool, everything: bool) -> AdviceSink:
    if format_ == "json":
        from inlay.cli.lint.json_lines import JsonSink

        return JsonSink(alone)
    from inlay.cli.lint.text import TextSink

    return TextSink(alone, everything)
