"""How long until a command answers, in a fresh process?"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import footers
from benchmarks.measure import Contender, measure, table

METHOD = (
    "Whole processes, output thrown away; 7 rounds in turn, medians. `inspect` is of a file of "
    "100 columns."
)


def run() -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.parquet"
        path.write_bytes(footers.file(100, 1))
        commands = {
            "python -c pass": ["-c", "pass"],
            "import parquet_format.parquet": ["-c", "import parquet_format.parquet"],
            "inlay --help": ["-m", "inlay", "--help"],
            "inlay inspect FILE": ["-m", "inlay", "inspect", str(path)],
            "inlayc --help": ["-m", "inlayc", "--help"],
            "import pyarrow.parquet": ["-c", "import pyarrow.parquet"],
        }
        contenders = {name: process(arguments) for name, arguments in commands.items()}
        return table("Start-up", METHOD, measure(contenders, rounds=7), "python -c pass")


def process(arguments: list[str]) -> Contender:
    command = [sys.executable, *arguments]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)
