"""Commands that are given nothing but paths and plain options run without click, and do what they do with it."""

from __future__ import annotations

from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from inlay.cli import plain_commands
from inlay.cli.command_line import inlay as group
from inlay.cli.exit_codes import ExitCode
from inlay.cli.plain_commands import OPTIONS, PLAIN, function_of, run_plain_command

if TYPE_CHECKING:
    from parquet_format.parquet import FileMetaData
    from tests.support.small_files import Inlay, MakeFile

FILES = {
    "a file": ["good.parquet"],
    "several": ["good.parquet", "cut.parquet", "good.parquet"],
    "a folder": ["."],
    "a glob": ["*.parquet"],
    "a damaged file": ["cut.parquet"],
    "a file that is not there": ["absent.parquet"],
    "an empty name": [""],
    "a scheme that nobody knows": ["nowhere://host/file"],
    "an option behind a path": ["good.parquet", "--format", "json"],
    "an option between paths, twice": [
        "good.parquet",
        "--format=text",
        "cut.parquet",
        "--format=json",
    ],
}
LEFT_TO_CLICK = {
    "nothing": "",
    "a command alone": "inspect",
    "an option with a value": "inspect --jobs 2 good.parquet",
    "an option of another command": "verify good.parquet --all",
    "an option and no path": "inspect --all",
    "an option without its value": "inspect good.parquet --format",
    "a wrong value": "inspect good.parquet --format xml",
    "an option of all commands": "--color always inspect good.parquet",
    "the end of the options": "inspect -- good.parquet",
    "help": "verify --help",
    "another command": "scan good.parquet",
}


@pytest.fixture
def files(
    metadata: FileMetaData,
    make_file: MakeFile,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    footer = metadata.encode()
    make_file(footer, name="good.parquet")
    make_file(footer, name="cut.parquet", length=1 << 20)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("paths", FILES.values(), ids=FILES)
@pytest.mark.parametrize("command", PLAIN)
def test_click_makes_no_difference(
    inlay: Inlay, monkeypatch: pytest.MonkeyPatch, command: str, paths: list[str]
) -> None:
    without_click = inlay(command, *paths)
    monkeypatch.setattr(plain_commands, "run_plain_command", lambda _: None)
    assert without_click == inlay(command, *paths)


@pytest.mark.parametrize("command", PLAIN)
def test_defaults_are_those_of_the_options(command: str) -> None:
    options = parse_by_click(command, "file")
    parameters = signature(function_of(command)).parameters
    assert {name: each.default for name, each in parameters.items() if name != "paths"} == {
        name: value for name, value in options.items() if name != "paths"
    }


@pytest.mark.parametrize(
    ("command", "option"), [(command, option) for command in PLAIN for option in OPTIONS[command]]
)
def test_options_mean_what_click_says(
    monkeypatch: pytest.MonkeyPatch, command: str, option: str
) -> None:
    given: list[object] = []
    signed = signature(function_of(command))

    def keep(*paths: object, **values: object) -> ExitCode:
        bound = signed.bind(*paths, **values)
        bound.apply_defaults()
        given.append(bound.arguments)
        return ExitCode.OK

    monkeypatch.setattr(plain_commands, "function_of", lambda _: keep)
    for words in ([option], option.split("=")):
        assert run_plain_command([command, "file", *words]) is ExitCode.OK
        assert given.pop() == parse_by_click(command, "file", *words)


def parse_by_click(command: str, *arguments: str) -> dict[str, object]:
    with click.Context(group) as context:
        named = group.get_command(context, command)
        assert named is not None
        params = named.make_context(command, list(arguments)).params
    of_keys = {name: params.pop(name) for name in OF_KEYS if name in params}
    assert not any(of_keys.values()), "keys are left to click"
    return params | ({"keys": None} if of_keys else {})


OF_KEYS = ("footer_key", "column_keys", "keys_file", "aad_prefix")
"""Options that become `keys` together; without any of them, that is None."""


@pytest.mark.parametrize("line", LEFT_TO_CLICK.values(), ids=LEFT_TO_CLICK)
def test_everything_else_is_left_to_click(line: str) -> None:
    assert run_plain_command(line.split()) is None


def test_completion_is_left_to_click(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_INLAY_COMPLETE", "bash_complete")
    assert run_plain_command(["inspect", "good.parquet"]) is None
