"""A large footer is converted in memory that its objects would not fit: a sample of `benchmarks.large_footer`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.large_footer import compare, write_thrift
from tests.support.corpora import ROOT

COLUMNS, ROW_GROUPS = 1500, 40
MIB_OF_OBJECTS = 28
"""What the decoded chunks of such a footer take, lazy as they are."""


def peak(step: str, folder: Path) -> int:
    """MiB."""
    command = [sys.executable, "-m", "benchmarks.large_footer", "--step", step, str(folder)]
    said = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout
    return int(said.splitlines()[-1].split(" MiB")[0].replace(",", ""))


@pytest.mark.needs("native core")
def test_no_step_has_all_chunks_at_once(tmp_path: Path) -> None:
    write_thrift(tmp_path / "thrift", COLUMNS, ROW_GROUPS)
    before = peak("start", tmp_path)
    assert peak("convert", tmp_path) - before < MIB_OF_OBJECTS / 2
    assert peak("ask", tmp_path) - before < MIB_OF_OBJECTS / 2
    compare(tmp_path)
