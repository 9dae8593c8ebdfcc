"""The aims of the layouts, as ratios of one run of `python -m benchmarks layouts`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

Times = Mapping[str, float]
"""Microseconds by question."""

PASS: Final = "a lazy decode of the Thrift"
SHORTCUTS: Final = ("jump-table", "modular")
"""The layouts that the aims are about."""


class Shape(NamedTuple):
    """What was measured of one footer: by contender, then by question; bytes by layout."""

    times: Mapping[str, Times]
    sizes: Mapping[str, int]


class Aim(NamedTuple):
    """`shapes` are those that it is about; `ratio` is what should be at most `wanted`, None where a contender is not there."""

    what: str
    shapes: tuple[str, ...]
    wanted: float
    ratio: Callable[[Shape, str], float | None]


def against(
    contender: str, question: str, against_question: str = ""
) -> Callable[[Shape, str], float | None]:
    """The time of a layout for a question, over that of the contender."""

    def ratio(shape: Shape, layout: str) -> float | None:
        other = shape.times.get(contender, {}).get(against_question or question)
        return None if other is None else shape.times[layout][question] / other

    return ratio


def share_of_footer(shape: Shape, layout: str) -> float | None:
    """What the index takes, of the Thrift that it is an index of."""
    if layout != "jump-table":
        return None
    return shape.sizes[layout] / shape.sizes["thrift"] - 1


WIDE: Final = ("Wide", "Ultra-wide")
AIMS: Final = (
    Aim("place 1 / PalletJack, in memory", WIDE, 1, against("PalletJack, index in memory", "warm 1")),
    Aim("place 1 / PalletJack, from a file", WIDE, 1, against("PalletJack, index in a file", "warm 1")),
    Aim("place 1 / pyarrow", WIDE, 1 / 1000, against("pyarrow", "warm 1")),
    Aim("place 1 / the pass", WIDE, 1 / 300, against(PASS, "warm 1")),
    Aim("index / footer", WIDE, 0.05, share_of_footer),
    Aim("place all / the pass", WIDE, 1 / 4, against(PASS, "place all")),
    Aim("bounds 1 / the pass", ("A table of trips",), 1 / 100, against(PASS, "bounds 1", "place all")),
)  # fmt: skip


def lines_of(shapes: Mapping[str, Shape]) -> Iterator[str]:
    """A table: an aim in a row for each shape and layout that it is about."""
    yield "| aim, at most | shape | layout | wanted | measured | |"
    yield "|---|---|---|---:|---:|---|"
    for aim in AIMS:
        for name in aim.shapes:
            for layout in SHORTCUTS:
                ratio = aim.ratio(shapes[name], layout)
                if ratio is not None:
                    verdict = "met" if ratio <= aim.wanted else "missed"
                    numbers = f"{aim.wanted:.4g} | {ratio:.3g}"
                    yield f"| {aim.what} | {name} | {layout} | {numbers} | {verdict} |"
