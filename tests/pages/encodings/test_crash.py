"""Killed, or out of space, at a system call: the file is the old one or the new one, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlay.pages.encodings.on_files import add_to_file, strip_file
from tests.faults.shim import Shim
from tests.faults.strikes import PATH, assert_never_lost, changed_by
from tests.pages.encodings.files import ENCODINGS, PCO, write_pyarrow

STEP = 61
"""Every call would take minutes; these fall on all kinds of calls."""


def add(system: Shim) -> None:
    add_to_file(PATH, lambda _: {0: PCO, 3: PCO}, encodings=ENCODINGS, system=system)


def strip(system: Shim) -> None:
    strip_file(PATH, encodings=ENCODINGS, system=system)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path: Path = tmp_path_factory.mktemp("crash") / "file.parquet"
    write_pyarrow(path, write_page_index=True)
    return path.read_bytes()


def test_adding_never_loses_a_file(plain: bytes) -> None:
    dual, count = changed_by(add, plain)
    assert_never_lost(add, plain, dual, count, STEP)


def test_stripping_never_loses_a_file(plain: bytes) -> None:
    dual, _ = changed_by(add, plain)
    back, count = changed_by(strip, dual)
    assert back == plain
    assert_never_lost(strip, dual, plain, count, STEP)
