"""`converted-types-only`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import ConvertedType, Type
from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, row_group

RULE = "converted-types-only"


def test_the_command_sets_the_logical_type(tmp_path: Path) -> None:
    element = column("n", converted_type=ConvertedType.UINT_64)
    (advice,) = advise(RULE, footer([element], [row_group(chunk("n"))]), tmp_path)
    assert advice.seen == "1 schema element with a converted type and no logical type"
    assert (advice.column, advice.place) == ("n", "schema[1]")
    assert advice.fix == "inlay set file.parquet --logical-type 'n=INTEGER(64, unsigned)'"


def test_several_are_advice_about_the_file(tmp_path: Path) -> None:
    elements = [column(name, converted_type=ConvertedType.UINT_64) for name in "abcd"]
    chunks = row_group(*(chunk(name) for name in "abcd"))
    (advice,) = advise(RULE, footer(elements, [chunks]), tmp_path)
    said = "4 schema elements with a converted type and no logical type: a, b, c and 1 more"
    assert (advice.seen, advice.column, advice.place) == (said, "", "schema[1]")


def test_an_interval_has_no_logical_type(tmp_path: Path) -> None:
    element = column(
        "i", Type.FIXED_LEN_BYTE_ARRAY, type_length=12, converted_type=ConvertedType.INTERVAL
    )
    group = row_group(chunk("i", Type.FIXED_LEN_BYTE_ARRAY))
    assert advise(RULE, footer([element], [group]), tmp_path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
