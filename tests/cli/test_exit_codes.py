"""How the command ends: one test for each code that is in use."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

import click
import pytest

from inlay import verify
from inlay.cli import commands
from inlay.cli.exit_codes import MEANING, ExitCode
from parquet_format.parquet import FileMetaData
from tests.faults.files import small_file
from tests.support.encrypted_files import encrypted_file

if TYPE_CHECKING:
    from tests.support.small_files import Inlay, MakeFile

ROOT = Path(__file__).parents[2]
SOURCES = os.pathsep.join(
    str(ROOT / folder) for folder in ("toolkit", "variant", "generated", "runtime")
)
COMMAND = [sys.executable, "-m", "inlay"]


def environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": SOURCES}


def test_every_code_has_a_meaning_and_is_in_the_help(inlay: Inlay) -> None:
    assert set(MEANING) == set(ExitCode)
    shown = inlay("--help")
    assert shown.code == 0
    lines = [f"  {code.value:<4} {MEANING[code]}" for code in sorted(ExitCode)]
    assert shown.out.endswith("\n".join(["\nExit codes:", *lines, ""]))


def test_0_for_a_file_that_is_fine(
    metadata: FileMetaData, make_file: MakeFile, inlay: Inlay
) -> None:
    found = inlay("inspect", make_file(metadata.encode()))
    assert (found.code, found.err) == (0, "")


def test_0_for_the_version(inlay: Inlay) -> None:
    found = inlay("--version")
    assert found.code == 0
    assert found.out.startswith("inlay, version ")


@pytest.mark.parametrize(
    "arguments",
    [["inspect"], ["inspect", "--nonsense"], ["nonsense"], ["inspect", "a", "--format", "xml"]],
)
def test_2_for_wrong_usage(arguments: list[str], inlay: Inlay) -> None:
    found = inlay(*arguments)
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith("error: ")
    assert re.search(r"\n  try: inlay (inspect )?--help\n\Z", found.err)


@pytest.mark.parametrize("words", ["", "footer", "footer index", "spark"])
def test_a_group_alone_shows_its_help(words: str, inlay: Inlay) -> None:
    found = inlay(*words.split())
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith(f"Usage: inlay {words}{' ' if words else ''}[OPTIONS] COMMAND")
    assert "\nCommands:\n" in found.err


@pytest.mark.parametrize(
    ("words", "near"),
    [
        ("inspct", "inspect"),
        ("ext lst", "list"),
        ("variant shw", "show"),
        ("encoding vrify", "verify"),
        ("footer ad", "add"),
        ("footer index strp", "strip"),
        ("spark compct", "compact"),
        ("help", "inlay --help"),
        ("footer index help", "inlay footer index --help"),
    ],
)
def test_a_command_that_is_not_there_has_a_neighbour(words: str, near: str, inlay: Inlay) -> None:
    found = inlay(*words.split())
    wrong = words.rpartition(" ")[2]
    assert found.code == 2
    assert found.err.startswith(f"error: no such command {wrong!r}. Did you mean {near!r}?\n")


def test_3_for_a_damaged_file(make_file: MakeFile, inlay: Inlay) -> None:
    found = inlay("inspect", make_file(b"\xff" * 10))
    assert (found.code, found.out) == (3, "")
    assert found.err.startswith("error: ")


def test_a_request_that_does_not_fit_is_no_damage(
    metadata: FileMetaData, make_file: MakeFile, inlay: Inlay, tmp_path: Path
) -> None:
    """3 is for files that are damaged: these are not."""
    path = make_file(metadata.encode())
    payload = tmp_path / "payload"
    payload.write_bytes(b"notes")
    for command in (["strip"], ["extract"], ["strip", "--uuid", "seal"]):
        found = inlay("ext", command[0], path, *command[1:])
        assert (found.code, "no extension" in found.err) == (4, True), command
    own = inlay("ext", "append", path, payload, "--uuid", "seal")
    assert own.code == 4
    uuids = ("0b5c1d1e-7c55-4c0e-9a53-3f3a6f6f8f10", "0b5c1d1e-7c55-4c0e-9a53-3f3a6f6f8f11")
    for uuid in uuids:
        assert (
            inlay("ext", "append", path, payload, "--uuid", uuid, "--allow", "envelope").code == 0
        )
    for verb in ("extract", "strip"):
        found = inlay("ext", verb, path)
        assert (found.code, "say which one by --uuid" in found.err) == (2, True)
        assert inlay("ext", verb, path, "--uuid", uuids[0][:-1] + "f").code == 4
    assert inlay("ext", "append", path, payload, "--uuid", uuids[0], "--header", "zigzag").code == 4


def test_a_column_that_is_not_there_is_wrong_usage(tmp_path: Path, inlay: Inlay) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = tmp_path / "small.parquet"
    pq.write_table(pa.table({"id": [1, 2, 3]}), path)
    assert inlay("encoding", "add", path, "--columns", "nope", "--encoding", "pco").code == 2
    assert inlay("variant", "show", path, "--column", "nope").code == 2


def test_6_for_a_file_that_is_not_there(tmp_path: Path, inlay: Inlay) -> None:
    found = inlay("inspect", tmp_path / "none")
    assert found == (6, "", f"error: {tmp_path / 'none'}: No such file or directory\n")


_OF_MANY: Final = (
    "concat -o out.parquet",
    "encoding show",
    "ext list",
    "footer add",
    "footer compare",
    "footer show",
    "inspect",
    "layout",
    "lint",
    "lint --format json",
    "lint --format sarif",
    "recover",
    "register files --to records -o out.parquet",
    "report",
    "report --query drift",
    "rewrite -o out.parquet",
    "scan",
    "scan --table row_groups",
    "seal",
    "set --key a=b",
    "variant show",
    "verify",
    "verify --format json",
    "verify --format junit",
    "vet",
)


@pytest.mark.parametrize("command", _OF_MANY)
@pytest.mark.parametrize("others", [0, 1])
def test_1_for_a_folder_without_files(
    command: str, others: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inlay: Inlay
) -> None:
    """A check of nothing that ends with 0 would tell a CI system that all is well."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "empty"
    folder.mkdir()
    if others:
        (folder / "notes.txt").write_text("no Parquet")
    found = inlay(*command.split(), folder)
    assert found.code == 1
    assert found.err.endswith("warning: no Parquet files to read\n")


