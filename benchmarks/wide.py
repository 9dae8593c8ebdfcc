"""What reading and changing a footer costs where it has very many columns, its process and imports included."""

from __future__ import annotations

import math
import os
import resource
import shutil
import signal
import statistics
import sys
import tempfile
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

SIZES: Final = (5_000, 20_000)
"""Columns of the small file, and of the large one."""
UNCOUNTED: Final = 10
"""Columns of a file before them: what a command imports is compiled once."""
GROUPS: Final = 5
ROUNDS: Final = 1
"""Each takes two minutes of the processor."""
AIM: Final = 4
LIMIT: Final = 120
"""Seconds of the processor after which a command is ended, so that the table always comes to its end."""
FINDINGS: Final = 1
"""An exit code: a command has run, and says something of the file."""

METHOD: Final = (
    f"Whole processes on files of {SIZES[0]:,} and {SIZES[1]:,} doubles x {GROUPS} row groups of two rows, written by pyarrow without "
    "compression or dictionaries; each command that changes something writes another file. Seconds of the processor, start-up included, "
    f"medians over rounds in turn (here {ROUNDS}); the exponent of growth between them, 1 where twice the columns take twice as long; of the large "
    f"file the times of pyarrow's reading of the metadata, and the greatest peak. Aim: {AIM} times pyarrow, and what takes longer says why; what takes {LIMIT} s is ended. `footer compare` "
    "is not among them: it builds, reads and times every design, so it takes as long as all of these."
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
    "`split` by row groups": ["-m", "inlay", "split", "FILE", "--row-groups", "1", "-o", "PARTS"],
    "`rewrite`": ["-m", "inlay", "rewrite", "FILE", "-o", "OUT"],
    "`seal`": ["-m", "inlay", "seal", "FILE", "-o", "OUT"],
    "`ext append`": ["-m", "inlay", "ext", "append", "--raw", "FILE", "PAYLOAD", "-o", "EXTENDED"],
    "`ext strip`": ["-m", "inlay", "ext", "strip", "EXTENDED", "-o", "OUT"],
    "`footer add`": ["-m", "inlay", "footer", "add", "FILE", "-o", "PRIVATE"],
    "`footer promote`": ["-m", "inlay", "footer", "promote", "PRIVATE", "-o", "MIGRATION"],
    "`footer finalize`": ["-m", "inlay", "footer", "finalize", "MIGRATION", "-o", "FINAL"],
    "`footer revert`": ["-m", "inlay", "footer", "revert", "FINAL", "-o", "OUT"],
    "`footer index add`": ["-m", "inlay", "footer", "index", "add", "FILE", "-o", "OUT"],
    "`footer convert` to modular": ["-m", "inlay", "footer", "convert", "FILE", "--design", "modular", "-o", "MODULAR"],
    "`footer convert` back": ["-m", "inlay", "footer", "convert", "MODULAR", "--design", "thrift", "-o", "OUT"],
    "`encoding add`": ["-m", "inlay", "encoding", "add", "--columns", "c7", "FILE", "-o", "ENCODED"],
    "`encoding strip`": ["-m", "inlay", "encoding", "strip", "ENCODED", "-o", "OUT"],
    "`index add`": ["-m", "inlay", "index", "add", "FILE", "-o", "OUT"],
    "`variant shred`": ["-m", "inlay", "variant", "shred", "VARIANTS", "-o", "OUT"],
    "`inspect`": ["-m", "inlay", "inspect", "FILE"],
    "`inspect` of both footers": ["-m", "inlay", "inspect", "PRIVATE"],
    "`inspect` of modular": ["-m", "inlay", "inspect", "MODULAR"],
    "`verify`": ["-m", "inlay", "verify", "FILE"],
    "`verify` of both footers": ["-m", "inlay", "verify", "PRIVATE"],
    "`verify --data`": ["-m", "inlay", "verify", "--data", "FILE"],
    "`scan`": ["-m", "inlay", "scan", "FILE", "-o", "SCANNED.parquet"],
    "`lint`": ["-m", "inlay", "lint", "FILE"],
    "`diff` of another": ["-m", "inlay", "diff", "FILE", "OTHER"],
    "`prune`": ["-m", "inlay", "prune", "FILE", "c7 > 3"],
    "`layout`": ["-m", "inlay", "layout", "FILE"],
    "`layout` of both footers": ["-m", "inlay", "layout", "PRIVATE"],
    "`dump`": ["-m", "inlay", "dump", "FILE", "-o", "TEXT"],
    "`assemble`": ["-m", "inlay", "assemble", "TEXT", "--source", "FILE", "-o", "OUT"],
    "`dump` of both footers": ["-m", "inlay", "dump", "PRIVATE", "-o", "TEXT"],
    "`pages`": ["-m", "inlay", "pages", "FILE"],
    "`report`": ["-m", "inlay", "report", "FILE"],
    "`recover`": ["-m", "inlay", "recover", "FILE"],
    "`vet` by pyarrow": ["-m", "inlay", "vet", "FILE", "--reader", "pyarrow"],
}  # fmt: skip
"""Each may read what one before it has written."""


