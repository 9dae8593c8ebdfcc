"""The command `inlayc`. Only this file parses arguments; only it prints and exits.

Exit codes: 0 clean, 1 findings, 2 usage, 3 invalid input, 70 internal.
"""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

import click

from inlayc.diagnostics import CompileError
from inlayc.publish import PublishError
from inlayc.settings import Settings, SettingsError, read_settings

FINDINGS, USAGE, INVALID_INPUT, INTERNAL = 1, 2, 3, 70


def main() -> None:
    """Runs the command and turns every exception into an exit code."""
    try:
        sys.exit(commands.main(standalone_mode=False))
    except click.Abort:
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(USAGE)
    except (SettingsError, PublishError) as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(USAGE)
    except OSError as error:
        click.echo(f"error: {error.filename}: {error.strerror}", err=True)
        sys.exit(USAGE)
    except CompileError as error:
        click.echo(str(error), err=True)
        count = len(error.diagnostics)
        click.echo(f"\n{count} error{'' if count == 1 else 's'}", err=True)
        sys.exit(INVALID_INPUT)
    except Exception:
        traceback.print_exc()
        click.echo("error: this is a defect of inlayc; please report it with the above", err=True)
        sys.exit(INTERNAL)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="inlay", prog_name="inlayc")
def commands() -> None:
    """Compile Thrift IDL into typed Python.

    Settings are read from [tool.inlay] in pyproject.toml. Exit codes: 0 clean, 1 findings, 2 usage,
    3 invalid input, 70 internal.
    """


_config = click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("pyproject.toml"),
    show_default=True,
    help="The pyproject.toml whose [tool.inlay] is used.",
)
_format = click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text")
_include = click.option(
    "-I",
    "--include",
    multiple=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="Where included files are looked for; may be repeated.",
)
_source = click.Path(path_type=Path, dir_okay=False)


def _settings(
    config: Path, files: tuple[Path, ...], out: Path | None, package: str | None
) -> Settings:
    """From the project, or from the command line where files are given."""
    if not files:
        if out is not None or package is not None:
            raise click.UsageError("--out and --package go with files")
        return read_settings(config)
    if out is None or package is None:
        raise click.UsageError("files need --out DIR and --package NAME")
    from inlayc.settings import settings_from

    table = {"sources": [str(file) for file in files], "output": str(out), "package": package}
    return settings_from(table, Path())


def _file_options(command: click.decorators.FC) -> click.decorators.FC:
    for option in (
        click.option("--package", help="The package to generate, for FILES."),
        click.option(
            "--out",
            type=click.Path(path_type=Path),
            help="The folder the package lies in, for FILES.",
        ),
        _config,
        click.argument("files", nargs=-1, type=_source),
    ):
        command = option(command)
    return command


@commands.command()
@_file_options
def generate(files: tuple[Path, ...], config: Path, out: Path | None, package: str | None) -> None:
    """Write the generated package, and delete what is no longer generated."""
    from inlayc.pipeline import compile_sources, output_folder
    from inlayc.publish import plan, publish

    settings = _settings(config, files, out, package)
    generated = compile_sources(settings)
    folder = output_folder(settings)
    lines = publish(plan(generated, folder), folder)
    for line in lines:
        click.echo(line)
    click.echo(f"{len(generated)} files in {settings.output}: {len(lines)} written or deleted")


@commands.command()
@_file_options
def check(files: tuple[Path, ...], config: Path, out: Path | None, package: str | None) -> None:
    """Show what `generate` would change, as a unified diff; exit 1 if anything.

    Generated code is compared as text and never imported.
    """
    from inlayc.pipeline import compile_sources, output_folder
    from inlayc.publish import diff, plan

    settings = _settings(config, files, out, package)
    found = plan(compile_sources(settings), output_folder(settings))
    if found.is_current:
        click.echo(f"{settings.output}/{settings.package}: the generated code is current")
        return
    click.echo(diff(found), nl=False)
    for words, paths in (
        ("is missing", found.missing),
        ("differs from what the IDL says", found.changed),
        ("is orphaned: nothing generates it any more", found.orphaned),
        ("was not generated, and does not belong in this folder", found.foreign),
    ):
        for path in paths:
            click.echo(f"{settings.output}/{path} {words}", err=True)
    again = "inlayc generate" if not files else "inlayc generate with the same arguments"
    click.echo(f"run: {again}", err=True)
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
def expand(file: Path, name: str | None, config: Path, include: tuple[Path, ...]) -> None:
    """Print the Python that FILE, or its definition NAME, becomes: the counterpart of cargo expand."""
    from inlayc.expand import expand_definition, highlight

    settings = read_settings(config) if config.exists() else None
    code = expand_definition(file, name, settings, include)
    click.echo(highlight(code) if sys.stdout.isatty() else code, nl=False)


@commands.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option("--docs", is_flag=True, help="Compare documentation too.")
@_config
@_include
@_format
def diff(
    old: Path, new: Path, docs: bool, config: Path, include: tuple[Path, ...], format_: str
) -> None:
    """Hold two IDLs, of any dialect, against each other; exit 1 if they differ.

    A folder stands for the .thrift, .fbs and .rs files below it.
    """
    from inlayc.diff import Settings as DiffSettings
    from inlayc.diff import merged, report
    from inlayc.load import load, sources_below

    project = read_settings(config) if config.exists() else Settings(root=Path())
    settings = DiffSettings(
        renames=project.renames,
        hand_written=frozenset(project.hand_written),
        documentation=docs,
    )
    old_schema = merged([load([source], include) for source in sources_below(old)])
    new_schema = merged([load([source], include) for source in sources_below(new)])
    text, differs = report(old_schema, new_schema, settings, as_json=format_ == "json")
    click.echo(text)
    if differs:
        raise click.exceptions.Exit(FINDINGS)


if __name__ == "__main__":
    main()
