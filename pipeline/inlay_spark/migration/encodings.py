"""Encodings of a whole lake: which columns of a file get one, and whether it is there already."""

from __future__ import annotations

from inlay.changes.rewrite import Outcome, Target
from inlay.ground.files.paths import is_url
from inlay.ground.files.source import open_source, size_of
from inlay.ground.refusals import RefusedError
from inlay.ground.schema.names import ColumnNameError
from inlay.pages.encodings.add import Choice
from inlay.pages.encodings.choose import choose_best, choose_columns, keep_worthwhile
from inlay.pages.encodings.configuration import read_configured
from inlay.pages.encodings.on_files import add_to_file
from inlay.pages.encodings.parameters import NoSuchEncodingError, find_by_words
from inlay.pages.encodings.payload import find_encoded_chunks
from inlay.pages.encodings.plugins import Encodings
from inlay.pages.encodings.strip import require_intact, strip
from inlay.pages.encodings.trial import try_encodings
from inlay.pages.engine.thrift_file import ThriftFile, open_thrift


def add_encodings(path: str, columns: tuple[str, ...], encoding: str, target: Target) -> Outcome:
    """Unchanged where the columns have their new encodings, or none is worth one.

    RefusedError for a file with others: taking ours back would take these as well.
    """
    if is_url(path):
        raise RefusedError(
            "store", "every byte of the file would move, which is done for local files only"
        )
    known = _among(read_configured(), encoding)
    with open_source(path) as source:
        file = open_thrift(source, path)
        size = size_of(source)
        there = _columns_there(file)
        choice = _choose(strip(file) if there else file, columns, known)
        used = {(encoding.name, encoding.version) for encoding in known}
        if all(there.get(column) in used for column in choice):
            return Outcome(path, size, size, changed=False, dry_run=target.dry_run)
        if there:
            names = ", ".join(sorted({name for name, _ in there.values()}))
            reason = f"it has new encodings ({names}) for other columns already; strip them first"
            raise RefusedError("encoding", reason)
    return add_to_file(path, lambda _: choice, target=target).outcome


def _choose(file: ThriftFile, columns: tuple[str, ...], known: Encodings) -> Choice:
    if not columns:
        return keep_worthwhile(try_encodings(file, known))
    encodings = list(known)
    choose = (
        choose_columns(columns, encodings[0])
        if len(encodings) == 1
        else choose_best(columns, known)
    )
    try:
        return choose(file)
    except ColumnNameError as error:
        raise RefusedError("column", str(error)) from None


def _columns_there(file: ThriftFile) -> dict[int, tuple[str, int]]:
    """The names and versions of the new encodings that columns have, by column."""
    metadata = file.metadata()
    if next(find_encoded_chunks(metadata), None) is None:
        return {}
    return {
        column: (table.name, table.version)
        for (_, column), table in require_intact(file, metadata).items()
    }


def _among(known: Encodings, name: str) -> Encodings:
    if not name:
        return known
    try:
        return Encodings(find_by_words(known, name), numbers=known.numbers)
    except NoSuchEncodingError as error:
        raise RefusedError("encoding", str(error)) from None
