"""What lint says that a file would save: sums of what its footer has, ranges that hold, and never more than the file."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from inlay.verbs.lint.advice import Advice
from inlay.verbs.lint.advise import advise_on_source
from inlay.verbs.lint.estimate import NOTHING, Estimate, add_up
from inlay.verbs.lint.fold import fold
from inlay.verbs.lint.rule import Remedy
from inlay.verbs.lint.rule_advice import FileAdvice, RuleAdvice
from inlay.verbs.lint.sentences import describe_saved
from inlay.verbs.lint.settings_file import Given, read_lint_settings
from inlay.verbs.lint.settle import settle
from parquet_format.parquet import CompressionCodec, Encoding, FileMetaData, SizeStatistics, Type
from tests.support.examples import examples
from tests.verbs.lint.footers import chunk, column, footer, optional, row_group, string

SETTINGS = read_lint_settings(None, Given())
SIZES = st.one_of(st.integers(-5, 100_000), st.integers(-(2**62), 2**62))
CODECS = (CompressionCodec.UNCOMPRESSED, CompressionCodec.SNAPPY, CompressionCodec.ZSTD)
ENCODINGS = ([Encoding.PLAIN, Encoding.RLE_DICTIONARY], [Encoding.PLAIN])
ELEMENTS = (column("c"), string("c"), optional("c", Type.DOUBLE))


@st.composite
def footers(draw: st.DrawFn) -> FileMetaData:
    element = draw(st.sampled_from(ELEMENTS))
    groups: list[Any] = []
    for _ in range(draw(st.integers(1, 6))):
        rows = draw(st.integers(0, 100_000))
        of_column = chunk(
            "c",
            element.type or Type.INT64,
            codec=draw(st.sampled_from(CODECS)),
            encodings=draw(st.sampled_from(ENCODINGS)),
            num_values=draw(st.one_of(st.just(rows), SIZES)),
            total_compressed_size=draw(SIZES),
            total_uncompressed_size=draw(SIZES),
            data_page_offset=draw(SIZES),
            dictionary_page_offset=draw(st.one_of(st.none(), SIZES)),
            size_statistics=SizeStatistics(unencoded_byte_array_data_bytes=draw(SIZES)),
        )
        groups.append(row_group(of_column, num_rows=rows))
    return footer([element], groups)


@given(footers())
@examples(60)
def test_no_footer_makes_more_of_a_file_than_it_has(metadata: FileMetaData) -> None:
    footer_ = metadata.encode()
    data = b"PAR1" + footer_ + len(footer_).to_bytes(4, "little") + b"PAR1"
    advice = advise_on_source(data, "file.parquet", SETTINGS).advice
    for each in advice:
        if each.saved is not None:
            assert 0 <= each.saved.least <= each.saved.likely <= each.saved.most <= len(data)
    total = add_up(each.adds for each in fold(advice)) or NOTHING
    assert 0 <= total.least <= total.likely <= total.most <= len(data)


def test_what_a_footer_claims_is_put_in_order() -> None:
    """Sizes below 0 make more of the least number than of the others."""
    assert Estimate(likely=-5, least=900, most=-7).up_to(616) == Estimate(0, 0, 616)
    assert Estimate(likely=5, least=9, most=7).up_to(8) == Estimate(5, 5, 8)
    assert Estimate(likely=5, least=1, most=9).up_to(7) == Estimate(5, 1, 7)


@pytest.mark.parametrize("names", [9, 200])
def test_the_range_has_what_larger_row_groups_save_of_distinct_values(
    tmp_path: Path, names: int
) -> None:
    """The dictionary of all of them numbers its entries in more bits than those of their parts."""
    path, out = tmp_path / "a.parquet", tmp_path / "out.parquet"
    table = pa.table({"a": range(10_000), "b": [f"x{at % names}" for at in range(10_000)]})
    pq.write_table(table, path, row_group_size=200)
    (advice,) = (it for it in inlay.lint(path) if it.rule == "small-row-groups")
    inlay.rewrite(path, out, row_group_size=65536)
    saved = path.stat().st_size - out.stat().st_size
    assert advice.saved is not None
    assert advice.saved.least <= saved <= advice.saved.most


@given(st.integers(2, 40), st.integers(1, 10))
@examples(20)
def test_an_estimate_is_a_sum_over_row_groups(size: int, groups: int) -> None:
    """Of a codec: twice the row groups, twice the bytes."""
    one, several = (_estimate_plain(size * 4096, count) for count in (1, groups))
    assert several == Estimate(*(groups * number for number in one))


def _estimate_plain(size: int, groups: int) -> Estimate:
    of_column = chunk(
        "c",
        Type.BYTE_ARRAY,
        codec=CompressionCodec.UNCOMPRESSED,
        encodings=[Encoding.PLAIN],
        dictionary_page_offset=None,
        total_compressed_size=size,
        total_uncompressed_size=size,
    )
    metadata = footer([string("c")], [row_group(of_column)] * groups)
    encoded = metadata.encode()
    data = b"".join(
        (b"PAR1", bytes(size * groups), encoded, len(encoded).to_bytes(4, "little"), b"PAR1")
    )
    (advice,) = (
        each
        for each in advise_on_source(data, "file.parquet", SETTINGS).advice
        if each.rule == "uncompressed-column"
    )
    assert advice.saved is not None
    return advice.saved


def _advice(rule: str, column_: str, saved: Estimate | None, part: Any = "pages") -> Advice:
    return Advice(rule, "note", "f", column_, "", "", saved, None, Remedy(""), part)


def test_what_two_rules_save_of_one_column_counts_once() -> None:
    advice = [
        _advice("a", "x", Estimate(10, 5, 20)),
        _advice("b", "x", Estimate(30, 1, 40)),
        _advice("c", "y", Estimate(7, 7, 7)),
        _advice("d", "x", Estimate(4, 4, 4), "filters"),
        _advice("e", "x", None),
    ]
    by_rule = [RuleAdvice.of_advice([each]) for each in advice]
    settle(by_rule, 1000)
    settled = list(FileAdvice(by_rule))
    assert [each.adds for each in settled] == [
        Estimate(0, 0, 4),
        Estimate(30, 1, 40),
        Estimate(7, 7, 7),
        Estimate(4, 4, 4),
        None,
    ]
    assert [each._replace(adds=None) for each in settled] == advice


@pytest.mark.parametrize(
    ("estimate", "said"),
    [
        (Estimate(5000, 5000, 5000), "about 4.9 KiB"),
        (Estimate(10_000, 9600, 10_400), "about 9.8 KiB"),
        (
            Estimate(10_000, 5000, 12_000),
            "about 9.8 KiB (between 4.9 and 11.7 KiB)",
        ),
        (
            Estimate(10_000, 50, 12_000_000),
            "up to 11.4 MiB (likely 9.8 KiB)",
        ),
    ],
)
def test_words(estimate: Estimate, said: str) -> None:
    assert describe_saved(estimate) == said


def test_less_than_a_page_is_not_said(tmp_path: Path) -> None:
    """Not of a small column that a codec makes larger, nor as a cost of anything else."""
    path = tmp_path / "file.parquet"
    random = Random(1)
    table = pa.table({"noise": [random.randbytes(60) for _ in range(3)]})
    pq.write_table(table, path, use_dictionary=False)
    report = inlay.lint(path, pages=True)
    assert "incompressible-column" not in {each.rule for each in report}
