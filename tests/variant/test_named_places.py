"""Which Variants of a file a name means (docs/names.md), for `read_path`, for writing, and for the commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pyarrow as pa
import pytest

from inlay.errors import ColumnNameError, InlayError, NoSuchColumnError
from inlay.variant import (
    StorageError,
    VariantType,
    from_json_array,
    read_path,
    read_table,
    variant_delete,
    variant_pick,
    write_table,
)
from inlay_runtime.errors import RequestError

NAMES = ["v", "dot.ted", "items", "items.element", "more", "x", "x.b", "y", "tw", "tw", "", 'q"q']


def numbered(first: int) -> Any:
    """Two rows, `{"a": first}` and the next."""
    texts = [f'{{"a":{first + row}}}' for row in range(2)]
    return from_json_array(cast(Any, pa.array(texts)))


@pytest.fixture
def odd(tmp_path: Path) -> str:
    """Every Variant has other numbers: the tens tell which it is."""

    def lists(first: int) -> Any:
        return pa.ListArray.from_arrays(pa.array([0, 1, 2], pa.int32()), numbered(first))

    inside = pa.StructArray.from_arrays([numbered(50)], names=["b"])
    deep = pa.StructArray.from_arrays([numbered(70)], names=["p.q"])
    columns = [numbered(0), numbered(10), lists(20), numbered(30), lists(40), inside]
    columns += [numbered(60), deep, numbered(80), numbered(90), numbered(100), numbered(110)]
    path = str(tmp_path / "odd.parquet")
    write_table(pa.Table.from_arrays(columns, names=NAMES), path)
    return path


MEANT: list[tuple[str, int]] = [
    ("v", 0),
    ('"v"', 0),
    ("dot.ted", 10),
    ('"dot.ted"', 10),
    ("items.element", 30),  # a column's own name
    ('"items.element"', 30),
    ("more.element", 40),
    ('more."element"', 40),
    ('"more"."element"', 40),
    ("y.p.q", 70),
    ('y."p.q"', 70),
    ("", 100),
    ('""', 100),
    ('q"q', 110),
    ('"q""q"', 110),
]


@pytest.mark.parametrize(("name", "first"), MEANT)
def test_a_name_is_one_column(name: str, first: int, odd: str, inlay: Callable[..., Any]) -> None:
    values = read_path(odd, name, "$.a", pa.int64()).to_pylist()
    shown = inlay("variant", "show", odd, "--column", name, "--path", "a")
    inside = "element" in name and first == 40
    assert values == ([[first], [first + 1]] if inside else [first, first + 1])
    assert shown.out == (f"[{first}]\n[{first + 1}]\n" if inside else f"{first}\n{first + 1}\n")


@pytest.mark.parametrize(
    "name", ["x.b", '"x.b"', 'x."b"', 'items."element"', "tw", '"tw"', '"tw"[1]']
)
def test_a_path_that_two_have_is_refused(name: str, odd: str, inlay: Callable[..., Any]) -> None:
    with pytest.raises(ColumnNameError, match=r"cannot be read alone|the file has 2 columns"):
        read_path(odd, name, "$.a", pa.int64())
    shown = inlay("variant", "show", odd, "--column", name)
    assert (shown.code, shown.out) == (2, "")
    assert "cannot be read alone, for another column has the path" in shown.err


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("no", NoSuchColumnError),
        ('"no"', NoSuchColumnError),
        ('"y.p.q"', StorageError),
        ('"more.element"', StorageError),
        ("items.list.element", StorageError),
        ("x", StorageError),
    ],
)
def test_a_name_of_no_variants_is_refused(
    name: str, error: type[InlayError], odd: str, inlay: Callable[..., Any]
) -> None:
    with pytest.raises(error):
        read_path(odd, name, "$.a")
    shown = inlay("variant", "show", odd, "--column", name)
    assert shown.code == 2
    assert "is not a Variant column" in shown.err


@pytest.mark.parametrize(
    ("name", "place"),
    [('"v"', ["v"]), ('more."element"', ["more", "element"]), ('y."p.q"', ["y", "p.q"])],
)
def test_what_is_written_is_named_alike(name: str, place: list[str], tmp_path: Path) -> None:
    deep = pa.StructArray.from_arrays([numbered(0)], names=["p.q"])
    lists = pa.ListArray.from_arrays(pa.array([0, 1, 2], pa.int32()), numbered(0))
    table = pa.table({"v": numbered(0), "more": lists, "y": cast(Any, deep)})
    path = tmp_path / "v.parquet"
    write_table(table, path, shred={name: "struct<a: int64>"})
    types: dict[str, Any] = {field.name: field.type for field in read_table(path).schema}
    inner = {"v": types["v"], "more": types["more"].value_type, "y": types["y"].field("p.q").type}
    is_shredded = {column: cast(VariantType, type_).is_shredded for column, type_ in inner.items()}
    assert is_shredded == {column: column == place[0] for column in inner}
    with pytest.raises(StorageError, match="is not a Variant"):
        write_table(table, path, shred={'"y.p.q"': "struct<a: int64>"})


def test_a_list_in_the_place_of_names_is_refused() -> None:
    for edit in (variant_pick, variant_delete):
        with pytest.raises(RequestError, match="give each name or path by itself"):
            edit(numbered(0), cast(str, ["a"]))
