"""What the strict type checkers say of all that was generated, each in one run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
RUNTIME: Final = str(ROOT / "runtime")
COMMANDS: Final = {
    "mypy": ["--strict", "--config-file", "", "--cache-dir", ".mypy_cache"],
    "basedpyright": ["--pythonpath", sys.executable, "--level", "error"],
}
ERROR: Final = re.compile(r"^.*\berror\b: .*$|^.* - error .*$", re.MULTILINE)


def choose(packages: Mapping[str, frozenset[str]]) -> list[str]:
    """Packages that have what every IDL becomes. One that several others include is in all of theirs: once is enough."""
    chosen: list[str] = []
    seen: frozenset[str] = frozenset()
    for name, sources in sorted(packages.items(), key=lambda entry: (-len(entry[1]), entry[0])):
        if not sources <= seen:
            chosen.append(name)
            seen |= sources
    return chosen


def complaints(packages: Path, names: Sequence[str]) -> list[str]:
    """The errors of mypy and basedpyright, which stands for pyright, in packages of a folder."""
    settings = {"include": list(names), "typeCheckingMode": "strict", "extraPaths": [RUNTIME]}
    (packages / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    found: list[str] = []
    for checker, arguments in COMMANDS.items():
        done = subprocess.run(
            [sys.executable, "-m", checker, *arguments, *(names if checker == "mypy" else ())],
            cwd=packages,
            env={**os.environ, "MYPYPATH": RUNTIME},
            capture_output=True,
            text=True,
            check=False,
        )
        errors = ERROR.findall(done.stdout)
        if done.returncode and not errors:
            errors = [(done.stdout + done.stderr).strip()[-500:]]
        found += [f"{checker}: {error.strip()}" for error in errors]
    return found
