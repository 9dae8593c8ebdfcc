"""Is `inlay lint` right about size? What it says that a rewrite saves, beside what the command that it prints saves."""

from __future__ import annotations

import json
import shlex
import shutil
import time
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple
from uuid import UUID

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import inlay
from inlay.ground.wording.amounts import format_size
from inlay.verbs.lint.estimate import NOTHING, PAGE, Estimate, add_up
from inlay.verbs.lint.fold import fold

RULES: Final = (
    "uncompressed-column",
    "codec-upgrade",
    "small-row-groups",
    "repeated-dictionaries",
    "dictionary-fallback",
    "useless-dictionary",
)
METHOD = (
    "Files of pyarrow, of different kinds. *Saved* is what remains of a file less after the command that `inlay lint --pages` "
    "prints: with ZSTD, with larger row groups, with encodings in the place of dictionaries. The estimates are the "
    "sums that `lint` prints, with their ranges; *off* is how far the one with `--pages` is from the truth, in percent of it. "
    "`-` stands for no advice."
)
HEAD = "| file | bytes | advice | saved | by the footer | with `--pages` | off |"
WORDS = (
    "the of and to in is was for that with as on by at from it his an are were which this also be had or has first one "
    "their its new after but who not they have her she two been other when there all during into school time may years "
    "more most only over city some world would where later up such used many can state about national out known university "
    "united then made season between under team three game against series south part american him film war born while work"
).split()


class Kind(NamedTuple):
    """A table of any number of rows, how many it has here, and how it is written."""

    table: Callable[[Random, int], pa.Table]
    rows: int
    options: dict[str, Any]


def say(random: Random, words: int) -> str:
    return " ".join(random.choice(WORDS) for _ in range(words))


def columns(names: int, rows: int, value: Callable[[int, int], Any]) -> pa.Table:
    return pa.table({f"c{at:03d}": [value(at, row) for row in range(rows)] for at in range(names)})


def emails(_random: Random, rows: int) -> pa.Table:
    return columns(20, rows, lambda at, row: f"user-{(row * 7919 + at) % 20000:06d}@example.org")


def wide(random: Random, rows: int) -> pa.Table:
    return columns(200, rows, lambda at, row: f"value {at} {random.randrange(800)}")


def prose(random: Random, rows: int) -> pa.Table:
    return pa.table({"text": [say(random, 30) for _ in range(rows)]})


def logs(random: Random, rows: int) -> pa.Table:
    def line(at: int) -> str:
        host = f"10.0.{random.randrange(8)}.{random.randrange(250)}"
        return f"{at:09d} INFO {host} GET /items/{random.randrange(5000)} 200 {random.randrange(900)}ms"

    return pa.table({"line": [line(at) for at in range(rows)]})


def documents(random: Random, rows: int) -> pa.Table:
    def document(at: int) -> str:
        place = {"lat": round(random.uniform(-90, 90), 4), "tags": random.sample(WORDS, 3)}
        return json.dumps({"id": at, "name": say(random, 2), "place": place, "ok": at % 3 > 0})

    return pa.table({"document": [document(at) for at in range(rows)]})


def noise(random: Random, rows: int) -> pa.Table:
    return columns(4, rows, lambda _at, _row: random.random())


def sensors(random: Random, rows: int) -> pa.Table:
    values = [0.0] * 6

    def walk(at: int, _row: int) -> float:
        values[at] += random.choice((-0.25, 0, 0, 0.25))
        return values[at]

    return columns(6, rows, walk)


def sorted_ids(random: Random, rows: int) -> pa.Table:
    at = 10**12
    ids: list[int] = []
    for _ in range(rows):
        at += random.randrange(1, 40)
        ids.append(at)
    return pa.table({"id": ids, "row": range(rows)})


def dates(random: Random, rows: int) -> pa.Table:
    first = date(2020, 1, 1)
    return columns(3, rows, lambda _at, _row: first + timedelta(random.randrange(1500)))


def decimals(random: Random, rows: int) -> pa.Table:
    prices = [Decimal(random.randrange(1, 10**6)).scaleb(-2) for _ in range(rows)]
    return pa.table({"price": pa.array(prices, pa.decimal128(18, 2))})


def lists(random: Random, rows: int) -> pa.Table:
    return pa.table(
        {"items": [[random.randrange(2000) for _ in range(row % 9)] for row in range(rows)]}
    )


def structs(random: Random, rows: int) -> pa.Table:
    addresses = [
        {"city": random.choice(WORDS), "zip": random.randrange(10**5) if at % 4 else None}
        for at in range(rows)
    ]
    return pa.table({"address": addresses})


def categories(random: Random, rows: int) -> pa.Table:
    return columns(10, rows, lambda at, _row: f"{WORDS[at]} {random.randrange(40)}")


def uuids(random: Random, rows: int) -> pa.Table:
    ids = [UUID(int=random.getrandbits(128)).bytes for _ in range(rows)]
    return pa.table({"id": pa.array(ids, pa.binary(16))})


