"""What a command costs on a wide footer, its process and imports included."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from benchmarks.forms import Shape, files_of
from benchmarks.measure import time_of_children
from inlay.footers.footer.form import Form

SHAPES: Final = (Shape(10_000, 1), Shape(1_000, 20))
ROUNDS: Final = 5
METHOD: Final = (
    "Whole processes on files of so many columns x row groups, written by pyarrow; output thrown away. Milliseconds "
    "of the processor, start-up included, medians of 5 rounds in turn. `footer` writes another file. Target: at most 300 ms each."
)
COMMANDS: Final = {
    "inlay --help": (Form.THRIFT, ["--help"]),
    "inlay footer add": (Form.THRIFT, ["footer", "add", "FILE", "-o", "OUT", "--overwrite"]),
    "inlay footer promote": (Form.PRIVATE, ["footer", "promote", "FILE", "-o", "OUT", "--overwrite"]),
    "inlay footer finalize": (Form.MIGRATION, ["footer", "finalize", "FILE", "-o", "OUT", "--overwrite"]),
    "inlay verify": (Form.THRIFT, ["verify", "FILE"]),
    "inlay verify, final": (Form.FINAL, ["verify", "FILE"]),
    "inlay inspect": (Form.THRIFT, ["inspect", "FILE"]),
    "inlay inspect --all": (Form.THRIFT, ["inspect", "--all", "FILE"]),
    "inlay ext list": (Form.THRIFT, ["ext", "list", "FILE"]),
    "inlay ext list, private": (Form.PRIVATE, ["ext", "list", "FILE"]),
}  # fmt: skip


def run() -> str:
    head = "".join(f" {shape} |" for shape in SHAPES)
    lines = ["## Commands on wide footers", "", METHOD, ""]
    lines += [f"| ms |{head}", f"|---|{'---:|' * len(SHAPES)}"]
    with tempfile.TemporaryDirectory() as folder:
        columns = [_measure(shape, Path(folder)) for shape in SHAPES]
    for name in COMMANDS:
        lines.append(f"| {name} |" + "".join(f" {column[name]:.0f} |" for column in columns))
    return "\n".join(lines)


def _measure(shape: Shape, folder: Path) -> dict[str, float]:
    paths: dict[Form, str] = {}
    for form, data in files_of(shape).items():
        path = folder / f"{form.value}.parquet"
        path.write_bytes(data)
        paths[form] = str(path)
    samples: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS):
        for name, (form, arguments) in COMMANDS.items():
            known = {"FILE": paths[form], "OUT": str(folder / "out.parquet")}
            command = [known.get(argument, argument) for argument in arguments]
            samples[name].append(_processor_time(command))
    return {name: statistics.median(times) * 1e3 for name, times in samples.items()}


def _processor_time(arguments: list[str]) -> float:
    """Seconds in user and kernel mode of one run."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before = time_of_children()
    subprocess.run(
        [sys.executable, "-m", "inlay", *arguments],
        stdout=subprocess.DEVNULL,
        check=True,
        env=environment,
    )
    return time_of_children() - before
