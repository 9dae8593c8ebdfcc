"""The aims of the designs, as ratios of one run of `python -m benchmarks designs`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

Times = Mapping[str, float]
"""Microseconds by question."""

PASS: Final = "a lazy decode of the Thrift"
SHORTCUTS: Final = ("jump-table", "modular")
"""The designs that the aims are about."""


class Shape(NamedTuple):
    """What was measured of one footer: by contender, then by question; bytes by design."""

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
    """The time of a design for a question, over that of the contender."""

    def ratio(shape: Shape, design: str) -> float | None:
        other = shape.times.get(contender, {}).get(against_question or question)
        return None if other is None else shape.times[design][question] / other

    return ratio


def share_of_footer(shape: Shape, design: str) -> float | None:
    """What the index takes, of the Thrift that it is an index of."""
    if design != "jump-table":
        return None
    return shape.sizes[design] / shape.sizes["thrift"] - 1


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
    """A table: an aim in a row for each shape and design that it is about."""
    yield "| aim, at most | shape | design | wanted | measured | |"
    yield "|---|---|---|---:|---:|---|"
    for aim in AIMS:
        for name in aim.shapes:
            for design in SHORTCUTS:
                ratio = aim.ratio(shapes[name], design)
                if ratio is not None:
                    verdict = "met" if ratio <= aim.wanted else "missed"
                    numbers = f"{aim.wanted:.4g} | {ratio:.3g}"
                    yield f"| {aim.what} | {name} | {design} | {numbers} | {verdict} |"
