"""`intersects(geometry, box(...))`: what is left out by boxes of GEOMETRY and by coverings, and the rows that are left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, isfinite, nan
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from inlay.ground.values.wkb import NUMBER, read_geometry
from inlay.rows.filtering.filter_tally import FilterTally
from inlay.rows.pruning import FilterError, parse_filter
from inlay_variant.value.errors import DamagedRowError
from parquet_format.parquet import (
    BoundingBox,
    FileMetaData,
    GeospatialStatistics,
)
from tests.support.examples import examples
from tests.verbs.geo.files import LAMBERT, edited, geo_file, memory, points
from tests.verbs.verify.values.geometry_files import line, native, point, square

EMPTY: Final = point(nan, nan)
INSIDE: Final = "intersects(g, box(0, 0, 10, 10))"


def left(data: bytes, filter: str) -> list[int]:
    """The row groups that may match, and whether what is left is what is asked for."""
    return inlay.prune(memory(data), filter).row_groups


def boxed(*boxes: BoundingBox | None, kinds: Sequence[int] = (1,)) -> bytes:
    """A row group of one point for each box, which says that."""
    body = native([point(1, 2)] * len(boxes), row_group_size=1)

    def put(metadata: FileMetaData) -> None:
        for group, box in zip(metadata.row_groups, boxes, strict=True):
            meta = group.columns[0].meta_data
            assert meta is not None
            meta.geospatial_statistics = GeospatialStatistics(
                bbox=box, geospatial_types=list(kinds)
            )

    return edited(body, put)


def box(xmin: float, xmax: float, ymin: float = 0, ymax: float = 10) -> BoundingBox:
    return BoundingBox(xmin=xmin, xmax=xmax, ymin=ymin, ymax=ymax)


WRAPPED: Final = box(170, -170)


@pytest.mark.parametrize(
    ("said", "kinds", "asked", "is_left"),
    [
        (box(1, 2), [1], (0, 0, 10, 10), True),
        (box(1, 2), [1], (2, 10, 3, 11), True),
        (box(1, 2), [1], (2.5, 0, 3, 1), False),
        (box(1, 2), [1], (1, 10.5, 2, 11), False),
        (box(1, 2), [1], (100, 0, 1.5, 1), True),
        (box(1, 2), [1], (100, 0, -100, 1), False),
        (box(-175, -174), [1], (170, 0, -170, 1), True),
        (None, [1], (100, 0, 101, 1), True),
        (WRAPPED, [1], (0, 0, 1, 1), False),
        (WRAPPED, [1, 3001], (175, 0, 176, 1), True),
        (WRAPPED, [1], (175, 0, -175, 1), True),
        (WRAPPED, [1, 2], (0, 0, 1, 1), True),
        (WRAPPED, [], (0, 0, 1, 1), True),
        (WRAPPED, [2], (0, 11, 1, 12), False),
        (box(nan, 2), [1], (100, 0, 101, 1), True),
        (box(nan, 2), [1], (100, 11, 101, 12), False),
        (box(1, 2, nan, 1), [1], (100, 0, 101, 1), False),
        (box(1, 2, 7, 6), [1], (100, 0, 101, 1), True),
        (box(-inf, 2), [1], (-9, 0, -8, 1), True),
    ],
)
def test_by_the_box(
    said: BoundingBox | None,
    kinds: list[int],
    asked: tuple[float, float, float, float],
    *,
    is_left: bool,
) -> None:
    data = boxed(said, kinds=kinds)
    filter = f"intersects(g, box{asked})"
    assert left(data, filter) == [0] * is_left
    assert left(data, f"not {filter}") == [0]


def test_words() -> None:
    pruning = inlay.prune(memory(boxed(box(1, 2), box(20.5, 30), None)), INSIDE)
    why = [(it.by, it.why) for group in pruning.groups for it in group.judgements]
    assert why == [
        ("statistics", "box: x 1.0 to 2.0, y 0.0 to 10.0"),
        ("statistics", "box: x 20.5 to 30.0, y 0.0 to 10.0"),
        ("nothing", "no box"),
    ]
    assert pruning.row_groups == [0, 2]
    assert str(pruning.groups[0].judgements[0].test) == INSIDE
    assert str(parse_filter(f"not {INSIDE}")) == f"not {INSIDE}"


def test_the_covering_is_asked_where_there_is_no_box() -> None:
    data = points((1, 2), (50, 2), (3, 70), rows=1)
    pruning = inlay.prune(memory(data), INSIDE)
    assert pruning.row_groups == [0]
    assert pruning.groups[1].judgements[0].why == "covering: x 50.0 to 50.0, y 2.0 to 2.0"
    assert inlay.read_table(memory(data), filters=INSIDE)["g"].to_pylist() == [point(1, 2)]


@pytest.mark.parametrize("how", [{}, {"crs": LAMBERT}])
def test_a_covering_may_go_over_the_antimeridian(how: dict[str, Any]) -> None:
    """In the bounds of both edges, a row that does is nowhere."""
    values = [line(175, 1, 185, 2), point(20, 1), point(-20, 1)]
    boxes = [square(175, 1, -175, 2), square(20, 1, 20, 1), square(-20, 1, -20, 1)]
    data = geo_file(values, boxes, **how)
    over = "intersects(g, box(176, 0, 177, 9))"
    assert left(data, over) == ([] if how else [0])
    assert left(data, "intersects(g, box(176, 8, 177, 9))") == []


def test_pages_are_left_out_by_the_covering() -> None:
    places = [(float(it), 1.0) for it in range(100)]
    values = [point(*it) for it in places]
    sink = pa.BufferOutputStream()
    columns = {
        "g": pa.array(values, pa.binary()),
        "box": pa.array([square(x, y, x, y) for x, y in places]),
    }
    key = inlay.read_metadata(points((1, 2))).key_value_metadata or []
    geo = next(it.value or "" for it in key if it.key == "geo")
    table = pa.table(columns).replace_schema_metadata({"geo": geo})
    pq.write_table(
        table, sink, write_page_index=True, max_rows_per_page=10, use_dictionary=False, write_batch_size=10
    )  # fmt: skip
    data = sink.getvalue().to_pybytes()
    filter = "intersects(g, box(33, 0, 34, 1))"
    (group,) = inlay.prune(memory(data), filter).groups
    assert group.row_ranges == ((30, 40),)
    assert inlay.read_table(memory(data), filters=filter)["g"].to_pylist() == values[33:35]


ROWS: Final = [point(1, 2), None, EMPTY, line(-5, 5, 15, 5), point(nan, 5), point(11, 5)]


@pytest.mark.parametrize("make", [lambda: native(ROWS), lambda: geo_file(ROWS)])
def test_rows_by_their_own_boxes(make: Callable[[], bytes]) -> None:
    """What is empty is nowhere, and of a null nobody knows."""
    data, tally = make(), FilterTally()
    rows = inlay.read_table(memory(data), filters=INSIDE, tally=tally)
    assert rows["g"].to_pylist() == [ROWS[0], ROWS[3]]
    outside = inlay.read_table(memory(data), filters=f"not {INSIDE}")
    assert outside["g"].to_pylist() == [ROWS[2], ROWS[4], ROWS[5]]
    over = inlay.read_table(memory(data), filters="intersects(g, box(10.5, 0, -2, 9))")
    assert over["g"].to_pylist() == [ROWS[3], ROWS[5]]


def test_damage_has_a_row() -> None:
    with pytest.raises(DamagedRowError, match="row 1: g: no WKB"):
        inlay.read_table(memory(native([point(1, 2), b"none"])), filters=INSIDE)


@pytest.mark.parametrize(
    ("filter", "words"),
    [
        ("intersects(g, box(1, 2, 3))", "a box has four numbers: xmin, ymin, xmax, ymax"),
        ("intersects(g, box(1, 2, 3, 'a'))", "a box has four numbers"),
        ("intersects(g, box(1, 2, 3, true))", "a box has four numbers"),
        ("intersects(g, box(1, 5, 3, 2))", "the ymin of a box is not above its ymax"),
        ("intersects(g, box(1, 2, 3e999, 4))", "beyond all coordinates"),
        (f"intersects(g, box(1, 2, {'9' * 400}, 4))", "beyond all coordinates"),
        ("intersects(g, (1, 2, 3, 4))", "expected `box`"),
        ("intersects(g)", "expected `,`"),
        ("st_intersects(g, box(1, 2, 3, 4))", "is written intersects(geometry, box("),
        ("intersects(h, box(1, 2, 3, 4))", "the file has no column 'h'"),
        ("intersects(variant_get(g, '$.a'), box(1, 2, 3, 4))", "no geometry"),
    ],
)
def test_mistakes(filter: str, words: str) -> None:
    with pytest.raises(FilterError) as caught:
        inlay.prune(memory(points((1, 2))), filter)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (geo_file([point(1, 2)], encoding="point"), "is in an encoding of GeoArrow"),
        (
            edited(points((1, 2)), lambda it: setattr(it, "key_value_metadata", None)),
            "not a geometry",
        ),
    ],
)
def test_what_is_not_asked(data: bytes, words: str) -> None:
    with pytest.raises(FilterError) as caught:
        inlay.prune(memory(data), INSIDE)
    assert words in str(caught.value)


def test_a_column_of_this_name_is_one() -> None:
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table({"intersects": [1, 2], "box": [1, 2]}), sink)
    data = sink.getvalue().to_pybytes()
    assert inlay.read_table(memory(data), filters="intersects = 1 and box < 2").num_rows == 1


NUMBERS: Final = st.sampled_from([-180.0, -170.5, -10.0, -0.0, 0.0, 0.1, 10.0, 170.5, 180.0, nan])
POINTS: Final = st.builds(point, NUMBERS, NUMBERS)
LINES: Final = st.builds(line, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
WHOLE: Final = st.sampled_from([-180, -171, -10, 0, 4, 10, 171, 180])


def corners_of(value: bytes | None) -> tuple[float, ...] | None:
    """xmin, ymin, xmax, ymax; None where there is no coordinate in one of the axes."""
    if value is None:
        return None
    _, lows, highs = read_geometry(value)
    corners = (*lows[:2], *highs[:2])
    return corners if all(map(isfinite, corners)) else None


def meets(value: bytes | None, asked: tuple[float, ...]) -> bool:
    """By the definition, on the halves of a box that goes over the antimeridian."""
    corners = corners_of(value)
    if corners is None:
        return False
    xmin, ymin, xmax, ymax = asked
    halves = [(xmin, xmax)] if xmin <= xmax else [(xmin, inf), (-inf, xmax)]
    in_x = any(corners[0] <= high and corners[2] >= low for low, high in halves)
    return in_x and corners[1] <= ymax and corners[3] >= ymin


def cover(value: bytes | None, *, goes_around: bool) -> dict[str, float] | None:
    """A row of the covering: nothing where there is no coordinate; what is wider than half of the world may be said the other way around."""
    corners = corners_of(value)
    if corners is None:
        return None
    xmin, ymin, xmax, ymax = corners
    if goes_around and xmax - xmin > 180:
        xmin, xmax = xmax, xmin
    return square(xmin, ymin, xmax, ymax)


def write_boxes(values: list[bytes | None], *, goes_around: bool) -> bytes:
    """As pyarrow says them: NaN leaves its own axis out. Of points, the box may be said the other way around."""
    data = native(values, row_group_size=2)

    def put(metadata: FileMetaData) -> None:
        for at, group in enumerate(metadata.row_groups):
            some = [read_geometry(it) for it in values[2 * at : 2 * at + 2] if it is not None]
            xs = sorted(it.lows[0] for it in some if it.lows[0] <= it.highs[0])
            ends = [min(it.lows[1] for it in some), max(it.highs[1] for it in some)] if some else []
            meta = group.columns[0].meta_data
            assert meta is not None
            if not xs or not all(map(isfinite, ends)):
                continue
            low, high = xs[0], max(it.highs[0] for it in some)
            kinds = sorted({it.kind & NUMBER for it in some})
            if goes_around and kinds == [1] and high - low > 180:
                low, high = xs[-1], xs[0]  # of two points each is an end
            meta.geospatial_statistics = GeospatialStatistics(
                bbox=box(low, high, *ends), geospatial_types=kinds
            )

    return edited(data, put)


def write_covering(values: list[bytes | None], *, goes_around: bool, width: str) -> bytes:
    boxes = [cover(it, goes_around=goes_around) for it in values]
    return geo_file(values, boxes, rows=2, width=width)


@examples(150)
@given(
    st.lists(st.one_of(POINTS, LINES, st.none()), min_size=1, max_size=7),
    st.tuples(WHOLE, WHOLE, WHOLE, WHOLE).map(lambda it: (it[0], min(it[1], it[3]), it[2], max(it[1], it[3]))),
    st.booleans(),
    st.sampled_from(["box", "float", "double"]),
)  # fmt: skip
def test_the_law(
    values: list[bytes | None],
    asked: tuple[int, int, int, int],
    goes_around: bool,
    form: str,
) -> None:
    """No row group is left out that has a row whose own box meets the one that is asked for, and the rows are those that do."""
    if form == "box":
        data = write_boxes(values, goes_around=goes_around)
    else:
        data = write_covering(values, goes_around=goes_around, width=form)
    matching = {at for at, value in enumerate(values) if meets(value, asked)}
    filter = f"intersects(g, box{asked})"
    assert {at // 2 for at in matching} <= set(left(data, filter))
    rows = inlay.read_table(memory(data), filters=filter)
    assert rows["g"].to_pylist() == [values[at] for at in sorted(matching)]
    others = {at for at, value in enumerate(values) if value is not None} - matching
    rows = inlay.read_table(memory(data), filters=f"not {filter}")
    assert rows["g"].to_pylist() == [values[at] for at in sorted(others)]
