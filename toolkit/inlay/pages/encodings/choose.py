"""Which columns get a new encoding: those that somebody names, or those where it pays."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inlay.ground.mistakes import require_names
from inlay.ground.schema.names import NamedChildren, list_named, match_leaves
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.encodings.add import Choice, IfItPays
from inlay.pages.encodings.errors import ColumnRefusedError
from inlay.pages.encodings.plugins import Encodings, ValueEncoding
from inlay.pages.encodings.trial import Trial, fits_column, try_encodings
from inlay.pages.engine.thrift_file import ThriftFile
from parquet_format.parquet import FileMetaData


def choose_columns(
    patterns: Sequence[str], encoding: ValueEncoding
) -> Callable[[ThriftFile], Choice]:
    """A chooser of columns by name or glob, as `docs/names.md` has them. Of what is in a group, and of what a glob matches, those
    columns are taken that have a type for the encoding, and for which it pays. The chooser raises ColumnNameError.

    Raises ColumnNameError for one string in the place of a list.
    """
    wanted = require_names(patterns, "patterns")

    def choose(file: ThriftFile) -> Choice:
        metadata = file.metadata()
        return {
            at: encoding if is_named else IfItPays(encoding)
            for at, is_named in _match_columns(wanted, metadata).items()
            if is_named or fits_column(encoding, metadata, at)
        }

    return choose


def choose_best(patterns: Sequence[str], encodings: Encodings) -> Callable[[ThriftFile], Choice]:
    """A chooser of the same columns, each in the encoding that is read fastest. The chooser raises ColumnRefusedError
    for a column that has a name among the patterns, and no encoding."""
    wanted = require_names(patterns, "patterns")

    def choose(file: ThriftFile) -> Choice:
        columns = _match_columns(wanted, file.metadata())
        choice: dict[int, ValueEncoding] = {}
        for trial in try_encodings(file, encodings, sorted(columns)):
            if trial.encoding is not None:
                choice[trial.position] = trial.encoding
            elif columns[trial.position]:
                raise ColumnRefusedError(trial.name, trial.reason)
        return choice

    return choose


def _match_columns(patterns: Sequence[str], metadata: FileMetaData) -> dict[int, bool]:
    """The numbers of the leaves, in order, and of each whether it has a name of its own among the patterns."""
    tree = SchemaTree(metadata.schema)
    numbers = {id(leaf): at for at, leaf in enumerate(tree.leaves)}
    columns: dict[int, bool] = {}
    names = NamedChildren()
    for pattern in patterns:
        leaves = match_leaves(tree, pattern, names)
        is_named = list_named(tree, pattern, names) == leaves
        for leaf in leaves:
            at = numbers[id(leaf)]
            columns[at] = columns.get(at, False) or is_named
    return dict(sorted(columns.items()))


def keep_worthwhile(tried: Sequence[Trial]) -> Choice:
    return {
        trial.position: trial.encoding
        for trial in tried
        if trial.encoding is not None and trial.is_worthwhile
    }
