"""What a program that runs beside a test is waited for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pipeline.programs import Program


class InPieces:
    """Writes the next piece of its log whenever somebody asks whether it still runs, and ends after the last."""

    def __init__(self, log: Path, pieces: list[str]) -> None:
        self.log = log
        self.pieces = iter(pieces)

    def poll(self) -> int | None:
        piece = next(self.pieces, None)
        if piece is None:
            return 0
        with self.log.open("a") as log:
            log.write(piece)
        return None


def program(folder: Path, *pieces: str) -> Program:
    return Program(InPieces(folder / "log", list(pieces)), folder / "log")


def test_a_line_is_waited_for_to_its_end(tmp_path: Path) -> None:
    assert program(tmp_path, "serves at 12", "34", "5\nmore").said(r"serves at (\d+)") == ["12345"]


def test_as_many_as_are_asked_for(tmp_path: Path) -> None:
    assert program(tmp_path, "up 1\nup", " 2\n", "up 3\n").said(r"up (\d)", 2) == ["1", "2"]


def test_what_is_never_said_is_an_error_with_the_log(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="nearly said"):
        program(tmp_path, "nearly said").said("said\n")
