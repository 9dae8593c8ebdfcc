"""What `inlay spark` takes for a file of very many columns: its Python workers, and its driver."""

from __future__ import annotations

import math
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.noting_daemon import FOLDER
from tests.support.quick_spark import PLAIN_JVM, QUICK

ROOT: Final = Path(__file__).parents[1]
SIZES: Final = (5_000, 50_000)
"""Columns of the small file, and of the large one."""
GROUPS: Final = 5
LINEAR: Final = 1.1
"""The greatest exponent."""
FOOTERS: Final = 8
"""How often the memory of a worker may hold the footer of the large file."""
HEAP: Final = "1g"
"""Of the JVM: the old end of a file is one value of a journal."""
CODES: Final = (0, 1)
"""Exit codes of a command that has run: 1 where it says something of the file."""

READ: Final = "import sys, pyarrow.parquet as pq; pq.read_metadata(sys.argv[1])"
COMMANDS: Final = {
    "`catalog`": "catalog LAKE -o CATALOG",
    "`lint`": "lint CATALOG",
    "`compat`": "compat LAKE -o COMPAT",
    "`verify --values`": "verify --values LAKE -o VALUES",
    "`recover`": "recover LAKE -o RECOVERY",
    "`register` as records": "register LAKE --to records -o RECORDS --journal REGISTERED",
    "`index`": "index INDEXED --what all --write --journal INDEX",
    "`verify` of that, sampled": "verify INDEX --fraction 1",
    "`rollback` of that": "rollback INDEX",
    "`migrate` to private": "migrate MOVED --to private --write --journal PRIVATE",
    "`migrate` to final": "migrate MOVED --to final --write --journal FINAL",
    "`verify` of that, sampled ": "verify FINAL --fraction 1",
    "`migrate` to dual": "migrate DUAL --to dual --design modular --write --journal MODULAR",
    "`migrate` to encoding": "migrate ENCODED --to encoding --columns c7 --write --journal ENCODING",
    "`verify` of encodings, sampled": "verify ENCODING --fraction 1",
    "`compact` of two": "compact PAIR --write --journal COMPACT",
    "`verify` of it, sampled": "verify COMPACT --fraction 1",
    "`shred`": "shred VARIANTS --columns v -o SHREDDED",
}
"""Each may read what one before it has written."""
PYARROW: Final = "pyarrow `read_metadata`"

METHOD: Final = (
    f"One file of {SIZES[0]:,} and of {SIZES[1]:,} doubles x {GROUPS} row groups of two rows, written by pyarrow without compression or "
    "dictionaries; each command in a driver of its own at `local[1]`, all of them on one JVM. Seconds of the processor of the Python "
    "workers, imports included, and the MiB of the greatest; the exponent of growth between the files; of the large file the times of "
    "pyarrow's reading of the metadata, and MiB of the driver's Python. A worker that has imported pyspark and pyarrow takes 110 MiB. One run. "
    "`report` is not among them: it is SQL, and its workers read nothing."
)
_BOTH: Final = "less than eight times both footers"
REASONS: Final = {
    "`catalog`": "its table of chunks has 93 MB",
    "`lint`": "keeps what it knows of all columns, and sends the schema",
    "`register` as records": "half of it are imports",
    "`index`": _BOTH,
    "`verify` of that, sampled": _BOTH,
    "`rollback` of that": _BOTH,
    "`migrate` to private": _BOTH,
    "`migrate` to final": _BOTH,
    "`verify` of that, sampled ": "pyarrow reads all rows, a quarter of the columns at a time",
    "`migrate` to dual": "8.6 times both footers, of 46 MB: pyarrow answers for the design",
    "`migrate` to encoding": _BOTH,
    "`verify` of encodings, sampled": "pyarrow reads all rows twice, a quarter of the columns at a time",
    "`compact` of two": _BOTH,
    "`verify` of it, sampled": "pyarrow reads all rows of both files, a quarter of the columns at a time",
    "`shred`": _BOTH,
}
"""Why a command may take more than it should."""

HISTORY: Final = """\
Of 50,000 before workers did without pandas, divided their memory as commands do and read samples in parts, MiB of the worker by hand: `catalog` 305, `lint` 297,
`compat` 306, `verify --values` 197, `register` 206, `index` 234 (not `--what all`), `migrate` to private 429, dual 381, encoding 284, `verify` of a journal 386, of its sample 815."""


class Cost(NamedTuple):
    seconds: float
    """Of the processor, of all workers."""
    peak: int
    """MiB of the greatest worker."""
    driver: int = 0
    """MiB of it."""


class Measured(NamedTuple):
    footer: int
    """Bytes."""
    costs: dict[str, Cost]


def run() -> str:
    with _running_java() as environment:
        return _write_table([_measure(columns, environment) for columns in SIZES])


