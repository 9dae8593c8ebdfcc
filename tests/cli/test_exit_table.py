"""The table of exit codes in docs/terminal.md, command by command and situation by situation."""

from __future__ import annotations

import re
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.__main__ import run
from inlay.cli import plain_commands
from inlay.cli.command_line import inlay as whole
from inlay.cli.exit_codes import ExitCode
from tests.cli.test_bad_files import leaves
from tests.faults.files import small_file
from tests.footers.conversion.footers import wide
from tests.support.encrypted_files import write_encrypted, write_keys
from tests.support.noted_files import write_noted
from tests.verbs.geo.files import points

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8")
ROWS = re.findall(
    r"^\| (`[^|]+`) \| (.*) \|$",
    re.split(r"<!-- (?:begin|end) exits -->", PAGE)[1],
    re.MULTILINE,
)
SITUATIONS = ("nothing", "findings", "usage", "invalid", "io", "interrupted")
EXPECTED = {
    (command, situation): code
    for commands, cells in ROWS
    for command in re.findall(r"`([\w -]+)`", commands)
    for situation, code in zip(SITUATIONS, cells.split(" | "), strict=True)
}

MORE = {
    "vet": ["--reader", "pyarrow"],
    "compat": ["--reader", "arro3==0.6.5"],
    "ext append": ["{payload}", "--raw"],
    "ext extract": ["-o", "{out}"],
    "ext show": ["--schema", "{schema}"],
    "diff": ["{fine}"],
    "crypt footer": ["--plaintext", "--keys", "{keys}"],
    "crypt rewrap": ["--old-keys", "{keys}", "--new-keys", "{keys}"],
    "crypt verify": ["--keys", "{keys}"],
    "prune": ["id = 1"],
    "set": ["--sorted-by", ""],
    "concat": ["-o", "{out}"],
    "rewrite": ["-o", "{out}"],
    "register files": ["--to", "records", "-o", "{out}"],
    "register check": ["--to", "delta"],
    "store build": ["-o", "{out}"],
    "store plan": ["id = 1"],
    "select": ["--row-groups", ":", "-o", "{out}"],
    "drop": ["--columns", "*", "--overwrite"],
    "assemble": ["-o", "{out}"],
    "split": ["--rows", "1", "-o", "{out}"],
    "encoding add": ["--auto"],
    "footer convert": ["--design", "thrift"],
    "variant shred": ["-o", "{out}"],
    "variant unshred": ["-o", "{out}"],
    "variant from-json": ["-o", "{out}"],
}
"""What a command needs besides FILE."""

NOTHING = {
    "crypt verify": "{encrypted}",
    "store plan": "{store}",
    "store refresh": "{store}",
    "seal": "{sealed}",
    "footer index add": "{indexed}",
    "footer add": "{private}",
    "encoding add": "{tiny}",
    "pages": "{tiny}",
    "prune": "{tiny}",
    "vet": "{tiny}",
    "layout": "{tiny}",
    "lint": "{indexed_pages}",
    "variant from-json": "{no_lines}",
}
"""The file with which there is nothing to do, if it is not any fine file."""

FINDINGS = {
    "verify": "{odd}",
    "crypt verify": "{flipped_module}",
    "vet": "{cut}",
    "scan": "{cut}",
    "report": "{cut}",
    "register files": "{cut}",
    "store build": "{cut}",
    "store refresh": "{bad_store}",
    "pages": "{fine}",
    "diff": "{odd}",
    "layout": "{odd}",
    "lint": "{small}",
    "compat": "{private}",
    "geo check": "{odd_places}",
    "recover": "{tailed}",
    "footer show": "{disagreeing}",
    "footer index show": "{untrue}",
    "ext show": "{misread}",
    "ext verify": "{damaged}",
    "variant schema": "{mixed}",
    **dict.fromkeys(
        ("geo show", "prune", "select", "variant show", "variant shred", "variant unshred"),
        "{encrypted}",
    ),
}
INVALID = {"store plan": "{cut_store}", "store refresh": "{cut_store}"}
"""What is damaged, if it is not a file of Parquet."""

ELSEWHERE = {
    ("encoding show", "findings"),
    ("encoding verify", "findings"),
    ("footer compare", "findings"),
    ("register check", "findings"),
}
"""Shown by tests/pages/encodings, where files with a damaged second encoding are, by tests/verbs/compare, where a layout lies, and by tests/verbs/register, where tables are."""


def test_every_command_has_a_row() -> None:
    assert {command for command, _ in EXPECTED} == set(leaves(whole))


