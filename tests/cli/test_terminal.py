"""What a person sees on a terminal: colours, the pager, progress. docs/terminal.md."""

from __future__ import annotations

import fcntl
import itertools
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.changes.life_cycle.edit_extension import seal_file
from inlay.changes.rewrite import Target
from inlay.cli.pager import pager_of
from inlay.cli.progress import ProgressLine
from inlay.cli.terminal import fold_line
from parquet_format.parquet import FileMetaData
from tests.cli.test_exit_codes import COMMAND, environment
from tests.footers.conversion.footers import wide
from tests.support.calls import count_calls
from tests.support.terminal import Terminal, open_terminal

if TYPE_CHECKING:
    from tests.support.small_files import Inlay, MakeFile

ESCAPE = "\x1b"
LINES = 30


def on_terminal(*arguments: str | Path, **variables: str) -> tuple[int, str]:
    """The exit code, and all that a terminal of 30 lines and 100 columns was sent."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", LINES, 100, 0, 0))
    unset = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "PAGER", "LESS", "TTY_COMPATIBLE")
    kept = {name: value for name, value in environment().items() if name not in unset}
    started = subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=kept | {"TERM": "xterm"} | variables,
    )
    os.close(theirs)
    parts: list[bytes] = []
    while part := _read(ours):
        parts.append(part)
    os.close(ours)
    return started.wait(), b"".join(parts).decode().replace("\r\n", "\n")


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:  # how Linux says that nobody writes any more
        return b""


@pytest.fixture
def small(metadata: FileMetaData, make_file: MakeFile) -> Path:
    return make_file(metadata.encode())


@pytest.fixture
def long(make_file: MakeFile) -> Path:
    """It takes more than a screen."""
    return make_file(wide(40, 1).encode(), name="long.parquet")


@pytest.fixture
def pager(tmp_path: Path) -> Path:
    """Marks what it is given, and says what it was told about `less`."""
    path = tmp_path / "pager"
    path.write_text(
        f"#!{sys.executable}\nimport os, sys\nprint('paged', os.environ['LESS'])\n"
        "sys.stdout.write(sys.stdin.read())\nprint('end of pager')\n"
    )
    path.chmod(0o755)
    return path


COLORS = [
    ((), {}, True),
    ((), {"NO_COLOR": "1"}, False),
    ((), {"NO_COLOR": ""}, True),
    (("--color", "never"), {}, False),
    (("--color", "always"), {"NO_COLOR": "1"}, True),
]


@pytest.mark.parametrize(("options", "variables", "colored"), COLORS)
def test_colors_on_a_terminal(
    options: tuple[str, ...], variables: dict[str, str], colored: bool, small: Path
) -> None:
    for command in (["inspect"], ["ext", "list"], ["footer", "show"]):
        code, shown = on_terminal(*options, *command, small, **variables)
        assert code == 0
        if not colored or command[0] != "ext":  # which has nothing to list
            assert (ESCAPE in shown) == colored, command


def test_colors_elsewhere(small: Path, inlay: Inlay) -> None:
    assert ESCAPE not in inlay("inspect", small).out
    assert ESCAPE in inlay("--color", "always", "inspect", small).out
    assert inlay("--color", "sometimes", "inspect", small).code == 2


PAGED = [(["inspect", "--all"], 0), (["verify"], 1), (["scan", "--table", "column_chunks"], 0)]


@pytest.mark.parametrize(("command", "expected"), PAGED)
def test_what_is_longer_than_the_screen_is_paged(
    command: list[str], expected: int, long: Path, small: Path, pager: Path
) -> None:
    code, shown = on_terminal(*command, long, PAGER=str(pager))
    assert code == expected
    plain = shown.replace(" " * 20, "")
    assert "paged FRX\n" in plain
    assert plain.endswith("end of pager\n")
    _, direct = on_terminal(*command, long, PAGER="cat")
    assert "paged" not in direct
    assert direct.split("\r")[-1] in shown
    _, short = on_terminal(command[0], small, PAGER=str(pager))
    assert "paged" not in short


def test_a_pager_is_told_what_the_user_wants(long: Path, pager: Path) -> None:
    assert "paged -S\n" in on_terminal("inspect", "--all", long, PAGER=str(pager), LESS="-S")[1]


def test_a_pager_that_is_not_there_or_is_left_early(long: Path) -> None:
    code, shown = on_terminal("inspect", "--all", long, PAGER="/no/such/pager")
    assert (code, "column_39" in shown) == (0, True)
    # More than a pipe holds, so that somebody notices.
    code, shown = on_terminal("--color", "always", "inspect", "--all", long, PAGER="true")
    assert code in (0, 6)
    assert "Traceback" not in shown


def test_errors_stand_in_the_pager(long: Path, pager: Path, tmp_path: Path) -> None:
    (tmp_path / "cut.parquet").write_bytes(b"PAR1" + b"\xff" * 40)
    paths = [tmp_path / "cut.parquet", *[long] * LINES]
    code, shown = on_terminal("verify", *paths, PAGER=str(pager))
    assert code == 3
    start, end = shown.index("paged"), shown.index("end of pager")
    assert start < shown.index("error: ") < end


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"PAGER": "less -S"}, ["less", "-S"]),
        ({"PAGER": ""}, []),
        ({"PAGER": "cat"}, []),
    ],
)
def test_the_pager_is_that_of_the_user(environment: dict[str, str], expected: list[str]) -> None:
    assert pager_of(environment) == expected


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    """Every look at the clock is a second later than the one before."""
    monkeypatch.setattr("inlay.cli.progress.monotonic", itertools.count().__next__)
    with open_terminal(monkeypatch) as terminal:
        yield terminal


def test_a_line_of_progress_vanishes(
    small: Path, tmp_path: Path, terminal: Terminal, inlay: Inlay
) -> None:
    for command in (["verify", "--data"], ["scan"], ["recover"]):
        assert inlay(*command, tmp_path).code == (1 if command[0] == "verify" else 0)
        drawn = terminal.drawn
        assert ESCAPE not in terminal.getvalue()
        assert any(" 1 file" in part for part in drawn), drawn
        assert drawn[0] == ""
        assert (drawn[-1], drawn[-2].strip()) == ("", "")
        terminal.truncate(0)
        terminal.seek(0)


def test_the_first_line_comes_after_a_second(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = iter([5.0, 5.5, 5.9, 6.1, 6.15, 6.3])
    monkeypatch.setattr("inlay.cli.progress.monotonic", seconds.__next__)
    line = ProgressLine("reading", "file", None)
    line.advance(1)
    line.advance(1)
    assert terminal.getvalue() == ""
    line.advance(1)
    assert terminal.drawn[-1] == "reading 3 files"


def test_copying_and_searching_are_told(
    small: Path, tmp_path: Path, terminal: Terminal, inlay: Inlay
) -> None:
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(small.read_bytes() + b"a tail that leads nowhere")
    assert inlay("seal", small, "-o", tmp_path / "sealed.parquet").code == 0
    assert any(part.startswith("copying 100%  ") for part in terminal.drawn)
    assert inlay("recover", cut).code == 1
    assert "printing, step 2 of 4" in map(str.strip, terminal.drawn)


@pytest.fixture
def many_chunks(tmp_path: Path) -> Path:
    """Twelve chunks with page indexes and CRCs."""
    path = tmp_path / "chunks.parquet"
    table = pa.table({name: range(4_000) for name in "abc"})
    options: dict[str, Any] = {"write_page_index": True, "write_page_checksum": True}
    pq.write_table(table, path, row_group_size=1_000, compression="none", **options)
    return path


@pytest.mark.parametrize(
    ("words", "verb"),
    [
        (["verify", "--data"], "checking"),
        (["layout"], "reading"),
        (["pages"], "reading"),
        (["pages", "--table", "page_indexes"], "reading"),
        (["dump"], "reading"),
        (["dump", "-o", "{out}"], "writing"),
    ],
)
def test_of_one_file_the_bytes_are_told(
    words: list[str], verb: str, many_chunks: Path, terminal: Terminal, inlay: Inlay, tmp_path: Path
) -> None:
    words = [word.format(out=tmp_path / "out.txt") for word in words]
    outcome = inlay(*words, many_chunks)
    assert (outcome.code, outcome.err) == (0, "")
    lines = [part for part in terminal.drawn if part.startswith(verb)]
    assert len(lines) > (1 if verb == "writing" else 10), "text is written in blocks"
    if verb == "writing":
        return
    done = [int(line.removeprefix(verb).split("%")[0]) for line in lines]
    assert done == sorted(done)
    assert done[0] < 50
    assert 80 < done[-1] <= 100
    # With others, the line counts files.
    terminal.truncate(0)
    assert inlay("layout", many_chunks, many_chunks.parent / "*.parquet").code == 0
    assert all("B of" not in part for part in terminal.drawn)


def test_of_one_file_the_rules_are_told(
    many_chunks: Path, terminal: Terminal, inlay: Inlay
) -> None:
    inlay("lint", many_chunks)
    told = [part for part in terminal.drawn if part.startswith("advising")]
    assert len(told) > 10
    assert all(" of " in part and "%" in part for part in told)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["rewrite", "-o", "{out}"], ["reading footers", "writing", "comparing"]),
        (["vet", "--reader", "pyarrow"], ["asking"]),
    ],
)
def test_long_work_on_rows_and_readers_is_told(
    words: list[str],
    told: list[str],
    many_chunks: Path,
    terminal: Terminal,
    inlay: Inlay,
    tmp_path: Path,
) -> None:
    inlay(*(word.format(out=tmp_path / "out.parquet") for word in words), many_chunks)
    assert [what for what in told if any(it.startswith(what) for it in terminal.drawn)] == told


@pytest.mark.parametrize("output", ["other.parquet", None])
def test_who_copies_is_watched(output: str | None, small: Path, tmp_path: Path) -> None:
    calls: list[tuple[int, int]] = []
    to = str(tmp_path / output) if output is not None else None
    seal_file(str(small), target=Target(to, watch=lambda *so_far: calls.append(so_far)))
    copied, size = calls[-1]
    assert copied == size
    assert size > 0


def test_nothing_is_said_of_progress_elsewhere(small: Path, inlay: Inlay, tmp_path: Path) -> None:
    assert inlay("scan", tmp_path).err == ""
    assert inlay("recover", tmp_path).err == ""


@pytest.mark.parametrize(
    ("unit", "total", "done", "expected"),
    [
        ("file", None, 1, "reading 1 file"),
        ("file", None, 1_234, "reading 1,234 files"),
        ("row", 200, 50, "reading  25%  50 of 200 rows"),
        ("byte", 4096, 2048, "reading  50%  2.0 KiB of 4.0 KiB"),
        ("byte", 0, 0, "reading 0 B"),
    ],
)
def test_the_words_of_progress(unit: str, total: int | None, done: int, expected: str) -> None:
    line = ProgressLine("reading", unit, total)
    line.reach(done)
    assert line.text == expected


def test_a_line_costs_the_same_in_a_large_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands print tens of thousands of lines, one by one."""
    before = count_calls(lambda: fold_line("a line"))
    for at in range(100):
        monkeypatch.setenv(f"INLAY_{at}", "1")
    assert count_calls(lambda: fold_line("a line")) == before
