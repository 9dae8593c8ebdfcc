"""The commands that show what IDLs say: `schema`, `expand` and `diff`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from inlayc.base.settings import Settings
from inlayc.cli.command_options import (
    FINDINGS,
    IDL_FILE,
    config_option,
    find_project,
    format_option,
    include_option,
)
from inlayc.cli.printing import show_json, show_text

if TYPE_CHECKING:
    from inlayc.model.schema import Schema


@click.command()
@click.argument("file", type=IDL_FILE)
@config_option
@include_option
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "jsonschema"]),
    default="text",
    show_default=True,
    help="Text for people, everything as JSON, or a JSON Schema of what to_json writes.",
)
def schema(file: Path, config: Path | None, include: tuple[Path, ...], format_: str) -> None:
    """Print the resolved model of an IDL."""
    from inlayc.cli.describe import as_json, as_text
    from inlayc.frontends.load import load

    resolved = load([file], include)
    match format_:
        case "jsonschema":
            from inlayc.python.json_schema import make_json_schema

            show_json(make_json_schema(resolved, _settings_of(resolved, config)))
        case "json":
            show_json(as_json(resolved))
        case _:
            show_text(as_text(resolved))


def _settings_of(schema: Schema, config: Path | None) -> Settings:
    """What the project says of the types of one file; nothing where there is no project."""
    from inlayc.python.patterns import without_patterns

    settings = find_project(config) or Settings(root=Path())
    return without_patterns(schema, settings, is_partial=True)


@click.command()
@click.argument("file", type=IDL_FILE)
@click.argument("name", required=False)
@config_option
@include_option
def expand(file: Path, name: str | None, config: Path | None, include: tuple[Path, ...]) -> None:
    """Print the Python for FILE, or for its definition NAME, like cargo expand."""
    from inlayc.cli.expand import expand_definition, highlight

    settings = find_project(config)
    code = expand_definition(file, name, settings, include)
    is_colored = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    show_text(code, paint=highlight if is_colored else str)


@click.command()
@click.argument("old", type=click.Path(path_type=Path, readable=False))
@click.argument("new", type=click.Path(path_type=Path, readable=False))
@click.option("--docs", is_flag=True, help="Compare documentation too.")
@click.option("--given-only", is_flag=True, help="Leave out what included files define.")
@config_option
@include_option
@format_option
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
    from inlayc.frontends.load import load, require_sources_below
    from inlayc.judges.diff import Settings as DiffSettings
    from inlayc.judges.diff import merge_schemas, report

    project = find_project(config) or Settings(root=Path())
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
    show = show_json if format_ == "json" else show_text
    show(text)
    if differs:
        raise click.exceptions.Exit(FINDINGS)
