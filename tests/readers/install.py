"""`python -m tests.readers.install`: brings the readers that are no dependency of Inlay's tests into `build/readers`.

Their own dependencies would change the versions of ours, so they are left out: what is asked of these readers
works without.
"""

from __future__ import annotations

import subprocess
import sys

from tests.readers.place import PLACE, node
from tests.readers.registry import BESIDE


def main() -> None:
    python = [name for reader, names in BESIDE.items() if reader != "hyparquet" for name in names]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--upgrade", "--no-deps"]
    subprocess.run([*pip, "--target", str(PLACE / "python"), *python], check=True)
    npm = node().parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    install = [str(node()), str(npm), "install", "--silent", "--no-save", "--prefix", str(PLACE)]
    subprocess.run([*install, *BESIDE["hyparquet"]], check=True)


if __name__ == "__main__":
    main()
