"""What tests could use and is not here: a run says so in one line, so that nothing is skipped in silence.

With `INLAY_COMPLETE=1`, as CI has it, nothing may be absent that a machine can install. Public files are not asked for:
`make corpus` fails by itself where it cannot bring them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.metadata import version
from importlib.util import find_spec
from typing import Final

from docs.site.playground import pyodide
from inlay_runtime.core import describe
from tests.readers.place import find_ducklake, has_go, has_parquet_rs
from tests.support.connectors import NAMES, has_connector
from tests.support.corpora import CORPORA, missing
from tests.support.postgres import find_postgres
from tests.support.programs import find_program
from tests.support.spark_versions import SPARK

COMPLETE: Final = "INLAY_COMPLETE"

PROGRAMS: Final = {
    "flatc": "the compiler of FlatBuffers",
    "thrift": "the compiler of Apache Thrift",
    "strace": "faults at system calls",
    "chromium": "a browser, for the pages that commands write",
    "clang": "programs that count their branches",
    "javac": "a compiler of Java",
    "moto_server": "an S3 that is not ours",
}
MODULES: Final = {
    "inlay_runtime.native.compact": "the native core",
    "duckdb": "DuckDB",
    "pyspark": "Spark",
    "geopandas": "GeoPandas",
}


NEEDED: Final = {
    "native core": "the native core",
    "C compiler": "a C compiler",
    "pyarrow 23": "pyarrow 23 or newer",
    "Spark 4.1": "Spark 4.1 or newer",
    "Spark 4.2": "Spark 4.2 or newer",
    "fcntl": "locks of files by fcntl",
    "ELF": "a system whose programs are ELF files",
    "PR_SET_PDEATHSIG": "a system that ends a process with the one that started it",
    "/proc": "the peak of a process in /proc",
    "/dev/full": "the device that is always full",
    "geopandas": "GeoPandas",
    "POSIX": "a system with the permissions of POSIX",
    "PostgreSQL": "a server of PostgreSQL",
    "DuckLake": "DuckLake's DuckDB (python -m tests.readers.install python)",
    "Pyodide": "Pyodide (python -m docs.site.playground.pyodide)",
    "parquet-rs": "a DataFusion that takes keys (python -m tests.readers.install python)",
    "whole corpus": "all files of parquet-testing (make corpus)",
    "Go": "readers of Go (python -m tests.readers.install go)",
    **{connector: connector for connector in NAMES},
    **{program: program for program in PROGRAMS},
}
"""What a test may say that it needs: `@pytest.mark.needs("flatc")`."""


def is_there(need: str) -> bool:
    """Raises KeyError for what no test can need."""
    match NEEDED[need]:
        case "the native core":
            return describe() == "native core"
        case "a C compiler":
            return find_program("cc") is not None
        case "the peak of a process in /proc":
            return os.access("/proc/self/clear_refs", os.W_OK)
        case "the device that is always full":
            return os.path.exists("/dev/full")
        case (
            "a system whose programs are ELF files"
            | "a system that ends a process with the one that started it"
        ):
            return sys.platform == "linux"
        case "locks of files by fcntl":
            return find_spec("fcntl") is not None
        case "a system with the permissions of POSIX":
            return os.name == "posix"
        case "DuckLake's DuckDB (python -m tests.readers.install python)":
            return find_ducklake() is not None
        case "Pyodide (python -m docs.site.playground.pyodide)":
            return pyodide.is_there()
        case "a DataFusion that takes keys (python -m tests.readers.install python)":
            return has_parquet_rs()
        case "all files of parquet-testing (make corpus)":
            return not missing("parquet-testing")
        case "readers of Go (python -m tests.readers.install go)":
            return has_go()
        case "a server of PostgreSQL":
            return os.name == "posix" and find_postgres() is not None
        case "GeoPandas":
            return find_spec("geopandas") is not None
        case "Spark 4.1 or newer":
            return SPARK >= (4, 1)
        case "Spark 4.2 or newer":
            return SPARK >= (4, 2)
        case "pyarrow 23 or newer":
            return int(version("pyarrow").partition(".")[0]) >= 23
        case _ if need in NAMES:
            return has_connector(need)
        case _:
            return find_program(need) is not None


def absent() -> Iterator[str]:
    """The names of corpora, programs, libraries and readers that are not here."""
    for name in CORPORA:
        if files := missing(name):
            yield f"corpus {name}" if files == [name] else f"{files[0]} of corpus {name}"
    yield from absent_programs()


def absent_programs() -> Iterator[str]:
    """Of programs, libraries and readers: what `INLAY_COMPLETE` asks for."""
    from tests.readers.registry import READERS, lacking

    yield from (program for program in PROGRAMS if find_program(program) is None)
    if not pyodide.is_there():
        yield "Pyodide"
    if not has_parquet_rs():
        yield "parquet-rs"
    yield from (label for module, label in MODULES.items() if find_spec(module) is None)
    yield from (reader for reader in READERS if reader not in MODULES.values() and lacking(reader))


def line() -> str:
    """For the end of a run."""
    names = ", ".join(absent())
    return (
        f"absent here, and what needs it was skipped: {names} (tests/README.md)"
        if names
        else "corpora and oracles: all here"
    )


def is_required() -> bool:
    """Whether a run without one of them is to fail."""
    return os.environ.get(COMPLETE, "0") not in ("", "0")
