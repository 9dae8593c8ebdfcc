"""No key that any command or function is given appears anywhere: output, errors, tracebacks, files, journals, pickles, children."""

from __future__ import annotations

import base64
import json
import pickle
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import inlay
from tests.faults.struck_commands import run_struck
from tests.faults.struck_system import StruckSystem
from tests.inlayc.test_vocabulary import COMMANDS
from tests.support.encrypted_files import (
    MASTERS,
    RENEWED,
    keys_of,
    write_encrypted,
    write_keys,
)
from tests.support.small_files import Inlay

SECRET = b"secret-secret-16"
KEY_OPTIONS = {"footer_key", "column_keys", "keys_file", "old_keys", "new_keys"}
WORDS = {
    "inspect": "{path} --all --format json",
    "scan": "{path} --table pages",
    "pages": "{path}",
    "layout": "{path} --format json",
    "dump": "{path} -o {folder}/{number}.txt",
    "prune": "{path} a>5 --format json",
    "verify": "{path} --data --values --format json",
    "diff": "{path} {path} --pages",
    "concat": "{path} -o {folder}/{number}.parquet",
    "select": "{path} --row-groups 0 -o {folder}/{number}.parquet",
    "drop": "{path} --columns b -o {folder}/{number}.parquet",
    "split": "{path} --row-groups 9 -o {folder}/{number}",
    "crypt verify": "{path} {path} --format json",
    "crypt footer": "{path} --plaintext -o {folder}/{number}.parquet --undo-to {folder}/{number}.undo",
}
"""Every command with the options of keys, on an encrypted file."""

TYPED = {
    "--footer-key": (SECRET.decode(), SECRET.hex(), base64.b64encode(SECRET).decode()),
    "--foter-key": (SECRET.decode(),),
    "--column-key": (SECRET.decode(), f"a={SECRET.hex()}", f"a={SECRET.decode()}x"),
    "--footer-key=x --footer-key": (f"hex:{SECRET.hex()}0",),
}


def list_spellings(path: Path) -> list[str]:
    """Of all keys: those that are given, and those that they unwrap."""
    held = keys_of(MASTERS)
    crypto = inlay.open(path).crypto
    assert crypto is not None
    keys = [SECRET, *MASTERS.values(), *RENEWED.values(), held.find_footer_key(crypto.key_metadata)]
    keys += [bytes(reversed(key)) for key in MASTERS.values()]
    for chunk in inlay.open(path, keys=held).row_groups[0].columns:
        own: Any = chunk.crypto_metadata
        if own is not None:
            keys.append(held.find_column_key("a", own.key_metadata))
    spellings = list[str]()
    for key in keys:
        assert key is not None
        ways = (key.decode("latin-1"), key.hex(), base64.b64encode(key).decode(), repr(key)[2:-1])
        spellings += ways
    return spellings


def require_none(texts: Iterator[str], spellings: list[str]) -> None:
    for text in texts:
        assert not [spelled for spelled in spellings if spelled in text], text[:200]


def read_all(folder: Path, but: tuple[str, ...]) -> Iterator[str]:
    """Every file that is there now, and its name."""
    for path in folder.rglob("*"):
        yield path.name
        if path.is_file() and path.name not in but:
            yield path.read_bytes().decode("latin-1")


GIVEN = ("right.json", "new.json", "wrong.json", "mistaken.json", "broken.json")
"""What the caller wrote keys into."""


def write_given(folder: Path) -> None:
    write_keys(folder / "right.json")
    write_keys(folder / "new.json", {**RENEWED, "of-columns": RENEWED["of-some"]})
    write_keys(folder / "wrong.json", {name: key[::-1] for name, key in MASTERS.items()})
    (folder / "mistaken.json").write_text(json.dumps({"footer": SECRET.decode() + "x"}))
    (folder / "broken.json").write_text(json.dumps({"footer": SECRET.decode()})[:-1])


def test_every_command_with_keys_has_a_row() -> None:
    with_keys = {
        name.removeprefix("inlay ")
        for name, command in COMMANDS.items()
        if KEY_OPTIONS & {parameter.name for parameter in command.params}
    }
    assert with_keys == {*WORDS, "crypt rewrap"}


@pytest.mark.parametrize("name", [*WORDS, "crypt rewrap"])
def test_no_command_shows_a_key(tmp_path: Path, inlay: Inlay, name: str) -> None:
    whole, damaged = write_encrypted(tmp_path / "whole.parquet"), tmp_path / "damaged.parquet"
    data = bytearray(whole.read_bytes())
    data[100] ^= 1
    damaged.write_bytes(data)
    write_given(tmp_path)
    given = [f"--keys {tmp_path}/{each}" for each in (*GIVEN, "absent.json")]
    given += [f"{option} {text}" for option, texts in TYPED.items() for text in texts]
    if name == "crypt rewrap":
        files = [(old, new) for old in GIVEN for new in GIVEN]
        given = [f"--old-keys {tmp_path}/{old} --new-keys {tmp_path}/{new}" for old, new in files]
    words = WORDS.get(name, "{path} -o {folder}/{number}.parquet --undo-to {folder}/{number}.undo")
    said: list[str] = []
    codes = set[int]()
    number = 0
    for path in (whole, damaged):
        for keys in given:
            number += 1
            line = words.format(path=path, folder=tmp_path, number=number)
            outcome = inlay(*name.split(), *line.split(), *keys.split())
            assert "Traceback" not in outcome.err
            said += [outcome.out, outcome.err]
            codes.add(outcome.code)
    assert {0, 2} <= codes
    spellings = list_spellings(whole)
    require_none(iter(said), spellings)
    require_none(read_all(tmp_path, GIVEN), spellings)


