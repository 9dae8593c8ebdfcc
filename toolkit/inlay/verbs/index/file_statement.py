"""What can be said of whole columns or row groups: a module in `file_statements/` has such values, and nothing else names them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from inlay.verbs.index import file_statements
from inlay.verbs.index.adding import Adding
from inlay.verbs.index.chosen_columns import ChosenColumn
from inlay.verbs.index.statement_tally import StatementTally
from parquet_format.parquet import FileMetaData


@dataclass(frozen=True, slots=True)
class FileStatement:
    """`add` gets the columns that are asked for, and whether somebody named them. It puts the statement into the metadata, before anything is
    said of single chunks, and tells the tally of `Adding`.

    `strip` takes it out. There is none where a statement takes the place of another: then `all` does not stand for it.
    """

    name: str
    add: Callable[[Adding, Sequence[ChosenColumn], bool], None]
    strip: Callable[[FileMetaData, Sequence[ChosenColumn], StatementTally], None] | None


@cache
def list_file_statements() -> tuple[FileStatement, ...]:
    """All of them, by name."""
    names = [module.name for module in iter_modules(file_statements.__path__)]
    listed: list[FileStatement] = []
    for name in names:
        listed += import_module(f"{file_statements.__name__}.{name}").STATEMENTS
    return tuple(sorted(listed, key=lambda it: it.name))
