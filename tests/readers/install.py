"""`python -m tests.readers.install [python] [node] [go]`: brings the readers that are not a dependency of Inlay's tests into
`build/readers`; those of Python and Node where none is named.

Their own dependencies would change the versions of ours, so they are left out: what is asked of these readers
works without. Those of Python need no other package, so that they can arrive while our own are installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.readers.place import BESIDE, DUCKLAKE, GO, GO_COMPILER, PARQUET_RS, PLACE, node

_PIP: Final = (sys.executable, "-m", "pip", "install", "--quiet", "--upgrade", "--no-deps")


def install_python() -> None:
    names = [name for reader, names in BESIDE.items() if reader != "hyparquet" for name in names]
    places = {"python": names, "ducklake": DUCKLAKE, "parquet-rs": PARQUET_RS}
    for folder, packages in places.items():
        target = ["--no-compile", "--target", str(PLACE / folder)]
        subprocess.run([*_PIP, *target, *packages], check=True)


def install_node() -> None:
    """With the certificates that the system trusts: without them, npm behind a proxy that signs for itself asks once more
    after ten seconds and after a minute."""
    npm = node().parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    install = [str(node()), str(npm), "install", "--silent", "--no-save", "--prefix", str(PLACE)]
    trusting = {**os.environ, "NODE_USE_SYSTEM_CA": "1"}
    subprocess.run([*install, *BESIDE["hyparquet"]], check=True, env=trusting)


def install_go() -> None:
    """Programs, built of their source by the compiler that is on PyPI, which does not stay. What they import comes from where Go looks for
    modules: GOPROXY names another place."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        subprocess.run([*_PIP, "--target", scratch, *GO_COMPILER], check=True)
        for name, source in GO.items():
            shutil.copytree(source, folder / name)
            build: list[str | Path] = [
                folder / "go" / "bin" / "go",
                "build",
                "-mod=mod",
                "-o",
                PLACE / name,
                ".",
            ]
            subprocess.run(build, cwd=folder / name, check=True)


KINDS: Final = {"python": install_python, "node": install_node, "go": install_go}

if __name__ == "__main__":
    for kind in sys.argv[1:] or ("python", "node"):
        KINDS[kind]()
