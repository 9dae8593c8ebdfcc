"""A file that was copied as text: the error of opening it says so, and says so of no other file."""

from __future__ import annotations

import io
from collections.abc import Callable
from random import Random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.errors import FooterError

HINT = "copy the file again as binary"
LINES = "each byte 0a has a 0d before it"
LOST = "ef bf bd stands where bytes are lost"
LATIN = "its bytes from 80 were written as characters of UTF-8"


def _file(columns: int = 3, words: str = "word", note: str = "5\n" * 3) -> bytes:
    """Of 3 columns the footer has 600 bytes, and of 400 more than 64 KiB, of which the end is seen. Each has some bytes 0a."""
    names = {f"c{at}": [at, 5, 700_000 + at] for at in range(columns)}
    sink = io.BytesIO()
    table = pa.table(names | {"s": [words] * 3}).replace_schema_metadata({"k": note})
    pq.write_table(table, sink, compression="none", use_dictionary=False)
    return sink.getvalue()


COPIES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "line ends": (lambda data: data.replace(b"\n", b"\r\n"), LINES),
    "UTF-8": (lambda data: data.decode("utf-8", "replace").encode(), LOST),
    "ASCII": (lambda data: data.decode("ascii", "replace").encode(), LOST),
    "Latin-1": (lambda data: data.decode("latin-1").encode(), LATIN),
}


@pytest.mark.parametrize("columns", [3, 400])
@pytest.mark.parametrize("kind", COPIES)
def test_the_hint(kind: str, columns: int) -> None:
    copy, said = COPIES[kind]
    data = copy(_file(columns))
    assert data[-4:] == b"PAR1"
    with pytest.raises(FooterError) as caught:
        _ = inlay.open(data).metadata
    assert HINT in str(caught.value)
    assert said in str(caught.value)


def test_a_copy_of_which_a_footer_can_be_read_a_byte_earlier() -> None:
    """The only byte 0a of the footer stands in its first eight, so that the rest is a footer of another length: a new length
    would make a file of it whose pages are as damaged as before."""
    table = pa.table({"c": [f"nut{at % 7}" if at % 11 else None for at in range(178)]})
    sink = io.BytesIO()
    pq.write_table(table, sink)
    data = sink.getvalue().replace(b"\n", b"\r\n")
    with pytest.raises(FooterError) as caught:
        _ = inlay.open(data).metadata
    assert HINT in str(caught.value)
    assert LINES in str(caught.value)


def test_a_length_that_leads_out_of_the_file() -> None:
    """40,000 is 40 9c 00 00, of which 9c becomes three bytes."""
    data = _file(3)
    data = data[:-8] + (40_000).to_bytes(4, "little") + b"PAR1"
    with pytest.raises(FooterError) as caught:
        inlay.open(data.decode("utf-8", "replace").encode())
    assert LOST in str(caught.value)


@pytest.mark.parametrize(
    "words",
    ["word", "\ufffd" * 99, "a\r\n" * 99, "\x80\x81" * 99, "\u00e9\u00e8" * 99, "\n" * 99],
    ids=["plain", "replaced", "CR LF", "C1", "accents", "LF"],
)
@pytest.mark.parametrize("note", ["5\n" * 3, "a\r\n" * 99], ids=["lines", "other lines"])
def test_other_damage_is_no_copy_as_text(words: str, note: str) -> None:
    """Neither a damaged footer nor text that has such characters is enough."""
    data, random = _file(3, words, note), Random(0)
    length = int.from_bytes(data[-8:-4], "little")
    said: list[str] = []
    for _ in range(60):
        damaged = bytearray(data)
        start = len(data) - 8 - length
        for _ in range(3):
            damaged[start + random.randrange(length // 4)] = random.randrange(256)
        try:
            _ = inlay.open(bytes(damaged)).metadata
        except FooterError as error:
            said.append(str(error))
    assert len(said) > 10
    assert not [text for text in said if HINT in text]


def test_whole_files_are_read() -> None:
    for words in ("\ufffd" * 99, "a\r\n" * 99):
        assert inlay.open(_file(3, words)).metadata.num_rows == 3
