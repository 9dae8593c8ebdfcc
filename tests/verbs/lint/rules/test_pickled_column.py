"""`pickled-column`."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from tests.verbs.lint.arrow_copies import encode_schema, write_with_copy
from tests.verbs.lint.footers import advise, advise_on_file, make_fine

RULE = "pickled-column"
ROWS = pa.table({"x": pa.array([b"1"]), "in": [{"y": b"2"}]})


def field(name: str, extension: str, about: str) -> pa.Field[pa.DataType]:
    """As it lies in a file; neither extension is loaded here."""
    return pa.field(
        name,
        pa.large_binary(),
        metadata={"ARROW:extension:name": extension, "ARROW:extension:metadata": about},
    )


@pytest.mark.parametrize(
    ("extension", "about", "seen"),
    [
        (
            "daft.super_extension",
            '{"datatype":"Python","daft_version":"0.7.26"}',
            "the values are pickles of Python, which only Daft reads",
        ),
        ("daft.super_extension", '{"datatype":{"Tensor":"Float32"}}', None),
        ("daft.super_extension", "no JSON", None),
        ("daft.super_extension", "[]", None),
        (
            "arrow.py_extension_type",
            "",
            "the type in the key ARROW:schema is a pickle of Python, which only old pyarrow reads",
        ),
        ("ogc.wkb", '{"datatype":"Python"}', None),
    ],
)
def test_by_the_copy_of_the_schema(
    tmp_path: Path, extension: str, about: str, seen: str | None
) -> None:
    inner = pa.struct([field("y", extension, about)])
    schema = pa.schema([field("x", extension, about), pa.field("in", inner)])
    path = write_with_copy(tmp_path / "f.parquet", ROWS, encode_schema(schema))
    advice = advise_on_file(RULE, path)
    expected = [("x", "schema[1]", seen), ("in.y", "schema[2]", seen)] if seen else []
    assert [(each.column, each.place, each.seen) for each in advice] == expected


@pytest.mark.parametrize("copy", ["@@@@", "", None])
def test_a_copy_that_is_none_says_nothing(tmp_path: Path, copy: str | None) -> None:
    assert advise_on_file(RULE, write_with_copy(tmp_path / "f.parquet", ROWS, copy)) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
