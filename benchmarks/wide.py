"""What reading and changing a footer costs where it has very many columns, its process and imports included."""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

COLUMNS: Final = 20_000
GROUPS: Final = 5
ROUNDS: Final = 3
FINDINGS: Final = 1
"""An exit code: a command has run, and says something of the file."""

METHOD: Final = (
    f"Whole processes on a file of {COLUMNS:,} doubles x {GROUPS} row groups of two rows, written by pyarrow without "
    "compression or dictionaries; each command that changes something writes another file. Seconds of the processor, start-up included, "
    f"medians of {ROUNDS} rounds in turn. Aim: 4 times what pyarrow takes to read the metadata."
)
READ: Final = "import sys, pyarrow.parquet as pq; pq.read_metadata(sys.argv[1])"
COMMANDS: Final = {
    "pyarrow `read_metadata`": ["-c", READ, "FILE"],
    "`set --key`": ["-m", "inlay", "set", "FILE", "--key", "a=b", "-o", "OUT"],
    "`set --rename` of one": ["-m", "inlay", "set", "FILE", "--rename", "c7=renamed", "-o", "OUT"],
    "`set --rename` of all": ["-m", "inlay", "set", "FILE", "RENAMES", "-o", "OUT"],
    "`drop` of one": ["-m", "inlay", "drop", "FILE", "--columns", "c7", "-o", "OUT"],
    "`select` of three row groups": ["-m", "inlay", "select", "FILE", "--row-groups", "1:4", "-o", "OUT"],
    "`concat` of two": ["-m", "inlay", "concat", "FILE", "OTHER", "-o", "OUT"],
    "`rewrite`": ["-m", "inlay", "rewrite", "FILE", "-o", "OUT"],
    "`seal`": ["-m", "inlay", "seal", "FILE", "-o", "OUT"],
    "`ext append`": ["-m", "inlay", "ext", "append", "--raw", "FILE", "PAYLOAD", "-o", "EXTENDED"],
    "`ext strip`": ["-m", "inlay", "ext", "strip", "EXTENDED", "-o", "OUT"],
    "`footer add`": ["-m", "inlay", "footer", "add", "FILE", "-o", "PRIVATE"],
    "`footer promote`": ["-m", "inlay", "footer", "promote", "PRIVATE", "-o", "MIGRATION"],
    "`footer finalize`": ["-m", "inlay", "footer", "finalize", "MIGRATION", "-o", "FINAL"],
    "`footer revert`": ["-m", "inlay", "footer", "revert", "FINAL", "-o", "OUT"],
    "`footer index add`": ["-m", "inlay", "footer", "index", "add", "FILE", "-o", "OUT"],
    "`footer convert`": ["-m", "inlay", "footer", "convert", "FILE", "--design", "modular", "-o", "OUT"],
    "`encoding add`": ["-m", "inlay", "encoding", "add", "--column", "c7", "FILE", "-o", "OUT"],
    "`inspect`": ["-m", "inlay", "inspect", "FILE"],
    "`inspect` of both footers": ["-m", "inlay", "inspect", "PRIVATE"],
    "`verify`": ["-m", "inlay", "verify", "FILE"],
    "`verify` of both footers": ["-m", "inlay", "verify", "PRIVATE"],
    "`verify --data`": ["-m", "inlay", "verify", "--data", "FILE"],
    "`scan`": ["-m", "inlay", "scan", "FILE", "-o", "SCANNED.parquet"],
    "`lint`": ["-m", "inlay", "lint", "FILE"],
    "`diff` of another": ["-m", "inlay", "diff", "FILE", "OTHER"],
    "`prune`": ["-m", "inlay", "prune", "FILE", "c7 > 3"],
    "`pages`": ["-m", "inlay", "pages", "FILE"],
    "`report`": ["-m", "inlay", "report", "FILE"],
    "`recover`": ["-m", "inlay", "recover", "FILE"],
    "`vet` by pyarrow": ["-m", "inlay", "vet", "FILE", "--reader", "pyarrow"],
}  # fmt: skip
"""Each may read what one before it has written."""


def run() -> str:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        table = pa.table({f"c{at}": pa.array([float(at)] * 2 * GROUPS) for at in range(COLUMNS)})
        pq.write_table(
            table, folder / "FILE", compression="none", use_dictionary=False, row_group_size=2
        )
        pq.write_table(
            table.slice(1),
            folder / "OTHER",
            compression="none",
            use_dictionary=False,
            row_group_size=2,
        )
        (folder / "PAYLOAD").write_bytes(b"a payload of nobody's")
        spent: dict[str, list[float]] = {command: [] for command in COMMANDS}
        for _ in range(ROUNDS):
            for command, words in COMMANDS.items():
                spent[command].append(_spend(folder, words))
    return _write_table(spent)


def _spend(folder: Path, words: list[str]) -> float:
    """Seconds of the processor."""
    arguments = [sys.executable]
    for word in words:
        if word == "RENAMES":
            arguments += [part for at in range(COLUMNS) for part in ("--rename", f"c{at}=d{at}")]
        else:
            is_place = word.removesuffix(".parquet").isupper() and word != "-o"
            arguments.append(str(folder / word) if is_place else word)
    if "-o" in arguments:
        Path(arguments[-1]).unlink(missing_ok=True)
    silent = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_WRONLY, 0) for number in (1, 2)]
    child = os.posix_spawn(sys.executable, arguments, os.environ, file_actions=silent)
    _, status, usage = os.wait4(child, 0)
    assert os.waitstatus_to_exitcode(status) in (0, FINDINGS), arguments[:6]
    return usage.ru_utime + usage.ru_stime


def _write_table(spent: dict[str, list[float]]) -> str:
    medians = {command: statistics.median(rounds) for command, rounds in spent.items()}
    base = medians[next(iter(medians))]
    lines = [
        f"| {command} | {seconds:.2f} | {seconds / base:.1f} |"
        for command, seconds in medians.items()
    ]
    head = "| command | s | times pyarrow |\n|---|---:|---:|"
    return "\n".join(
        ["## Footers of very many columns, read and changed", "", METHOD, "", head, *lines]
    )
