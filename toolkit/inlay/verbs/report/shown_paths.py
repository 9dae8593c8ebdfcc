"""Paths as they are shown: on a page that others may see from the folder that all files lie in, of which only the name is said;
in a terminal from where one stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final

from inlay.verbs.report.query import Answer, Cell

_PATHS: Final = ("path", "example", "reference", "paths", "folder")
"""Columns that have paths, one or a list."""

_MESSAGES: Final = ("message",)


def strip_folder(answer: Answer, above: str) -> Answer:
    """Without the folder `above`, which ends in a slash; in messages, too. What does not lie in it stays as it is."""
    if not above:
        return answer

    def strip(column: str, value: Cell) -> Cell:
        if isinstance(value, str):
            if column in _MESSAGES:
                return value.replace(above, "")
            return value.removeprefix(above) if column in _PATHS else value
        if column not in _PATHS or value is None or isinstance(value, int | float):
            return value
        return [path.removeprefix(above) for path in value]

    return Answer(answer.columns, [[*map(strip, answer.columns, row)] for row in answer.rows])


def find_above(answers: Iterable[Answer]) -> str:
    """What stands above the folder in which all files lie, with its slash; empty if they share none."""
    folders = {path.replace("\\", "/").rpartition("/")[0] for path in _list_files(answers)}
    ends = min(folders, default="").split("/"), max(folders, default="").split("/")
    shared = takewhile(lambda pair: pair[0] == pair[1], zip(*ends, strict=False))
    return "".join(f"{part}/" for part, _ in [*shared][:-1])


def _list_files(answers: Iterable[Answer]) -> Iterator[str]:
    for answer in answers:
        for at, column in enumerate(answer.columns):
            if column in ("path", "example", "paths"):
                for row in answer.rows:
                    value = row[at]
                    if isinstance(value, str):
                        yield value
                    elif value is not None and not isinstance(value, int | float):
                        yield from value
