"""The generated parts of docs/reader_matrix.md: what is expected, and what one run measured."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.readers.cases import BEHIND, FORMS, LARGE, OUTSIDE, PLACES, SHAPES
from tests.readers.exceptions import join_rows, name_exceptions
from tests.readers.expected import expected
from tests.readers.matrix import Result
from tests.readers.places import noun
from tests.readers.registry import READERS, SECONDS, full_version
from tests.readers.timing import ROUNDS, SIZES, Opening

PATH: Final = Path(__file__).parents[2] / "docs" / "reader_matrix.md"
SHOWN: Final = {
    "reads": "reads",
    "fails": "**fails**",
    "luck": "**luck**",
    "some": "**some**",
    "unknown": "no file",
}


def tables() -> str:
    """The matrix, as expected."""
    forms = [(f"`{form.value}`", _cell(form.value)) for form in FORMS]
    places = [(place, _kind(place), _cell(place)) for place in PLACES]
    large = [(row, _cell(row)) for row in LARGE]
    outside = [(name, _cell(name)) for name in OUTSIDE]
    return "\n\n".join(
        [
            "### Forms of the footer",
            table(["form", "readers"], join_rows(forms)),
            "### Places of an extension in the footer",
            table(["in every", "which is a", "readers"], join_rows(places)),
            "### Large extensions of FileMetaData",
            table(["payload", "readers"], join_rows(large)),
            "### Places of an extension beside the footer",
            table(["in every", "readers"], join_rows(outside)),
        ]
    )


def run(
    results: Sequence[Result],
    openings: Mapping[str, Mapping[str, Opening]],
    sources: Iterable[str],
) -> str:
    """What one run adds to the matrix."""
    versions = [[name, full_version(name)] for name in READERS]
    cases = len({result.case.path for result in results})
    return "\n\n".join(
        [
            "### Versions",
            table(["reader", "version"], versions),
            f"{cases} files, from these: {', '.join(sources)}. A reader gets up to {SECONDS:.0f} s per file.",
            "### Time to open",
            f"The median of {ROUNDS} rounds without an extension, and how many times that with one of zeros.",
            table(["reader", *_sizes()], [_opening(*row) for row in openings.items()]),
        ]
    )


def replaced(text: str, name: str, content: str) -> str:
    """The document with this content between the markers of the part `name`."""
    begin, end = f"<!-- begin {name} -->", f"<!-- end {name} -->"
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    if len(pattern.findall(text)) != 1:
        raise ValueError(f"{PATH} has to have the markers {begin} and {end} once")
    return pattern.sub(lambda _: f"{begin}\n\n{content}\n\n{end}", text)


def write(**parts: str) -> None:
    """These parts of the document anew."""
    text = PATH.read_text(encoding="utf-8")
    for name, content in parts.items():
        text = replaced(text, name, content)
    PATH.write_text(text, encoding="utf-8")


def _cell(row: str) -> str:
    return name_exceptions({reader: SHOWN[expected(row, reader)] for reader in READERS})


def _kind(place: str) -> str:
    return "trailing field" if place == BEHIND else noun(SHAPES[place])


def _sizes() -> list[str]:
    return ["none, ms", *(size for size, bytes_ in SIZES.items() if bytes_ is not None)]


def _opening(reader: str, by_size: Mapping[str, Opening]) -> list[str]:
    unit = by_size["none"].median
    cells = [reader]
    for size, opening in by_size.items():
        if opening.median is None or unit is None:
            cells.append(opening.otherwise or "-")
        elif SIZES[size] is None:
            cells.append(f"{opening.median * 1e3:.1f}")
        else:
            cells.append(f"{opening.median / unit:.1f}")
    return cells


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
