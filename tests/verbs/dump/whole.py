"""Every file below a folder as text and back, and damaged copies of each: `python -m tests.verbs.dump.whole FOLDER [COPIES]`."""

from __future__ import annotations

import sys
from pathlib import Path

import inlay
from tests.verbs.dump.test_files import damaged


def check(name: str, data: bytes) -> bool:
    """Whether the text of these bytes is the bytes again."""
    try:
        is_same = inlay.assemble(inlay.dump(data), source=data) == data
    except Exception as error:  # whatever it is, it is a defect
        print(f"{name}: {type(error).__name__}: {error}")
        return False
    if not is_same:
        print(f"{name}: other bytes")
    return is_same


def main(folder: str, copies: str = "3") -> int:
    done = [0, 0]
    for path in sorted(Path(folder).rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            done[check(str(path), data)] += 1
            for seed in range(int(copies) if data else 0):
                done[check(f"{path} damaged {seed}", damaged(data, seed))] += 1
    print(f"{done[1]:,} came back, {done[0]:,} did not")
    return done[0] > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
