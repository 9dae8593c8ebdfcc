"""A kill at any call of a rewrap leaves the file with the old keys or the new ones, and `recover` makes it whole."""

from __future__ import annotations

from pathlib import Path

import pytest

import inlay
from inlay.errors import RequestError
from tests.faults.struck_commands import run_captured, run_struck
from tests.faults.struck_system import StruckSystem
from tests.support.encrypted_files import MASTERS, RENEWED, encrypted_file, write_keys

NEW = {**RENEWED, "of-columns": MASTERS["of-columns"]}


def opens(path: Path, masters: dict[str, bytes]) -> bool:
    keys = inlay.EncryptionKeys(master_keys=masters)
    try:
        return inlay.verify_modules(path, keys=keys).without_key == 0
    except RequestError:
        return False


@pytest.mark.parametrize("mode", ["", "--in-place"])
def test_a_kill_leaves_old_or_new_keys(tmp_path: Path, mode: str) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    path, old = folder / "e.parquet", encrypted_file()
    write_keys(tmp_path / "old.json")
    write_keys(tmp_path / "new.json", NEW)
    words = f"crypt rewrap {path} --old-keys {tmp_path}/old.json --new-keys {tmp_path}/new.json"
    path.write_bytes(old)
    calm = StruckSystem(str(folder), "", 0, 0)
    with calm.installed():
        assert run_captured([*words.split(), *mode.split()])[0] == 0
    assert (opens(path, MASTERS), opens(path, NEW)) == (False, True)
    seen = set[bool]()
    for at in range(1, len(calm.calls) + 1):
        for left in folder.iterdir():
            left.unlink()
        path.write_bytes(old)
        struck = StruckSystem(str(folder), "kill", at, at)
        run_struck(words.split() + mode.split(), struck)
        run_captured(["recover", str(path)])
        is_new = opens(path, NEW)
        assert is_new or path.read_bytes() == old
        assert [each.name for each in folder.iterdir()] == [path.name]
        seen.add(is_new)
    assert False in seen
