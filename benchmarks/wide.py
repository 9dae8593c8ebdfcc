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
Before and after paths were replaced natively and small row groups became one claim, one sitting on a loaded machine: seconds of the processor,
and the peak of the process in MiB. Files of so many columns x 5; pyarrow takes 0.8 to 0.9 s and 383 MiB to read the metadata of the last one.

| command | 5,000 | 20,000 | 50,000 |
|---|---:|---:|---:|
| `set --key`, before | 0.65 (93) | 0.70 (146) | 1.19 (259) |
| `set --key` | 0.69 (88) | 0.73 (128) | 0.93 (215) |
| `set --rename` of one, before | 1.06 (147) | 2.26 (377) | 4.89 (830) |
| `set --rename` of one | 0.62 (94) | 1.19 (154) | 1.96 (280) |
| `drop` of one, before | 1.49 (106) | 2.59 (156) | 6.11 (264) |
| `drop` of one | 1.06 (98) | 2.24 (153) | 4.01 (272) |
| `layout`, before | 1.79 (90) | 6.27 (292) | 14.90 (695) |
| `layout` | 0.64 (73) | 2.10 (226) | 4.00 (522) |

After row groups of chosen columns were measured as they are cut out, proofs of converted footers decoded once, and changes were
taken out of columns at once, each of one run on a machine with a load of 4 to 15 (pyarrow's reading took 0.58 and 0.84 s); a whole
run says beside a command why it misses the aim.

| command | columns x row groups | before | after |
|---|---|---:|---:|
| `drop` of one | 50,000 x 5 | 3.6 (263) | 2.7 (263) |
| `select` of three row groups | 50,000 x 5 | 2.9 (218) | 2.2 (219) |
| `footer convert` to modular | 20,000 x 5 | 9.6 (369) | 7.9 (369) |
| `footer convert` back | 20,000 x 5 | 3.0 (238) | |
| `diff`, all chunks differ | 20,000 x 5 | 6.3 (462) | 5.5 (487) |
| `encoding add` | 20,000 x 5 | 7.2 (450) | |
| `verify --data` | 20,000 x 5 | 3.4 (149) | |
| `inspect` of both footers, of modular | 20,000 x 5 | 3.1 (180), 3.6 (231) | |

Later, on a machine with a load of 4 to 8, 50,000 x 5, where pyarrow took 0.94 to 1.22 s (382 MiB): naming a column looked at all of its
siblings, so `lint` was quadratic; each page of a text took four steps of generators.

| command | before | after | why more than hoped for |
|---|---:|---:|---|
| `lint` | 195.1 (609) | 5.1 (319) | 150,000 pieces of advice are an object each, made, settled and folded in turn |
| `dump` of 20,000 x 5, in turn | 6.7 (169) | 6.1 (165) | of 50,000 x 5 it takes 17 to 21 s for 1.2 GB of text; most is Python, for each of 250,000 pages and the numbers that follow from places |
| `layout` | | 4.2 (523) | 8,200,055 owners of 49 bytes: 383 MiB |

Pages written as text natively, bounds of a modular footer answered in one pass, chunks checked and copied together, each piece of advice
made once less: both trees in turn, two rounds on a machine with a load of 5 to 17; the last column is the times of pyarrow in the same turn.

| command | columns x 5 | before | after | ratio | times pyarrow |
|---|---:|---:|---:|---:|---:|
| `encoding add` | 20,000 | 6.38 (452) | 4.58 (462) | 0.72 | 9.7 |
| `footer convert` to modular | 20,000 | 6.45 (369) | 4.77 (317) | 0.74 | 8.7 |
| `footer convert` back | 20,000 | 2.88 (238) | 2.06 (185) | 0.72 | 3.6 |
| `verify` of modular | 20,000 | 3.93 (235) | 3.06 (182) | 0.78 | 5.0 |
| `inspect` of modular | 20,000 | 3.13 (232) | 2.20 (182) | 0.70 | 3.8 |
| `dump` | 20,000 | 6.15 (165) | 4.38 (151) | 0.71 | 7.1 |
| `diff`, all chunks differ | 20,000 | 4.78 (459) | 4.52 (439) | 0.94 | 10.0 |
| `lint` | 20,000 | 2.16 (171) | 1.64 (164) | 0.76 | 3.1 |
| `dump` | 50,000 | 12.20 (360) | 9.00 (329) | 0.74 | 9.8 |
| `lint` | 50,000 | 4.36 (331) | 4.03 (315) | 0.92 | 3.9 |

Advice kept as columns until it is printed, owners in the footer's column chunks added up for the terminal, and the ledger let go
of before a text is written: both trees in turn, two rounds on a machine with a load of 19 to 23.

| command, 50,000 x 5 | before | after | ratio |
|---|---:|---:|---:|
| `lint` | 4.29 (352) | 2.35 (237) | 0.55 |
| `layout` | 3.79 (533) | 3.48 (229) | 0.92 |
| `dump` | 11.6 (333) | 11.6 (292) | 1.0 |

Small chunks of numbers decoded natively instead of walked over, headers that lie close read together, and pandas not imported: one run each on a
machine with a load of 20 to 25, where pyarrow took 0.58 s.

| command, 20,000 x 5 | before | after |
|---|---:|---:|
| `verify --data` | 3.05 (150) | 1.77 (193) |
| `pages` | 5.70 (212) | 4.68 (215) |
| `encoding add` | 5.81 (472) | 4.35 (427) |

Both trees on one machine with a load of 6 before and of 6 to 20 after, the best of one or two runs; pyarrow took 0.38 to 0.48 s for 20,000 x 5.
FlatBuffers are walked natively for their text and their owners, modular footers are put into Thrift natively, no chunk is copied for `rewrite`,
and what lies below a footer that carries an extension is not decoded to look for more.

| command, 20,000 x 5 | before | after |
|---|---:|---:|
| `dump` of both footers | 18.86 (1,193) | 3.45 (209) |
| `dump` of modular | 7.55 (500) | 3.23 (384) |
| `layout` of both footers | 3.53 (302) | 1.32 (190) |
| `inspect` of both footers | 1.32 (180) | 0.38 (103) |
| `inspect` of modular | 1.26 (170) | 0.72 (153) |
| `footer convert` to modular | 3.34 (318) | 2.34 (272) |
| `footer convert` back | 1.15 (186) | 0.64 (148) |
| `drop` of one beside an extension | 4.76 (284) | 1.2 |
| `rewrite` | 13.66 (712) | 10.20 (664) |
| `index add` | 9.86 (374) | 9.45 (374) |
| `encoding add` | 3.11 (425) | 3.10 (305) |

100,000 x 10, a footer of 105,865,325 bytes, one run each on a machine with a load of 14 to 20: pyarrow takes 1.72 s (1,155 MiB), `set --key` 1.45 (525),
`seal` 1.31 (438), `inspect` 1.37 (399), `verify` 1.65 (169), `scan` 0.76 (291), `prune` 0.37 (162), `drop` of one 4.53 (591), `concat` of two 6.88 (654),
`layout` 6.63 (613), `dump` 27.8 (889). `lint` took 16.8 (1,597) where rules about order looked at each chunk from ten row groups on, and takes 4.3 (512).
`footer add` and `footer convert` are refused: footers of up to 100,000,000 bytes are converted.

Both trees in turn, one run each on a machine with a load of 14 to 24, where pyarrow took 0.44 s for 20,000 x 5 and 0.82 s for 50,000 x 5. Bounds of row groups are
compared natively, small chunks of numbers are looked at natively before statements are added to them, whose structs become bytes again row group by
row group, statistics of a modular footer are packed natively, `pages` counts what it does not show, and `diff` holds its differences as columns.

| command | columns x row groups | before | after |
|---|---|---:|---:|
| `lint` | 100,000 x 10 | 16.85 (1,598) | 4.28 (512) |
| `index add` | 20,000 x 5 | 10.21 (374) | 3.91 (189) |
| `pages` | 20,000 x 5 | 2.73 (214) | 1.06 (178) |
| `footer convert` to modular | 20,000 x 5 | 2.39 (271) | 1.75 (271) |
| `footer compare` | 20,000 x 5 | 22.46 (668) | 12.43 (567) |
| `pages` | 50,000 x 5 | 5.98 (376) | 1.89 (316) |
| `footer convert` to modular | 50,000 x 5 | 6.21 (555) | 3.72 (556) |
| `diff`, all chunks differ | 50,000 x 5 | 4.50 (655) | 4.19 (460) |

Both trees in turn, one run each on a machine with a load of 8 to 25, where pyarrow took 0.37 s for 20,000 x 5. Another order is declared of all columns in one pass over the
file instead of one for each; a modular footer is built column by column, and no chunk outlives its column; `footer compare` asks the walk over the Thrift once, and
builds nothing again without what is not there; where chunks lie, and whether any has an extension or an index, is seen from the bytes of the footer.

| command | columns x 5 | before | after |
|---|---:|---:|---:|
| `index add --what ieee754-order` | 2,000 | 44.73 (101) | 1.35 (101) |
| `footer convert` to modular | 20,000 | 2.05 (271) | 1.53 (168) |
| `footer convert` to modular | 50,000 | 3.62 (556) | 3.06 (288) |
| `index add` | 20,000 | 3.81 (189) | 3.22 (191) |
| `index add` | 50,000 | 9.48 (348) | 7.52 (350) |
| `footer compare` | 5,000 | 3.65 (208) | 2.79 (161) |
| `encoding add` | 20,000 | 3.43 (306) | 3.28 (261) |
| `encoding add` | 50,000 | 8.06 (624) | 8.41 (519) |
| `pages` | 50,000 | 2.07 (316) | 1.92 (185) |

Before and after in turn, one run each, 50,000 x 5, a footer of 28,420,681 bytes, of which eight times is 217 MiB: times of the processor, MiB. What looks at chunks keeps
none of them, pieces and places that move are columns, row groups become bytes again one by one, the new footer of a plain file is in memory once, and
modules become text one by one. A process that has imported pyarrow and numpy and read nothing takes 55 to 70 of these.

| command, 50,000 x 5 | before | after | why more than 217 |
|---|---:|---:|---|
| `verify --data` | 4.2 (451) | 3.9 (117) | |
| `encoding strip` | 3.9 (632) | 3.9 (178) | |
| `layout` | 3.0 (231) | 2.3 (188) | |
| `encoding add` | 8.3 (514) | 8.2 (263) | the old footer, the new one, and places of all chunks as numbers while they are put back as proof |
| `index add` | 8.6 (360) | 7.3 (275) | the old footer, the new one as row groups and as bytes, and what the schema says of each column |
| `set --rename` of one | 1.5 (276) | 1.3 (229) | the same, and two schemas of Arrow |
| `dump` of modular | 10.0 (782) | 7.8 (376) | the Thrift made of the footer, and a label for each page |

Before and after, one run each on a machine with a load of 2 to 10, where pyarrow took 0.7 s (383 MiB); the same file, eight times whose footer is 217 MiB. `lint` lists the
chunks of a column when a rule asks, and decodes none of them; new footers of `drop`, `select` and `split` are written a row group at a time; what Arrow's schema of all
columns took goes back to the system; a chunk with new parts is bytes until these have their places.
Where "after" is empty, nothing has changed.

| command, 50,000 x 5 | before | after | why more than 217 |
|---|---:|---:|---|
| `lint` | 2.1 (351) | 1.9 (212) | |
| `drop` of one | 1.9 (280) | 2.0 (216) | |
| `select` of three row groups | 1.7 (221) | 1.7 (194) | |
| `split` by row groups | 3.0 (227) | 2.9 (214) | |
| `set --rename` of one | 1.3 (230) | 1.3 (215) | |
| `set --rename` of all | 2.8 (293) | 3.3 (271) | the names in the command, two schemas of Arrow, and the row groups with new names beside the new footer |
| `footer convert` back | 1.4 (241) | 1.4 (225) | the Thrift that was, the one that is read back, and its copy with what stands behind it |
| `index add --what all` | 128 (898) | 132 (687) | 750,000 parts, each with its chunk and its place; each chunk is decoded, measured and encoded in Python |
| `footer convert` to modular | 3.2 (290) | | the module of each kind, and the Thrift that it leads back to |
| `footer add`, `promote`, `finalize` | 2.1 (341), 1.4 (417), 0.9 (292) | | less than eight times the longer of the footers that are read and written, of 49 to 56 MiB |
| `concat` of two | 2.4 (296) | | two footers: 5.5 times these |
| `diff`, all chunks differ | 4.2 (450) | | two footers: 8.3 times these |
| `dump` | 8.1 (254) | | the owners of all pages, before the first is written |
| `layout`, `inspect` of modular | 4.0 (345), 1.7 (277) | | the Thrift made of the footer, and a row for each owner, or the cells of each chunk |
| `report` | 3.0 (299) | | an engine of SQL takes 190 before it reads |
| `register --to records` | 9 (2,634) | | a file of 350,000 columns: pyarrow's writer takes 2,200 of these |
| `rewrite` | 26 (1,507) | | pyarrow reads and writes all columns of a row group |

100,000 x 10, a footer of 101 MiB, on a machine with a load of 20: `lint` 4.9 (458, was 9.3 footers), `drop` 5.1 (444, was 8.6 footers), `select` 3.0 (363), `set --key` 1.4 (362).

Before and after, one run each on a machine with a load of 2 to 4, where pyarrow took 0.74 s (388 MiB); the same file. Small chunks of numbers get page indexes, Bloom filters and
a proof of their order from what was seen natively, new parts are columns of numbers until they have their places, and row groups go as they are encoded and proved.

| command, 50,000 x 5 | before | after | why more than 217 |
|---|---:|---:|---|
| `index add --what all` | 132.6 (670) | 25.7 (284) | 750,000 parts, and a new footer that is a quarter longer; each of 250,000 chunks is asked in Python, 97 us instead of 530 |
| `index add` | 7.3 (274) | 7.4 (212) | |
| `encoding add` | 8.3 (261) | 8.5 (248) | pieces and places of all chunks as numbers, twice as they are put back as proof |
| `set --rename` of all | 2.7 (269) | 2.9 (266) | two schemas of Arrow, while the row groups wait |
| `pages --table page_indexes` | 2.2 (370) | 1.5 (150) | |
| `compat` | 3.7 (409) | 2.4 (113) | |
| `dump` | 7.1 (261) | 6.1 (215 to 225) | the labels of all pages, in their order |
| `footer convert` back | 1.5 (225) | 1.4 (215) | |
| `inspect` | 0.7 (153) | 0.5 (131) | |
| `inspect`, `layout` of modular | 1.6 (277), 3.7 (345) | 1.3 (230), 3.3 (256) | the cells of a row group; the Thrift made of the footer beside a row for each owner |
| `variant shred`, 5,000 x 5 | 8.9 | 2.1 | |
| `register --to records` | 26.8 (2,624) | 25.4 (432) | 350,000 columns, which pyarrow writes 1,000 at a time |
| `store build` | 40.5 (3,167) | 2.2 (500) | Arrow's schema of all columns; a plan asks the footers of such a file |
"""

REASONS: Final = {
    "`rewrite`": "decodes all values, writes them anew and reads them again as proof: to read and write them takes pyarrow 17 times as long as the metadata",
    "`index add`": "asks in Python which statements each chunk lacks, decodes all values, and holds the footer that is written against the structs",
    "`footer convert` to modular": "the new footer is put into Thrift twice: for the script that leads back, and as proof",
    "`encoding add`": "moves each chunk by itself, changes each of its offsets, and puts all of them back once as proof",
    "`encoding strip`": "moves each chunk by itself, and changes each of its offsets",
    "`variant shred`": "moves each chunk of the other columns by itself, and checks its pages and indexes",
    "`lint`": "three pieces of advice for each column, which are objects",
    "`diff` of another": "each chunk differs: a line for each value",
    "`layout`": "a row for each of 3,280,055 owners",
    "`layout` of both footers": "a row for each owner in either footer",
    "`report`": "an engine of SQL starts, which takes a second of any file",
    "`dump`": "writes 481 MB of text",
    "`assemble`": "reads 481 MB of text",
    "`dump` of both footers": "writes 672 MB of text",
    "`pages`": "reads the header of each page, and asks in Python where each chunk lies",
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