def numbers(random: Random, rows: int) -> pa.Table:
    return pa.table({"id": [random.randrange(2**62) for _ in range(rows)]})


def hex_texts(random: Random, rows: int) -> pa.Table:
    return pa.table({"key": [random.randbytes(8).hex() for _ in range(rows)]})


def distinct(random: Random, rows: int) -> pa.Table:
    names = pa.array([f"name {at}" for at in range(rows)])
    return numbers(random, rows).append_column("name", names)


def flags(random: Random, rows: int) -> pa.Table:
    return columns(8, rows, lambda at, _row: random.random() < 0.02 * at or None)


def rare(random: Random, rows: int) -> pa.Table:
    """A few words are most of it; each row group has others besides."""
    return columns(5, rows, lambda _at, _row: f"term-{int(random.paretovariate(0.7)) % 50_000}")


def facts(random: Random, rows: int) -> pa.Table:
    return columns(40, rows, lambda at, _row: f"customer number {at} {random.randrange(3000)}")


def keys(random: Random, rows: int) -> pa.Table:
    return columns(3, rows, lambda at, _row: random.randrange(10 ** (at + 2)))


def mixed(random: Random, rows: int) -> pa.Table:
    return pa.table(
        {
            "id": range(rows),
            "who": [f"{random.choice(WORDS)}.{random.choice(WORDS)}" for _ in range(rows)],
            "amount": [round(random.lognormvariate(3, 1), 2) for _ in range(rows)],
            "at": pa.array([10**15 + 10**6 * at for at in range(rows)], pa.timestamp("us")),
            "note": [say(random, 5) if random.random() < 0.2 else None for _ in range(rows)],
        }
    )


def events(_random: Random, rows: int) -> pa.Table:
    """All of them are more than is tried: 150 MB of values."""

    def draw(most: int, seed: int) -> Any:
        return pc.cast(pc.floor(pc.multiply(pc.random(rows, initializer=seed), most)), pa.int64())

    names = pa.array([f"customer-{at * 7919 % 50_000:05d}" for at in range(50_000)])
    pages = pa.array([f"/shop/{WORDS[at % 60]}/item-{at:06d}.html" for at in range(200_000)])
    return pa.table(
        {
            "id": pa.array(range(rows)),
            "customer": names.take(draw(50_000, 1)),
            "page": pages.take(draw(200_000, 2)),
            "amount": pc.divide(pc.cast(draw(100_000, 3), pa.float64()), 100),
            "country": pa.array(WORDS[:40]).take(draw(40, 4)),
        }
    )


NONE: Final[dict[str, Any]] = {"compression": "none"}
KINDS: Final[dict[str, Kind]] = {
    "emails, 20 columns, 20 row groups": Kind(emails, 20_000, NONE | {"row_group_size": 1000}),
    "wide: 200 columns, SNAPPY, 20 row groups": Kind(wide, 4_000, {"row_group_size": 200}),
    "wide, no codec": Kind(wide, 4_000, NONE | {"row_group_size": 500}),
    "prose": Kind(prose, 20_000, NONE),
    "log lines, SNAPPY": Kind(logs, 60_000, {}),
    "JSON": Kind(documents, 40_000, NONE),
    "JSON, GZIP, small row groups": Kind(
        documents, 40_000, {"compression": "gzip", "row_group_size": 400}
    ),
    "random doubles": Kind(noise, 100_000, NONE),
    "sensors, small row groups": Kind(sensors, 50_000, NONE | {"row_group_size": 1000}),
    "sorted integers, plain": Kind(sorted_ids, 200_000, NONE | {"use_dictionary": False}),
    "dates, small row groups": Kind(dates, 60_000, {"row_group_size": 1000}),
    "decimals": Kind(decimals, 100_000, NONE | {"store_decimal_as_integer": True}),
    "decimals in bytes, small row groups": Kind(decimals, 100_000, NONE | {"row_group_size": 2000}),
    "lists, small row groups": Kind(lists, 40_000, NONE | {"row_group_size": 800}),
    "structs with nulls, small row groups": Kind(structs, 60_000, {"row_group_size": 600}),
    "categories, ZSTD, small row groups": Kind(
        categories, 60_000, {"compression": "zstd", "row_group_size": 500}
    ),
    "categories, page index": Kind(
        categories, 60_000, {"row_group_size": 1000, "write_page_index": True}
    ),
    "UUIDs": Kind(uuids, 60_000, NONE),
    "random integers, ZSTD, 10 row groups": Kind(
        numbers, 200_000, {"compression": "zstd", "row_group_size": 20_000}
    ),
    "random doubles, SNAPPY, 10 row groups": Kind(noise, 100_000, {"row_group_size": 10_000}),
    "hexadecimal texts, ZSTD, 10 row groups": Kind(
        hex_texts, 200_000, {"compression": "zstd", "row_group_size": 20_000}
    ),
    "hexadecimal texts, SNAPPY, 10 row groups": Kind(
        hex_texts, 200_000, {"row_group_size": 20_000}
    ),
    "distinct integers and names, one row group": Kind(distinct, 200_000, {}),
    "flags and nulls": Kind(flags, 200_000, NONE),
    "rare terms, small row groups": Kind(rare, 80_000, {"row_group_size": 2000}),
    "repeated dictionaries, 1.5 MiB each": Kind(facts, 40_000, NONE | {"row_group_size": 8000}),
    "keys, DELTA, small row groups": Kind(
        keys,
        100_000,
        {"use_dictionary": False, "column_encoding": "DELTA_BINARY_PACKED", "row_group_size": 500},
    ),
    "events, 150 MB of values, 20 row groups": Kind(
        events, 2_000_000, NONE | {"row_group_size": 100_000}
    ),
    "events, SNAPPY, 250 row groups": Kind(events, 2_000_000, {"row_group_size": 8000}),
    "orders, one row group": Kind(mixed, 50_000, NONE),
    "orders, ZSTD, one row group": Kind(mixed, 50_000, {"compression": "zstd"}),
}


