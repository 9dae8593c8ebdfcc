"""Values, all that a file can say of them, and one false statement among these that another contradicts.

Whether two statements can both be true is told by trying all values that there are: a handful in at most four rows. So nothing here
knows a rule of `inlay.ground.statements`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from math import isnan
from typing import Any, NamedTuple

from parquet_format.parquet import (
    BoundaryOrder,
)
from tests.rows.pruning.value_kinds import KINDS, Pages, Said

SHAPES = ((2, 2), (1, 2), (3,), (1, 1, 1), (2, 1, 1))

IN_INDEX = (
    "null_pages",
    "null_counts",
    "page_bounds",
    "page_nans",
    "page_levels",
    "page_sizes",
    "order",
)

OF_CHUNK = ("nulls", "nans", "distinct", "bounds", "old_bounds", "levels", "size")

REQUIRED = "required"


def _bounds(values: tuple[Any, ...], kind: str) -> Any:
    known = [value for value in values if value is not None and not _is_nan(value)]
    if not known:
        return ("", "") if KINDS[kind].format == "" else None
    return min(known), max(known)


def _nans(values: tuple[Any, ...]) -> int:
    return sum(map(_is_nan, values))


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and isnan(value)


def say(pages: Pages, kind: str) -> Said:
    """All that is true of the values; bounds that there are not are None, or of text the empty ones, as an index has them."""
    values = sum(pages, ())
    filled = [value for value in values if value is not None]
    bounds = tuple(_bounds(page, kind) for page in pages)
    said: Said = {
        "nulls": len(values) - len(filled),
        "distinct": len({str(value) for value in filled}),
        "bounds": _bounds(values, kind) if filled else None,
        "levels": (len(values) - len(filled), len(filled)),
        "null_pages": tuple(all(value is None for value in page) for page in pages),
        "null_counts": tuple(sum(value is None for value in page) for page in pages),
        "page_bounds": bounds,
        "page_levels": tuple(
            (sum(v is None for v in p), sum(v is not None for v in p)) for p in pages
        ),
        "order": _orders(pages, bounds),
    }
    if kind == "real":
        said["nans"], said["page_nans"] = _nans(values), tuple(_nans(page) for page in pages)
    if KINDS[kind].format == "":
        said["size"] = sum(map(len, filled))
        said["page_sizes"] = tuple(sum(len(v) for v in p if v is not None) for p in pages)
    else:
        said["old_bounds"] = said["bounds"]
    return said


def _orders(pages: Pages, bounds: tuple[Any, ...]) -> frozenset[BoundaryOrder]:
    """Those that may be written."""
    known = [
        bound
        for page, bound in zip(pages, bounds, strict=True)
        if bound is not None and any(value is not None for value in page)
    ]
    orders = {BoundaryOrder.UNORDERED}
    for order, step in ((BoundaryOrder.ASCENDING, 1), (BoundaryOrder.DESCENDING, -1)):
        lows, highs = [it[0] for it in known][::step], [it[1] for it in known][::step]
        if lows == sorted(lows) and highs == sorted(highs):
            orders.add(order)
    return frozenset(orders)


@cache
def all_said(kind: str, shape: tuple[int, ...], is_required: bool) -> list[Said]:
    """Of all values that there are."""
    values = KINDS[kind].values if is_required else (None, *KINDS[kind].values)
    return [say(pages, kind) for pages in _all_pages(values, shape)]


def _all_pages(values: tuple[Any, ...], shape: tuple[int, ...]) -> Iterator[Pages]:
    for row in product(values, repeat=sum(shape)):
        left = iter(row)
        yield tuple(tuple(next(left) for _ in range(rows)) for rows in shape)


@cache
def _pairs(
    kind: str, shape: tuple[int, ...], is_required: bool, one: str, other: str
) -> frozenset[Any]:
    """The values of two statements that are true of the same values of rows."""
    pairs: set[Any] = set()
    for said in all_said(kind, shape, is_required):
        firsts = said[one] if one == "order" else (said[one],)
        seconds = said[other] if other == "order" else (said[other],)
        pairs.update(product(firsts, seconds))
    return frozenset(pairs)


def _may_both_be_true(
    kind: str, shape: tuple[int, ...], is_required: bool, said: Said, lie: str, name: str
) -> bool:
    """Two bounds of text may be those of one value, which were cut."""
    pairs = _pairs(kind, shape, is_required, lie, name)
    if (said[lie], said[name]) in pairs:
        return True
    if kind != "text":
        return False
    return any(
        (_close(lie, said[lie], end), _close(name, said[name], end)) in pairs for end in (0, 1)
    )


def _close(name: str, said: Any, end: int) -> Any:
    """Of bounds, one of both in the place of the other."""
    if name == "bounds":
        return (said[end], said[end])
    if name == "page_bounds":
        return tuple((bounds[end], bounds[end]) for bounds in said)
    return said


_OF_FEW = (
    *({"distinct", name} for name in ("bounds", "old_bounds", "page_bounds", "nans", "page_nans")),
    *({"size", name} for name in ("nulls", "levels", "null_counts", "page_levels")),
    *({"page_sizes", name} for name in ("nulls", "levels", "null_counts", "page_levels")),
)
"""Of the few values that are tried; among all, there are more texts and numbers between two."""


class Case(NamedTuple):
    """`said` has `lie` in it, and each of `against` contradicts that."""

    kind: str
    pages: Pages
    is_required: bool
    said: Said
    lie: str
    against: tuple[str, ...]


def draw_case(rng: random.Random) -> Case | None:
    """None where the false statement that was drawn is contradicted by none of the others."""
    kind = rng.choice(list(KINDS))
    shape = rng.choice(SHAPES)
    is_required = rng.random() < 0.2
    values = KINDS[kind].values if is_required else (None, *KINDS[kind].values)
    some = rng.sample(values, rng.randint(1, min(3, len(values))))
    pages = tuple(tuple(rng.choice(some) for _ in range(rows)) for rows in shape)
    truth = say(pages, kind)
    said: Said = {}
    for name in OF_CHUNK:
        if name in truth and rng.random() < 0.6 and truth[name] is not None:
            said[name] = truth[name]
    if rng.random() < 0.8:
        for name in IN_INDEX:
            needed = name in ("null_pages", "page_bounds", "order")
            if name in truth and (needed or rng.random() < 0.6):
                said[name] = truth[name]
        said["order"] = rng.choice(sorted(truth["order"]))
    if not said:
        return None
    lie = rng.choice(list(said))
    other = rng.choice(all_said(kind, shape, False))[lie]
    if lie == "order":
        other = rng.choice((BoundaryOrder.ASCENDING, BoundaryOrder.DESCENDING))
    elif lie in IN_INDEX:  # of one page
        page = rng.randrange(len(pages))
        if other[page] is None or (
            kind == "text" and other[page] == ("", "")
        ):  # which says nothing
            return None
        other = (*said[lie][:page], other[page], *said[lie][page + 1 :])
    if other is None or other == said[lie] or (lie == "order" and other in truth["order"]):
        return None
    said[lie] = other
    against = [
        name
        for name in said
        if name != lie
        and not (
            kind in ("text", "real")
            and {lie, name} in _OF_FEW
            and not _contradict_always(kind, said, {lie, name}, shape)
        )
        and not ("page_bounds" in (lie, name) and None in said["page_bounds"])
        and not _may_both_be_true(kind, shape, is_required, said, lie, name)
    ]
    nullable = all_said(kind, shape, is_required=False)
    if is_required and not any(_holds(it, lie, other) for it in all_said(kind, shape, True)):
        assert any(_holds(it, lie, other) for it in nullable)
        against.append(REQUIRED)
    return Case(kind, pages, is_required, said, lie, tuple(against)) if against else None


def _contradict_always(kind: str, said: Said, names: set[str], shape: tuple[int, ...]) -> bool:
    """Whether two statements about few values cannot both be true of any others either: where there are only nulls, there is no
    byte, and between two bounds that are the same is one text."""
    rows = sum(shape)
    size, pages = said.get("size", 0), said.get("page_sizes", (0,) * len(shape))
    if "size" in names or "page_sizes" in names:
        (other,) = names - {"size", "page_sizes"}
        if "size" in names:
            filled = {
                "nulls": rows - said.get("nulls", 0),
                "levels": said.get("levels", (0, 0))[1],
                "null_counts": rows - sum(said.get("null_counts", ())),
                "page_levels": sum(it[1] for it in said.get("page_levels", ())),
            }[other]
            return bool(size) and not filled
        if other == "nulls":
            return bool(said["nulls"] == rows and any(pages))
        if other == "levels":
            return bool(said["levels"][1] == 0 and any(pages))
        nulls = (
            said["null_counts"] if other == "null_counts" else [it[0] for it in said["page_levels"]]
        )
        return any(
            there and count == of for there, count, of in zip(pages, nulls, shape, strict=True)
        )
    if kind != "text" or not names & {"bounds", "old_bounds"}:
        return False
    (bounds,) = names - {"distinct"}
    low, high = said[bounds]
    return bool(said["distinct"] == 0 or (low == high and said["distinct"] > 1))


def _holds(said: Said, name: str, value: Any) -> bool:
    return value in said[name] if name == "order" else bool(said[name] == value)
