"""The statements that somebody asks for, by their names or by that of a group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from inlay.ground.mistakes import RequestError
from inlay.ground.wording.near_names import hint_at
from inlay.verbs.index.file_statement import FileStatement, list_file_statements
from inlay.verbs.index.page_checksums import PAGE_CHECKSUMS
from inlay.verbs.index.statement import Statement, list_statements

AUTO: Final = "auto"
ALL: Final = "all"
PARTS: Final = "parts"
"""Those with bytes of their own."""


class ChosenStatements(NamedTuple):
    """Of chunks, and of whole columns or row groups. CRCs of pages are neither."""

    of_chunks: tuple[Statement, ...]
    of_files: tuple[FileStatement, ...]


def with_needed(chosen: Sequence[Statement]) -> tuple[Statement, ...]:
    """These, and those that they need, in the order in which they are added."""
    names = {it.name for it in chosen} | {it.needs for it in chosen}
    return tuple(it for it in list_statements() if it.name in names)


def choose_statements(names: Sequence[str], groups: Sequence[str]) -> ChosenStatements:
    """Those of these names, or those that the name of a group stands for: those that take the place of others only with `auto` among
    the groups. Raises RequestError for a name that is none."""
    names = [str(name).strip() for name in names]
    known = {statement.name: statement for statement in list_statements()}
    of_files = {
        statement.name: statement
        for statement in list_file_statements()
        if AUTO in groups or statement.strip is not None
    }
    if len(names) == 1 and names[0] in groups:
        return ChosenStatements(
            tuple(it for it in known.values() if it.part is not None or names[0] != PARTS),
            tuple(it for it in of_files.values() if names[0] == ALL and it.strip is not None),
        )
    for name in names:
        if name in groups:
            raise RequestError(f"what: {name} stands alone")
        if name not in known and name not in of_files and name != PAGE_CHECKSUMS:
            there = [*known, *of_files, PAGE_CHECKSUMS, *groups]
            raise RequestError(f"no statement is called {name!r}{hint_at(name, there)}")
    return ChosenStatements(
        tuple(statement for statement in known.values() if statement.name in names),
        tuple(statement for statement in of_files.values() if statement.name in names),
    )
