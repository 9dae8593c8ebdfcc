"""The commands that judge IDLs by rules: `breaking` and `lint`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from inlayc.base.settings import Settings, find_any_table, find_settings
from inlayc.cli.command_options import (
    FINDINGS,
    config_option,
    find_project,
    format_option,
    include_option,
)
from inlayc.cli.printing import show_json, show_text


def rule_options(
    list_rules: Callable[[], str], explain_rule: Callable[[str], str]
) -> Callable[[click.decorators.FC], click.decorators.FC]:
    """`--rules` and `--explain RULE`, which print what these functions give, and exit."""

    def show_rules(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
        if wanted:
            show_text(list_rules())
            ctx.exit()

    def show_rule(ctx: click.Context, _parameter: click.Parameter, name: str | None) -> None:
        if name is not None:
            show_text(explain_rule(name))
            ctx.exit()

    rules = click.option(
        "--rules",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=show_rules,
        help="List all rules and exit.",
    )
    explain = click.option(
        "--explain",
        metavar="RULE",
        is_eager=True,
        expose_value=False,
        callback=show_rule,
        help="Say what this id means, and exit.",
    )
    return lambda command: rules(explain(command))


def _list_breaking_rules() -> str:
    from inlayc.judges.breaking.text import list_rules

    return list_rules()


def _explain_breaking_rule(name: str) -> str:
    from inlayc.judges.breaking.rules import require_rule
    from inlayc.judges.breaking.text import explain

    return explain(require_rule(name))


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--against", metavar="REVISION", help="Compare with this revision in git, such as main."
)
@click.option(
    "--fail-on",
    type=click.Choice(["wire", "source"]),
    default="source",
    show_default=True,
    help="Exit with 1 for what breaks data (wire), or code as well (source).",
)
@click.option("--all", "everything", is_flag=True, help="Show everything, however long.")
@click.option("--given-only", is_flag=True, help="Leave out what included files define.")
@config_option
@include_option
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "sarif", "junit", "github"]),
    default="text",
    show_default=True,
    help="Text for people, everything as JSON, or what CI systems read.",
)
@rule_options(_list_breaking_rules, _explain_breaking_rule)
def breaking(
    paths: tuple[Path, ...],
    against: str | None,
    fail_on: str,
    everything: bool,
    given_only: bool,
    config: Path | None,
    include: tuple[Path, ...],
    format_: str,
) -> None:
    """Judge what has changed: does it break data, or code?

    \b
    inlayc breaking OLD NEW                      two files or folders
    inlayc breaking --against main               the project, now and in main
    inlayc breaking --against v1.2 idl/a.thrift  these files, now and in v1.2

    Exit code 1 if anything breaks. [[tool.inlay.breaking.except]] lists what may break.
    """
    from inlayc.judges.breaking import Level, for_tools
    from inlayc.judges.breaking.command import compare_paths, compare_with_revision
    from inlayc.judges.breaking.places import Places, find_top
    from inlayc.judges.breaking.text import render_text

    pyproject = config or find_settings() or find_any_table()
    project = find_project(config) or Settings(root=Path())
    if against is not None:
        outcome = compare_with_revision(against, paths, include, pyproject, project, given_only)
    elif len(paths) == 2:
        outcome = compare_paths(paths[0], paths[1], include, pyproject, project, given_only)
    else:
        raise click.UsageError("give OLD and NEW, or --against REVISION")
    failing = [Level.WIRE] if fail_on == "wire" else [Level.WIRE, Level.SOURCE]
    places = Places(outcome.new_files, find_top())
    match format_:
        case "json":
            text = for_tools.render_json(outcome)
        case "sarif":
            text = for_tools.render_sarif(outcome, places)
        case "junit":
            text = for_tools.render_junit(outcome, failing)
        case "github":
            text = for_tools.render_github(outcome, places)
        case _:
            text = render_text(outcome, everything=everything)
    show = show_json if format_ in ("json", "sarif") else show_text
    show(text)
    if outcome.breaks(failing):
        raise click.exceptions.Exit(FINDINGS)


def _list_lint_rules() -> str:
    from inlayc.judges.linting.render import list_rules

    return list_rules()


def _explain_lint_rule(name: str) -> str:
    from inlayc.judges.linting.command import require_rule
    from inlayc.judges.linting.render import explain

    return explain(require_rule(name))


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--select", metavar="RULES", help="Apply only these rules, separated by commas.")
@click.option("--ignore", metavar="RULES", help="Do not apply these rules.")
@config_option
@include_option
@format_option
@rule_options(_list_lint_rules, _explain_lint_rule)
def lint(
    paths: tuple[Path, ...],
    select: str | None,
    ignore: str | None,
    config: Path | None,
    include: tuple[Path, ...],
    format_: str,
) -> None:
    """Say what could be better about an IDL, before files depend on it; exit 1 if anything.

    PATHS are files and folders; without them, the sources of the project. [tool.inlay.idl] has rules to ignore, and exceptions.
    """
    from inlayc.judges.linting.command import choose_rules, lint_files
    from inlayc.judges.linting.render import render_remarks, render_remarks_as_json

    choice = choose_rules(
        config or find_settings() or find_any_table(), _split(select), _split(ignore)
    )
    remarks = lint_files(paths, include, find_project(config), choice)
    if format_ == "json":
        show_json(render_remarks_as_json(remarks))
    else:
        show_text(render_remarks(remarks))
    if remarks:
        raise click.exceptions.Exit(FINDINGS)


def _split(names: str | None) -> list[str]:
    return [name.strip() for name in names.split(",")] if names else []
