"""What records load: `pyarrow.array` would import pandas wherever it is, which takes more memory than a footer of 20,000 columns."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.pages.encodings.files import pa, pq

PROGRAM = """
import sys, inlay
path, folder = sys.argv[1:]
inlay.register(path, to="records", output=folder + "/out.parquet")
inlay.build_store(path, output=folder + "/store")
inlay.plan_store(folder + "/store", "a > 1")
inlay.refresh_store(folder + "/store")
print("pandas" in sys.modules)
"""


def test_neither_records_nor_stores_import_pandas(tmp_path: Path) -> None:
    path = tmp_path / "f.parquet"
    pq.write_table(pa.table({"a": [1, 2], "b": ["x", None], "c": [0.5, 1.5]}), path)
    words = [sys.executable, "-c", PROGRAM, str(path), str(tmp_path)]
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout == "False\n"
