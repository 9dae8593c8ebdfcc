"""The code of these jobs in one archive, for workers that have not installed it.

With the compiled modules of this platform: `inlay_spark.session.native_modules` says how a worker comes to them. pyarrow has
to be there already, as it has to be for any Python on Spark.
"""

from __future__ import annotations

import ast
import json
import py_compile
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Final

from inlay_runtime.distribution import DISTRIBUTION, find_version
from inlay_spark.session.native_modules import MANIFEST

PACKAGES: Final = (
    "inlay",
    "inlay_runtime",
    "inlay_spark",
    "inlay_variant",
    "parquet_format",
    "pyspark_inlay",
    "pyspark_parquet_footer",
    "flatbuffers",
    "click",
    "fsspec",
)
"""Ours, and those that they need and that are Python alone."""

_SUFFIX: Final = EXTENSION_SUFFIXES[0]
"""Names the interpreter and the platform, as `.cpython-311-x86_64-linux-gnu.so`."""

_EPOCH: Final = (1980, 1, 1, 0, 0, 0)

FINDS_NATIVE: Final = """
from inlay_spark.session.native_modules import find_native

find_native(__name__, __path__)
"""
"""What a package with compiled modules begins with in the archive: nothing can be loaded out of a zip."""

JOB: Final = '''"""`spark-submit --py-files {archive} {job} catalog PATH --output DIR`, and so on: `inlay spark --help`."""

import sys

from inlay_spark.spark_submit_entry import main

sys.exit(main(sys.argv[1:]))
'''


def write_job(folder: Path) -> tuple[Path, Path]:
    """The one archive and the one file that `spark-submit` takes."""
    folder.mkdir(parents=True, exist_ok=True)
    archive, job = folder / "inlay.zip", folder / "inlay_job.py"
    write_archive(archive)
    job.write_text(JOB.format(archive=archive.name, job=job.name), encoding="utf-8")
    return archive, job


def write_archive(target: Path) -> Path:
    """Writes the archive: sources, and beside them what this Python makes of them.

    From sources alone every worker would compile some ten thousand lines each time that it starts. Another Python than
    this one takes the sources, and does without the compiled modules.
    """
    files = sorted(_files())
    compiled = [name for name, _ in files if name.endswith(_SUFFIX)]
    packages = {f"{PurePosixPath(name).parent}/__init__.py" for name in compiled}
    digests: dict[str, str] = {}
    with (
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive,
        TemporaryDirectory() as scratch,
    ):
        for name, path in files:
            data = path.read_bytes()
            if name in packages:
                data = _finding_native(data.decode()).encode()
            _add(archive, name, data)
            if name.endswith(".py"):
                _add(archive, f"{name}c", _byte_code(name, data, Path(scratch)))
            elif name.endswith(_SUFFIX):
                digests[name] = sha256(data).hexdigest()
        _add(archive, MANIFEST, json.dumps(digests).encode())
        if number := find_version():
            about = f"Metadata-Version: 2.1\nName: {DISTRIBUTION}\nVersion: {number}\n"
            folder = f"{DISTRIBUTION.replace('-', '_')}-{number}.dist-info"
            _add(archive, f"{folder}/METADATA", about.encode())
    return target


def _files() -> Iterator[tuple[str, Path]]:
    for package in PACKAGES:
        spec = find_spec(package)
        if spec is None or spec.submodule_search_locations is None:
            continue
        for folder in map(Path, spec.submodule_search_locations):
            for path in folder.rglob("*"):
                wanted = path.suffix in (".py", ".typed") or path.name.endswith(_SUFFIX)
                if wanted and "__pycache__" not in path.parts:
                    yield f"{package}/{path.relative_to(folder).as_posix()}", path


def _finding_native(source: str) -> str:
    """The same module, which looks for its compiled modules before it does anything else."""
    at = 0
    for node in ast.parse(source).body:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.ImportFrom(module="__future__"):
                at = node.end_lineno or at
            case _:
                break
    lines = source.splitlines(keepends=True)
    return "".join([*lines[:at], FINDS_NATIVE, *lines[at:]])


def _byte_code(name: str, source: bytes, folder: Path) -> bytes:
    written = folder / "one.py"
    written.write_bytes(source)
    compiled = py_compile.compile(
        str(written),
        cfile=str(folder / "one.pyc"),
        dfile=name,
        doraise=True,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    return Path(str(compiled)).read_bytes()


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, _EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, data)
