"""One reader in one version, in a folder of its own that is gone afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.compat.versions import Installed
from tests.readers.place import node


@contextmanager
def installed(reader: Installed, version: str) -> Iterator[Path]:
    """What else it needs comes from the environment of the tests. Raises CalledProcessError if it cannot be had."""
    with tempfile.TemporaryDirectory(prefix="inlay-compat-") as folder:
        packages = [package.format(version) for package in reader.packages_of(version)]
        if reader.kind != "npm":
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile"]
            # The wheel alone, where there is one: a source would be built for an hour.
            built = (
                ["--no-build-isolation"] if reader.kind == "source" else ["--only-binary", ":all:"]
            )
            subprocess.run(
                [*pip, *built, "--no-cache-dir", "--target", folder, *packages], check=True
            )
        else:
            npm = node().parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
            install = [str(node()), str(npm), "install", "--silent", "--no-save", "--prefix"]
            trusting = {**os.environ, "NODE_USE_SYSTEM_CA": "1"}
            subprocess.run([*install, folder, *packages], check=True, env=trusting)
        yield Path(folder)
