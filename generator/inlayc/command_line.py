"""The verbs of `inlayc`. Only this file parses arguments and prints what they find.

Exit codes: 0 clean, 1 findings, 2 usage, 3 invalid input, 70 internal.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from inlayc.front_page import PAGE
from inlayc.settings import (
    FILE_NAME,
    PACKAGE_EXPECTED,
    Settings,
    find_any_table,
    find_settings,
    is_package,
    read_settings,
    require_settings,
    text_without_table,
)

FINDINGS: Final = 1
USAGE: Final = 2
INTERRUPTED: Final = 130


def run(arguments: Sequence[str]) -> int:
    """Runs the command and returns its exit code; what goes wrong inside of it is raised."""
    try:
        result: object = commands.main(list(arguments), prog_name="inlayc", standalone_mode=False)
    except click.Abort:
        return INTERRUPTED
    except click.ClickException as error:
        error.show()
        return USAGE
    return result if isinstance(result, int) else 0


def _today(token: str) -> str:
    """What an option is called today that was once called `--token`."""
    return {"out": "output"}.get(token, token)


class Commands(click.Group):
    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write(PAGE)


@click.group(
    cls=Commands,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "token_normalize_func": _today,
    },
)
@click.version_option(package_name="inlay", prog_name="inlayc")
def commands() -> None:
    """Compile IDLs into typed Python."""


_config = click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The pyproject.toml with [tool.inlay]  [default: the nearest one, here or above]",
)
_format = click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Text for people, or everything as JSON.",
)
_include = click.option(
    "-I",
    "--include",
    multiple=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder to search for included files; may be repeated.",
)
_source = click.Path(path_type=Path, dir_okay=False)


def _settings(
    config: Path | None,
    files: tuple[Path, ...],
    output: Path | None,
    package: str | None,
    include: tuple[Path, ...],
) -> Settings:
    """From the project, or from the command line where files are given."""
    if not files:
        if output is not None or package is not None or include:
            raise click.UsageError(
                "--output, --package and -I go with files; a project has `include = [...]` in [tool.inlay]"
            )
        return read_settings(config or require_settings())
    if output is None or package is None:
        raise click.UsageError("files need --output DIR and --package NAME")
    if not is_package(package):
        raise click.UsageError(f"--package {package}: {PACKAGE_EXPECTED}")
    return Settings(
        root=Path(),
        sources=tuple(map(str, files)),
        output=str(output),
        package=package,
        include=tuple(map(str, include)),
    )


def _project(config: Path | None) -> Settings | None:
    """The settings of the project, if there is one."""
    if config is not None:
        return read_settings(config)
    path = find_settings()
    return None if path is None else read_settings(path)


def _file_options(command: click.decorators.FC) -> click.decorators.FC:
    for option in (
        click.option("--package", help="The package to generate."),
        click.option(
            "-o",
            "--output",
            type=click.Path(path_type=Path),
            metavar="DIR",
            help="The folder that contains the package, for FILES.",
        ),
        _include,
        _config,
        click.argument("files", nargs=-1, type=_source),
    ):
        command = option(command)
    return command


@commands.command()
@click.option("--package", help="The package to generate.")
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    help="The folder for it  [default: src, if it is there, or generated]",
)
def init(package: str | None, output: str | None) -> None:
    """Add a [tool.inlay] table to the pyproject.toml of this folder, with the IDL files below it.

    The rest of the file stays as it is. It is an error if the table is already there.
    """
    from inlayc.begin import (
        choose_first_output,
        choose_first_package,
        find_first_sources,
        table_for,
        write_addition,
    )
    from inlayc.publish import append

    if package is not None and not is_package(package):
        raise click.UsageError(f"--package {package}: {PACKAGE_EXPECTED}")
    pyproject = Path(FILE_NAME)
    before = text_without_table(pyproject)
    there = find_first_sources(Path())
    sources = there or ["idl/*.thrift"]
    table = table_for(
        sources,
        output or choose_first_output(Path()),
        package or choose_first_package(before.decode("utf-8-sig"), there),
    )
    append(pyproject, write_addition(before, table))
    click.echo(f"{'changed' if before else 'new':8} {pyproject}\n\n{table}")
    if not there:
        click.echo(
            "there is no .thrift or .fbs file here yet: put one into idl/, or change `sources`"
        )
    click.echo("next:    inlayc generate")
    click.echo("in CI:   inlayc check")


@commands.command()
@_file_options
def generate(
    files: tuple[Path, ...],
    config: Path | None,
    output: Path | None,
    package: str | None,
    include: tuple[Path, ...],
) -> None:
    """Write the generated package, and delete what is no longer generated."""
    from inlayc.pipeline import compile_into, find_output_folder
    from inlayc.publish import plan, publish

    settings = _settings(config, files, output, package, include)
    folder = find_output_folder(settings)
    generated = compile_into(folder, settings)
    lines = publish(plan(generated, folder), folder)
    for line in lines:
        click.echo(line)
    click.echo(f"{len(generated)} files in {settings.output}: {len(lines)} written or deleted")


@commands.command()
@_file_options
def check(
    files: tuple[Path, ...],
    config: Path | None,
    output: Path | None,
    package: str | None,
    include: tuple[Path, ...],
) -> None:
    """Show what `generate` would change, as a unified diff; exit 1 if anything.

    Generated code is compared as text and never imported.
    """
    from inlayc.pipeline import compile_into, find_output_folder
    from inlayc.publish import plan, show_diff

    settings = _settings(config, files, output, package, include)
    folder = find_output_folder(settings)
    changes = plan(compile_into(folder, settings), folder)
    if changes.is_current:
        click.echo(f"{settings.output}/{settings.package}: the generated code is current")
        return
    click.echo(show_diff(changes), nl=False)
    for words, paths in (
        ("is missing", changes.missing),
        ("differs from what the IDL says", changes.changed),
        (
            "differs only in line ends: put `*.py text eol=lf` into .gitattributes",
            changes.line_ends,
        ),
        ("is orphaned: nothing generates it any more", changes.orphaned),
        ("was not generated, and does not belong in this folder: move it away", changes.foreign),
    ):
        for path in paths:
            click.echo(f"{settings.output}/{path} {words}", err=True)
    if changes.is_for_generate:
        again = "inlayc generate" if not files else "inlayc generate with the same arguments"
        click.echo(f"run: {again}", err=True)
    raise click.exceptions.Exit(FINDINGS)


@commands.command("format")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@_config
@click.option(
    "--check", "only_check", is_flag=True, help="Change nothing; show as a diff what would change."
)
def format_(paths: tuple[Path, ...], config: Path | None, only_check: bool) -> None:
    """Lay out .thrift and .fbs files: even indentation and spaces, every comment kept.

    PATHS are files and folders; without them, the sources of the project. The exit code of --check is 1 if
    anything would change.
    """
    from inlayc.formatting.command import format_files, list_files
    from inlayc.publish import replace_file, show_change

    project = _project(config) if config is not None or not paths else None
    if not paths and project is None:
        raise click.UsageError("name files, or put `sources` into [tool.inlay]")
    changed = 0
    for each in format_files(list_files(paths, project)):
        changed += 1
        if only_check:
            click.echo(show_change(each.path, each.old.decode(), each.new.decode()), nl=False)
        else:
            replace_file(each.path, each.old, each.new)
            click.echo(f"changed  {each.path.as_posix()}")
    if not changed:
        click.echo("nothing to change")
    elif only_check:
        raise click.exceptions.Exit(FINDINGS)


@commands.command()
@click.argument("file", type=_source)
@_include
@_format
def schema(file: Path, include: tuple[Path, ...], format_: str) -> None:
    """Print the resolved model of an IDL."""
    from inlayc.describe import as_json, as_text
    from inlayc.load import load

    resolved = load([file], include)
    click.echo(as_json(resolved) if format_ == "json" else as_text(resolved))


@commands.command()
@click.argument("file", type=_source)
@click.argument("name", required=False)
@_config
@_include
def expand(file: Path, name: str | None, config: Path | None, include: tuple[Path, ...]) -> None:
    """Print the Python for FILE, or for its definition NAME, like cargo expand."""
    from inlayc.expand import expand_definition, highlight

    settings = _project(config)
    code = expand_definition(file, name, settings, include)
    is_colored = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    click.echo(highlight(code) if is_colored else code, nl=False)


@commands.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option("--docs", is_flag=True, help="Compare documentation too.")
@click.option("--given-only", is_flag=True, help="Leave out what included files define.")
@_config
@_include
@_format
def diff(
    old: Path,
    new: Path,
    docs: bool,
    given_only: bool,
    config: Path | None,
    include: tuple[Path, ...],
    format_: str,
) -> None:
    """Compare two IDLs, of any dialect; exit 1 if they differ.

    A folder stands for the .thrift, .fbs and .rs files below it.
    """
    from inlayc.diff import Settings as DiffSettings
    from inlayc.diff import merge_schemas, report
    from inlayc.load import load, require_sources_below

    project = _project(config) or Settings(root=Path())
    old_sources, new_sources = require_sources_below(old), require_sources_below(new)
    given = [source.as_posix() for source in (*old_sources, *new_sources) if given_only]
    settings = DiffSettings(
        renames=project.renames,
        hand_written=frozenset(project.hand_written),
        given=frozenset(given),
        documentation=docs,
    )
    old_schema = merge_schemas([load([source], include) for source in old_sources])
    new_schema = merge_schemas([load([source], include) for source in new_sources])
    text, differs = report(old_schema, new_schema, settings, as_json=format_ == "json")
    click.echo(text)
    if differs:
        raise click.exceptions.Exit(FINDINGS)


def _show_rules(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from inlayc.breaking.text import list_rules

        click.echo(list_rules())
        ctx.exit()


def _explain(ctx: click.Context, _parameter: click.Parameter, name: str | None) -> None:
    if name is not None:
        from inlayc.breaking.rules import require_rule
        from inlayc.breaking.text import explain

        click.echo(explain(require_rule(name)))
        ctx.exit()


@commands.command()
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
@_config
@_include
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "sarif", "junit", "github"]),
    default="text",
    show_default=True,
    help="Text for people, everything as JSON, or what CI systems read.",
)
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
    help="Say what a rule means, and exit.",
)
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
    inlayc breaking --against main               the sources of the project, and as they were
    inlayc breaking --against v1.2 idl/a.thrift  these files, and as they were

    Exit code 1 if anything breaks. [[tool.inlay.breaking.except]] has what may.
    """
    from inlayc.breaking import Level, for_tools
    from inlayc.breaking.command import compare_paths, compare_with_revision
    from inlayc.breaking.text import render_text

    pyproject = config or find_settings() or find_any_table()
    project = _project(config) or Settings(root=Path())
    if against is not None:
        outcome = compare_with_revision(against, paths, include, pyproject, project, given_only)
    elif len(paths) == 2:
        outcome = compare_paths(paths[0], paths[1], include, pyproject, project, given_only)
    else:
        raise click.UsageError("give OLD and NEW, or --against REVISION")
    renderers = {
        "json": for_tools.render_json,
        "sarif": for_tools.render_sarif,
        "junit": for_tools.render_junit,
        "github": for_tools.render_github,
    }
    render = renderers.get(format_)
    text = render(outcome) if render else render_text(outcome, everything=everything)
    click.echo(text, nl=False)
    if outcome.breaks([Level.WIRE] if fail_on == "wire" else [Level.WIRE, Level.SOURCE]):
        raise click.exceptions.Exit(FINDINGS)


