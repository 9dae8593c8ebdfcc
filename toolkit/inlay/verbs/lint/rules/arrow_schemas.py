"""What the copy of the schema that Arrow leaves in a file says of its columns, and cannot be right or safe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from inlay.ground.schema.tree import Node
from inlay.ground.schema_copies.arrow_fit import Pickle, find_unfit_copy, list_pickles
from inlay.ground.schema_copies.keys import ARROW_SCHEMA
from inlay.ground.wording.printable import shorten
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.rule import WARNING, LintRule, Remedy, Sighting, Thresholds, quote_path

_LONGEST: Final = 200


def _list_copies(file: FileFacts) -> list[str]:
    """A missing value is an empty one to pyarrow."""
    pairs = file.metadata.key_value_metadata or ()
    return [pair.value or "" for pair in pairs if pair.key == ARROW_SCHEMA]


def _columns(file: FileFacts) -> Sequence[Node]:
    return file.schema.root.children if file.schema.root is not None else []


def _advise_on_unfit(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    for text in _list_copies(file):
        unfit = find_unfit_copy(text, _columns(file))
        if unfit is not None:
            delete = f"inlay set {quote_path(file.path)} --delete {ARROW_SCHEMA}"
            yield Sighting(
                f"the copy of the schema in the key {ARROW_SCHEMA} cannot be right: {shorten(unfit.what, _LONGEST)}",
                Remedy(f"{delete} -o OUT" if unfit.is_readable else delete),
                place="key_value_metadata",
            )
            return


def _advise_on_pickles(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    pickles = dict.fromkeys(pickle for text in _list_copies(file) for pickle in list_pickles(text))
    if not pickles:
        return
    places = {node.element.name: file.schema_places[id(node)] for node in _columns(file)}
    for pickle in pickles:
        yield Sighting(
            _describe(pickle),
            Remedy(
                "cast the column to a type of Arrow before it is written: in Daft with .cast(daft.DataType.string())"
                if pickle.is_of_values
                else "write the file again with pyarrow.ExtensionType in the place of PyExtensionType"
            ),
            column=".".join(pickle.path),
            place=places.get(pickle.path[0], "key_value_metadata"),
        )


def _describe(pickle: Pickle) -> str:
    if pickle.is_of_values:
        return "the values are pickles of Python, which only Daft reads"
    return f"the type in the key {ARROW_SCHEMA} is a pickle of Python, which only old pyarrow reads"


RULES: Final = (
    LintRule(
        id="unfit-arrow-schema",
        severity=WARNING,
        summary="The copy of the schema in ARROW:schema can be read, and is that of the columns",
        why="pyarrow, pandas and what is built on arrow-rs read the columns as it says: "
        "some refuse the whole file for a wrong one, others leave it aside, with the durations and dictionaries that it knew.",
        source="https://arrow.apache.org/docs/cpp/parquet.html#serialization-of-the-arrow-schema",
        advise=_advise_on_unfit,
    ),
    LintRule(
        id="pickled-column",
        severity=WARNING,
        summary="No column needs Python's pickle to be read",
        why="To read a pickle runs the code that is in it, so whoever can write the file can run code where it is read. "
        "Other readers see bytes.",
        source="https://docs.python.org/3/library/pickle.html; CVE-2023-47248",
        advise=_advise_on_pickles,
    ),
)
