"""`make fuzz`: runs a target, or all of them, and enters what came of it in the ledger.

    python -m fuzz                               lists the targets
    python -m fuzz TARGET|all [--seconds 60]     runs, from the corpus of the runs before
    python -m fuzz TARGET --input FILE           checks one input

Corpus, log and crashes are in build/fuzz/TARGET. A crash is made smaller, and what to do with it is printed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import traceback
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from fuzz.native_core import BUILD, QUICK, WATCHED, Core, build_core
from fuzz.runs import ROOT, enter_run, read_run, write_page
from fuzz.sampling import COUNT, read_share
from fuzz.seed_files import write_seeds
from fuzz.target import load_target, target_names

SLOWEST: Final = 300
"""Seconds by the clock that one input may take, where the machine has much else to do; what time grows by, tests/security measures."""

SHARE_WATCHED: Final = 8
"""One part of the time in so many is the address sanitizer's."""

MEMORY: Final = 3000
"""MiB of the process."""

ENDED: Final = "stat::number_of_executed_units"
"""What libFuzzer says at its end, and no process that was killed or did not begin."""


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
    parts = divide_time(options.seconds)
    codes = [run_target(name, seconds, core) for name in chosen for core, seconds in parts]
    write_page()
    return max(codes)


def divide_time(seconds: int) -> list[tuple[Core | None, int]]:
    """Most goes to the quick core. The other one begins with all that was kept, and changes it for the rest of the time.

    Without clang there is only the core that is installed, None.
    """
    if not (build_core(QUICK) and build_core(WATCHED)):
        return [(None, seconds)]
    last = max(1, seconds // SHARE_WATCHED)
    return [(QUICK, seconds - last), (WATCHED, last)]


def run_target(name: str, seconds: int, core: Core | None) -> int:
    """0, or 1 where an input broke the law."""
    around = dict(os.environ) if core is None else core.environment()
    folder = BUILD / name
    count = folder / "count"
    corpus, seeds = folder / "corpus", folder / "seeds"
    for each in (corpus, folder / "crashes"):
        each.mkdir(parents=True, exist_ok=True)
    write_seeds(name, seeds)
    limits = [f"-timeout={SLOWEST}", f"-report_slow_units={SLOWEST}", f"-rss_limit_mb={MEMORY}", f"-max_total_time={seconds}", "-entropic_scale_per_exec_time=1", "-len_control=100", "-reload=0"]  # fmt: skip
    begin, before = time.time(), measure_children()
    crashes = [f"-artifact_prefix={folder}/crashes/", "-print_final_stats=1"]
    count.unlink(missing_ok=True)
    with_count = {**around, COUNT: str(count)}
    log = run_fuzzer([name, str(corpus), str(seeds), *limits, *crashes], folder / "log", with_count)
    share = 1.0 if load_target(name).quick is None else read_share(count)
    taken = round(time.time() - begin, 1), round(measure_children() - before, 1)
    run = read_run(log, *taken, date.today().isoformat(), share, is_watched=core is WATCHED)
    if run.edges:
        enter_run(name, run)
    print(
        f"{name}, {core.name if core else 'installed'} core: "
        f"{run.executions:,} executions, {run.compared:,} of them with all of the law, "
        f"{run.edges:,} edges, {run.features:,} features",
        flush=True,
    )
    broken = [path for path in (folder / "crashes").iterdir() if path.stat().st_mtime >= begin]
    for path in broken:
        print(minimize(name, path, around))
        print(_last_error(log))
    if not broken and ENDED not in log:
        print(f"{name} did not run to its end:\n{_last_error(log)}")
        return 1
    if not run.edges:
        print(f"{name} was led by nothing, so the run is not entered: no branch was counted")
        return 1
    kept = [path for path in corpus.iterdir() if path.stat().st_mtime >= begin]
    return 1 if broken or not check_kept(name, kept) else 0


def measure_children() -> float:
    """Seconds of processor time, of all processes that were waited for."""
    times = os.times()
    return times.children_user + times.children_system


def check_kept(name: str, paths: Iterable[Path]) -> bool:
    """Whether the inputs that led further keep all of the law: most of them had `quick` alone."""
    target = load_target(name)
    for path in paths if target.quick is not None else ():
        try:
            target.check(path.read_bytes())
        except Exception:
            print(f"{name} breaks its law: {path.read_bytes().hex()}")
            traceback.print_exc()
            return False
    return True


def run_fuzzer(arguments: Sequence[str], log: Path, around: Mapping[str, str]) -> str:
    command = [sys.executable, "-m", "fuzz.under_atheris", *arguments]
    with log.open("w", encoding="utf-8") as file:
        subprocess.run(
            command, cwd=ROOT, env=around, stdout=file, stderr=subprocess.STDOUT, check=False
        )
    return log.read_text(encoding="utf-8", errors="replace")


def minimize(name: str, path: Path, around: Mapping[str, str]) -> str:
    """Makes an input smaller that breaks the law, and says how it becomes a test."""
    small = path.with_name(f"{path.name}.small")
    options = ["-minimize_crash=1", "-max_total_time=30", f"-exact_artifact_path={small}"]
    run_fuzzer([name, str(path), *options], path.with_name("minimize.log"), around)
    data = (small if small.exists() else path).read_bytes()
    return f"{name} breaks its law ({len(data)} bytes). Add to fuzz/crashes.json, under {name!r}: {data.hex()}"


def _last_error(log: str) -> str:
    at = log.rfind("Uncaught Python exception")
    return log[at : at + 4000] if at >= 0 else log[-2000:]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