HISTORY: Final = """\
50,000 doubles x 5, a footer of 28,420,681 bytes, of which eight times is 217 MiB: seconds of the processor and MiB, as they were before work on wide
files began, and now, one run each on an idle machine (some of `--format json`, and records, on a loaded one), where pyarrow's reading of the metadata takes 0.66 to 0.93 s (382 MiB). A process that has imported pyarrow and numpy and read
nothing takes 55 to 70 MiB. "Both" is a file with a Thrift footer and a FlatBuffer of 24.8 MB, "modular" one of 17.9 MB that leads back to the Thrift.

| command | before | now | why more than eight times the footer |
|---|---:|---:|---|
| `set --key` | 10.0 (834) | 0.8 (159) | |
| `set --rename` of one | 4.89 (830) | 1.2 (172) | |
| `set --rename` of all | 2.8 (293) | 2.6 (214) | |
| `drop` of one | 20.0 (625) | 1.8 (198) | |
| `concat` of two | 13.5 (340), of 20,000 | 2.2 (235) | |
| `index add` | 9.9 (374), of 20,000 | 3.0 (140) | |
| `index add --what all` | 128 (898) | 4.8 (178) | |
| `index fix` | 6.9 (318), of 20,000 | 5.9 (207) | |
| `index strip` | 1.9 (286), of 20,000 | 2.9 (129) | |
| `encoding add` | 8.1 (624) | 2.7 (199) | |
| `encoding strip` | 3.9 (632) | 1.2 (135) | |
| `footer add`, `promote`, `finalize` | 2.1 (341), 1.4 (417), 0.9 (292) | 2.2 (312), 1.4 (412), 0.8 (286) | less than eight times both footers, of 49 to 56 MiB |
| `footer convert` to modular, and back | 6.2 (555), 1.4 (241) | 3.0 (201), 1.0 (179) | |
| `inspect`; of both; of modular | 0.7 (153); 1.3 (180), of 20,000; 1.7 (277) | 0.6 (67), 0.8 (152), 1.3 (164) | |
| `inspect --format json` | 57.7 (4,100) | 3.6 (99) | |
| `verify`; `--data`; `--values` | 0.65 (67), 4.2 (451); 2.5 (288), of 20,000 | 0.6 (67), 3.1 (97), 7.1 (163) | |
| `lint`; `--format json` | 7.9 (494), 10.7 (558) | 1.3 (206), 4.7 (212) | |
| `diff`, all chunks differ; `--format json` | 4.5 (655), 18.7 (2,176) | 2.7 (286), 15.7 (308) | two footers |
| `layout`; of both; of modular | 55.6 (720); 3.5 (302), of 20,000; 4.0 (345) | 2.0 (150), 2.9 (343), 3.2 (214) | |
| `layout -o JSON` | 65 (9,396) | 7.9 (107) | |
| `dump`; of both; of modular | 145 (2,800); 18.9 (1,193), of 20,000; 10.0 (782) | 6.6 (177), 7.8 (279), 6.1 (208) | |
| `assemble` | | 6.1 (199) | |
| `pages`; `--table page_indexes` | 6.0 (376), 2.2 (370) | 1.8 (138), 1.4 (150) | |
| `compat` | 3.7 (409) | 2.4 (113) | |
| `report` | 3.0 (299) | 1.6 (197) | |
| `store build`, `plan` | 40.5 (3,167); plan: 2,304 | 1.2 (212), 0.7 (205) | |
| `register --to records` | 26.8 (2,624) | 25.7 (176) | a file of 300,010 columns, half of the time pyarrow's writer |
| `vet` by pyarrow | 24.0 (388), of 20,000 | 3.8 (655) | the reader, in a process of its own, takes 2.1 s and 601 alone; ours takes 32 |
| `rewrite` | 26 (1,507) | 17.5 (688), of three runs the greatest | pyarrow alone takes 1,043 to read and write the row groups |
| `recover --rebuild`, its footer lost | 53 (2,200) | 6.6 (179) | |
| `scan --table column_chunks --format json` | | 8.0 (203) | |
| `variant shred` | 5.7 (565), of 20,000 | 2.5 (212) | |
| `footer compare`; of 20,000 | 22.5 (668), of 20,000 | 23.7 (215); 8.2 (146) | |

100,000 x 10, a footer of 105,865,246 bytes, of which eight times is 808 MiB, where pyarrow takes 1.61 s (1,155 MiB): `set --key` 1.65 (329), `--rename` of one 2.6 (359),
`seal` 1.2 (333), `inspect` 1.3 (164), `verify` 1.5 (169), `scan` 0.65 (288), `prune` 0.3 (157), `drop` of one 4.6 (388), `select` 2.5 (314), `split` 4.0 (336), `index add` 9.4 (344),
`encoding add` 7.8 (457), `strip` 3.8 (414), `lint` 2.8 (446), `layout` 5.2 (427), `pages` 4.0 (283), `report` 2.6 (411), `recover` 0.2 (132), `dump` 22.9 (553), `assemble` 21.4 (706). `footer add` and `footer convert` are refused: footers of up to 100,000,000 bytes are converted.
"""