@pytest.mark.parametrize(
    "command", ["verify", "verify --format json", "vet", "compat", "prune", "set --key a=b"]
)
def test_a_glob_that_matches_nothing_is_not_a_file(
    command: str, tmp_path: Path, inlay: Inlay
) -> None:
    glob = tmp_path / "zz*.parquet"
    more = ["a > 1"] if command == "prune" else []
    found = inlay(*command.split(), glob, *more)
    assert (found.code, found.err) == (6, f"error: {glob}: nothing matches\n")
    assert "1 file" not in found.out


@pytest.mark.parametrize("command", ["verify", "vet --reader pyarrow", "compat"])
def test_a_path_that_leads_to_nothing_is_told_beside_the_files(
    command: str, tmp_path: Path, inlay: Inlay
) -> None:
    for name in "ab":
        (tmp_path / f"{name}.parquet").write_bytes(small_file())
    paths = [tmp_path / f"{name}.parquet" for name in ("a", "other", "b")]
    found = inlay(*command.split(), *paths)
    assert found.code == 6
    total = next(line for line in found.out.splitlines() if line.startswith("2 files: "))
    assert total.endswith("; 1 not found")


@pytest.mark.parametrize("command", ["lint", "verify", "vet --reader pyarrow", "compat"])
@pytest.mark.parametrize("others", [0, 1])
def test_1_for_a_file_that_no_key_opens(
    command: str, others: int, tmp_path: Path, inlay: Inlay
) -> None:
    path, other = tmp_path / "a.parquet", tmp_path / "b.parquet"
    path.write_bytes(encrypted_file())
    other.write_bytes(small_file())
    assert inlay(*command.split(), *[path, other][: 1 + others]).code == 1


def test_6_for_a_folder_where_one_file_is_meant(tmp_path: Path, inlay: Inlay) -> None:
    found = inlay("variant", "shred", tmp_path, "-o", tmp_path / "out")
    what = f"Is a folder, and one file is meant: give each of {tmp_path}/*.parquet by itself, or use what"
    assert (found.code, found.out) == (6, "")
    assert found.err.startswith(
        f"error: {tmp_path}: {what} takes folders and globs, such as `inlay verify`\n"
    )


def test_one_file_is_meant_where_a_function_is_given_more(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match=r"glob\.glob lists them.*inlay\.lint"):
        verify(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"as a glob it stands for several.*inlay\.lint"):
        verify(tmp_path / "*.parquet")


def test_the_usage_of_register_is_one_of_its_commands(inlay: Inlay) -> None:
    shown = inlay("register", "--help").out
    assert shown.startswith("Usage: inlay register PATHS... --to FORMAT [OPTIONS]\n")
    assert "`inlay register check TABLE`" in " ".join(shown.split())


@pytest.mark.parametrize(
    "command", ["inspect", "verify", "footer show", "footer add", "ext list", "recover", "seal"]
)
def test_6_for_a_pipe_that_nobody_writes_and_for_a_device(
    command: str, tmp_path: Path, inlay: Inlay
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        found = inlay(*command.split(), path)
        assert (found.code, found.out, found.err.count("\n")) == (6, "", 1)
        assert found.err.startswith(f"error: {path}: Not a regular file")


def test_3_for_a_text_whose_line_has_no_end(tmp_path: Path, inlay: Inlay) -> None:
    sentence = "line 1, column 134217729: a line has at most 134,217,728 characters"
    found = inlay("assemble", "/dev/zero", "-o", tmp_path / "out")
    assert found == (3, "", f"error: /dev/zero, {sentence}\n")
    assert not list(tmp_path.iterdir())


@click.command()
def broken() -> None:
    """A command with a defect."""
    raise ZeroDivisionError


@click.command()
def interrupted() -> None:
    """A command that somebody stops with Ctrl-C."""
    signal.raise_signal(signal.SIGINT)


@pytest.fixture
def replace_inspect(monkeypatch: pytest.MonkeyPatch) -> Callable[[click.Command], None]:
    module = ModuleType("commands_of_a_test")
    monkeypatch.setitem(sys.modules, module.__name__, module)

    def replace(command: click.Command) -> None:
        monkeypatch.setattr(module, "command", command, raising=False)
        monkeypatch.setitem(commands.BUILT_IN, "inspect", module.__name__)

    return replace


def test_70_with_a_traceback_for_a_defect(
    inlay: Inlay, replace_inspect: Callable[[click.Command], None]
) -> None:
    replace_inspect(broken)
    found = inlay("inspect")
    assert (found.code, found.out) == (70, "")
    assert "ZeroDivisionError" in found.err
    assert found.err.endswith("this is a bug in inlay; please report it with the lines above\n")


def test_130_when_interrupted(
    inlay: Inlay, replace_inspect: Callable[[click.Command], None]
) -> None:
    replace_inspect(interrupted)
    assert inlay("inspect") == (130, "", "error: interrupted\n")


def test_the_help_tells_what_the_commands_for_lakes_do(inlay: Inlay) -> None:
    shown = " ".join(inlay("--help").out.split())
    assert "spark Catalog, migrate and shred many files on Spark." in shown
