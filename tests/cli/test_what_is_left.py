"""Every command says what is left of its work, to who looks: how much of all is done, or at which of its steps it is. docs/terminal.md."""

from __future__ import annotations

import itertools
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.cli.command_line import inlay as whole
from inlay.cli.progress import LAST_LINE, ProgressLine
from tests.cli.test_bad_files import leaves
from tests.support.encrypted_files import write_encrypted, write_keys
from tests.support.noted_files import SCHEMA, write_noted
from tests.support.terminal import Terminal, open_terminal
from tests.verbs.geo.files import key_of
from tests.verbs.verify.values.geometry_files import point

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

LEFT: Final = re.compile(r"\d+%  \S.* of \S|step \d+ of \d+")
OF_FILES: Final = re.compile(r"\d+%  \d+ of 2 files")

WORDS: Final = {
    "inspect": ["{plain}"],
    "verify": ["{plain}"],
    "scan": ["{plain}"],
    "lint": ["{plain}"],
    "diff": ["{plain}", "{sealed}"],
    "dump": ["{plain}", "-o", "{out}"],
    "assemble": ["{text}", "--source", "{plain}", "-o", "{out}"],
    "layout": ["{plain}"],
    "report": ["{plain}"],
    "pages": ["{plain}"],
    "prune": ["{plain}", "id = 1"],
    "recover": ["{tailed}", "-o", "{out}"],
    "set": ["{plain}", "--key", "a=b", "-o", "{out}"],
    "seal": ["{plain}", "-o", "{out}"],
    "drop": ["{plain}", "--columns", "id", "-o", "{out}"],
    "select": ["{plain}", "--row-groups", "1", "-o", "{out}"],
    "split": ["{plain}", "--row-groups", "1", "-o", "{out}"],
    "concat": ["{plain}", "-o", "{out}"],
    "rewrite": ["{plain}", "-o", "{out}"],
    "compat": ["{plain}"],
    "vet": ["{plain}", "--reader", "pyarrow"],
    "ext append": ["{plain}", "{payload}", "--raw", "-o", "{out}"],
    "ext list": ["{sealed}"],
    "ext show": ["{noted}", "--schema", "{note.fbs}"],
    "ext strip": ["{extended}", "-o", "{out}"],
    "ext verify": ["{sealed}"],
    "footer add": ["{plain}", "-o", "{out}"],
    "footer promote": ["{private}", "-o", "{out}"],
    "footer finalize": ["{migration}", "-o", "{out}"],
    "footer revert": ["{private}", "-o", "{out}"],
    "footer show": ["{private}"],
    "footer compare": ["{plain}", "--design", "thrift"],
    "footer convert": ["{plain}", "--design", "modular", "-o", "{out}"],
    "footer index add": ["{plain}", "-o", "{out}"],
    "footer index show": ["{indexed}"],
    "footer index strip": ["{indexed}", "-o", "{out}"],
    "encoding add": ["{plain}", "--columns", "real", "-o", "{out}"],
    "encoding repair": ["{encoded}", "-o", "{out}"],
    "encoding show": ["{encoded}"],
    "encoding strip": ["{encoded}", "-o", "{out}"],
    "encoding verify": ["{encoded}"],
    "index add": ["{plain}", "-o", "{out}"],
    "index fix": ["{pages}", "-o", "{out}"],
    "index strip": ["{pages}", "-o", "{out}"],
    "geo boxes": ["{geo}", "-o", "{out}"],
    "geo check": ["{geo}"],
    "geo show": ["{geo}"],
    "geo to-geoparquet": ["{native}", "-o", "{out}"],
    "geo to-native": ["{geo}", "-o", "{out}"],
    "crypt footer": ["{encrypted}", "--plaintext", "--keys", "{keys}", "-o", "{out}"],
    "crypt rewrap": ["{encrypted}", "--old-keys", "{keys}", "--new-keys", "{keys}", "-o", "{out}"],
    "crypt verify": ["{encrypted}", "--keys", "{keys}"],
    "register files": ["{plain}", "--to", "records", "-o", "{out}"],
    "store build": ["{plain}", "-o", "{out}"],
    "store plan": ["{store}", "id = 1"],
    "store refresh": ["{store}"],
    "variant from-json": ["{lines}", "-o", "{out}"],
    "variant schema": ["{variants}"],
    "variant show": ["{variants}"],
    "variant shred": ["{variants}", "-o", "{out}"],
    "variant unshred": ["{shredded}", "-o", "{out}"],
}
ELSEWHERE: Final = {
    "encoding ratify": "tests/pages/encodings has the numbers that a standard would give",
    "ext extract": "one payload is written as it lies in a footer, by no pass over a file",
    "register check": "tests/verbs/register has the tables that it reads",
}
MAKING: Final = {
    "sealed": ["seal", "{plain}"],
    "extended": ["ext", "append", "{plain}", "{payload}", "--raw"],
    "private": ["footer", "add", "{plain}"],
    "migration": ["footer", "promote", "{private}"],
    "indexed": ["footer", "index", "add", "{plain}"],
    "encoded": ["encoding", "add", "{plain}", "--columns", "real"],
    "native": ["geo", "to-native", "{geo}"],
    "text": ["dump", "{plain}"],
    "store": ["store", "build", "{plain}"],
    "variants": ["variant", "from-json", "{lines}"],
    "shredded": ["variant", "shred", "{variants}"],
}


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    """Somebody looks; every look at the clock is a second later than the one before, and what is beside the work is done at once."""
    monkeypatch.setattr("inlay.cli.progress.monotonic", itertools.count().__next__)
    monkeypatch.setattr("inlay.cli.progress.run_beside", lambda work: work())
    with open_terminal(monkeypatch) as terminal:
        yield terminal


