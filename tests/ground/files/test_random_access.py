"""Whatever is read like a file gives what `io.BytesIO` gives, wherever it is asked."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from inlay.ground.files.comparing import have_same_bytes
from inlay.ground.files.memory import MemoryFile
from inlay.ground.files.random_access import RandomAccess
from inlay.ground.files.read_ahead import ReadAhead
from inlay.ground.files.source import read_at, size_of
from inlay.ground.files.spliced import SplicedFile
from inlay.ground.files.whole import Whole, WithTail
from tests.support.examples import examples


def _spliced(data: bytes) -> SplicedFile:
    """Of extents and bytes in turn, three at a time."""
    spliced, source = SplicedFile(), io.BytesIO(b"before" + data)
    for number, start in enumerate(range(0, len(data), 3)):
        part = data[start : start + 3]
        if number % 2:
            spliced.append(part)
        else:
            spliced.copy(source, len(b"before") + start, len(part))
    return spliced


def _with_tail(data: bytes) -> WithTail:
    body = len(data) // 2
    return WithTail(io.BytesIO(data[:body] + b"the old tail"), body, data[body:])


KINDS: Final[dict[str, Callable[[bytes], RandomAccess]]] = {
    "whole": lambda data: Whole(io.BytesIO(data + b"behind"), len(data)),
    "with a tail": _with_tail,
    "spliced": _spliced,
    "read ahead": lambda data: ReadAhead(io.BytesIO(data)),
    "in memory": lambda data: MemoryFile(memoryview(data)),
}


@pytest.mark.parametrize("kind", KINDS)
@examples(60)
@given(
    data=st.binary(max_size=40), steps=st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)))
)
def test_it_reads_as_the_bytes_do(kind: str, data: bytes, steps: list[tuple[int, int]]) -> None:
    file, expected = KINDS[kind](data), io.BytesIO(data)
    assert file.size == size_of(file) == len(data)
    assert have_same_bytes(file, expected)
    for offset, size in steps:
        assert read_at(file, offset, size) == read_at(expected, offset, size)
        assert file.seek(offset) == offset
        part = file.read(size)  # may be shorter
        assert data[offset : offset + size].startswith(part)
        assert (not part) == (not data[offset : offset + size])
        assert file.tell() == offset + len(part)
    file.seek(-len(data) // 2, os.SEEK_END)
    assert file.seek(1, os.SEEK_CUR) == file.tell()


@pytest.mark.parametrize("kind", ["whole", "with a tail", "read ahead"])
def test_without_a_size_all_that_is_left_is_read(kind: str) -> None:
    file: Any = KINDS[kind](b"0123456789")
    file.seek(4)
    assert file.read() == b"456789"
    assert file.read(-1) == b""


def test_another_whence_is_refused() -> None:
    with pytest.raises(ValueError, match="can be 0, 1 or 2"):
        Whole(io.BytesIO(b""), 0).seek(0, 7)


def test_files_that_differ_in_their_length_differ() -> None:
    assert not have_same_bytes(io.BytesIO(b"a"), io.BytesIO(b"ab"))
    assert not have_same_bytes(io.BytesIO(b"ab"), io.BytesIO(b"ax"))


def test_positions_are_kept_in_one_class() -> None:
    """Besides it there are the protocol, and files of fsspec, which keep their own."""
    folder = Path(inlay.__file__).parent
    paths = folder.rglob("*.py")
    seeking = {path.name for path in paths if "def seek(" in path.read_text(encoding="utf-8")}
    assert seeking == {"random_access.py", "source.py", "remote.py"}
