"""A lake of many small files, some of them damaged in turn in every way."""

from __future__ import annotations

from pathlib import Path

from tests.scan.lake import DAMAGE, plain_file


def make(root: Path, files: int, bad_in: int) -> tuple[list[str], dict[str, str]]:
    """The good paths; the bad ones with what was done to them. One file in `bad_in` is bad."""
    root.mkdir(parents=True)
    data = plain_file(root)
    good: list[str] = []
    bad: dict[str, str] = {}
    for at in range(files):
        path = root / f"day={at % 7}" / f"part-{at:06}.parquet"
        path.parent.mkdir(exist_ok=True)
        if at % bad_in == bad_in // 2:
            name = list(DAMAGE)[len(bad) % len(DAMAGE)]
            path.write_bytes(DAMAGE[name][0](data))
            bad[str(path)] = name
        else:
            path.write_bytes(data)
            good.append(str(path))
    return good, bad