class Inputs:
    """Files of a folder by their names, each made when it is first asked for."""

    def __init__(self, folder: Path, inlay: Inlay) -> None:
        self._folder = folder
        self._inlay = inlay

    def word(self, text: str) -> str:
        return str(self.path(text.strip("{}"))) if text.startswith("{") else text

    def path(self, name: str) -> Path:
        path = self._folder / name
        if path.exists():
            return path
        if name in MAKING:
            assert self._inlay(*map(self.word, MAKING[name]), "-o", path).code == 0, name
        else:
            _WRITERS[name](path)
        return path


def _write_plain(path: Path) -> None:
    table = pa.table({"id": range(4_000), "real": [0.25 * at for at in range(4_000)]})
    pq.write_table(table, path, row_group_size=1_000, compression="none", use_dictionary=False)


def _write_pages(path: Path) -> None:
    pq.write_table(pa.table({"id": range(4_000)}), path, write_page_index=True)


def _write_tailed(path: Path) -> None:
    _write_plain(path)
    path.write_bytes(path.read_bytes() + b"a tail that leads nowhere")


def _write_places(path: Path) -> None:
    table = pa.table({"g": pa.array([point(1, 2)] * 4)})
    pq.write_table(table.replace_schema_metadata({"geo": key_of()}), path)


def _write_noted(path: Path) -> None:
    plain = path.with_suffix(".plain")
    _write_plain(plain)
    write_noted(plain, path)


_WRITERS: Final[dict[str, Callable[[Path], object]]] = {
    "plain": _write_plain,
    "pages": _write_pages,
    "tailed": _write_tailed,
    "geo": _write_places,
    "encrypted": write_encrypted,
    "keys": write_keys,
    "note.fbs": lambda path: path.write_text(SCHEMA, encoding="utf-8"),
    "payload": lambda path: path.write_bytes(b"somebody's"),
    "noted": _write_noted,
    "lines": lambda path: path.write_text("".join(f"{json.dumps({'a': n})}\n" for n in range(99))),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("inputs")


def test_no_command_is_left_out() -> None:
    assert set(leaves(whole)) == WORDS.keys() | ELSEWHERE.keys()


@pytest.mark.parametrize("command", WORDS)
def test_of_one_file(
    command: str, folder: Path, tmp_path: Path, inlay: Inlay, request: pytest.FixtureRequest
) -> None:
    inputs = Inputs(folder, inlay)
    words = [str(tmp_path / "out") if it == "{out}" else inputs.word(it) for it in WORDS[command]]
    terminal: Terminal = request.getfixturevalue("terminal")
    outcome = inlay(*command.split(), *words)
    assert outcome.code in (0, 1), outcome.err
    assert LEFT.search(terminal.getvalue()), terminal.getvalue()
    assert terminal.getvalue().endswith("\r"), "the line vanishes"
    assert LAST_LINE.steps is None


def _takes_many(command: str) -> bool:
    at: click.Command = whole
    for part in command.split():
        assert isinstance(at, click.Group)
        child = at.get_command(click.Context(at), part)
        assert child is not None
        at = child
    return any(isinstance(it, click.Argument) and it.nargs == -1 for it in at.params)


@pytest.mark.parametrize("command", [*filter(_takes_many, WORDS)])
def test_of_many_files(
    command: str, folder: Path, tmp_path: Path, inlay: Inlay, request: pytest.FixtureRequest
) -> None:
    inputs = Inputs(folder, inlay)
    subject, *others = WORDS[command]
    lake = tmp_path / "lake"
    lake.mkdir()
    for number in range(2):
        shutil.copy(inputs.word(subject), lake / f"{number}.parquet")
    alone = ("concat", "rewrite", "register files", "store build")
    out = f"{tmp_path / 'out'}{'' if command in alone else '/'}"
    words = [out if it == "{out}" else inputs.word(it) for it in others]
    terminal: Terminal = request.getfixturevalue("terminal")
    outcome = inlay(*command.split(), lake, *words)
    assert outcome.code in (0, 1), outcome.err
    assert OF_FILES.search(terminal.getvalue()), terminal.getvalue()


def test_what_is_listed_is_not_counted_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inlay.cli.progress.monotonic", itertools.count().__next__)
    monkeypatch.setattr("inlay.cli.progress.run_beside", lambda work: work())
    line = ProgressLine("reading", "file", None, lambda: pytest.fail("it was listed"))
    line.advance(1)
    assert line.text == "reading 1 file"


def test_a_listing_that_fails_counts_nothing(terminal: Terminal) -> None:
    def fail() -> list[str]:
        raise OSError("the listing has ended")

    line = ProgressLine("reading", "file", None, fail)
    line.advance(1)
    assert terminal.getvalue() == "\rreading 1 file"


def test_a_listing_that_is_over_is_not_counted_on(terminal: Terminal) -> None:
    line = ProgressLine("reading", "file", None, lambda: "ab")
    line.is_over = True
    line.advance(1)
    assert line.total is None


def test_what_has_grown_meanwhile_is_whole() -> None:
    line = ProgressLine("reading", "file", 3, None)
    line.reach(4)
    assert line.text == "reading 100%  4 of 4 files"
