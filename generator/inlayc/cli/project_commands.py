"""The commands that make and keep the files of a project: `init`, `generate`, `check` and `format`."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from inlayc.base.amounts import count
from inlayc.base.settings import (
    FILE_NAME,
    PACKAGE_EXPECTED,
    Settings,
    find_settings,
    is_package,
    text_without_table,
)
from inlayc.cli.command_options import (
    FINDINGS,
    choose_settings,
    config_option,
    find_project,
    settings_options,
)
from inlayc.cli.printing import show_line, show_text

if TYPE_CHECKING:
    from inlayc.frontends.asked import AskedTree
    from inlayc.frontends.trees import Tree
    from inlayc.python.import_proof import Proof
    from inlayc.python.layouts import Layouts

_MOST_NAMED: Final = 5
"""So many IDLs are named in a note."""


@click.command()
@click.option("--package", metavar="NAME", help="The package to generate.")
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    help="The folder for it.  [default: src, if it is there, or generated]",
)
def init(package: str | None, output: str | None) -> None:
    """Add a [tool.inlay] table to the pyproject.toml of this folder, with the IDL files below it.

    The rest of the file stays as it is. It is an error if the table is already there.
    """
    from inlayc.cli.begin import (
        choose_first_output,
        choose_first_package,
        find_first_sources,
        table_for,
        write_addition,
    )
    from inlayc.python.publish import append

    if package is not None and not is_package(package):
        raise click.UsageError(f"--package {package}: {PACKAGE_EXPECTED}")
    pyproject = Path(FILE_NAME)
    before = text_without_table(pyproject)
    there = find_first_sources(Path())
    sources = there or ["idl/*.thrift"]
    output = output or choose_first_output(Path())
    table = table_for(
        sources,
        output,
        package or choose_first_package(before.decode("utf-8-sig"), there, Path.cwd().name),
    )
    append(pyproject, write_addition(before, table))
    show_text(f"{'changed' if before else 'new':8} {pyproject}\n\n{table}\n")
    if not there:
        show_line(
            "there is no .thrift or .fbs file here yet: put one into idl/, or change `sources`"
        )
    show_line("next:    inlayc generate")
    show_line("in CI:   inlayc check")
    show_line(f"import:  put {output} into PYTHONPATH, and for mypy into MYPYPATH")


@click.command()
@settings_options
@click.option("--watch", is_flag=True, help="Generate again whenever an IDL file changes.")
@click.pass_context
def generate(ctx: click.Context, settings: Settings, watch: bool) -> None:
    """Write the generated package, and delete what is no longer generated.

    What is new is imported first, in a process of its own.
    """
    if not watch:
        _generate(settings)
        return
    from inlayc.cli.watch import watch as keep_watching

    given = {name: value for name, value in ctx.params.items() if name != "watch"}
    keep_watching(partial(_generate_watched, given))


def _generate_watched(
    given: dict[str, Any], asked: AskedTree, layouts: Layouts, proof: Proof
) -> None:
    """With the settings as they are now."""
    from inlayc.python.overrides import list_override_files

    pyproject = None if given["files"] else given["config"] or find_settings()
    if pyproject is not None:
        asked.note(pyproject)
    settings = choose_settings(**given)
    for path in list_override_files(settings):
        asked.note(path)
    _generate(settings, asked, layouts, proof)


def _generate(
    settings: Settings,
    tree: Tree | None = None,
    layouts: Layouts | None = None,
    proof: Proof | None = None,
) -> None:
    from inlayc.frontends.trees import DISK
    from inlayc.pipeline import compile_into, find_output_folder, prove_package
    from inlayc.python.publish import plan, publish

    folder = find_output_folder(settings)
    files, empty = compile_into(folder, settings, tree or DISK, layouts)
    changes = plan(files, folder)
    if changes.missing or changes.changed:
        prove_package(files, settings, proof)
    lines = publish(changes, folder)
    for line in lines:
        show_line(line)
    kinds = Counter(line.partition(" ")[0] for line in lines)
    said = ", ".join(f"{number:,} {kind}" for kind, number in kinds.items())
    show_line(f"{count(len(files), 'file')} in {settings.output}: {said or 'none changed'}")
    if kinds["new"] and Path(settings.output).name == settings.package:
        within = Path(settings.output, settings.package).as_posix()
        what = f"note: the package is {within}: the output is the folder that contains the package"
        show_line(what, error=True)
    if empty and lines:
        names = ", ".join(empty[:_MOST_NAMED]) + ", ..." * (len(empty) > _MOST_NAMED)
        show_line(f"note: nothing is defined in {names}", error=True)


@click.command()
@settings_options
def check(settings: Settings) -> None:
    """Show what `generate` would change, as a unified diff; exit 1 if anything.

    Generated code is compared as text and never imported.
    """
    from inlayc.pipeline import compile_into, find_output_folder
    from inlayc.python.publish import plan, show_diff

    folder = find_output_folder(settings)
    changes = plan(compile_into(folder, settings).files, folder)
    if changes.is_current:
        show_line(f"{settings.output}/{settings.package}: the generated code is current")
        return
    show_text(show_diff(changes))
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
            show_line(f"{settings.output}/{path} {words}", error=True)
    if changes.is_for_generate:
        files = click.get_current_context().params["files"]
        again = "inlayc generate" if not files else "inlayc generate with the same arguments"
        show_line(f"run: {again}", error=True)
    raise click.exceptions.Exit(FINDINGS)


@click.command("format")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path, readable=False))
@config_option
@click.option(
    "--check", "only_check", is_flag=True, help="Change nothing; show as a diff what would change."
)
def format_(paths: tuple[Path, ...], config: Path | None, only_check: bool) -> None:
    """Lay out .thrift and .fbs files: even indentation and spaces, every comment kept.

    PATHS are files and folders; without them, the sources of the project. The exit code of --check is 1 if
    anything would change.
    """
    from inlayc.judges.formatting.command import format_files, list_files
    from inlayc.python.publish import replace_file, show_change

    project = find_project(config) if config is not None or not paths else None
    if not paths and (project is None or not project.sources):
        raise click.UsageError("name files, or put `sources` into [tool.inlay]")
    changed = 0
    for each in format_files(list_files(paths, project)):
        changed += 1
        if only_check:
            show_text(show_change(each.path, each.old.decode(), each.new.decode()))
        else:
            replace_file(each.path, each.old, each.new)
            show_line(f"changed  {each.path.as_posix()}")
    if not changed:
        show_line("nothing to change")
    elif only_check:
        raise click.exceptions.Exit(FINDINGS)
