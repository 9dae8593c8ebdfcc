"""The command `inlayc doc`: a reference of IDLs, as a page or as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from inlayc.base.settings import Settings, find_any_table, find_settings
from inlayc.cli.command_options import config_option, find_project, include_option
from inlayc.cli.printing import show_line, show_text

if TYPE_CHECKING:
    from inlayc.judges.versions import Version
    from inlayc.model.schema import Schema

_FORMATS: Final = {".html": "html", ".htm": "html", ".md": "markdown", ".markdown": "markdown"}


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path, readable=False))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, readable=False),
    metavar="OUT",
    help="Write to OUT instead of standard output; .html or .md says the format.",
)
@click.option("--overwrite", is_flag=True, help="Replace OUT if it exists.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["html", "markdown"]),
    default=None,
    help="One page without scripts, or Markdown.",
)
@click.option(
    "--since", metavar="REVISION", help="Say what has changed since this revision in git."
)
@config_option
@include_option
def doc(
    paths: tuple[Path, ...],
    output: Path | None,
    overwrite: bool,
    format_: str | None,
    since: str | None,
    config: Path | None,
    include: tuple[Path, ...],
) -> None:
    """Write a reference of IDLs: definitions, what uses what, what may be extended.

    PATHS are files and folders; without them, the sources of the project. Without -o, print HTML.
    """
    chosen = _choose_format(output, format_)
    from inlayc.judges.versions import find_version
    from inlayc.python.publish import write_document
    from inlayc.reference import collect_entries, write_html, write_markdown

    project = find_project(config) or Settings(root=Path())
    now = find_version(paths, include, project)
    if output is not None:
        _refuse_sources(output, now)
    schema = now.load()
    changes = ""
    if since is not None:
        pyproject = config or find_settings() or find_any_table()
        changes = _list_changes(schema, since, paths, include, pyproject, project)
    title = ", ".join(path.name for path in now.paths)
    write = write_html if chosen == "html" else write_markdown
    text = write(title, collect_entries(schema), changes)
    if output is None:
        show_text(text)
    else:
        write_document(output, text, overwrite=overwrite)
        show_line(output.as_posix())


def _choose_format(output: Path | None, format_: str | None) -> str:
    """What `--format` or the name of OUT says; they may not contradict each other. Raises UsageError."""
    if output is None:
        return format_ or "html"
    said = _FORMATS.get(output.suffix.lower())
    if said is None:
        raise click.UsageError(f"'{output}' is not a name for a reference: -o writes .html or .md")
    if format_ not in (None, said):
        raise click.UsageError(
            f"'{output}' is a name for {said}, and --format says {format_}: choose one"
        )
    return said


def _refuse_sources(output: Path, version: Version) -> None:
    """A link may have the name of a page and be an IDL. Raises UsageError."""
    if output.exists() and any(output.samefile(path) for path in version.paths if path.exists()):
        raise click.UsageError(f"'{output}' is one of the IDLs; give OUT another name")


def _list_changes(
    schema: Schema,
    revision: str,
    paths: Sequence[Path],
    include: Sequence[Path],
    pyproject: Path | None,
    project: Settings,
) -> str:
    from inlayc.judges.diff import report
    from inlayc.judges.versions import choose_comparison, find_version_at

    before = find_version_at(revision, paths, include, pyproject, project).load()
    text, differs = report(before, schema, choose_comparison(project))
    return f"since {revision}:\n{text}" if differs else f"none since {revision}"
