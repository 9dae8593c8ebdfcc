"""`make fuzz`: runs a target, or all of them, and enters what came of it in the ledger.

    python -m fuzz                               lists the targets
    python -m fuzz TARGET|all [--seconds 60]     runs, from the corpus of the runs before
    python -m fuzz TARGET --input FILE           checks one input

Corpus, log and crashes are in build/fuzz/TARGET. A crash is made smaller, and what to do with it is printed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from fuzz.runs import ROOT, Record, read_ledger, read_run, write_ledger, write_page
from fuzz.seed_files import write_seeds
from fuzz.target import load_target, target_names

BUILD: Final = ROOT / "build" / "fuzz"
SLOWEST: Final = 30
"""Seconds that one input may take."""

MEMORY: Final = 3000
"""MiB of the process."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description="run a fuzz target")
    parser.add_argument("target", nargs="?", help="its name, or `all`")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--input", type=Path)
    options = parser.parse_args(arguments)
    names = target_names()
    if options.target not in (*names, "all"):
        for name in names:
            print(f"{name:22} {load_target(name).law}")
        return 0 if options.target is None else 2
    if options.input is not None:
        load_target(options.target).check(options.input.read_bytes())
        return 0
    if find_spec("atheris") is None:
        print(
            "atheris is not installed: `make fuzz` does it on Linux with Python 3.11 to 3.13",
            file=sys.stderr,
        )
        return 1
    chosen = names if options.target == "all" else [options.target]
    codes = [run_target(name, options.seconds) for name in chosen]
    write_page()
    return max(codes)


def run_target(name: str, seconds: int) -> int:
    """0, or 1 where an input broke the law."""
    folder = BUILD / name
    corpus, seeds = folder / "corpus", folder / "seeds"
    for each in (corpus, folder / "crashes"):
        each.mkdir(parents=True, exist_ok=True)
    write_seeds(name, seeds)
    limits = [f"-timeout={SLOWEST}", f"-rss_limit_mb={MEMORY}", f"-max_total_time={seconds}"]
    begin = time.time()
    crashes = [f"-artifact_prefix={folder}/crashes/", "-print_final_stats=1"]
    log = run_fuzzer([name, str(corpus), str(seeds), *limits, *crashes], folder / "log")
    run = read_run(log, round(time.time() - begin, 1), date.today().isoformat())
    ledger = read_ledger()
    ledger[name] = ledger.get(name, Record()).with_run(run)
    write_ledger(ledger)
    print(f"{name}: {run.executions:,} executions, {run.edges:,} edges, {run.features:,} features")
    broken = [path for path in (folder / "crashes").iterdir() if path.stat().st_mtime >= begin]
    for path in broken:
        print(minimize(name, path))
        print(_last_error(log))
    return 1 if broken else 0


def run_fuzzer(arguments: Sequence[str], log: Path) -> str:
    command = [sys.executable, "-m", "fuzz.under_atheris", *arguments]
    with log.open("w", encoding="utf-8") as file:
        subprocess.run(command, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT, check=False)
    return log.read_text(encoding="utf-8", errors="replace")


def minimize(name: str, path: Path) -> str:
    """Makes an input smaller that breaks the law, and says how it becomes a test."""
    small = path.with_name(f"{path.name}.small")
    options = ["-minimize_crash=1", "-max_total_time=30", f"-exact_artifact_path={small}"]
    run_fuzzer([name, str(path), *options], path.with_name("minimize.log"))
    data = (small if small.exists() else path).read_bytes()
    return f"{name} breaks its law ({len(data)} bytes). Add to fuzz/crashes.json, under {name!r}: {data.hex()}"


def _last_error(log: str) -> str:
    at = log.rfind("Uncaught Python exception")
    return log[at : at + 4000] if at >= 0 else log[-2000:]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