REASONS: Final = {
    "`rewrite`": "decodes all values, writes them anew and reads them again as proof: to read and write them takes pyarrow 17 times as long as the metadata",
    "`dump`": "writes 481 MB of text",
    "`assemble`": "reads 481 MB of text",
    "`dump` of both footers": "writes 672 MB of text",
    "`vet` by pyarrow": "the time and the memory of the reader, which runs in a process of its own",
}
"""Why a command may take more than the aim."""


class Cost(NamedTuple):
    seconds: float
    """Of the processor; infinite where the command was ended."""
    peak: int
    """MiB."""


def run() -> str:
    _, *measured = [_measure(columns) for columns in (UNCOUNTED, *SIZES)]
    return _write_table(measured)


def _measure(columns: int) -> dict[str, Cost]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Elsewhere: a child's peak is at least that of who starts it.
        writer = get_context("spawn").Process(target=_write_files, args=(folder, columns))
        writer.start()
        writer.join()
        assert writer.exitcode == 0
        spent: dict[str, list[Cost]] = {command: [] for command in COMMANDS}
        for _ in range(ROUNDS):
            for command, words in COMMANDS.items():
                spent[command].append(_spend(folder, words, columns))
    return {
        command: Cost(
            statistics.median(cost.seconds for cost in rounds), max(cost.peak for cost in rounds)
        )
        for command, rounds in spent.items()
    }


def _write_files(folder: Path, columns: int) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    from inlay.variant import from_json_array, write_table

    options: dict[str, Any] = {
        "compression": "none",
        "use_dictionary": False,
        "row_group_size": 2,
    }
    for file, beyond in (("FILE", 0.0), ("OTHER", 0.5)):
        names = {f"c{at}": pa.array([at + beyond] * 2 * GROUPS) for at in range(columns)}
        pq.write_table(pa.table(names), folder / file, **options)
    variants = from_json_array(['{"a": 1}'] * 2 * GROUPS)
    write_table(pa.table(names).append_column("v", variants), folder / "VARIANTS", **options)
    (folder / "PAYLOAD").write_bytes(b"a payload of nobody's")


def _spend(folder: Path, words: list[str], columns: int) -> Cost:
    arguments = [sys.executable]
    for word in words:
        if word == "RENAMES":
            arguments += [part for at in range(columns) for part in ("--rename", f"c{at}=d{at}")]
        else:
            is_place = word.removesuffix(".parquet").isupper() and word != "-o"
            arguments.append(str(folder / word) if is_place else word)
    if "-o" in arguments:
        _remove(Path(arguments[-1]))
    silent = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_WRONLY, 0) for number in (1, 2)]
    environment = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }
    child = os.posix_spawn(sys.executable, arguments, environment, file_actions=silent)
    resource.prlimit(child, resource.RLIMIT_CPU, (LIMIT, LIMIT))
    _, status, usage = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        return Cost(math.inf, usage.ru_maxrss >> 10)
    assert code in (0, FINDINGS), arguments[:6]
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss >> 10)


def _remove(output: Path) -> None:
    if output.is_dir():
        shutil.rmtree(output)
    output.unlink(missing_ok=True)


def _write_table(measured: list[dict[str, Cost]]) -> str:
    small, large = measured
    base = large[next(iter(large))].seconds
    ratio = math.log(SIZES[1] / SIZES[0])
    lines: list[str] = []
    for command, cost in large.items():
        before, times = small[command].seconds, cost.seconds / base
        if math.isinf(cost.seconds):
            lines.append(f"| {command} | {before:.2f} | over {LIMIT} | | | {cost.peak} | |")
            continue
        exponent = math.log(cost.seconds / before) / ratio
        reason = REASONS.get(command, "**no reason**") if times > AIM else ""
        lines.append(
            f"| {command} | {before:.2f} | {cost.seconds:.2f} | {exponent:.2f} | {times:.1f} | {cost.peak} | {reason} |"
        )
    head = f"| command | {SIZES[0]:,} | {SIZES[1]:,} | exponent | times pyarrow | MiB | why more |\n|---|---:|---:|---:|---:|---:|---|"
    title = "## Footers of very many columns, read and changed"
    return "\n".join([title, "", METHOD, "", head, *lines, "", HISTORY])
