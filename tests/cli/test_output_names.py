"""The suffix of OUT says what is written, in every command; what contradicts it is wrong usage, and nothing is written."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay import concat, rewrite, select
from inlay.cli import output
from inlay.cli.command_line import inlay as whole
from inlay.cli.output import SUFFIXES, OutFile, OutPath
from inlay.ground.refusals import RefusedError
from tests.cli.test_exit_table import MORE

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

ANY_NAME = {
    "ext extract": "the content of an extension, in whatever format it is",
    "split": "a folder",
    "store build": "a folder",
    "spark archive": "a folder",
    "spark catalog": "a folder",
    "spark compat": "a folder",
    "spark recover": "a folder",
    "spark shred": "a folder",
    "spark verify": "a folder",
}
"""Commands with -o whose OUT may have any name, and why."""


def _outputs(
    command: click.Command, name: str = ""
) -> Iterator[tuple[str, click.ParamType[object]]]:
    if not isinstance(command, click.Group):
        yield from ((name, option.type) for option in command.params if "-o" in option.opts)
        return
    context = click.Context(command)
    for part in command.list_commands(context):
        child = command.get_command(context, part)
        assert child is not None
        yield from _outputs(child, f"{name} {part}".strip())


OUTPUTS = dict(_outputs(whole))
WRITTEN = {
    words: kind.formats
    for words, kind in OUTPUTS.items()
    if isinstance(kind, OutPath) and kind.formats
}


def test_each_command_says_what_it_writes() -> None:
    assert set(OUTPUTS) - set(WRITTEN) == set(ANY_NAME)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("names") / "f.parquet"
    pq.write_table(pa.table({"id": [1]}), path)
    return path


@pytest.mark.parametrize("words", sorted(set(WRITTEN) - {"spark report"}))
def test_a_name_for_something_else_is_refused(
    inlay: Inlay, file: Path, tmp_path: Path, words: str
) -> None:
    more = [
        word.format(out=tmp_path / "x.csv", fine=file, payload=file, keys=file)
        for word in MORE.get(words, [])
    ]
    arguments = [] if "-o" in more else ["-o", tmp_path / "x.csv"]
    code, out, err = inlay(*words.split(), file, *more, *arguments)
    assert (code, out) == (2, "")
    assert "x.csv' is a name for CSV, but the command writes" in err
    assert not [*tmp_path.iterdir()]


ONE_FILE = sorted(words for words, kind in OUTPUTS.items() if isinstance(kind, OutFile))
OF_EACH_FILE = sorted(
    words
    for words, kind in OUTPUTS.items()
    if isinstance(kind, OutPath) and kind.formats and words not in ONE_FILE
)
"""They make the folder if its name ends in a slash."""


def test_most_commands_write_a_file_or_one_for_each() -> None:
    assert {"concat", "rewrite", "select", "drop", "report", "scan", "layout", "dump"} < {*ONE_FILE}
    assert {"seal", "set", "recover", "index add"} < {*OF_EACH_FILE}
    assert set(OUTPUTS) - {*ONE_FILE, *OF_EACH_FILE} == set(ANY_NAME) - {"ext extract"}


@pytest.mark.parametrize("words", ONE_FILE)
@pytest.mark.parametrize("out", ["new/", "there", "there/"])
def test_a_folder_is_not_a_file(
    inlay: Inlay,
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: str,
    out: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    more = [
        word.format(out=out, fine=file, payload=file, keys=file) for word in MORE.get(words, [])
    ]
    arguments = [] if "-o" in more else ["-o", out]
    ended = inlay(*words.split(), file, *more, *arguments)
    assert (ended.code, ended.out) == (2, "")
    within = out.rstrip("/") + "/FILE"
    assert f"{out} is a folder: name a file in it, such as {within}" in " ".join(ended.err.split())
    assert [path.name for path in tmp_path.rglob("*")] == ["there"]


@pytest.mark.parametrize("words", ["seal", "footer add", "index add"])
def test_a_folder_for_the_results_is_made(
    inlay: Inlay, file: Path, tmp_path: Path, words: str
) -> None:
    assert inlay(*words.split(), file, "-o", f"{tmp_path}/new/").code == 0
    assert pq.read_table(tmp_path / "new" / file.name).num_rows == 1


def test_split_makes_the_folder(inlay: Inlay, file: Path, tmp_path: Path) -> None:
    assert inlay("split", file, "--rows", "1", "-o", f"{tmp_path}/new/").code == 0
    assert len([*(tmp_path / "new").iterdir()]) == 1


@pytest.mark.parametrize("out", ["new/", "there", "there/"])
def test_no_function_takes_a_folder_for_a_file(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    for write in (
        lambda: concat([file], out),
        lambda: select(file, out),
        lambda: rewrite([file], out),
    ):
        with pytest.raises(RefusedError, match="it is a folder: name a file in it, such as"):
            write()
    assert [path.name for path in tmp_path.rglob("*")] == ["there"]


def test_a_folder_that_is_there_is_not_the_result_of_one_file(
    inlay: Inlay, file: Path, tmp_path: Path
) -> None:
    ended = inlay("seal", file, "-o", tmp_path)
    assert (ended.code, ended.out) == (4, "")
    assert f"it is a folder: name a file in it, such as {tmp_path}/FILE" in ended.err


READ: dict[str, Callable[[bytes], object]] = {
    "json": json.loads,
    "JSON lines": lambda data: [json.loads(line) for line in data.splitlines()],
    "html": lambda data: data.index(b"<!doctype html>"),
    "svg": lambda data: data.index(b"<svg"),
    "Parquet": lambda data: pq.read_table(io.BytesIO(data)),
}


@pytest.mark.parametrize(
    ("command", "suffix"),
    [
        (command, suffix)
        for command in ("scan", "report", "layout")
        for suffix, format_ in SUFFIXES.items()
        if format_ in WRITTEN[command]
    ],
)
def test_the_suffix_is_the_format(
    inlay: Inlay, file: Path, tmp_path: Path, command: str, suffix: str
) -> None:
    out = tmp_path / f"OUT{suffix.upper()}"
    assert inlay(command, file, "-o", out).code == 0
    READ[SUFFIXES[suffix]](out.read_bytes())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "scan -o z.parquet --format json",
            "'z.parquet' is a name for Parquet, and --format says JSON lines: choose one",
        ),
        (
            "scan -o z --format text",
            "--format text prints, and -o writes Parquet or JSON lines: choose one",
        ),
        (
            "report -o z.html --format json",
            "'z.html' is a name for HTML, and --format says json: choose one",
        ),
        (
            "report -o z --format text",
            "--format text prints, and -o writes HTML or JSON: choose one",
        ),
        (
            "layout -o z.svg --format html",
            "'z.svg' is a name for SVG, and --format says html: choose one",
        ),
        ("layout -o z", "give OUT a name for JSON, SVG or HTML, or --format with one of them"),
        ("layout -o z.json --by kind", "--by prints a table: leave --format and -o out"),
    ],
)
def test_a_contradiction_is_wrong_usage(
    inlay: Inlay,
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: str,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    command, *others = words.split()
    code, out, err = inlay(command, file, *others)
    assert (code, out) == (2, "")
    assert err.startswith(f"error: {message}\n")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("words", "format_"),
    [
        ("scan --format json", "JSON lines"),
        ("report --format json", "json"),
        ("scan", "Parquet"),
        ("report", "html"),
    ],
)
def test_a_name_that_says_nothing_leaves_the_choice(
    inlay: Inlay, file: Path, tmp_path: Path, words: str, format_: str
) -> None:
    command, *others = words.split()
    assert inlay(command, file, *others, "-o", tmp_path / "out.backup").code == 0
    READ[format_]((tmp_path / "out.backup").read_bytes())


@pytest.mark.parametrize("words", ["layout --format html", "layout --format svg"])
def test_what_a_browser_shows_is_not_for_a_terminal(
    inlay: Inlay, file: Path, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command, option, format_ = words.split()
    assert inlay(command, file, option, format_).code == 0
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    outcome = inlay(command, file, option, format_)
    assert (outcome.code, outcome.out) == (2, "")
    said = f"--format {format_} is for a browser, not for a terminal: add -o NAME.{format_}"
    assert said in " ".join(outcome.err.split())


def test_a_folder_may_have_any_name(inlay: Inlay, file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "exports.csv"
    folder.mkdir()
    assert inlay("seal", file.parent, "-o", folder).code == 0
    assert [path.name for path in folder.iterdir()] == [file.name]


@pytest.mark.parametrize(
    "words",
    [
        "scan {file} -o {url}.parquet",
        "dump {file} -o {url}.txt",
        "layout {file} -o {url}.svg",
        "report {file} -o {url}.html",
        "rewrite {file} -o {url}.parquet",
        "register files {file} --to records -o {url}.parquet",
    ],
)
def test_what_is_written_here_alone_says_so_of_a_url(
    inlay: Inlay, file: Path, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not that there is no such file or directory."""
    monkeypatch.chdir(tmp_path)
    url = "s3://nowhere/out"
    code, out, err = inlay(*words.format(file=file, url=url).split())
    assert (code, out) == (4, "")
    assert f"{url}." in err
    assert "this output is written to a local disk" in err
    assert not [*tmp_path.iterdir()]
