"""Classes of Apache Thrift for idl/parquet.thrift, if its compiler is installed."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

IDL = Path(__file__).parents[1] / "idl" / "parquet.thrift"


def file_metadata_class(folder: Path) -> Any | None:
    """`FileMetaData` as `thrift --gen py` emits it, or None without the compiler."""
    compiler = shutil.which("thrift")
    if compiler is None:
        return None
    copy = folder / "apache_parquet.thrift"
    copy.write_text(IDL.read_text(encoding="utf-8"), encoding="utf-8")
    subprocess.run([compiler, "--gen", "py:slots", "-out", str(folder), str(copy)], check=True)
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module("apache_parquet.ttypes").FileMetaData
    finally:
        sys.path.remove(str(folder))