@contextmanager
def _running_java() -> Generator[dict[str, str]]:
    """The variables by which drivers find a Java that all of them share."""
    from pyspark import SparkConf
    from pyspark.java_gateway import launch_gateway

    from inlay_spark.session.java import use_java

    use_java()
    settings = SparkConf(loadDefaults=False).setAll(
        [*QUICK.items(), ("spark.driver.memory", HEAP), ("spark.ui.showConsoleProgress", "false")]
    )
    os.environ["SPARK_LAUNCHER_OPTS"] = PLAIN_JVM
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    launch: Any = launch_gateway  # which has no types
    gateway = launch(settings, silent)
    try:
        yield {
            "PYSPARK_GATEWAY_PORT": str(gateway.gateway_parameters.port),
            "PYSPARK_GATEWAY_SECRET": gateway.gateway_parameters.auth_token,
            "PYSPARK_PYTHON": sys.executable,
        }
    finally:
        gateway.shutdown()
        gateway.proc.stdin.close()
        gateway.proc.wait()


def _measure(columns: int, environment: Mapping[str, str]) -> Measured:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Elsewhere: a child's peak is at least that of who starts it.
        writer = get_context("spawn").Process(target=_write_files, args=(folder, columns))
        writer.start()
        writer.join()
        assert writer.exitcode == 0
        file = folder / "LAKE" / "0.parquet"
        costs = {PYARROW: _read_by_pyarrow(file)}
        for command, words in COMMANDS.items():
            costs[command] = _spend(folder, words.split(), environment)
        return Measured(int.from_bytes(file.read_bytes()[-8:-4], "little"), costs)


def _write_files(folder: Path, columns: int) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    from inlay.variant import from_json_array, write_table

    options: dict[str, Any] = {
        "compression": "none",
        "use_dictionary": False,
        "row_group_size": 2,
    }
    for place in ("LAKE", "PAIR", "VARIANTS"):
        (folder / place).mkdir()
    for at in range(2):
        names = {f"c{it}": pa.array([it + at / 2] * 2 * GROUPS) for it in range(columns)}
        pq.write_table(pa.table(names), folder / "PAIR" / f"{at}.parquet", **options)
    shutil.copy(folder / "PAIR" / "0.parquet", folder / "LAKE")
    for place in ("INDEXED", "MOVED", "DUAL", "ENCODED"):
        shutil.copytree(folder / "LAKE", folder / place)
    variants = from_json_array(['{"a": 1}'] * 2 * GROUPS)
    with_variants = pa.table(names).append_column("v", variants)
    write_table(with_variants, folder / "VARIANTS" / "0.parquet", **options)


def _spend(folder: Path, words: list[str], environment: Mapping[str, str]) -> Cost:
    notes = folder / "notes"
    notes.mkdir()
    settings = {
        "spark.python.daemon.module": "benchmarks.noting_daemon",
        "spark.executorEnv.PYTHONPATH": str(ROOT),
        f"spark.executorEnv.{FOLDER}": str(notes),
    }
    arguments = [sys.executable, "-m", "inlay", "spark"]
    arguments += [str(folder / word) if word.isupper() else word for word in words]
    arguments += ["--master", "local[1]"]
    for setting in settings.items():
        arguments += ["--conf", "=".join(setting)]
    usage = _run(arguments, environment)
    workers = [_read_note(it) for it in notes.iterdir()]
    shutil.rmtree(notes)
    return Cost(
        sum(float(seconds) for seconds, _ in workers),
        max((int(peak) for _, peak in workers), default=0),
        usage.ru_maxrss >> 10,
    )


def _read_by_pyarrow(file: Path) -> Cost:
    usage = _run([sys.executable, "-c", READ, str(file)], {})
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss >> 10)


def _run(arguments: list[str], environment: Mapping[str, str]) -> resource.struct_rusage:
    """What it took, without the JVM and the workers, which are none of its children."""
    silent = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_WRONLY, 0) for number in (1, 2)]
    variables = {**os.environ, **environment}
    child = os.posix_spawn(sys.executable, arguments, variables, file_actions=silent)
    _, status, usage = os.wait4(child, 0)
    assert os.waitstatus_to_exitcode(status) in CODES, arguments[:8]
    return usage


def _read_note(note: Path) -> list[str]:
    """Once its process is no more: the driver does not wait for it."""
    while Path("/proc", note.name).exists():
        time.sleep(0.05)
    return note.read_text(encoding="ascii").split()


def _write_table(measured: list[Measured]) -> str:
    small, large = measured
    base = large.costs[PYARROW].seconds
    aim = FOOTERS * large.footer >> 20
    lines: list[str] = []
    for command, cost in large.costs.items():
        before = small.costs[command].seconds
        exponent = math.log(cost.seconds / before) / math.log(SIZES[1] / SIZES[0])
        is_over = command != PYARROW and (exponent > LINEAR or cost.peak > aim)
        reason = REASONS.get(command, "**no reason**") if is_over else ""
        lines.append(
            f"| {command} | {before:.2f} | {cost.seconds:.2f} | {exponent:.2f} | {cost.seconds / base:.1f} "
            f"| {cost.peak} | {cost.driver or ''} | {reason} |"
        )
    head = (
        f"| command | {SIZES[0]:,} | {SIZES[1]:,} | exponent | times pyarrow | MiB | driver | why more |\n"
        "|---|---:|---:|---:|---:|---:|---:|---|"
    )
    aims = f"Aims: an exponent of at most {LINEAR}, and {FOOTERS} times the footer of {large.footer:,} bytes: {aim} MiB."
    title = "## Footers of very many columns on Spark"
    return "\n".join([title, "", f"{METHOD} {aims}", "", head, *lines, "", HISTORY])
