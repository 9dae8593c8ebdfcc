"""The options that several commands of `inlayc` have, and the settings that they add up to."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Final

import click

from inlayc.base.settings import (
    PACKAGE_EXPECTED,
    Settings,
    SettingsError,
    find_settings,
    is_package,
    read_settings,
    require_settings,
)

FINDINGS: Final = 1
"""The exit code of a command that has something to say against its input."""

config_option = click.option(
    "--config",
    metavar="FILE",
    type=click.Path(path_type=Path, readable=False),
    help="The pyproject.toml with [tool.inlay].  [default: the nearest one, here or above]",
)
format_option = click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Text for people, or everything as JSON.",
)
include_option = click.option(
    "-I",
    "--include",
    multiple=True,
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Folder to search for included files; may be repeated.",
)
IDL_FILE: Final = click.Path(path_type=Path, readable=False)
"""A folder, and a file that cannot be read, are what they are to `inlay`: input that failed, and no wrong usage."""


class _File(click.Path):
    """A folder is none of FILES: `sources` of a project may name one."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, readable=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if path.is_dir():
            what = f"{path} is a folder: name the files in it, or let `inlayc init` write the settings of it"
            raise click.UsageError(what, ctx)
        return path


_FILES: Final = _File()


_OF_SETTINGS: Final = ("config", "files", "output", "package", "include")


def settings_options(command: Callable[..., None]) -> Callable[..., None]:
    """The settings of the project; or FILES, and what a project says otherwise: where their package goes, what it is called,
    where included files are."""

    @wraps(command)
    def with_settings(**given: Any) -> None:
        settings = choose_settings(**{name: given.pop(name) for name in _OF_SETTINGS})
        command(settings=settings, **given)

    for option in (
        click.option("--package", metavar="NAME", help="The package to generate."),
        click.option(
            "-o",
            "--output",
            type=click.Path(path_type=Path, readable=False),
            metavar="DIR",
            help="The folder that contains the package, for FILES.",
        ),
        include_option,
        config_option,
        click.argument("files", nargs=-1, type=_FILES),
    ):
        with_settings = option(with_settings)
    return with_settings


def choose_settings(
    config: Path | None,
    files: tuple[Path, ...],
    output: Path | None,
    package: str | None,
    include: tuple[Path, ...],
) -> Settings:
    """From the project, or from the command line where files are given. Raises UsageError, SettingsError."""
    if not files:
        if output is not None or package is not None or include:
            raise click.UsageError(
                "--output, --package and -I go with files; a project has `include = [...]` in [tool.inlay]"
            )
        return _require_keys(read_settings(config or require_settings()))
    if output is None or package is None:
        for file in files:
            file.stat()  # a name that is mistyped needs no options, and the error says which it is
        missing = ["--output DIR"] * (output is None) + ["--package NAME"] * (package is None)
        raise click.UsageError(f"files need {' and '.join(missing)}, too")
    if not is_package(package):
        raise click.UsageError(f"--package {package}: {PACKAGE_EXPECTED}")
    return Settings(
        root=Path(),
        sources=tuple(map(str, files)),
        output=str(output),
        package=package,
        include=tuple(map(str, include)),
    )


def _require_keys(project: Settings) -> Settings:
    """What is compiled, and into what; other commands need neither."""
    if not project.sources:
        raise SettingsError(
            'tool.inlay.sources is missing; write the IDL files there: sources = ["idl/events.thrift"]'
        )
    if not project.package:
        raise SettingsError(
            'tool.inlay.package is missing; write the package to generate there: package = "events_format"'
        )
    return project


def find_project(config: Path | None) -> Settings | None:
    """The settings of the project, if there is one. Raises SettingsError."""
    if config is not None:
        return read_settings(config)
    path = find_settings()
    return None if path is None else read_settings(path)
