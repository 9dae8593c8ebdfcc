"""A process that a test starts has none of the PYTHON* variables of whoever runs the tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_child_of_a_test_is_as_a_strangers() -> None:
    code = "import tests.conftest, json, os; print(json.dumps([n for n in os.environ if n.startswith('PYTHON')]))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ
        | {"PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": "x"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == []
    assert not [name for name in os.environ if name.startswith("PYTHON")]
