"""A document in pieces is the text that the encoder of Python makes of it at once."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.documents import pieces
from inlay.ground.documents.pieces import StreamedJson, format_pieces
from inlay.ground.documents.values import Json, format_json

TEXTS = st.text(st.characters(categories=["L", "Cs", "Zs", "Cc"]), max_size=4).filter(
    lambda text: not any("\ud800" <= it <= "\udc7f" or it > "\udcff" for it in text)
) | st.sampled_from(["\udc80", "a\udcff", "\N{GRINNING FACE}", "\\udc80", ""])
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(TEXTS, below, max_size=3),
    max_leaves=12,
)


@given(VALUES, st.booleans())
def test_any_document_is_as_the_encoder_of_python_writes_it(document: Json, in_line: bool) -> None:
    expected = format_json(document, in_line=in_line)
    assert "".join(format_pieces(document, in_line=in_line)) == expected
    assert "".join(format_pieces(stream(document), in_line=in_line)) == expected
    with patch.object(pieces, "_native", None):
        assert "".join(format_pieces(document, in_line=in_line)) == expected
        assert "".join(format_pieces(stream(document), in_line=in_line)) == expected


def test_what_is_nested_deeply_is_written_as_well() -> None:
    document: Json = 2**70
    for at in range(200):
        document = [document] if at % 2 else {"below": document}
    assert "".join(format_pieces(document)) == format_json(document)


def stream(document: Json) -> StreamedJson:
    """The same with iterators in the place of lists."""
    match document:
        case list():
            return iter([stream(item) for item in document])
        case dict():
            return {name: stream(item) for name, item in document.items()}
        case _:
            return document


def test_items_are_made_when_their_turn_comes() -> None:
    made_items: list[int] = []

    def make() -> Iterator[Json]:
        for at in range(100_000):
            made_items.append(at)
            yield {"at": at}

    pieces = format_pieces({"items": make()})
    next(pieces)
    assert len(made_items) < 10_000


def test_what_json_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        list(format_pieces({"a": iter([float("nan")])}))
