"""The tables of the matrix, in their order: what each asks, and where its files come from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from tests.readers.probes.duals import duals
from tests.readers.probes.encodings import codecs, encodings
from tests.readers.probes.lies import lies
from tests.readers.probes.probe import Probe
from tests.readers.probes.types import types
from tests.readers.probes.variants import variants


class Section(NamedTuple):
    title: str
    about: str
    probes: Callable[[], Iterator[Probe]] | None = None
    """The files, where each row has one; else `measuring.py` knows."""


SECTIONS: Final[Mapping[str, Section]] = {
    "forms": Section(
        "Forms of the footer",
        "Files that each reader reads, with their footer in another form. A row has many files, and the values are compared "
        "with those of the file as it was.",
    ),
    "extensions": Section(
        "Extensions in the footer",
        "The same files with 52 bytes in field 32767 of every struct of a kind, with both spellings of the header.",
    ),
    "large": Section(
        "Large extensions of FileMetaData", "One file, with more and more bytes in field 32767."
    ),
    "beside": Section(
        "Extensions beside the footer", "The same in headers of pages and in the page index."
    ),
    "encodings": Section(
        "Encodings",
        "A column of 300 numbers or texts with nulls, in each encoding that a writer may use for its type, in pages of both "
        "versions.",
        encodings,
    ),
    "codecs": Section("Codecs", "The same column, PLAIN, in each codec.", codecs),
    "duals": Section(
        "Two encodings",
        "A column with a second encoding beside the old pages, which every reader should read, and with the new one alone.",
        duals,
    ),
    "types": Section(
        "Types", "A column of three values, the second of them null, of each type.", types
    ),
    "variants": Section(
        "Variants",
        "A column of Variants in each shape. A reader that gives metadata and value as two columns of bytes, or the shredded "
        "columns as they are, has the values in another type.",
        variants,
    ),
    "indexes": Section(
        "Indexes",
        "Two row groups, pages of 100 rows, and one index that lies about the row where `key = 150`. A reader that "
        "believes the index leaves the row out.",
        lies,
    ),
    "invalid": Section(
        "Invalid files",
        "Files that are wrong in one way each. `right` is what a reader must do, or may; docs/invalid_files.md has each file.",
    ),
    "writers": Section(
        "Who writes what",
        "Each writer was given the same table, and no options. Inlay's tables say what its file has.",
    ),
}
