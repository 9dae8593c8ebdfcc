"""Every command on files that it cannot use: the message names the file, the place or the rule, and what to try."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from inlay.cli.command_line import inlay as whole
from inlay.cli.exit_codes import ExitCode
from parquet_format.parquet import AesGcmV1, FileCryptoMetaData, FileMetaData
from tests.support.encrypted_files import write_keys

if TYPE_CHECKING:
    from tests.support.small_files import Inlay, MakeFile

SCHEMA = str(Path(__file__).parents[1] / "tables" / "typed_extensions" / "note.fbs")
UUID = "7d5d9a3e-2c46-4b1f-9a53-6d0c2f5b8e11"
READING = ("inspect", "verify", "crypt verify", "ext list", "ext verify", "ext extract", "encoding show",
           "encoding verify", "footer show", "footer compare", "footer index show", "variant schema", "variant show", "recover", "pages", "layout", "lint", "compat", "geo show", "geo check")  # fmt: skip
CHANGING = ("footer add", "footer promote", "footer finalize", "footer revert", "footer index add", "footer index strip", "index add", "index fix", "index strip", "geo boxes", "geo to-native", "geo to-geoparquet", "seal", "ext strip",
            "encoding strip", "encoding ratify", "encoding repair")  # fmt: skip
WITH_MORE = {
    "footer add --design modular": (),
    "ext show": ("--schema", SCHEMA),
    "ext append": ("{payload}", "--uuid", UUID),
    "encoding add": ("--auto",),
    "footer convert": ("--design", "modular"),
    "diff": ("{path}",),
    "prune": ("id = 1",),
    "crypt footer": ("--plaintext", "--keys", "{keys}"),
    "crypt rewrap": ("--old-keys", "{keys}", "--new-keys", "{keys}"),
    "set": ("--created-by", "somebody"),
    "concat": ("-o", "{out}"),
    "rewrite": ("-o", "{out}"),
    "select": ("--row-groups", ":", "-o", "{out}"),
    "drop": ("--columns", "*", "--overwrite"),
    "split": ("--rows", "1", "-o", "{out}"),
    "variant shred": ("-o", "{out}"),
    "variant unshred": ("-o", "{out}"),
}
COMMANDS = {**dict.fromkeys((*READING, *CHANGING), ()), **WITH_MORE}

OTHERS = {
    "register files",
    "register check",
    "store build",
    "store plan",
    "store refresh",
    "scan",
    "report",
    "vet",
    "variant from-json",
    "dump",
    "assemble",
}
"""Of many files, each of which is a row; a file that nobody reads, which is a verdict; from other files; of any bytes, and back."""

INTO_ENCRYPTED = {
    "inspect",
    "layout",
    "footer show",
    "footer index show",
    "ext list",
    "ext show",
    "ext verify",
    "recover",
}
"""What looks no further than the FileCryptoMetaData, which is not encrypted."""


def leaves(command: click.Command, name: str = "") -> Iterator[str]:
    if not isinstance(command, click.Group):
        yield name
        return
    context = click.Context(command)
    for part in command.list_commands(context):
        child = command.get_command(context, part)
        if child is not None and part != "spark":
            yield from leaves(child, f"{name} {part}".strip())


def test_every_command_on_a_file_is_tried() -> None:
    tried = {command.partition(" --")[0] for command in COMMANDS}
    assert set(leaves(whole)) - OTHERS == tried


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", ["cut", "flipped", "encrypted"])
def test_the_message_names_file_place_and_remedy(
    make_file: MakeFile,
    metadata: FileMetaData,
    inlay: Inlay,
    tmp_path: Path,
    command: str,
    kind: str,
) -> None:
    path = bad_file(make_file, metadata, kind)
    payload, out = tmp_path / "payload", tmp_path / "out"
    payload.write_bytes(b"payload")
    keys = tmp_path / "keys.json"
    write_keys(keys)
    before = path.read_bytes()
    more = [
        part.format(payload=payload, out=out, path=path, keys=keys) for part in COMMANDS[command]
    ]
    outcome = inlay(*command.split(), path, *more)
    assert path.read_bytes() == before
    assert not out.exists()
    if kind == "encrypted" and command in ("compat", "crypt verify", "verify"):
        assert outcome.code == ExitCode.FINDINGS, "nobody reads it without the key"
    elif kind == "encrypted" and command in INTO_ENCRYPTED:
        assert outcome.code == ExitCode.OK
    elif kind == "flipped" and command == "footer show":
        assert outcome.code == ExitCode.OK, "it draws what the trailer says, and decodes nothing"
    else:
        bad = ExitCode.FINDINGS if kind == "encrypted" else ExitCode.INVALID
        assert outcome.code in (bad, ExitCode.REFUSED), outcome.err
        assert outcome.err.startswith(f"error: {path}: "), outcome.err
        is_refused = outcome.code is ExitCode.REFUSED
        assert is_refused or (", at offset " in outcome.err and "\n  try: " in outcome.err)
        assert (kind == "encrypted") or not is_refused


def bad_file(make_file: MakeFile, metadata: FileMetaData, kind: str) -> Path:
    data = metadata.encode()
    if kind == "encrypted":
        crypto = FileCryptoMetaData(encryption_algorithm=AesGcmV1(aad_prefix=b"prefix"))
        return make_file(crypto.encode() + bytes(100), magic=b"PARE")
    if kind == "flipped":
        return make_file(bytes([data[0], data[1] ^ 0xFF]) + bytes([data[2] ^ 0xFF]) + data[3:])
    path = make_file(data)
    path.write_bytes(path.read_bytes()[:-20])
    return path
