"""Output that nothing takes: every command, into a full device, a closed pipe and a closed stream (docs/terminal.md).

One process imports the commands. Each case is a fork of it, with buffers or without, which ends as a command does: what Python says
and does at its end counts, too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Final, NamedTuple

import click
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.__main__ import run
from inlay.cli.command_line import inlay
from inlayc.cli.command_line import commands
from inlayc.cli.command_line import run as run_compiler
from tests.support.encrypted_files import write_encrypted, write_keys
from tests.support.examples import TIMES
from tests.support.lost_output import SENTENCES
from tests.support.noted_files import write_noted

SERVER: Final = Path(__file__).parent / "lost_output_server.py"
JOBS: Final = ("full", "closed")
"""Of a command with processes of its own, which take two seconds to start: where its output goes, and what they inherit. It says nothing
beside its output, so that no file need take that."""

WAYS: Final = (*SENTENCES, "full unbuffered", "pipe unbuffered")

PRINTING: Final = """
inlay --help
inlay --version
inlay inspect a.parquet
inlay inspect a.parquet --format json
inlay --color always inspect a.parquet
inlay inspect a.parquet a.parquet a.parquet --jobs 2
inlay verify a.parquet
inlay scan a.parquet
inlay scan a.parquet --format text
inlay report a.parquet
inlay report a.parquet --format json
inlay pages a.parquet
inlay prune a.parquet id=1
inlay layout a.parquet
inlay layout a.parquet --format html
inlay lint --rules
inlay lint --explain small-row-groups
inlay lint a.parquet --format json
inlay vet a.parquet --reader pyarrow
inlay compat a.parquet
inlay compat a.parquet --format json
inlay diff a.parquet b.parquet
inlay dump a.parquet
inlay seal a.parquet
inlay seal a.parquet b.parquet
inlay concat a.parquet a.parquet -o out.parquet
inlay rewrite a.parquet a.parquet -o out.parquet
inlay register files a.parquet --to records -o records.parquet
inlay register check delta --to delta
inlay store build a.parquet -o store
inlay store refresh made
inlay store plan made "id = 1"
inlay set a.parquet --key a=b
inlay crypt verify encrypted.parquet
inlay crypt footer encrypted.parquet --plaintext --keys keys.json -o plaintext.parquet
inlay crypt rewrap encrypted.parquet --old-keys keys.json --new-keys keys.json -o out.parquet
inlay index add a.parquet
inlay index fix a.parquet
inlay index strip a.parquet --what all
inlay geo show a.parquet
inlay geo check a.parquet
inlay geo check --explain key-json
inlay geo to-native a.parquet
inlay geo boxes a.parquet
inlay geo to-geoparquet a.parquet
inlay ext list a.parquet
inlay ext extract sealed.parquet --uuid seal
inlay footer show a.parquet
inlay footer compare a.parquet
inlay footer add a.parquet
inlay select b.parquet --columns id -o out.parquet
inlay drop b.parquet --columns x --overwrite
inlay split b.parquet --row-groups 1 -o parts
inlay assemble a.txt -o out.parquet --source a.parquet
inlay recover lost.parquet
inlay recover lost.parquet -o out.parquet
inlay footer promote private.parquet
inlay footer finalize migration.parquet
inlay footer convert a.parquet --design modular
inlay footer revert final.parquet
inlay footer index add a.parquet
inlay footer index show indexed.parquet
inlay footer index strip indexed.parquet
inlay ext append a.parquet payload --raw
inlay ext strip raw.parquet --raw
inlay ext verify sealed.parquet
inlay ext show noted.parquet --schema note.fbs
inlay encoding add n.parquet --columns n --encoding pco
inlay encoding show encoded.parquet
inlay encoding verify encoded.parquet
inlay encoding strip encoded.parquet
inlay encoding repair broken.parquet
inlay encoding ratify encoded.parquet
inlay variant schema v.parquet
inlay variant show v.parquet
inlay variant shred v.parquet -o out.parquet
inlay variant unshred shredded.parquet -o out.parquet
inlay variant from-json a.json -o out.parquet
inlay spark archive -o archive
inlayc --help
inlayc --version
inlayc doc a.thrift
inlayc schema a.thrift
inlayc schema a.thrift --format json
inlayc schema a.thrift --format jsonschema
inlayc expand a.thrift A
inlayc lint --rules
inlayc lint a.thrift
inlayc breaking --rules
inlayc breaking a.thrift b.thrift
inlayc diff a.thrift b.thrift
inlayc format --check a.thrift
inlayc generate
inlayc check
inlayc init
""".strip().splitlines()

MADE: Final = """
variant from-json a.json -o v.parquet
variant shred v.parquet -o shredded.parquet
seal a.parquet -o sealed.parquet
dump a.parquet -o a.txt
footer add a.parquet -o private.parquet
footer promote private.parquet -o migration.parquet
footer finalize migration.parquet -o final.parquet
footer index add a.parquet -o indexed.parquet
ext append a.parquet payload --raw -o raw.parquet
encoding add n.parquet --columns n --encoding pco -o encoded.parquet
register files a.parquet --to delta --table delta --create --allow outside
store build a.parquet -o made
""".strip().splitlines()
"""The inputs, by the commands that make them."""


class End(NamedTuple):
    code: int = 0
    out: str = ""
    err: str = ""


def leaves(command: click.Command, words: str) -> Iterator[str]:
    if not isinstance(command, click.Group):
        yield words
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        child = command.get_command(context, name)
        assert child is not None
        yield from leaves(child, f"{words} {name}")


HELP: Final = [
    f"{words} --help" for words in (*leaves(inlay, "inlay"), *leaves(commands, "inlayc"))
]

OF_A_SESSION: Final = [
    f"inlay spark {name}"
    for name in (
        "catalog",
        "compact",
        "compat",
        "geo",
        "index",
        "lint",
        "migrate",
        "recover",
        "register",
        "report",
        "rollback",
        "shred",
        "verify",
    )
]
"""They start a JVM, which a fork cannot share: `tests/pipeline/test_lost_output.py` asks them, and here is their help."""


def test_every_command_is_asked() -> None:
    asked = [*PRINTING, *OF_A_SESSION]
    for help_ in HELP:
        words = help_.removesuffix(" --help")
        assert any(f"{line} ".startswith(f"{words} ") for line in asked), words


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lost")
    pq.write_table(pa.table({"id": [1, 2]}), folder / "a.parquet")
    both = pa.table({"id": [1, 2], "x": ["a", "b"]})
    pq.write_table(both, folder / "b.parquet", row_group_size=1)
    pq.write_table(pa.table({"n": range(2000)}), folder / "n.parquet")
    (folder / "config.toml").write_text("[encodings.ratified]\npco = 77\n")
    (folder / "payload").write_bytes(b"of somebody")
    (folder / "a.json").write_text('{"a": 1}\n' * 100)
    (folder / "a.thrift").write_text("struct A { 1: required i32 x }\n")
    (folder / "b.thrift").write_text("struct A { 2: required i32 y }\n")
    (folder / "pyproject.toml").write_text(
        '[tool.inlay]\nsources = ["a.thrift"]\noutput = "out"\npackage = "demo_format"\n'
    )
    with chdir(folder), redirect_stdout(StringIO()):
        for words in MADE:
            assert run(words.split()) == 0, words
    write_encrypted(folder / "encrypted.parquet")
    write_keys(folder / "keys.json")
    write_noted(folder / "a.parquet", folder / "noted.parquet", folder / "note.fbs")
    lose_end(folder / "private.parquet", folder / "lost.parquet")
    damage(folder / "encoded.parquet", folder / "broken.parquet")
    return folder


def lose_end(whole: Path, lost: Path) -> None:
    lost.write_bytes(whole.read_bytes()[:-8] + bytes(8))


def damage(whole: Path, broken: Path) -> None:
    data = bytearray(whole.read_bytes())
    data[60:64] = b"\xff" * 4
    broken.write_bytes(data)


def run_all(folder: Path, lines: Iterable[tuple[str, Iterable[str]]]) -> dict[tuple[str, str], End]:
    """What comes of each line with each kind of standard output: `file` is one that takes all."""
    done = subprocess.run(
        [sys.executable, str(SERVER), str(folder)],
        input=json.dumps([(line, list(ways)) for line, ways in lines]),
        capture_output=True,
        env=os.environ | {"INLAY_CONFIG": str(folder / "config.toml")},
        text=True,
        check=True,
    )
    return {(line, way): End(*end) for line, way, *end in json.loads(done.stdout)}


def print_help(line: str) -> End:
    """In this process, where it is taken."""
    program, *arguments = line.split()
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        code = (run if program == "inlay" else run_compiler)(arguments)
    return End(code, out.getvalue(), err.getvalue())


def choose_ways(at: int, line: str) -> tuple[str, ...]:
    """One function ends all commands, so that each has one of the ways, and its neighbours have others; with `INLAY_EXAMPLES=2`, each
    has all."""
    if "--jobs" in line:
        return JOBS
    if TIMES > 1:
        return ("file", *WAYS)
    return ("file", WAYS[at % len(WAYS)])


@pytest.mark.needs("/dev/full")
def test_what_nothing_takes_ends_every_command_alike(folder: Path) -> None:
    """Where a stream is closed, nothing is left to buffer; of the help, which all commands print alike, one way is enough. Without
    buffers each command ends at its first write, for whatever reason that fails."""
    ends = run_all(
        folder,
        [
            *((line, choose_ways(at, line)) for at, line in enumerate(PRINTING)),
            *((line, ("full",)) for line in HELP),
        ],
    )
    ends |= {(line, "file"): print_help(line) for line in HELP}
    for (line, way), end in ends.items():
        whole = ends.get((line, "file"), End())
        if way == "file":
            assert end.out, (line, end)
            assert end.code in (0, 1), (line, end)
            continue
        sentence = SENTENCES[way.removesuffix(" unbuffered")]
        assert end.code == 6, (line, way, end)
        assert end.err.endswith(sentence), (line, way, end)
        before = end.err.removesuffix(sentence).splitlines()
        assert set(before) <= set(whole.err.splitlines()), (line, way, end)


@pytest.mark.needs("/dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("program", ["inlay", "inlayc"])
@pytest.mark.parametrize(("into", "sentence"), [(">/dev/full", "full"), (">&-", "closed")])
def test_a_command_of_its_own_does_the_same(
    program: str, unbuffered: str, into: str, sentence: str
) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m {program} --help {into}"],
        capture_output=True,
        env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (6, SENTENCES[sentence])


@pytest.mark.needs("/dev/full")
@pytest.mark.parametrize("stream", ["<&-", "2>&-", "2>/dev/full"])
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("inlay --help", 0),
        ("inlay inspect a.parquet", 0),
        ("inlay inspect nowhere", 6),
        ("inlay ext extract a.parquet", 4),
        ("inlayc lint nowhere", 6),
    ],
)
def test_other_streams_change_no_exit_code(
    folder: Path, words: str, code: int, stream: str
) -> None:
    line = f"{sys.executable} -m {words} {stream}"
    done = subprocess.run(
        ["sh", "-c", line], cwd=folder, capture_output=True, text=True, check=False
    )
    assert (done.returncode, "Traceback" in done.stderr) == (code, False), done.stderr
