"""A change of the Thrift beside a damaged footer says that the damage stays."""

from __future__ import annotations

import json
import uuid
from pathlib import Path

import pytest

from inlay.__main__ import run
from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.life_cycle.steps import add
from tests.verbs.set.files import write

UUID = uuid.UUID("7d5d9a3e-2c46-4b1f-9a53-6d0c2f5b8e11")
STAYS = "the footer beside the Thrift is damaged, and stays so: the content does not match its CRC"


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    path = write(tmp_path / "a.parquet")
    change_form(str(path), add)
    data = bytearray(path.read_bytes())
    data[-200] ^= 1
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("command", ["set --key a=b", f"ext append --uuid {UUID} --at schema[0]"])
def test_the_damage_is_told(
    command: str, damaged: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And after a strip of it, there is nothing to tell."""
    words = [*command.split(), str(damaged)]
    if command.startswith("ext"):
        words.append(str(write(damaged.with_name("payload"))))
    assert run(words) == 0
    assert f"warning: {STAYS}" in capsys.readouterr().err
    assert run(["ext", "strip", str(damaged)]) == 0
    assert "damaged" not in capsys.readouterr().err


def test_it_is_told_in_json(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["set", "--key", "a=b", str(damaged), "--format", "json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["warnings"]
    assert told.startswith(STAYS)
