"""The output depends on the IDL and the settings, and on nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def generate(folder: Path, seed: str, locale: str) -> dict[str, bytes]:
    """The package generated in a copy of the project, under another hash seed and locale."""
    folder.mkdir(parents=True)
    shutil.copytree(ROOT / "idl", folder / "idl")
    shutil.copy(ROOT / "pyproject.toml", folder)
    environment = os.environ | {"PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": "Asia/Tokyo"}
    subprocess.run(
        [sys.executable, "-m", "inlayc", "generate"],
        cwd=folder,
        env=environment,
        check=True,
        capture_output=True,
    )
    return {path.name: path.read_bytes() for path in (folder / "generated").rglob("*.*")}


def test_two_generations_are_byte_identical(tmp_path: Path) -> None:
    first = generate(tmp_path / "one", "1", "C")
    second = generate(tmp_path / "another" / "place", "4242", "C.UTF-8")
    assert first == second
    assert {"__init__.py", "footer.py", "footer_prototype.py", "footer_v0.py", "parquet.py"} < set(
        first
    )
    checked_in = ROOT / "generated" / "parquet_format"
    assert first["parquet.py"] == (checked_in / "parquet.py").read_bytes()


def test_the_output_names_no_place_and_no_version(tmp_path: Path) -> None:
    code = generate(tmp_path / "one", "1", "C")["parquet.py"].decode()
    assert str(tmp_path) not in code
    assert str(ROOT) not in code
    assert "idl/" not in code
