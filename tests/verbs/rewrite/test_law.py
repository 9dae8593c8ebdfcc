"""Whatever is in small tables, and however they are written: the rows come out as they went in."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from hypothesis import given
from hypothesis import strategies as st

import inlay
from tests.pages.encodings.files import pa, pq
from tests.support.examples import examples
from tests.verbs.rewrite.kinds import read_by_duckdb

CODECS: Final = ["none", "snappy", "gzip", "zstd:3", "brotli", "lz4"]
LEAVES: Final[dict[Any, st.SearchStrategy[Any]]] = {
    pa.int32(): st.integers(-(2**31), 2**31 - 1),
    pa.uint64(): st.integers(0, 2**64 - 1),
    pa.float64(): st.floats(),
    pa.bool_(): st.booleans(),
    pa.string(): st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=6),
    pa.binary(3): st.binary(min_size=3, max_size=3),
}
Column = tuple[Any, list[Any]]


@st.composite
def columns(draw: st.DrawFn) -> list[Column]:
    rows = draw(st.integers(1, 30))
    return [draw(_column(rows)) for _ in range(draw(st.integers(1, 3)))]


@st.composite
def _column(draw: st.DrawFn, rows: int) -> Column:
    type_ = draw(st.sampled_from(list(LEAVES)))
    values: st.SearchStrategy[Any] = st.none() | LEAVES[type_]
    for _ in range(draw(st.integers(0, 2))):
        if draw(st.booleans()):
            type_, values = pa.list_(type_), st.none() | st.lists(values, max_size=3)
        else:
            type_, values = pa.struct([("x", type_)]), st.none() | st.fixed_dictionaries({"x": values})  # fmt: skip
    return type_, draw(st.lists(values, min_size=rows, max_size=rows))


@examples(12)
@given(
    given_columns=columns(),
    codec=st.sampled_from(CODECS),
    old_size=st.integers(1, 20),
    new_size=st.integers(1, 20),
    has_dictionary=st.booleans(),
    version=st.sampled_from(["1.0", "2.0"]),
)
def test_rows_come_out_as_they_went_in(
    tmp_path: Path,
    given_columns: list[Column],
    codec: str,
    old_size: int,
    new_size: int,
    has_dictionary: bool,
    version: str,
) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    arrays = [pa.array(values, type_) for type_, values in given_columns]
    table = pa.table(arrays, names=[str(at) for at in range(len(arrays))])
    pq.write_table(
        table,
        path,
        row_group_size=old_size,
        use_dictionary=has_dictionary,
        data_page_version=version,
    )
    file = inlay.rewrite(path, out, compression=codec, row_group_size=new_size, overwrite=True)
    assert file.row_groups == -(-table.num_rows // new_size)
    assert read_by_duckdb(out) == read_by_duckdb(path)
    assert repr(pq.read_table(out).to_pylist()) == repr(table.to_pylist())
    assert inlay.verify(out, data=True).findings == ()
