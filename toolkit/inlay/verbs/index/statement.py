"""What can be added to chunks: a module in `statements/` has one such value, and nothing else names it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from inlay.pages.engine.piece import PieceKind
from inlay.verbs.index import statements
from inlay.verbs.index.chosen_columns import ChosenColumn
from inlay.verbs.index.measured_chunk import MeasuredChunk
from parquet_format.parquet import ColumnChunk, ColumnMetaData


def suits_all(_column: ChosenColumn, _only_helpful: bool) -> bool:
    return True


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """`name` is what `--what` calls it, and `rank` its place among the others: an offset index comes before what needs one.

    `is_there`, `has_some` and `strip` get a chunk whose metadata is there. `may_say` is whether there is something to say of a chunk of a column that it
    `suits`; `helps` whether it is added to this chunk where nobody names it. `add` puts it into the metadata, or among
    the new parts of the chunk, and returns why not, as a clause, empty where it did. `reads_values` is whether it needs more than levels.
    Of chunks of a column that `mark_said_fields` marks alike, `is_there` says the same.
    """

    name: str
    rank: int
    is_there: Callable[[ColumnChunk, ColumnMetaData], bool]
    may_say: Callable[[MeasuredChunk], bool]
    helps: Callable[[MeasuredChunk], bool]
    reads_values: Callable[[MeasuredChunk], bool]
    add: Callable[[MeasuredChunk], str]
    strip: Callable[[ColumnChunk, ColumnMetaData], None]
    has_some: Callable[[ColumnChunk, ColumnMetaData], bool] | None = None
    """Whether `strip` takes something out, where that may be less than what `is_there` asks for."""
    suits: Callable[[ChosenColumn, bool], bool] = suits_all
    """Whether a chunk of the column may get it, and where only what helps is asked for, whether it may help a reader of one."""

    needs_all_values: bool = False
    """Whether it needs all values of a chunk at once: others look at some pages at a time."""

    part: PieceKind | None = None
    """What its bytes outside of the footer are; None where it has none."""

    add_to_held: Callable[[Sequence[MeasuredChunk]], Sequence[str | None]] | None = None
    """What `add` does, for many chunks at once of which each is held and has one data page, and no other statement says it, too: natively, and
    nothing is read. None is returned of a chunk to which it has to be added by itself, if it `may_say` something there."""

    needs: str = ""
    """The name of one that is added with it: readers find this one by that."""

    is_in_some: Callable[[ColumnMetaData], bool] | None = None
    """Of what has to be in all row groups of a column or in none: whether one has some of it."""

    findings: tuple[str, ...] = ()
    """What `inlay verify` finds where it is false: codes, with the field behind a code that is found of others as well. A code that
    several statements have is about a contradiction between them, and does not say which of them is false."""

    def may_be_stripped(self, chunk: ColumnChunk, meta: ColumnMetaData) -> bool:
        """Whether there is something of it to take out."""
        return (self.has_some or self.is_there)(chunk, meta)


@cache
def list_statements() -> tuple[Statement, ...]:
    """All of them, in the order in which they are added."""
    names = [module.name for module in iter_modules(statements.__path__)]
    listed: list[Statement] = [
        import_module(f"{statements.__name__}.{name}").STATEMENT for name in names
    ]
    return tuple(sorted(listed, key=lambda it: it.rank))


def always(_chunk: MeasuredChunk) -> bool:
    return True


def helps_nobody(_chunk: MeasuredChunk) -> bool:
    return False


def in_levels(_chunk: MeasuredChunk) -> bool:
    return False
