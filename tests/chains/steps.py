"""Commands that keep values, with what they do to the columns of a file. To add one: a function, and its line in `STEPS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from tests.chains.seen import Change, Column, Seen


class Planned(NamedTuple):
    """Words of a command, without where it writes to; `back` are those that restore the bytes of the file from what it wrote."""

    words: Sequence[object]
    views: Mapping[str, list[Column]]
    back: Sequence[str] = ()
    others: Sequence[Seen] = ()
    is_sorted: bool = False


Plan: TypeAlias = Callable[[Random, Seen, Sequence[Seen]], Planned | None]
"""Of the file, and of those before it; None where there is nothing to do."""


def _change(file: Seen, change: Change, *words: object) -> Planned:
    return Planned(words, {name: change(columns) for name, columns in file.views.items()})


def plan_rename(random: Random, file: Seen, _: Sequence[Seen]) -> Planned | None:
    if not file.names:
        return None
    old, new = random.choice(file.names), f"new_{len(file.names)}_{random.randrange(1000)}"

    def rename(columns: list[Column]) -> list[Column]:
        return [(new if name == old else name, values) for name, values in columns]

    return _change(file, rename, "set", file.path, "--rename", f"{old}={new}")


def plan_choice(random: Random, file: Seen, _: Sequence[Seen]) -> Planned | None:
    """`select` or `drop`."""
    some = random.sample(file.names, random.randint(1, len(file.names))) if file.names else []
    is_drop = random.random() < 0.5
    if not some or (is_drop and len(some) == len(file.names)):
        return None

    def choose(columns: list[Column]) -> list[Column]:
        return [it for it in columns if (it[0] in some) is not is_drop]

    words = [word for name in some for word in ("--columns", name)]
    return _change(file, choose, "drop" if is_drop else "select", file.path, *words)


def plan_row_groups(random: Random, file: Seen, _: Sequence[Seen]) -> Planned | None:
    count = len(file.groups)
    if not count or not file.views:
        return None
    some = sorted(random.sample(range(count), random.randint(1, count)))
    starts = [sum(file.groups[:at]) for at in range(count)]
    rows = [row for at in some for row in range(starts[at], starts[at] + file.groups[at])]

    def choose(columns: list[Column]) -> list[Column]:
        return [(name, [values[row] for row in rows]) for name, values in columns]

    return _change(file, choose, "select", file.path, "--row-groups", ",".join(map(str, some)))


def plan_concat(random: Random, file: Seen, before: Sequence[Seen]) -> Planned | None:
    """With itself or with what it was some steps ago."""
    alike = [it for it in (file, *before) if it.views and set(it.names) == set(file.names)]
    if not alike:
        return None
    sources = [file, random.choice(alike)]
    random.shuffle(sources)
    views = {
        reader: [
            (name, [value for source in sources for value in dict(source.views[reader])[name]])
            for name, _ in sources[0].views[reader]
        ]
        for reader in file.views
    }
    paths = [source.path for source in sources]
    checked = random.choice(("--verify-pages", "--no-verify-pages"))
    return Planned(("concat", *paths, checked), views, others=sources)


def plan_rewrite(random: Random, file: Seen, _: Sequence[Seen]) -> Planned | None:
    size, codec = random.choice((7, 50, 1000)), random.choice(("none", "snappy", "zstd"))
    words = ["rewrite", file.path, "--row-group-size", size, "--compression", codec]
    is_sorted = bool(file.names) and random.random() < 0.3
    if is_sorted:
        words += ["--sort-by", random.choice(file.names)]
    return Planned(words, file.views, is_sorted=is_sorted)


def _keep(*choices: str, back: str = "") -> Plan:
    """Commands that change no value, as words behind which the file comes."""

    def plan(random: Random, file: Seen, _: Sequence[Seen]) -> Planned:
        words = random.choice(choices).split()
        return Planned([*words, file.path], file.views, back.split())

    return plan


STEPS: Final[Mapping[str, Plan]] = {
    "rename": plan_rename,
    "columns": plan_choice,
    "row groups": plan_row_groups,
    "concat": plan_concat,
    "concat again": plan_concat,
    "rewrite": plan_rewrite,
    "keys": _keep("set --key a=b", "set --delete *", "set --created-by somebody"),
    "index add": _keep(
        *("index add --what all --rewrite-headers", "index add", "index add --what offset-index"),
        *("index add --what null-counts,bounds", "index add --what bloom-filter"),
    ),
    "index fix": _keep("index fix"),
    "index strip": _keep(
        *("index strip", "index strip --what all --rewrite-headers", "index strip --what sizes"),
        *("index strip --what column-index", "index strip --what null-counts"),
    ),
    "encoding": _keep("encoding add --auto", "encoding add --columns row", back="encoding strip"),
    "footer": _keep("footer add", "footer add --design modular", back="footer revert"),
    "promote": _keep("footer promote"),
    "finalize": _keep("footer finalize"),
    "revert": _keep("footer revert", "encoding strip", "footer convert --design thrift"),
    "convert": _keep(
        *("footer convert --design modular", "footer convert --design parx"),
        back="footer convert --design thrift",
    ),
    "footer index": _keep("footer index add", back="footer index strip"),
    "seal": _keep("seal", back="ext strip --uuid seal"),
    "dump": _keep("dump"),
}