class Outcome(NamedTuple):
    """Of one file, in bytes. `options` are those of the command that lint prints; empty for no advice."""

    size: int
    options: str
    saved: int
    by_footer: Estimate
    by_pages: Estimate
    seconds: float = 0

    @property
    def off(self) -> float:
        """How far the estimate with pages is from the truth, as a share of it: below 0 where it says too little."""
        return (self.by_pages.likely - self.saved) / self.saved if self.saved else 0.0

    @property
    def is_true(self) -> bool:
        """Within a quarter, or a page where there is next to nothing to save."""
        return abs(self.by_pages.likely - self.saved) <= max(0.25 * abs(self.saved), PAGE)


def run() -> str:
    lines = ["## Advice on size", "", METHOD, "", HEAD, f"|---|---:|---|{'---:|' * 4}"]
    with TemporaryDirectory() as folder:
        outcomes = {name: measure(kind, Path(folder)) for name, kind in KINDS.items()}
    lines += [row(name, outcome) for name, outcome in outcomes.items()]
    true = sum(outcome.is_true for outcome in outcomes.values())
    inside = sum(it.by_pages.least <= it.saved <= it.by_pages.most for it in outcomes.values())
    lines += [
        "",
        f"{true} of {len(outcomes)} estimates with `--pages` are within 25% of the truth, or within a page of it; "
        f"of {inside}, the range has it.",
    ]
    return "\n".join(lines)


def row(name: str, it: Outcome) -> str:
    if not it.options and not it.by_footer.likely:
        return f"| {name} | {it.size:,} | - | - | - | - | - |"
    return (
        f"| {name} | {it.size:,} | `{it.options}` | {it.saved:,} | {say_range(it.by_footer)} | "
        f"{say_range(it.by_pages)} | {it.off:+.0%} |"
    )


def say_range(estimate: Estimate) -> str:
    likely, least, most = map(format_size, estimate)
    return f"{likely} ({least} to {most})"


def measure(kind: Kind, folder: Path) -> Outcome:
    """Writes the file, asks for advice, and does what it says."""
    path, rewritten = folder / "file.parquet", folder / "rewritten.parquet"
    pq.write_table(kind.table(Random(49), kind.rows), path, **kind.options)
    by_footer, _ = advise(path, pages=False)
    start = time.perf_counter()
    by_pages, options = advise(path, pages=True)
    seconds = time.perf_counter() - start
    size = path.stat().st_size
    rewrite(path, rewritten, options)
    return Outcome(size, options, size - rewritten.stat().st_size, by_footer, by_pages, seconds)


def advise(path: Path, *, pages: bool) -> tuple[Estimate, str]:
    """The sum that lint prints of the rules on size, and the options of the command that does all of it."""
    report = inlay.lint(path, select=RULES, pages=pages)
    folds = fold(report.advice)
    options = max((options_of(each.fix) for each in folds), key=len, default="")
    return add_up(each.adds for each in folds) or NOTHING, options


def options_of(command: str) -> str:
    return command.partition(" -o OUT ")[2] if command.startswith("inlay rewrite ") else ""


def rewrite(path: Path, rewritten: Path, options: str) -> None:
    """As the options say; a file that nothing is said of stays."""
    if not options:
        shutil.copyfile(path, rewritten)
        return
    words = shlex.split(options)
    pairs = list(zip(words[::2], words[1::2], strict=True))
    asked = dict(pairs)
    rows = asked.get("--row-group-size")
    encode = [value.split("=") for option, value in pairs if option == "--encode"]
    inlay.rewrite(
        path,
        rewritten,
        compression=asked.get("--compression"),
        row_group_size=int(rows) if rows else None,
        encode=dict(encode),
        overwrite=True,
    )