def test_3_is_for_invalid_input_only() -> None:
    assert {situation for (_, situation), code in EXPECTED.items() if code == "3"} == {"invalid"}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("exits")
    fine = small_file()
    content = {
        "fine": fine,
        "payload": b"somebody's",
        "no_lines": b"",
        "mixed_lines": b'1\n"text"\ntrue\n[3]\n{"a": 1}\n1.5\n' * 20,
        "odd_places": points((1, 2), edges="curly"),
        "cut": b"PAR1" + b"\xff" * 60 + b"PAR1",
        "tailed": fine + b"a tail that leads nowhere",
    }
    paths = {name: folder / f"{name}.parquet" for name in content}
    for name, data in content.items():
        paths[name].write_bytes(data)
    for name in ("sealed", "private", "mixed", "tiny", "odd", "damaged", "disagreeing", "none"):
        paths[name] = folder / f"{name}.parquet"
    footer = wide(2, 1).encode()
    pq.write_table(pa.table({"id": [1] * 9}), folder / "small.parquet", row_group_size=1)
    paths["indexed_pages"] = folder / "indexed_pages.parquet"
    pq.write_table(pa.table({"id": [1]}), paths["indexed_pages"], write_page_index=True)
    paths["small"] = folder / "small.parquet"
    paths["odd"].write_bytes(b"PAR1" + footer + len(footer).to_bytes(4, "little") + b"PAR1")
    pq.write_table(pa.table({"id": [1]}), paths["tiny"])
    makers = (
        ["seal", "fine", "-o", "sealed"],
        ["footer", "add", "fine", "-o", "private"],
        ["variant", "from-json", "mixed_lines", "-o", "mixed"],
    )
    for arguments in makers:
        assert run([str(paths.get(word, word)) for word in arguments]) == 0, arguments
    from tests.footers.index.lying import with_lie

    paths["indexed"], paths["untrue"] = folder / "indexed.parquet", folder / "untrue.parquet"
    assert run(["footer", "index", "add", str(paths["fine"]), "-o", str(paths["indexed"])]) == 0
    paths["untrue"].write_bytes(with_lie(paths["indexed"].read_bytes()))
    paths["schema"], paths["misread"] = folder / "note.fbs", folder / "misread.parquet"
    write_noted(paths["tiny"], paths["misread"], paths["schema"], content=b"no FlatBuffer")
    for name, source in (("store", "tiny"), ("bad_store", "cut"), ("cut_store", "tiny")):
        paths[name] = folder / name
        run(["store", "build", str(paths[source]), "-o", str(paths[name])])
    (paths["cut_store"] / "store.json").write_text("{")
    paths["flipped_module"], paths["keys"] = folder / "flipped_module.parquet", folder / "keys.json"
    paths["encrypted"] = folder / "encrypted.parquet"
    write_encrypted(paths["encrypted"])
    write_encrypted(paths["flipped_module"])
    _flip(paths["flipped_module"], paths["flipped_module"], 60)
    write_keys(paths["keys"])
    _flip(paths["sealed"], paths["damaged"], -30)
    _flip(paths["private"], paths["disagreeing"], -60)
    return paths


def _flip(source: Path, target: Path, offset: int) -> None:
    data = bytearray(source.read_bytes())
    data[offset] ^= 0xFF
    target.write_bytes(data)


CASES = [
    pytest.param(command, situation, code, id=f"{command}: {situation}")
    for (command, situation), code in EXPECTED.items()
    if code != "-" and (command, situation) not in ELSEWHERE
]


@pytest.mark.parametrize(("command", "situation", "expected"), CASES)
def test_a_command_ends_as_the_table_says(
    command: str,
    situation: str,
    expected: str,
    files: dict[str, Path],
    inlay: Inlay,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = {name: str(path) for name, path in files.items()} | {"out": str(tmp_path / "out")}
    subject = {
        "nothing": NOTHING.get(command, "{fine}"),
        "findings": FINDINGS.get(command, ""),
        "invalid": INVALID.get(command, "{cut}"),
        "io": "{none}",
    }.get(situation, "{fine}")
    arguments = [subject, *MORE.get(command, []), *["--nonsense"] * (situation == "usage")]
    if situation == "interrupted":
        monkeypatch.setattr(_leaf(command), "callback", _interrupt)
        monkeypatch.setattr(plain_commands, "function_of", lambda _: _interrupt)
    outcome = inlay(*command.split(), *(argument.format(**names) for argument in arguments))
    assert outcome.code == int(expected), (outcome.out, outcome.err)
    if expected != "0":
        assert outcome.out or outcome.err


OPENED_BY_KEYS = {
    "assemble",
    "crypt footer",
    "crypt rewrap",
    "store plan",
    "variant from-json",
}
"""They take no file that keys could close, or it is theirs to open."""


@pytest.mark.parametrize(
    "command",
    [
        command
        for (command, situation), code in EXPECTED.items()
        if (situation, code) == ("findings", "-") and command not in OPENED_BY_KEYS
    ],
)
def test_a_file_that_no_key_opens_is_refused_where_nothing_is_found(
    command: str, files: dict[str, Path], inlay: Inlay, tmp_path: Path
) -> None:
    """The page says that such a file is a finding, or refused: a dash under findings leaves the second."""
    path = tmp_path / "closed.parquet"
    path.write_bytes(files["encrypted"].read_bytes())
    names = {name: str(it) for name, it in files.items()} | {"out": str(tmp_path / "out")}
    more = [argument.format(**names) for argument in MORE.get(command, [])]
    assert inlay(*command.split(), path, *more).code in (ExitCode.OK, ExitCode.REFUSED)


def _leaf(name: str) -> click.Command:
    command: click.Command = whole
    for part in name.split():
        assert isinstance(command, click.Group)
        child = command.get_command(click.Context(command), part)
        assert child is not None
        command = child
    return command


def _interrupt(*_: object, **__: object) -> ExitCode:
    signal.raise_signal(signal.SIGINT)
    return ExitCode.OK
