"""A store that nobody reaches is given up, and not asked for a quarter of an hour."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize("scheme", ["gs", "gcs"])
def test_a_store_of_google_that_is_not_there(scheme: str) -> None:
    code = (
        "from inlay.ground.files import clients\n"
        "from inlay.__main__ import run\n"
        "clients.GIVES_UP_AFTER = 1\n"
        "clients.is_installed = lambda package: package != 'gcsfs'\n"
        f"raise SystemExit(run(['inspect', '{scheme}://anonymous@bucket/x.parquet']))\n"
    )
    nobody = {"CLOUD_STORAGE_EMULATOR_ENDPOINT": "http://127.0.0.1:9"}
    ended = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | nobody,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (6, ""), ended.stderr
    assert ended.stderr.startswith(f"error: {scheme}://anonymous@bucket/x.parquet: ")
    assert "Retry policy exhausted" in ended.stderr
