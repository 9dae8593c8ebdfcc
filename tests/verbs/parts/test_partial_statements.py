"""What only some row groups of the new file would say of a column, none says: pyiceberg and deltalake would take it for all."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import inlay
from inlay.errors import RefusedError
from inlay.footers.footer import Footer
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.verbs.set.edit_footer import edit_footer
from parquet_format.parquet import Statistics
from tests.pages.encodings.files import pa, pq
from tests.verbs.parts.made import assert_whole

LONG = "x" * 5000
"""Of such a bound pyarrow writes none, and of the other neither."""


def write(path: Path, groups: Sequence[list[Any]], kind: Any, **options: Any) -> str:
    with pq.ParquetWriter(path, pa.schema([("x", kind)]), **options) as writer:
        for values in groups:
            writer.write_table(pa.table({"x": pa.array(values, kind)}))
    return str(path)


def said(path: str | Path) -> list[tuple[bool, int | None]]:
    """Of each row group: whether there are bounds, and the number of nulls."""
    each: list[tuple[bool, int | None]] = []
    for row_group in inlay.read_metadata(path).row_groups:
        statistics = metadata_of(row_group.columns[0]).statistics or Statistics()
        both = statistics.min_value is not None and statistics.max_value is not None
        each.append((both, statistics.null_count))
    return each


TEXT = pa.string()


@pytest.mark.parametrize(
    ("first", "second", "bounds", "noted"),
    [
        ([["a"]], [["b"]], [True, True], False),
        ([["a"]], [[LONG]], [False, False], True),
        ([["a"], ["b"]], [[None]], [True, True, False], False),  # of nulls there are none
        ([["a"], ["b"]], [[]], [True, True, False], False),
        ([["a"], [LONG]], [["b"]], [True, False, True], False),  # as it was already
        ([["a"], [LONG]], [["b"], [LONG]], [True, False, True, False], False),
    ],
)
def test_bounds_are_of_all_row_groups_or_of_none(
    first: list[Any], second: list[Any], bounds: list[bool], noted: bool, tmp_path: Path
) -> None:
    paths = [write(tmp_path / "a", first, TEXT), write(tmp_path / "b", second, TEXT)]
    out = tmp_path / "out.parquet"
    made = inlay.concat(paths, out)
    assert [each for each, _ in said(out)][: len(bounds)] == bounds
    assert all(nulls is not None for _, nulls in said(out)[: len(first)])
    assert (
        any("bounds of column x are dropped in all row groups" in note for note in made.notes)
        == noted
    )
    assert_whole(out)


def test_numbers_of_nulls_are_of_all_row_groups_or_of_none(tmp_path: Path) -> None:
    paths = [write(tmp_path / str(number), [[1, None]], pa.int32()) for number in range(2)]

    def forget(footer: Footer) -> bytes:
        statistics = metadata_of(footer.metadata.row_groups[0].columns[0]).statistics
        assert statistics is not None
        statistics.null_count = None
        return footer.metadata.encode()

    edit_footer(paths[1], forget)
    out = tmp_path / "out.parquet"
    made = inlay.concat(paths, out)
    assert said(out) == [(True, None), (True, None)]
    assert any("numbers of nulls of column x are dropped" in note for note in made.notes)


def test_distrusted_bounds_void_those_of_others(tmp_path: Path) -> None:
    kind = pa.decimal128(7, 2)
    options = {"store_decimal_as_integer": True}
    paths = [
        write(tmp_path / str(number), [[number, None]], kind, **options) for number in range(2)
    ]

    def rename(footer: Footer) -> bytes:
        return footer.metadata.replace(created_by="hyparquet").encode()

    edit_footer(paths[1], rename)
    out = tmp_path / "out.parquet"
    inlay.concat(paths, out)
    assert said(out) == [(False, 1), (False, 1)]
    assert inlay.concat([paths[0]] * 2, out, overwrite=True).notes == ()
    assert said(out) == [(True, 1), (True, 1)]


@pytest.mark.parametrize("schema", ["same", "union"])
def test_swapped_field_ids_are_refused(schema: Any, tmp_path: Path) -> None:
    paths: list[str] = []
    for number, ids in enumerate(((1, 2), (2, 1))):
        fields = [
            pa.field(name, pa.int64(), metadata={"PARQUET:field_id": str(field_id)})
            for name, field_id in zip("ab", ids, strict=True)
        ]
        paths.append(str(tmp_path / f"{number}.parquet"))
        pq.write_table(pa.table({"a": [1], "b": [2]}, schema=pa.schema(fields)), paths[-1])
    with pytest.raises(RefusedError, match=r"column a has field id 2, .* column b"):
        inlay.concat(paths, tmp_path / "out.parquet", schema=schema)
    inlay.set_metadata(paths[1], field_ids={"a": 7, "b": 8})
    made = inlay.concat(paths, tmp_path / "out.parquet", schema=schema)
    assert [note for note in made.notes if "field ids of columns a, b are those of" in note] != []


def test_an_id_that_all_columns_have_is_none(tmp_path: Path) -> None:
    """parquet-go of xitongsys and hangxie writes the field id 0 for every column."""
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"a": [1], "b": [2]}), path)

    def numbered(footer: Footer) -> bytes:
        metadata = footer.metadata
        for element in metadata.schema[1:]:
            element.field_id = 0
        return metadata.encode()

    edit_footer(str(path), numbered)
    assert [element.field_id for element in inlay.read_metadata(path).schema[1:]] == [0, 0]
    assert inlay.concat([path, path], out).notes == ()
    assert pq.read_table(out).to_pydict() == {"a": [1, 1], "b": [2, 2]}
