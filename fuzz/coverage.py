"""What the inputs that were kept reach: lines of Python, and branches of native code.

    python -m fuzz.coverage [TARGET ...] [--inputs 300]   of all targets or these, into build/fuzz/coverage.json and runs.md beside it
    python -m fuzz.coverage --of TARGET                   of one of them, as JSON

A target runs in a process of its own on the core that clang has built, with all of its law: seeds and corpus, at most so many inputs.
Lines are those of functions: what an import runs is reached by every input.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, zip_longest
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

from fuzz.native_core import QUICK, build_core
from fuzz.native_counters import read_counters
from fuzz.runs import COVERAGE, ROOT, write_page
from fuzz.seed_files import list_seeds
from fuzz.target import load_target, target_names

SOURCES: Final = {
    "inlay": QUICK.folder / "inlay",
    "inlay_runtime": QUICK.folder / "inlay_runtime",
    "inlay_variant": QUICK.folder / "inlay_variant",
    "inlayc": ROOT / "generator" / "inlayc",
}
"""Where the packages lie while a target runs."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz.coverage")
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--of")
    parser.add_argument("--inputs", type=int, default=300)
    options = parser.parse_args(arguments)
    if options.of is not None:
        print(json.dumps(measure_target(options.of, options.inputs)))
        return 0
    if not build_core(QUICK):
        print("clang and atheris are needed", file=sys.stderr)
        return 1
    found = {name: _ask(name, options.inputs) for name in options.targets or target_names()}
    COVERAGE.write_text(json.dumps(sum_up(found), indent=1) + "\n", encoding="utf-8")
    write_page()
    return 0


def measure_target(name: str, most: int) -> dict[str, Any]:
    """Lines by file, and branches by module: which were taken, of how many."""
    target = load_target(name)
    corpus = ROOT / "build" / "fuzz" / name / "corpus"
    kept = sorted(corpus.iterdir()) if corpus.is_dir() else []
    inputs = list(choose_inputs(list_seeds(target), (path.read_bytes() for path in kept), most))
    lines: dict[str, set[int]] = {}
    sys.settrace(_trace_into(lines))
    for data in inputs:
        target.check(data)
        if target.quick is not None:
            target.quick(data)
    sys.settrace(None)
    native = {module: (taken, total) for module, taken, total in read_counters(QUICK.folder)}
    return {
        "inputs": len(inputs),
        "lines": {file: sorted(numbers) for file, numbers in lines.items()},
        "native": native,
    }


def choose_inputs(seeds: Iterable[bytes], kept: Iterable[bytes], most: int) -> Iterator[bytes]:
    """Seeds and kept inputs take turns, so that both are there where there are too many."""
    turns = chain.from_iterable(zip_longest(seeds, kept))
    return islice((data for data in turns if data is not None), most)


def _trace_into(lines: dict[str, set[int]]) -> Any:
    unseen: dict[CodeType, set[int]] = {}  # what is seen whole need not be watched any more
    prefixes = tuple(f"{path}/" for path in SOURCES.values())

    def enter(frame: FrameType, event: str, argument: object) -> Any:
        file = frame.f_code.co_filename
        if not file.startswith(prefixes) or not is_function(frame.f_code):
            return None
        if (missing := unseen.get(frame.f_code)) is None:
            missing = unseen[frame.f_code] = set(own_lines(frame.f_code))
        if not missing:
            return None
        seen = lines.setdefault(file, set())

        def step(frame: FrameType, event: str, argument: object) -> Any:
            if event == "line":
                seen.add(frame.f_lineno)
                missing.discard(frame.f_lineno)
            return step

        return step

    return enter


def is_function(code: CodeType) -> bool:
    """Rather than a module or the body of a class."""
    return bool(code.co_flags & 1)


def own_lines(code: CodeType) -> Iterator[int]:
    """Of a function, without those of functions in it."""
    return (line for _, _, line in code.co_lines() if line and line != code.co_firstlineno)


def list_lines(code: CodeType) -> Iterator[int]:
    """Of all functions in it."""
    if is_function(code):
        yield from own_lines(code)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from list_lines(constant)


def sum_up(found: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """By target and by package: how much was reached, of how much."""
    targets = {
        name: {
            "inputs": one["inputs"],
            "lines": sum(map(len, one["lines"].values())),
            "branches": sum(len(taken) for taken, _ in one["native"].values()),
        }
        for name, one in found.items()
    }
    lines = {
        package: _share(_all_lines(folder), [one["lines"] for one in found.values()])
        for package, folder in SOURCES.items()
    }
    modules: dict[str, tuple[set[int], int]] = {}
    for one in found.values():
        for module, (taken, total) in one["native"].items():
            modules[module] = modules.get(module, (set(), 0))[0] | set(taken), total
    native = {module: (len(taken), total) for module, (taken, total) in sorted(modules.items())}
    return {"targets": targets, "lines": lines, "native": native}


def _all_lines(folder: Path) -> dict[str, set[int]]:
    return {
        str(path): set(list_lines(compile(path.read_bytes(), str(path), "exec")))
        for path in folder.rglob("*.py")
    }


def _share(lines: dict[str, set[int]], reached: Iterable[dict[str, list[int]]]) -> tuple[int, int]:
    union: dict[str, set[int]] = {}
    for each in reached:
        for file, numbers in each.items():
            union.setdefault(file, set()).update(numbers)
    hit = sum(len(numbers & union.get(file, set())) for file, numbers in lines.items())
    return hit, sum(map(len, lines.values()))


def _ask(name: str, most: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "fuzz.coverage", "--of", name, "--inputs", str(most)]
    process = subprocess.run(
        command, cwd=ROOT, env=QUICK.environment(), stdout=subprocess.PIPE, check=True
    )
    found: dict[str, Any] = json.loads(process.stdout.splitlines()[-1])
    print(f"{name}: {found['inputs']} inputs", flush=True)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
