"""OUT, the file that a command writes: its suffix says the format, and must be one that the command writes."""

from __future__ import annotations

import os
import sys
from typing import Any, Final

import click

SUFFIXES: Final = {
    ".parquet": "Parquet",
    ".parq": "Parquet",
    ".pq": "Parquet",
    ".json": "json",
    ".jsonl": "JSON lines",
    ".ndjson": "JSON lines",
    ".html": "html",
    ".htm": "html",
    ".svg": "svg",
    ".txt": "text",
    ".csv": "csv",
    ".tsv": "csv",
    ".arrow": "Arrow",
    ".feather": "Arrow",
    ".avro": "Avro",
    ".orc": "ORC",
    ".xlsx": "Excel",
    ".duckdb": "DuckDB",
    ".sqlite": "SQLite",
    ".md": "Markdown",
    ".pdf": "PDF",
    ".png": "PNG",
}
"""The formats that people expect behind these suffixes, those that no command writes included. Any other suffix says nothing."""


_PICTURES: Final = ("html", "svg")


class OutPath(click.Path):
    """Where something of one of these `formats` is written, a file or a folder; without any, where anything is.

    An empty path is a variable that was not set, and `-` is in other programs what no option is here: neither is the name of a
    file. A folder may have any name.
    """

    def __init__(self, *formats: str) -> None:
        super().__init__(readable=False)
        self.formats = formats

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("'' is not a path", param, ctx)
        if value == "-":
            self.fail("'-' is not standard output here; a file of this name is './-'", param, ctx)
        path = os.fsdecode(super().convert(value, param, ctx))
        said = find_format(path)
        if (
            said is not None
            and self.formats
            and said not in self.formats
            and not os.path.isdir(path)
        ):
            writes = _either(self.formats)
            self.fail(
                f"{path!r} is a name for {_name(said)}, but the command writes {writes}", param, ctx
            )
        return path


class OutFolder(OutPath):
    """Where several files are written: a folder, or a name that nothing has."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = super().convert(value, param, ctx)
        if os.path.lexists(path) and not os.path.isdir(path):
            self.fail(f"{path} is a file, and a folder is meant: give it another name", param, ctx)
        return path


class OutFile(OutPath):
    """Where one file is written: not a folder, which is what is one, or ends in a slash."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = super().convert(value, param, ctx)
        if path.endswith("/") or os.path.isdir(path):
            suffix = next((it for it, name in SUFFIXES.items() if name in self.formats), "")
            within = os.path.join(path, f"FILE{suffix}")
            self.fail(f"{path} is a folder: name a file in it, such as {within}", param, ctx)
        return path


OUTPUT: Final = OutPath()
OUT_FOLDER: Final = OutFolder()


def is_terminal() -> bool:
    """Whether people look at what is printed."""
    return sys.stdout.isatty()


def find_format(output: str) -> str | None:
    """What the suffix of `output` says."""
    return SUFFIXES.get(os.path.splitext(output)[1].lower())


def choose_format(
    output: str | None, format_: str | None, written: tuple[str, ...], default: str | None = None
) -> str:
    """What `--format` or the name of OUT says; they may not contradict each other. Without OUT, text is printed.

    `written` are the formats that OUT can have, and `default` is what it has if nothing says one. Raises click.UsageError.
    """
    if output is None:
        if format_ in _PICTURES and is_terminal():
            raise click.UsageError(
                f"--format {format_} is for a browser, not for a terminal: add -o NAME.{format_}"
            )
        return format_ or "text"
    said = find_format(output)
    if said is not None and format_ is not None and said != format_:
        raise click.UsageError(
            f"{output!r} is a name for {_name(said)}, and --format says {format_}: choose one"
        )
    chosen = said or format_ or default
    if chosen is None:
        raise click.UsageError(
            f"give OUT a name for {_either(written)}, or --format with one of them"
        )
    if chosen not in written:
        raise click.UsageError(
            f"--format {chosen} prints, and -o writes {_either(written)}: choose one"
        )
    return chosen


def _name(format_: str) -> str:
    return format_ if format_ == "text" else format_.upper() if format_.islower() else format_


def _either(formats: tuple[str, ...]) -> str:
    *others, last = map(_name, formats)
    return f"{', '.join(others)} or {last}" if others else last
