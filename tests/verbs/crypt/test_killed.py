"""A kill at any call of a change of an encrypted footer leaves the old one or the new one, and `recover` makes the file whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import inlay
from inlay.errors import RequestError
from tests.faults.struck_commands import run_captured, run_struck
from tests.faults.struck_system import StruckSystem
from tests.support.encrypted_files import MASTERS, RENEWED, encrypted_file, keys_of, write_keys

NEW = {**RENEWED, "of-columns": MASTERS["of-columns"]}


def opens(path: Path, masters: dict[str, bytes]) -> bool:
    try:
        return inlay.verify_modules(path, keys=keys_of(masters)).without_key == 0
    except RequestError:
        return False


def is_rewrapped(path: Path) -> bool:
    return opens(path, NEW) and not opens(path, MASTERS)


def is_signed(path: Path) -> bool:
    return inlay.verify_modules(path, keys=keys_of(MASTERS)).footer == "signed"


def is_without_b(path: Path) -> bool:
    return len(inlay.open(path, keys=keys_of(MASTERS)).row_groups[0].columns) == 1


COMMANDS: dict[str, Callable[[Path], bool]] = {
    "crypt rewrap {path} --old-keys {old} --new-keys {new}": is_rewrapped,
    "crypt footer {path} --plaintext --keys {old}": is_signed,
    "drop {path} --columns b --overwrite --keys {old}": is_without_b,
}
HOW = [(words, mode) for words in COMMANDS for mode in ("", "--in-place")][:-1]
"""`drop` puts a new file in the place of the old one, always."""


@pytest.mark.parametrize(("words", "mode"), HOW)
def test_a_kill_leaves_the_old_footer_or_the_new_one(tmp_path: Path, words: str, mode: str) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    path, old = folder / "e.parquet", encrypted_file()
    is_done = COMMANDS[words]
    write_keys(tmp_path / "old.json")
    write_keys(tmp_path / "new.json", NEW)
    line = words.format(path=path, old=tmp_path / "old.json", new=tmp_path / "new.json").split()
    path.write_bytes(old)
    assert not is_done(path)
    calm = StruckSystem(str(folder), "", 0, 0)
    with calm.installed():
        assert run_captured([*line, *mode.split()])[0] == 0
    assert is_done(path)
    seen = set[bool]()
    for at in range(1, len(calm.calls) + 1):
        for left in folder.iterdir():
            left.unlink()
        path.write_bytes(old)
        struck = StruckSystem(str(folder), "kill", at, at)
        run_struck([*line, *mode.split()], struck)
        run_captured(["recover", str(path)])
        is_new = is_done(path)
        assert is_new or path.read_bytes() == old
        assert [each.name for each in folder.iterdir()] == [path.name]
        seen.add(is_new)
    assert False in seen
