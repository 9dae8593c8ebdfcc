"""A `with` block leaves what it was to write, whole, or nothing; an error names the file that was asked for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from inlay.changes.rewrite.new_file import NewFile
from inlay.ground.files.whole_or_nothing import WholeOrNothing


class Recorded(WholeOrNothing):
    def __init__(self, fails: bool = False) -> None:
        self.calls: list[str] = []
        self._fails = fails

    def close(self) -> None:
        self.calls.append("close")
        if self._fails:
            raise KeyError

    def abandon(self) -> None:
        self.calls.append("abandon")


def fail(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize("error", [ValueError(), KeyboardInterrupt(), GeneratorExit()])
def test_what_fails_is_abandoned(error: BaseException) -> None:
    block = Recorded()
    with pytest.raises(type(error)), block:
        fail(error)
    assert block.calls == ["abandon"]


def test_what_ends_well_is_closed() -> None:
    with Recorded() as block:
        assert block.calls == []
    assert block.calls == ["close"]
    block = Recorded(fails=True)
    with pytest.raises(KeyError), block:
        pass
    assert block.calls == ["close", "abandon"]


def test_a_file_that_cannot_be_closed_is_named_as_it_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device", descriptor)

    path = tmp_path / "out"
    new = NewFile(path)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        new.close()
    assert caught.value.filename == str(path)
    new.abandon()
    assert list(tmp_path.iterdir()) == []
