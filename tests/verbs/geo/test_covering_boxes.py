"""The law of boxes from a covering: each contains every coordinate of its row group, and there is none where a row makes that doubtful."""

from __future__ import annotations

from math import inf, isnan, nan
from pathlib import Path
from struct import pack, unpack
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.geo import convert_to_native
from parquet_format.parquet import FileMetaData
from tests.support.examples import examples
from tests.verbs.geo.files import boxes_of, geo_file, with_nan_counts
from tests.verbs.verify.values.geometry_files import line, square

ROWS: Final = 3
X, Y = st.floats(-180, 180), st.floats(-90, 90)
EDGES: Final = ("xmin", "ymin", "xmax", "ymax")


@st.composite
def row(draw: st.DrawFn) -> tuple[tuple[float, ...] | None, bool]:
    """The ends of a line, and whether its box is to be written over the antimeridian."""
    kind = draw(st.sampled_from(["line"] * 6 + ["null", "nan", "around"]))
    if kind == "null":
        return None, False
    ends = draw(st.tuples(X, Y, X, Y))
    if kind == "nan":
        return (nan, *ends[1:2], nan, *ends[3:]), False
    return ends, kind == "around" and ends[0] != ends[2]


def box_of(ends: tuple[float, ...] | None, around: bool, width: str) -> dict[str, float] | None:
    if ends is None:
        return None
    xs, ys = sorted(ends[0::2]), sorted(ends[1::2])
    if around:
        xs.reverse()
    values = (xs[0], ys[0], xs[1], ys[1])
    if width == "float":  # to the nearest, as writers do
        values = unpack("<4f", pack("<4f", *values))
    return dict(zip(EDGES, values, strict=True))


@examples(150)
@given(
    rows=st.lists(row(), min_size=1, max_size=9),
    width=st.sampled_from(["double", "float"]),
    has_counts=st.booleans(),
)
def test_every_box_contains_its_rows(
    rows: list[tuple[tuple[float, ...] | None, bool]], width: str, has_counts: bool, tmp_path: Path
) -> None:
    """With NaN counts the footer may prove a box: then that of a line which is said to go around the earth the long way is that of its
    ends."""
    boxes = [box_of(ends, around, width) for ends, around in rows]
    values = [None if ends is None else line(*ends) for ends, _ in rows]

    def count_nans(footer: FileMetaData) -> None:
        for number, group in enumerate(footer.row_groups):
            several = [it for it in boxes[number * ROWS : number * ROWS + ROWS] if it is not None]
            for edge, chunk in zip(EDGES, group.columns[1:], strict=True):
                assert chunk.meta_data is not None
                if chunk.meta_data.statistics is not None:
                    nans = sum(isnan(it[edge]) for it in several)
                    chunk.meta_data.statistics.nan_count = nans

    edit = count_nans if has_counts else None
    data = geo_file(values, boxes, width=width, rows=ROWS, edit=edit)
    path = tmp_path / "a.parquet"
    path.write_bytes(data)
    convert_to_native(path)
    made = boxes_of(path.read_bytes())
    for number, box in enumerate(made):
        group = rows[number * ROWS : number * ROWS + ROWS]
        edges = [it for it in boxes[number * ROWS : number * ROWS + ROWS] if it is not None]
        ends = [it for it, _ in group if it is not None]
        has_nan = any(isnan(it["xmin"]) for it in edges)
        goes_around = any(it["xmin"] > it["xmax"] for it in edges)
        if has_nan or not ends or not goes_around or not has_counts:
            assert (box is None) == (has_nan or goes_around or not ends)
        xs = [x for it in ends for x in it[0::2]]
        if goes_around and xs and max(xs) - min(xs) > 180:
            assert box is None
        for each in ends if box is not None else ():
            assert box is not None
            assert all(box[0] <= x <= box[2] for x in each[0::2])
            assert all(box[1] <= y <= box[3] for y in each[1::2])


@pytest.mark.parametrize(
    ("value", "low", "high"),
    [
        (0.0, -(2.0**-149), 2.0**-149),
        (1.0, 1 - 2.0**-24, 1 + 2.0**-23),
        (-1.0, -1 - 2.0**-23, -1 + 2.0**-24),
        (2.0**-149, 0.0, 2.0**-148),
    ],
)
def test_numbers_of_32_bits_are_widened_by_the_next_one(
    value: float, low: float, high: float, tmp_path: Path
) -> None:
    path = tmp_path / "a.parquet"
    box = square(value, value, value, value)
    path.write_bytes(geo_file([line(value, value, value, value)], [box], width="float"))
    convert_to_native(path)
    assert boxes_of(path.read_bytes()) == [(low, low, high, high)]


def test_bounds_that_cannot_be_are_no_box(tmp_path: Path) -> None:
    """Statistics that contradict themselves are not believed, and what is infinite is not a box."""
    path = tmp_path / "a.parquet"
    path.write_bytes(geo_file([line(1, 1, 2, 2)], [square(1, 1, inf, 2)]))
    assert any("infinite" in note for note in convert_to_native(path).notes)

    def turn(footer: FileMetaData) -> None:
        with_nan_counts(footer)
        for chunk in footer.row_groups[0].columns[1:]:
            assert chunk.meta_data is not None
            said = chunk.meta_data.statistics
            assert said is not None
            said.min_value, said.max_value = pack("<d", 9), pack("<d", 1)

    path.write_bytes(
        geo_file(
            [line(1, 1, 2, 2)],
            [square(1, 1, 2, 2)],
            bbox=[1, 1, 2, 2],
            edit=turn,
        )
    )
    convert_to_native(path)
    assert boxes_of(path.read_bytes()) == [(1, 1, 2, 2)]
