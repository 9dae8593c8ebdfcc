"""Strings that are not UTF-8: escaped in `str` and written back, bytes or refused where settings say so."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay_runtime.compact.reader import CompactReader
from inlay_runtime.errors import EncodeError, InvalidValueError
from inlay_runtime.text import bytes_of, in_line, is_utf8, shown, text_from
from tests.runtime.compiled import compile_file

NOT_UTF8 = [
    b"\xff\xfe", b"\x80", b"\xc3", b"a\xc3", b"\xc0\x80", b"\xed\xa0\x80", b"\xed\xb2\x80", b"\xf4\x90\x80\x80",
    b"\xf5\x80\x80\x80", b"\xe1\x80", b"abcdefgh\xff", b"abcdefghi\xe9\xa0", b"\xc3\xa9\xff\xf0\x9f\x98\x80",
    b"x" * 200 + b"\xff", b"\xff" * 130,
]  # fmt: skip

IDL = """
typedef string Name
typedef list<Name> Names
const Row ROW = {"plain": "p", "data": "d"}
union Either { 1: string strict, 2: string data, 3: string plain }
struct Row {
  1: optional string plain
  2: optional string strict
  3: optional string data = "d\u00e9"
  4: optional Names names
  5: optional Names datas = ["a"]
  6: optional map<string, list<string>> mapped
  7: optional map<Name, Name> data_map
  8: optional set<string> strict_set
  9: optional Either either
  10: optional list<Row> rows
  11: optional string window
  12: required i32 last = 0
}
"""
FIELDS = {
    "demo.Row.strict": {"text": "strict"},
    "demo.Row.data": {"text": "bytes"},
    "demo.Row.datas": {"text": "bytes"},
    "demo.Row.data_map": {"text": "bytes"},
    "demo.Row.strict_set": {"text": "strict"},
    "demo.Row.window": {"text": "bytes", "borrow": True},
    "demo.Either.strict": {"text": "strict"},
    "demo.Either.data": {"text": "bytes"},
}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("idl") / "demo.thrift"
    path.write_text(IDL, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def demo(source: Path) -> Any:
    return compile_file(source, {"fields": FIELDS})


@pytest.fixture(scope="module")
def bare(source: Path) -> Any:
    """The same IDL, and nothing said about it."""
    return compile_file(source, {})


@pytest.mark.parametrize("data", NOT_UTF8)
def test_a_string_that_is_no_utf_8_is_read_wherever_it_stands_and_written_back(
    bare: Any, data: bytes
) -> None:
    text = text_from(data)
    row = bare.Row(
        plain=text, strict=text, names=[text, "a"], mapped={text: [text]}, strict_set=[text],
        either=bare.EitherPlain(text),
    )  # fmt: skip
    row.rows = [row.replace(last=at) for at in range(20)]
    encoded = row.encode()
    assert encoded.count(data) >= 7 * 21
    for found in (
        bare.Row.decode(encoded),
        bare.Row.decode(encoded),
        copy.deepcopy(row),
        pickle.loads(pickle.dumps(row)),
    ):
        assert found == row
        assert found.rows[7].mapped == {text: [text]}
        assert bytes_of(found.plain) == data
        assert found.encode() == encoded
        found.last = 5  # nothing can be copied from the input now
        assert found.encode() == row.replace(last=5).encode()
        assert repr(found).isprintable()
    masked = bare.Row.decode(encoded, fields=["plain", "rows[3].names"])
    assert (masked.plain, masked.rows[3].names) == (text, [text, "a"])


@pytest.mark.parametrize("data", NOT_UTF8)
def test_as_bytes_it_is_read_as_it_is(demo: Any, bare: Any, data: bytes) -> None:
    row = demo.Row(
        data=data,
        datas=[data, b""],
        data_map={data: data},
        either=demo.EitherData(data),
        window=data,
    )
    encoded = row.encode()
    for eager in (True, False):
        found = demo.Row.decode(encoded, eager=eager)
        assert found == row
        assert (type(found.data), type(found.window)) == (bytes, memoryview)
        assert found.encode() == encoded
    text = text_from(data)
    same = bare.Row(
        data=text,
        datas=[text, ""],
        data_map={text: text},
        either=bare.EitherData(text),
        window=text,
    )
    assert same.encode() == encoded, "on the wire nothing differs"


def test_defaults_and_constants_follow_the_setting(demo: Any, bare: Any) -> None:
    assert (demo.Row().data, bare.Row().data) == ("d\u00e9".encode(), "d\u00e9")
    assert (demo.Row().datas, bare.Row().datas) == ([b"a"], ["a"])
    assert (demo.ROW.data, demo.ROW.plain, bare.ROW.data) == (b"d", "p", "d")


STRICT = [
    ("strict", lambda m, t: m.Row(strict=t), "strict (field 2)"),
    ("a set", lambda m, t: m.Row(strict_set=["a", t]), "strict_set[1]"),
    ("a variant", lambda m, t: m.Row(either=m.EitherStrict(t)), "either.strict (field 1)"),
    ("in a list", lambda m, t: m.Row(rows=[m.Row(), m.Row(strict=t)]), "rows[1].strict (field 2)"),
]


@pytest.mark.parametrize(("name", "make", "path"), STRICT, ids=[row[0] for row in STRICT])
def test_strict_text_is_refused_at_its_byte(
    demo: Any, bare: Any, name: str, make: Any, path: str
) -> None:
    data = make(bare, "ab\udcff").encode()
    with pytest.raises(InvalidValueError, match="not UTF-8") as caught:
        demo.Row.decode(data)
    assert (caught.value.path, caught.value.offset) == (path, data.index(b"\xff"))
    with pytest.raises(EncodeError, match="cannot be written as UTF-8"):
        make(demo, "ab\udcff").encode()
    good = make(demo, "\u00e9")
    assert demo.Row.decode(good.encode()) == good


def test_a_reader_can_be_told_to_refuse_all_text_that_is_no_utf_8(bare: Any) -> None:
    data = bare.Row(plain="\udcff").encode()
    reader = CompactReader(data, strict=True)
    with pytest.raises(InvalidValueError, match="not UTF-8"):
        bare.Row.read(reader)


@pytest.mark.parametrize("code", [0xD800, 0xDFFF, 0xDC7F, 0xDD00])
def test_a_lone_surrogate_that_stands_for_no_byte_is_not_written(bare: Any, code: int) -> None:
    text = f"a\udcff{chr(code)}"
    for row, path in (
        (bare.Row(plain=text), "plain"),
        (bare.Row(mapped={"a": ["", text]}), "mapped[0].value[1]"),
        (bare.Row(mapped={text: []}), "mapped[0].key"),
    ):
        with pytest.raises(EncodeError, match="cannot be written as UTF-8") as caught:
            row.encode()
        assert caught.value.path == path


def test_keys_that_would_be_the_same_bytes_are_not_written(bare: Any) -> None:
    row = bare.Row(mapped={"\u00e9": [], "\udcc3\udca9": []})
    with pytest.raises(EncodeError, match="two keys are the same bytes") as caught:
        row.encode()
    assert caught.value.path == "mapped"
    row = bare.Row(mapped={text_from(key): [] for key in (b"\xc3\xa9", b"\xc3", b"\xa9")})
    assert bare.Row.decode(row.encode()) == row


@given(data=st.binary(max_size=40))
def test_bytes_become_text_and_the_same_bytes(data: bytes) -> None:
    text = text_from(data)
    assert bytes_of(text) == data
    assert is_utf8(text) == (text.encode("utf-8", "ignore") == data)
    assert (in_line(text).encode() == data) == is_utf8(text)
    assert (shown(text) == text) == is_utf8(text)
