"""Each command that `lint` prints is run on the file that it was printed for, and the advice is gone; so is all that a rewrite follows."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from benchmarks.advice import KINDS
from inlay.__main__ import run
from inlay.footers.footer.form import Form
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.verbs.lint.advice import Advice
from inlay.verbs.lint.fold import fold
from parquet_format.parquet import ColumnMetaData, FileMetaData
from tests.verbs.rewrite.kinds import edit

NAME: Final = 'it\'s, "odd" = a.b'
"""Of the column: a shell, commas and dots all mean something in it."""


def write(path: Path, values: Any, **options: Any) -> None:
    pq.write_table(pa.table({NAME: values}), path, **options)


def change(path: Path, change_chunk: Callable[[ColumnMetaData], None]) -> None:
    """In all chunks."""

    def change_all(metadata: FileMetaData) -> None:
        for group in metadata.row_groups:
            for chunk in group.columns:
                change_chunk(metadata_of(chunk))

    edit(path, change_all)


def write_and_change(
    path: Path, values: Any, change_chunk: Callable[[ColumnMetaData], None], **options: Any
) -> None:
    write(path, values, **options)
    change(path, change_chunk)


def change_statistics(path: Path, values: Any, **fields: Any) -> None:
    def replace(meta: ColumnMetaData) -> None:
        assert meta.statistics is not None
        meta.statistics = meta.statistics.replace(**fields)

    write_and_change(path, values, replace)


def drop_orders(path: Path) -> None:
    write(path, NUMBERS)

    def drop(metadata: FileMetaData) -> None:
        metadata.column_orders = None

    edit(path, drop)


def write_empty_groups(path: Path) -> None:
    with pq.ParquetWriter(path, pa.schema({NAME: pa.int64()})) as writer:
        writer.write_table(pa.table({NAME: pa.array([], pa.int64())}))


def write_mixed_codecs(path: Path) -> None:
    parts = [path.with_name(f"{codec}.parquet") for codec in ("gzip", "snappy")]
    for part in parts:
        write(part, TEXTS, compression=part.stem)
    inlay.concat(parts, path)


def shuffled(count: int) -> list[int]:
    numbers = list(range(count))
    Random(1).shuffle(numbers)
    return numbers


CHANCE: Final = Random(1)
NUMBERS: Final = pa.array(range(1000))
TEXTS: Final = pa.array([f"value {at}" for at in range(1000)])
FLOATS: Final = pa.array([CHANCE.random() for _ in range(20_000)])
FALLEN: Final = pa.array([f"value {at}" for at in range(20_000)])
NOISE: Final = pa.array([CHANCE.randbytes(16) for _ in range(5_000)], pa.binary(16))
LONG: Final = pa.array([f"value number {at:020d}" for at in range(50_000)])
HALF: Final = pa.array([CHANCE.randbytes(40) + bytes(40) for _ in range(65_000)], pa.binary(80))
"""Of which SNAPPY takes away half: more than 4 MiB in one row group."""
LARGE_PAGES: Final = {"data_page_size": 1 << 30, "max_rows_per_page": 1 << 30}
SMALL_FILTER: Final = {"bloom_filter_options": {NAME: {"ndv": 1000}}}
SMALL_PAGES: Final[dict[str, Any]] = {
    "data_page_size": 64, "write_batch_size": 8, "use_dictionary": False,
}  # fmt: skip

FILES: Final[dict[str, Callable[[Path], None]]] = {
    "uncompressed-column": lambda it: write(it, TEXTS, compression="none", use_dictionary=False),
    "codec-upgrade": lambda it: write(it, HALF, use_dictionary=False, compression="snappy"),
    "incompressible-column": lambda it: write(it, NOISE, compression="zstd", use_dictionary=False),
    "mixed-codecs": write_mixed_codecs,
    "small-row-groups": lambda it: write(it, NUMBERS, row_group_size=10),
    "repeated-dictionaries": lambda it: write(it, pa.chunked_array([LONG] * 6), row_group_size=2 * len(LONG), compression="none", dictionary_pagesize_limit=1 << 24),
    "many-rows-in-row-group": lambda it: write(it, pa.array([bytes(80)] * 70_000, pa.binary(80)), use_dictionary=False, compression="none"),
    "empty-row-group": write_empty_groups,
    "dictionary-fallback": lambda it: write(it, FALLEN, dictionary_pagesize_limit=1000),
    "missing-dictionary": lambda it: write(it, TEXTS.take(pa.array([1] * 5_000)), use_dictionary=False, compression="none"),
    "float-not-split": lambda it: write(it, FLOATS, use_dictionary=False),
    "timestamp-not-delta": lambda it: write(it, NUMBERS.cast(pa.timestamp("us"))),
    "plain-integers": lambda it: write(it, shuffled(300_000), use_dictionary=False, compression="none"),
    "plain-dictionary": lambda it: write(it, NUMBERS, version="1.0"),
    "small-pages": lambda it: write(it, pa.array(range(10_000)), **SMALL_PAGES),
    "large-pages": lambda it: write(it, pa.chunked_array([LONG] * 3), use_dictionary=False, **LARGE_PAGES),
    "missing-statistics": lambda it: write(it, NUMBERS, write_statistics=False),
    "partial-statistics": lambda it: change_statistics(it, NUMBERS, max_value=None, max=None),
    "missing-null-count": lambda it: change_statistics(it, NUMBERS, null_count=None),
    "deprecated-bounds": lambda it: change_statistics(it, NUMBERS, min=bytes(8), max=(999).to_bytes(8, "little"), min_value=None, max_value=None),
    "missing-column-orders": drop_orders,
    "unknown-exactness": lambda it: change_statistics(it, TEXTS, is_min_value_exact=None, is_max_value_exact=None),
    "nan-in-bounds": lambda it: change_statistics(it, FLOATS, min_value=bytes.fromhex("000000000000f87f")),
    "missing-column-index": lambda it: write(it, NUMBERS, data_page_size=100, write_batch_size=100),
    "missing-offset-index": lambda it: write(it, FALLEN, data_page_size=1000),
    "missing-size-statistics": lambda it: write_and_change(it, TEXTS, lambda meta: setattr(meta, "size_statistics", None)),
    "missing-encoding-stats": lambda it: write_and_change(it, TEXTS, lambda meta: setattr(meta, "encoding_stats", None)),
    "large-bloom-filter": lambda it: write_and_change(it, NUMBERS, lambda meta: setattr(meta, "bloom_filter_length", 1 << 20), **SMALL_FILTER),
    "missing-bloom-filter-length": lambda it: write_and_change(it, NUMBERS, lambda meta: setattr(meta, "bloom_filter_length", None), **SMALL_FILTER),
    "useless-bloom-filter": lambda it: write(it, pa.nulls(1000, pa.int64()), **SMALL_FILTER),
    "overlapping-row-groups": lambda it: write(it, shuffled(1000), row_group_size=50),
    "undeclared-sorting": lambda it: write(it, NUMBERS, row_group_size=50),
}  # fmt: skip
"""By rule, a file that it advises on."""

ADDED: Final = {
    "missing-statistics", "missing-null-count", "deprecated-bounds", "unknown-exactness", "missing-column-index",
    "missing-offset-index", "missing-size-statistics", "missing-encoding-stats", "partial-statistics",
}  # fmt: skip
"""What `index add` follows, and no rewrite has to."""

ALONE: Final = {"undeclared-sorting", "useless-bloom-filter"}
"""What a command of `inlay index` follows that is joined with no other."""

FIXED: Final = {"missing-bloom-filter-length"}
"""What `index fix` follows."""


def is_rewrite(advice: Advice) -> bool:
    return advice.fix.startswith("inlay rewrite ")


def follow(command: str, out: Path) -> None:
    words = [str(out) if word == "OUT" else word for word in shlex.split(command)]
    assert words[0] == "inlay"
    assert run(words[1:]) == 0


@pytest.mark.parametrize("rule", [it for it in FILES if it not in ADDED | ALONE | FIXED])
def test_the_advice_is_gone(rule: str, tmp_path: Path) -> None:
    path, out = tmp_path / "it's a file.parquet", tmp_path / "out.parquet"
    FILES[rule](path)
    report = inlay.lint(path, pages=True)
    advice = [each for each in report.advice if each.rule == rule]
    assert advice, report
    assert all(map(is_rewrite, advice))
    follow(fold(advice)[0].fix, out)
    left = inlay.lint(out, pages=True).advice
    assert rule not in {each.rule for each in left}
    assert inlay.open(out).form is Form.THRIFT
    assert inlay.read_metadata(out).num_rows == inlay.read_metadata(path).num_rows


@pytest.mark.parametrize("rule", sorted(FIXED))
def test_what_is_fixed_gets_no_advice(rule: str, tmp_path: Path) -> None:
    path, out = tmp_path / "it's a file.parquet", tmp_path / "out.parquet"
    FILES[rule](path)
    (advice,) = [each for each in inlay.lint(path).advice if each.rule == rule]
    assert advice.fix.startswith("inlay index fix ")
    follow(f"{advice.fix} -o OUT", out)
    assert rule not in {each.rule for each in inlay.lint(out).advice}


NOT_REWRITTEN: Final = "UUIDs"
"""A rewrite would gain nothing."""


@pytest.mark.parametrize("kind", [it for it in KINDS if it != NOT_REWRITTEN])
def test_a_rewritten_file_gets_no_other_advice_that_a_rewrite_follows(
    kind: str, tmp_path: Path
) -> None:
    """Of a tenth of each."""
    path, out = tmp_path / "file.parquet", tmp_path / "out.parquet"
    make_table, rows, given = KINDS[kind]
    table, options = make_table(Random(49), rows // 10), dict(given)
    if "row_group_size" in options:
        options["row_group_size"] = max(options["row_group_size"] // 10, 1)
    pq.write_table(table, path, **options)
    commands = {each.fix for each in inlay.lint(path, pages=True).advice if is_rewrite(each)}
    command = min(commands, key=len)  # that of all advice but to sort
    follow(command, out)
    assert [it for it in inlay.lint(out, pages=True).advice if is_rewrite(it)] == [], command


def test_one_command_follows_all_of_it(tmp_path: Path) -> None:
    """Only the advice to sort sorts."""
    path = tmp_path / "file.parquet"
    pq.write_table(
        pa.table({"a": shuffled(1000), "b": FLOATS[:1000]}), path, compression="none",
        use_dictionary=False, row_group_size=50,
    )  # fmt: skip
    by_rule = {each.rule: each.fix for each in inlay.lint(path, pages=True).advice}
    command = by_rule["uncompressed-column"]
    assert "--row-group-size" in command
    assert " --encode b=byte_stream_split" in command
    assert by_rule.pop("overlapping-row-groups") == f"{command} --sort-by a"
    assert {it for it in by_rule.values() if it.startswith("inlay rewrite")} == {command}


def test_a_column_of_another_file_is_not_promised(tmp_path: Path) -> None:
    """What a rewrite cannot read is advised in words."""
    path = tmp_path / "file.parquet"
    write(path, NUMBERS)

    def point(metadata: FileMetaData) -> None:
        metadata.row_groups[0].columns[0].file_path = "other.parquet"

    edit(path, point)
    assert not any(map(is_rewrite, inlay.lint(path).advice))


def test_other_codecs_do_not_become_lz4(tmp_path: Path) -> None:
    """A rewrite gives one codec to all columns, so columns in GZIP would grow: that is said in words."""
    path = tmp_path / "file.parquet"
    table = pa.table({"half": HALF, "number": range(len(HALF))})
    pq.write_table(
        table, path, use_dictionary=False, compression={"half": "snappy", "number": "gzip"}
    )
    (advice,) = [each for each in inlay.lint(path).advice if each.rule == "codec-upgrade"]
    assert advice.fix.startswith("rewrite with compression='lz4' (pyarrow)")


LISTS: Final[Any] = {
    "a": pa.array([[[1, 2], [3]]] * 10),
    "b": pa.array([[{"c": [1]}]] * 10),
}  # fmt: skip


def test_elements_of_lists_get_their_name(tmp_path: Path) -> None:
    """Also those of lists in lists, by one command that changes the footer alone."""
    path, out = tmp_path / "file.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table(LISTS), path, use_compliant_nested_type=False)
    (command,) = {each.fix for each in inlay.lint(path).advice if each.rule == "legacy-list"}
    assert command.count(" --rename ") == 4
    follow(f"{command} -o OUT", out)
    assert "legacy-list" not in {each.rule for each in inlay.lint(out).advice}
    assert pq.read_table(out).to_pylist() == pq.read_table(path).to_pylist()


def test_what_a_footer_cannot_say_of_a_list_is_left_to_writers(tmp_path: Path) -> None:
    """The name of the group that repeats, and marks that mean something in an option."""
    path = tmp_path / "file.parquet"
    pq.write_table(pa.table({NAME: LISTS["a"], "b": LISTS["b"]}), path)

    def rename(metadata: FileMetaData) -> None:
        for element in metadata.schema:
            element.name = "item" if element.name == "element" else element.name
        at = next(at for at, element in enumerate(metadata.schema) if element.name == "b")
        metadata.schema[at + 1].name = "bag"
        for group in metadata.row_groups:
            for chunk in group.columns:
                meta = metadata_of(chunk)
                names = ["item" if name == "element" else name for name in meta.path_in_schema]
                if names[0] == "b":
                    names[1] = "bag"
                meta.path_in_schema = names

    edit(path, rename)
    advice = [each for each in inlay.lint(path).advice if each.rule == "legacy-list"]
    commands = {each.column: each.fix for each in advice}
    assert commands.pop("b.bag.item.c").endswith("--rename b.bag.item.c.list.item=element")
    assert len(commands) == 3
    assert all(it.startswith("rewrite with spark.sql") for it in commands.values())
