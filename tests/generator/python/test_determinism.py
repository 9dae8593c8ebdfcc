"""The output depends on the IDL and the settings, and on nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
CHECKED_IN = ROOT / "generated" / "parquet_format"


def test_another_place_hash_seed_and_locale_give_what_is_checked_in(tmp_path: Path) -> None:
    """Byte for byte; `inlayc check` finds that by generating all of it once."""
    for name in ("idl", "generated"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    strange = {"PYTHONHASHSEED": "4242", "LC_ALL": "C", "TZ": "Asia/Tokyo"}
    checked = subprocess.run(
        [sys.executable, "-m", "inlayc", "check"],
        cwd=tmp_path,
        env=os.environ | strange,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (checked.returncode, checked.stderr) == (0, ""), checked.stdout
    assert checked.stdout == "generated/parquet_format: the generated code is current\n"


def test_the_output_names_no_place(tmp_path: Path) -> None:
    modules = {path.name: path.read_text(encoding="utf-8") for path in CHECKED_IN.glob("*.py")}
    assert {"__init__.py", "footer.py", "footer_prototype.py", "footer_v0.py", "parquet.py"} < set(
        modules
    )
    for code in modules.values():
        assert str(ROOT) not in code
        body, _, sources = code.rpartition("note_source(")
        assert "idl/" not in body
        assert sources.count("idl/") <= 1
