"""Labels of places: one is of one place, whatever pieces say."""

from __future__ import annotations

from inlay.verbs.dump.pieces import FilePiece
from inlay.verbs.dump.places import Places
from parquet_format.parquet import PageHeader


def piece(start: int, label: str) -> FilePiece:
    return FilePiece(start, start + 10, label, PageHeader.SCHEMA, start + 4, "")


def test_a_label_is_of_the_first_place_that_has_it() -> None:
    """What says where the first begins leads there when the text becomes a file, and the second has no name."""
    places = Places([piece(4, "g0.c0.dictionary"), piece(14, "g0.c0.dictionary")], (24, 30))
    assert places.write_offset(4) == "&g0.c0.dictionary"
    assert places.write_offset(14) == ""
    assert places.write_offset(24) == "&footer"
    assert places.take_labels(4) == ["g0.c0.dictionary", "g0.c0", "g0"]
    assert places.take_labels(8) == ["g0.c0.dictionary.body"]
    assert places.take_labels(14) == ["g0.c0.dictionary.end"]
    assert places.take_labels(24) == ["g0.c0.end", "g0.end", "footer"]
