"""How long until a command answers, in a fresh process?"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import footers
from benchmarks.measure import Contender, measure, table, time_of_children

METHOD = (
    "Whole processes, output thrown away; 15 rounds in turn, medians of the processor's time. The file has 100 columns. "
    "Wanted: `--help` within 2.5 times `python -c pass`, `inspect` within 5: docs/terminal.md says what takes how long."
)


def run() -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.parquet"
        path.write_bytes(footers.file(100, 1))
        commands = {
            "python -c pass": ["-c", "pass"],
            "import parquet_format.parquet": ["-c", "import parquet_format.parquet"],
            "import inlay": ["-c", "import inlay"],
            "import click": ["-c", "import click"],
            "inlay --help": [script("inlay"), "--help"],
            "inlayc --help": [script("inlayc"), "--help"],
            "inlay inspect FILE": [script("inlay"), "inspect", str(path)],
            "inlay inspect FILE --all": [script("inlay"), "inspect", str(path), "--all"],
            "inlay verify FILE": [script("inlay"), "verify", str(path)],
            "inlay scan FILE": [script("inlay"), "scan", str(path)],
            "import pyarrow.parquet": ["-c", "import pyarrow.parquet"],
        }
        contenders = {name: process(arguments) for name, arguments in commands.items()}
        timings = measure(contenders, rounds=15, clock=time_of_children)
        return table("Start-up", METHOD, timings, "python -c pass")


def script(name: str) -> str:
    return str(Path(sys.executable).with_name(name))


def process(arguments: list[str]) -> Contender:
    command = [sys.executable, *arguments]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)
