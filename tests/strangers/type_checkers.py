"""What the strict type checkers say of all that was generated, each in one run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
RUNTIME: Final = str(ROOT / "runtime")
COMMANDS: Final = {
    "mypy": ["--strict", "--config-file", "", "--cache-dir", ".mypy_cache", "."],
    "basedpyright": ["--pythonpath", sys.executable, "--level", "error"],
}
ERROR: Final = re.compile(r"^.*\berror\b: .*$|^.* - error .*$", re.MULTILINE)


def complaints(packages: Path) -> list[str]:
    """The errors of mypy and basedpyright, which stands for pyright, in the packages of a folder."""
    settings = {"include": ["."], "typeCheckingMode": "strict", "extraPaths": [RUNTIME]}
    (packages / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    found: list[str] = []
    for checker, arguments in COMMANDS.items():
        done = subprocess.run(
            [sys.executable, "-m", checker, *arguments],
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