@pytest.mark.parametrize("name", ["crypt rewrap", "crypt footer"])
def test_no_journal_has_a_key(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    write_given(tmp_path)
    path = write_encrypted(folder / "e.parquet")
    before = path.read_bytes()
    words = {
        "crypt rewrap": f"--old-keys {tmp_path}/right.json --new-keys {tmp_path}/new.json",
        "crypt footer": f"--plaintext --keys {tmp_path}/right.json",
    }[name]
    line = [*name.split(), str(path), *words.split(), "--in-place"]
    spellings = list_spellings(path)
    journals = 0
    for at in range(1, 40, 3):
        for left in folder.iterdir():
            left.unlink()
        path.write_bytes(before)
        run_struck(line, StruckSystem(str(folder), "kill", at, at))
        journals += len(list(folder.iterdir())) > 1
        require_none(read_all(folder, ()), spellings)
    assert journals


def test_no_child_is_told_a_key_by_its_arguments(tmp_path: Path) -> None:
    """Those of --jobs get it through a pipe."""
    write_given(tmp_path)
    paths = [write_encrypted(tmp_path / f"{at}.parquet") for at in range(2)]
    log = tmp_path / "log"
    program = (
        "import sys\n"
        "if __name__ == '__main__':\n"  # children run it, too
        f"    log = open({str(log)!r}, 'w')\n"
        "    import _posixsubprocess\n"
        "    fork = _posixsubprocess.fork_exec\n"
        "    def spy(*arguments):\n"
        "        print(arguments, file=log, flush=True)\n"
        "        return fork(*arguments)\n"
        "    _posixsubprocess.fork_exec = spy\n"
        "    from inlay.__main__ import run\n"
        "    sys.exit(run(sys.argv[1:]))\n"
    )
    script = tmp_path / "script.py"
    script.write_text(program)
    words = ["crypt", "verify", *map(str, paths), "--keys", str(tmp_path / "right.json")]
    done = subprocess.run(
        [sys.executable, str(script), *words, "--jobs", "2"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    text = log.read_text()
    assert "spawn_main" in text
    require_none(iter([text, done.stdout, done.stderr]), list_spellings(paths[0]))


def list_calls(path: Path) -> list[Callable[[], object]]:
    """With wrong keys, and with keys where something else is meant."""
    wrong = keys_of({name: key[::-1] for name, key in MASTERS.items()})
    mistaken: Any = SECRET
    calls: list[Callable[[], object]] = [
        lambda: inlay.EncryptionKeys(SECRET + b"x"),
        lambda: inlay.EncryptionKeys(columns={"a": SECRET.decode() + "x"}),
        lambda: inlay.rewrap_keys(path, old=wrong, new=MASTERS),
        lambda: inlay.rewrap_keys(path, old=mistaken, new=MASTERS),
    ]
    takers: list[Callable[[Any], object]] = [
        lambda keys: inlay.open(path, keys=keys),
        lambda keys: inlay.verify_modules(path, keys=keys),
        lambda keys: inlay.set_footer_mode(path, "plaintext", keys=keys),
        lambda keys: inlay.read_table(path, keys=keys),
        lambda keys: inlay.iter_batches(path, keys=keys),
        lambda keys: inlay.page_table(path, keys=keys),
        lambda keys: inlay.index_table(path, keys=keys),
        lambda keys: inlay.bloom_table(path, keys=keys),
        lambda keys: inlay.prune(path, "a > 5", keys=keys),
        lambda keys: inlay.verify(path, data=True, keys=keys),
        lambda keys: inlay.diff(path, path, keys=keys),
        lambda keys: inlay.layout(path, keys=keys),
        lambda keys: list(inlay.dump(path, keys=keys)),
        lambda keys: inlay.drop(path, path.with_name("o"), columns=["b"], dry_run=True, keys=keys),
    ]
    for given in (wrong, mistaken, inlay.EncryptionKeys(SECRET), SECRET.decode()):
        calls += [partial(taker, given) for taker in takers]
    return calls


def test_no_error_of_a_function_shows_a_key(tmp_path: Path) -> None:
    path = write_encrypted(tmp_path / "e.parquet")
    said: list[str] = []
    for call in list_calls(path):
        try:
            result = call()
        except (inlay.InlayError, TypeError) as error:
            shown = traceback.TracebackException.from_exception(error, capture_locals=False)
            said += ["".join(shown.format()), repr(error), str(error.args)]
        else:
            said.append(repr(result))
    assert len(said) > 3 * 50
    opened = inlay.open(path, keys=keys_of(MASTERS))
    said += [repr(opened), str(vars(opened)), pickle.dumps(opened).decode("latin-1")]
    said += [repr(inlay.EncryptionKeys(SECRET, {"a": SECRET}, master_keys=MASTERS))]
    require_none(iter(said), list_spellings(path))
