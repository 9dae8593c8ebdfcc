"""`float-not-split`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import Encoding, FieldRepetitionType, Statistics, Type
from tests.verbs.lint.footers import MIB, ROWS, advise, chunk, column, footer, make_fine, row_group

RULE = "float-not-split"
PLAIN = [Encoding.PLAIN, Encoding.RLE]


def test_a_plain_column_is_advised_with_the_encoding(tmp_path: Path) -> None:
    for type_ in (Type.FLOAT, Type.DOUBLE):
        plain = chunk("x", type_, encodings=PLAIN, encoding_stats=None, statistics=None)
        split = chunk("x", type_, encodings=[Encoding.BYTE_STREAM_SPLIT, *PLAIN])
        metadata = footer([column("x", type_)], [row_group(split), row_group(plain)])
        (advice,) = advise(RULE, metadata, tmp_path)
        assert advice.place == "row_groups[1].columns[0]"
        assert advice.fix == "inlay lint file.parquet --pages", "a dictionary may be better"
        assert (
            advice.seen == "8.0 MiB, with PLAIN and without BYTE_STREAM_SPLIT in 1 of 2 row groups"
        )


def test_few_values_are_for_a_dictionary(tmp_path: Path) -> None:
    for distinct, expected in ((ROWS // 10, 1), (ROWS // 10 - 1, 0)):
        statistics = Statistics(null_count=0, distinct_count=distinct)
        plain = chunk("x", Type.DOUBLE, encodings=PLAIN, statistics=statistics)
        metadata = footer([column("x", Type.DOUBLE)], [row_group(plain)])
        advice = advise(RULE, metadata, tmp_path)
        assert len(advice) == expected
        for each in advice:
            assert each.fix == ("inlay rewrite file.parquet -o OUT --encode x=byte_stream_split")


def test_lists_and_dictionaries_and_integers_are_not(tmp_path: Path) -> None:
    repeated = column("x", Type.DOUBLE, repetition_type=FieldRepetitionType.REPEATED)
    plain = row_group(chunk("x", Type.DOUBLE, encodings=PLAIN, statistics=None))
    assert advise(RULE, footer([repeated], [plain]), tmp_path) == []
    uses_dictionary = row_group(chunk("x", Type.DOUBLE, statistics=None))
    assert advise(RULE, footer([column("x", Type.DOUBLE)], [uses_dictionary]), tmp_path) == []
    assert advise(RULE, make_fine(), tmp_path) == []


def test_settings_may_leave_small_columns_alone(tmp_path: Path) -> None:
    plain = chunk("x", Type.DOUBLE, encodings=PLAIN, statistics=None, encoding_stats=None)
    metadata = footer([column("x", Type.DOUBLE)], [row_group(plain)])
    assert len(advise(RULE, metadata, tmp_path, bytes=4 * MIB)) == 1
    assert advise(RULE, metadata, tmp_path, bytes=4 * MIB + 1) == []
