"""Small lakes to migrate, and what may be asked of one afterwards."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.footers.footer.read import read_footer
from inlay_spark.migration import Operation


def make_lake(
    folder: Path, files: int, folders: int = 1, *, form: str = "thrift", sidecars: bool = False
) -> dict[str, str]:
    """Files with 1, 2, 3, ... rows; SHA-256 of each by its path below the folder. `sidecars`: each has one of Hadoop,
    which is right for as long as the file is what it was."""
    for index in range(files):
        table = pa.table({"a": list(range(index + 1)), "s": ["x"] * (index + 1)})
        inside = folder / f"part={index % folders}"
        inside.mkdir(parents=True, exist_ok=True)
        path = inside / f"{index:04}.parquet"
        pq.write_table(table, path)
        if form != "thrift":
            made = path.with_name("made")
            assert Operation(form).write(str(path), str(made))
            made.replace(path)
        if sidecars:
            path.with_name(f".{path.name}.crc").write_bytes(b"of the old file")
    return digests(folder)


def digests_after(folder: Path, operation: Operation, work: Path) -> dict[str, str]:
    """What `digests` will be when the operation was carried out; tried out in another folder."""
    work.mkdir()
    found: dict[str, str] = {}
    for name in digests(folder):
        made = work / "made"
        assert operation.write(str(folder / name), str(made))
        found[name] = hashlib.sha256(made.read_bytes()).hexdigest()
        made.unlink()
    return found


def require_old_or_new(folder: Path, old: dict[str, str], new: dict[str, str]) -> Counter[str]:
    """Of each file: nothing between, and no sidecar that lies. How many are what."""
    found = digests(folder)
    assert found.keys() == old.keys()
    for name, digest in found.items():
        assert digest in (old[name], new[name]), name
    for sidecar in folder.rglob(".*.crc"):
        name = str(sidecar.with_name(sidecar.name[1:-4]).relative_to(folder))
        assert found[name] == old[name], f"the sidecar of {name} is of another file"
    return Counter("old" if digest == old[name] else "new" for name, digest in found.items())


def digests(folder: Path) -> dict[str, str]:
    """Of everything that a listing finds."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith((".", "_"))
    }


def forms(folder: Path) -> Counter[str]:
    return Counter(read_footer(str(path)).form.value for path in folder.rglob("*.parquet"))


def hidden(folder: Path) -> list[str]:
    """What an attempt, or Hadoop, left behind."""
    return [str(path) for path in folder.rglob(".*") if path.is_file()]


def staged(folder: Path) -> list[str]:
    """What is waiting to be published, or was left behind."""
    return [name for name in hidden(folder) if name.endswith(".tmp")]
