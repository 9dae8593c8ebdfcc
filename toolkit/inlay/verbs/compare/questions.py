"""What designs are asked to be compared: whoever opens a file asks some of this."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from inlay.footers.designs.design import FooterContents, FooterDesign
from inlay.ground.schema.tree import list_paths


@dataclass(frozen=True, slots=True)
class Question:  # pyright knows the parameter of no lambda that a NamedTuple is made of
    """`columns` is how many columns it asks for where it is about the placement of some, 0 for others."""

    name: str
    ask: Callable[[FooterDesign], object]
    columns: int = 0


OPEN: Final = "open"


def choose_questions(contents: FooterContents, columns: int) -> Sequence[Question]:
    """For a footer of so many columns. The page index is asked for where there is one."""
    questions = [Question(OPEN, lambda design: (design.num_columns, design.num_row_groups))]
    if not columns:
        return questions
    shares = {columns: "all", columns // 10: "10%", columns // 100: "1%", 1: "1 column"}
    for share in sorted(filter(None, shares)):  # where two are the same, the last name stays
        questions.append(_place(shares[share], _spread(share, columns)))
    middle = columns // 2
    questions.append(Question("bounds, 1 column", lambda design: design.bounds([middle])))
    paths = list_paths(contents.metadata.schema)
    path = paths[middle]
    if paths.count(path) == 1:
        questions.append(Question("a name", lambda design: design.find([path])))
    if contents.offset_indexes:
        chunk = sorted(contents.offset_indexes)[len(contents.offset_indexes) // 2]
        questions.append(Question("a page index", lambda design: design.page_index(*chunk)))
    return questions


def _place(name: str, columns: Sequence[int]) -> Question:
    return Question(f"place {name}", lambda design: design.place(columns), len(columns))


def _spread(count: int, columns: int) -> Sequence[int]:
    """So many columns, with the same distance between them."""
    return [at * columns // count + columns // (2 * count) for at in range(count)]
