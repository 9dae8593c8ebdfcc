"""`inlay lint PATHS`: what could be better about files, what it costs, and what fixes it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from inlay.cli.ci.format_option import CI_FORMATS, ci_format_option
from inlay.cli.ci.open_sink import open_sink
from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_files import many_files
from inlay.cli.pager import page_output

if TYPE_CHECKING:
    from inlay.cli.lint.sink import AdviceSink


select_option = click.option(
    "--select", metavar="RULES", help="Apply only these rules, separated by commas."
)
ignore_option = click.option("--ignore", metavar="RULES", help="Do not apply these rules.")
pages_option = click.option(
    "--pages", is_flag=True, help="Read page headers and samples of values, too."
)
config_option = click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The pyproject.toml with [tool.inlay.lint].  [default: the nearest one, here or above]",
)


def _show_rules(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from inlay.cli.lint.rules import show_rules

        show_rules()
        ctx.exit()


def _explain(ctx: click.Context, _parameter: click.Parameter, name: str | None) -> None:
    if name is not None:
        from inlay.cli.lint.rules import explain_rule

        explain_rule(name)
        ctx.exit()


@click.command("lint", short_help="Advise on files: what to change, and what it saves.")
@many_files
@select_option
@ignore_option
@pages_option
@click.option("--all", "everything", is_flag=True, help="Show everything, however long.")
@config_option
@ci_format_option
@click.option(
    "--rules",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_rules,
    help="List all rules and exit.",
)
@click.option(
    "--explain",
    metavar="RULE",
    is_eager=True,
    expose_value=False,
    callback=_explain,
    help="Say what this id means, and exit.",
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
    """Say what could be better about the files at PATHS (files, folders, globs): what it costs, and what fixes it.

    Only footers are read, unless --pages is given. docs/lint.md has the settings in pyproject.toml. The exit code is 1 if
    there is a warning; notes alone do not change it.
    """
    from inlay.cli.lint.run import lint_each
    from inlay.verbs.lint.settings_file import Given, find_lint_settings, read_lint_settings

    given = Given(split_names(select), split_names(ignore) or (), pages)
    settings = read_lint_settings(config or find_lint_settings(), given)
    return lint_each(
        paths, jobs, settings, lambda alone: _open_sink(format_, alone, everything, settings.rules)
    )


def split_names(names: str | None) -> list[str] | None:
    """Of an option: names with commas between them."""
    return [name.strip() for name in names.split(",")] if names is not None else None


def _open_sink(format_: str, alone: bool, everything: bool, rules: Sequence[str]) -> AdviceSink:
    match format_:
        case "json":
            from inlay.cli.lint.json_lines import JsonSink

            return JsonSink(alone)
        case _ if format_ in CI_FORMATS:
            from inlay.cli.lint.ci_advice import CiAdvice, list_ci_rules

            return CiAdvice(open_sink(format_, "lint", list_ci_rules(rules)))
        case _:
            from inlay.cli.lint.text_sink import TextSink

            return TextSink(alone, everything)
