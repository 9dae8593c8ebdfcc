"""What starting the command costs: which modules it imports. The times are a benchmark."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

from parquet_format.parquet import FileMetaData

if TYPE_CHECKING:
    from tests.toolkit.conftest import MakeFile

PROBE = """
import contextlib, io, json, sys
sys.path[:0] = json.loads(sys.argv[1])
from inlay.__main__ import run
with contextlib.redirect_stdout(io.StringIO()):
    assert run(sys.argv[2:]) == 0
print(json.dumps(sorted({module.partition(".")[0] for module in sys.modules})))
"""
HEAVY = {"pyarrow", "fsspec", "numpy", "flatbuffers", "lark", "jinja2", "black", "inlayc"}


def imported_by(*arguments: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROBE, json.dumps(sys.path), *arguments],
        capture_output=True,
        check=True,
        text=True,
    )
    names: list[str] = json.loads(done.stdout)
    return set(names)


def test_help_imports_neither_parquet_nor_rich() -> None:
    assert not imported_by("--help") & (HEAVY | {"rich", "parquet_format", "inlay_runtime"})


def test_the_version_names_the_core_and_imports_no_more() -> None:
    assert not imported_by("--version") & (HEAVY | {"rich", "parquet_format"})


def test_json_does_without_rich(metadata: FileMetaData, make_file: MakeFile) -> None:
    path = str(make_file(metadata.encode()))
    assert not imported_by("inspect", path, "--format", "json") & (HEAVY | {"rich"})


def test_text_imports_nothing_heavy(metadata: FileMetaData, make_file: MakeFile) -> None:
    assert not imported_by("inspect", str(make_file(metadata.encode()))) & HEAVY
