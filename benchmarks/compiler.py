"""How long does `inlayc generate` take for all IDLs of this repository: of nothing, after a change, and where all is current?"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.measure import Contender, measure, table, time_of_children
from benchmarks.start_up import script

TOP = Path(__file__).parents[1]
METHOD = (
    "Whole processes over a copy of `idl/`; 5 rounds in turn, medians. One struct more: parquet.thrift gets one. Wanted on two free "
    "processors, by the clock: 4 s where nothing is there, 0.5 s where all is current."
)
CLOCKS = {
    "processor": (
        time_of_children,
        f"{METHOD} Here, the time of the processor, of all processes together.",
    ),
    "clock": (perf_counter, "The same by the clock, on a machine that others keep busy."),
}


def run() -> str:
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        shutil.copytree(TOP / "idl", project / "idl")
        shutil.copy(TOP / "pyproject.toml", project)
        contenders = {
            "all is current": generate(project),
            "one struct more": changed(project),
            "nothing is there": cold(project),
        }
        tables = [
            table(
                f"The compiler: {name}",
                method,
                measure(contenders, rounds=5, clock=clock),
                "all is current",
            )
            for name, (clock, method) in CLOCKS.items()
        ]
        return "\n\n".join(tables)


def generate(project: Path) -> Contender:
    command = [sys.executable, script("inlayc"), "generate"]
    return lambda: subprocess.run(command, cwd=project, stdout=subprocess.DEVNULL, check=True)


def changed(project: Path) -> Contender:
    """Each time a struct of another name."""
    source = project / "idl" / "parquet.thrift"
    text = source.read_text(encoding="utf-8")
    count = 0

    def run_changed() -> None:
        nonlocal count
        count += 1
        source.write_text(f"{text}\nstruct More{count} {{ 1: i32 x }}\n", encoding="utf-8")
        generate(project)()

    return run_changed


def cold(project: Path) -> Contender:
    def run_cold() -> None:
        shutil.rmtree(project / "generated", ignore_errors=True)
        generate(project)()

    return run_cold
