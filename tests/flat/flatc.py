"""flatc and the Python that it generates, each in a child process; tests skip visibly without them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.programs import find_program

TIME_LIMIT = 60


def flatc(*arguments: str, folder: Path) -> None:
    """Runs flatc in a folder; skips the test where it is not installed."""
    program = find_program("flatc")
    if program is None:
        pytest.skip("flatc is not installed (it is in the group `dev` of pyproject.toml)")
    done = subprocess.run(
        [program, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=TIME_LIMIT,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def from_json(
    folder: Path, schema: str, value: object, *, root: str = "", options: tuple[str, ...] = ()
) -> bytes:
    """What `flatc -b` makes of JSON."""
    (folder / "schema.fbs").write_text(schema, encoding="utf-8")
    (folder / "value.json").write_text(json.dumps(value), encoding="utf-8")
    chosen = ("--root-type", root) if root else ()
    flatc("-b", *options, *chosen, "schema.fbs", "value.json", folder=folder)
    return next(path for path in folder.glob("value.*") if path.suffix != ".json").read_bytes()


def to_json(folder: Path, schema: str, data: bytes, *, root: str = "") -> Any:
    """What `flatc --json` reads in bytes. It does not verify: give it what we wrote, never a file."""
    (folder / "schema.fbs").write_text(schema, encoding="utf-8")
    (folder / "value.bin").write_bytes(data)
    chosen = ("--root-type", root) if root else ()
    flatc(
        "--json",
        "--raw-binary",
        "--strict-json",
        "--defaults-json",
        *chosen,
        "schema.fbs",
        "--",
        "value.bin",
        folder=folder,
    )
    text = (folder / "value.json").read_text(encoding="utf-8")
    return json.loads(re.sub(r":\s*[+-]?(nan|inf)\b", ": null", text))  # which JSON has no word for


def run_generated(folder: Path, schema: str, program: str) -> str:
    """Runs a program over the Python that flatc generates from a schema; its standard output."""
    (folder / "schema.fbs").write_text(schema, encoding="utf-8")
    flatc("--python", "--gen-object-api", "schema.fbs", folder=folder)
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        timeout=TIME_LIMIT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