def _show_lint_rules(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from inlayc.linting import RULES

        width = max(map(len, RULES))
        for rule in RULES.values():
            click.echo(f"{rule.id:{width}}  {rule.summary}")
        ctx.exit()


def _explain_lint_rule(ctx: click.Context, _parameter: click.Parameter, name: str | None) -> None:
    if name is not None:
        from inlayc.linting.command import require_rule

        rule = require_rule(name)
        click.echo(f"{rule.id}: {rule.summary}.\n{rule.why}")
        ctx.exit()


@commands.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--select", metavar="RULES", help="Apply only these rules, separated by commas.")
@click.option("--ignore", metavar="RULES", help="Do not apply these rules.")
@_config
@_include
@_format
@click.option(
    "--rules",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_lint_rules,
    help="List all rules and exit.",
)
@click.option(
    "--explain",
    metavar="RULE",
    is_eager=True,
    expose_value=False,
    callback=_explain_lint_rule,
    help="Say what a rule means, and exit.",
)
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
    from inlayc.linting.command import (
        choose_rules,
        lint_files,
        render_remarks,
        render_remarks_as_json,
    )

    choice = choose_rules(
        config or find_settings() or find_any_table(), _split(select), _split(ignore)
    )
    remarks = lint_files(paths, include, _project(config), choice)
    render = render_remarks_as_json if format_ == "json" else render_remarks
    click.echo(render(remarks), nl=False)
    if remarks:
        raise click.exceptions.Exit(FINDINGS)


def _split(names: str | None) -> list[str]:
    return [name.strip() for name in names.split(",")] if names else []
