"""flatc's JSON: what we write flatc reads, and what flatc writes we read; and what a wrong document is told."""

from __future__ import annotations

import json
import math
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay_runtime.errors import EncodeError
from inlay_runtime.flat.read_flatc_document import parse_flatc_json
from inlay_runtime.union import UnknownVariant
from tests.flat.compiled import compile_text
from tests.flat.flatc import flatc
from tests.flat.interop_values import JSON, expected
from tests.flat.sample import full, kitchen, parts
from tests.flat.test_interop import ANY, kitchen_schema
from tests.flat.test_newer import NAMES as NEWER_NAMES
from tests.flat.test_newer import NEW, OLD, newer_values
from tests.flat.test_round_trip import NAMES
from tests.flat.values import tables
from tests.support.examples import examples

few = examples(6)
quick = examples(25)


def with_flatc(*options: str, root: str, schema: str = "", **files: bytes) -> bytes:
    """What flatc makes of a file, `value.json` or `value.bin`."""
    with tempfile.TemporaryDirectory(prefix="inlay-tests-flatc-") as name:
        folder = Path(name)
        (folder / "schema.fbs").write_text(kitchen_schema(folder, root))
        if schema:
            (folder / "schema.fbs").write_text(schema)
        ((ending, content),) = files.items()
        (folder / f"value.{ending}").write_bytes(content)
        binary = ["--"] if ending == "bin" else []
        flatc(*options, "schema.fbs", *binary, f"value.{ending}", folder=folder)
        found = [path for path in folder.glob("value.*") if path.suffix != f".{ending}"]
        return found[0].read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_it_comes_back(name: str) -> None:
    @quick
    @given(st.data())
    def check(data: st.DataObject) -> None:
        value = data.draw(tables(getattr(kitchen(), name)))
        text = value.to_json(dialect="flatc")
        assert text.isascii()
        again = type(value).from_json(text, dialect="flatc")
        assert again.encode() == value.encode()

    check()


@pytest.mark.parametrize("name", NAMES)
def test_flatc_reads_ours(name: str) -> None:
    @few
    @given(st.data())
    def check(data: st.DataObject) -> None:
        value = data.draw(tables(getattr(kitchen(), name)))
        if name == "Kitchen":
            value = value.replace(keyed=None, named=None, holder=None)  # flatc sorts by keys
        if name == "Holder":
            value = value.replace(flexible=None)  # which flatc takes for any value
        text = value.to_json(dialect="flatc").encode()
        read = with_flatc("-b", "--json-nested-bytes", root=name, json=text)
        assert type(value).decode(read) == value

    check()


@cache
def readable_schema(root: str) -> str:
    """Without the structs and strings in unions, and the vectors of unions, which flatc writes and does not read."""
    with tempfile.TemporaryDirectory(prefix="inlay-tests-flatc-") as name:
        schema = kitchen_schema(Path(name), root)
    for field in ("shapes: [Shape];", "anything: [Any];", "shapes: [Shape] (required);"):
        schema = schema.replace(field, "")
    return schema.replace(ANY, "union Any { Leaf, Other: Leaf, Foreign: parts.Part = 7 }")


def readable(value: Any) -> Any:
    k = kitchen()
    match value:
        case k.Vectors():
            return value.replace(shapes=None, anything=None)
        case k.Unions(anything=k.AnyRgb() | k.AnyAligned() | k.AnyText() | k.AnyMore()):
            return value.replace(anything=None)
        case k.Needed():
            return value.replace(shapes=[])
        case k.Holder():
            return k.Holder()
        case _:
            return value


def same_document(found: Any, wanted: Any) -> None:
    """The same, but that flatc writes a `float` in 6 digits behind the point, and a `double` in 12."""
    match wanted:
        case dict():
            wanted = {
                key: each for key, each in wanted.items() if key not in ("shapes", "shapes_type")
            }
            assert found.keys() == wanted.keys()
            for key, each in wanted.items():
                same_document(found[key], each)
        case list():
            assert len(found) == len(wanted)
            for one, other in zip(found, wanted, strict=True):
                same_document(one, other)
        case float():
            assert found == pytest.approx(wanted, rel=1e-6, abs=1e-6)
        case _:
            assert (found, type(found)) == (wanted, type(wanted))


@pytest.mark.parametrize("name", [name for name in NAMES if name != "Kitchen"])
def test_flatc_writes_the_same(name: str) -> None:
    @few
    @given(st.data())
    def check(data: st.DataObject) -> None:
        value = readable(data.draw(tables(getattr(kitchen(), name))))
        options = ("--json", "--raw-binary", "--strict-json")
        schema = readable_schema(name)
        text = with_flatc(*options, root=name, schema=schema, bin=value.encode())
        ours = json.loads(value.to_json(dialect="flatc"))
        theirs: Any = parse_flatc_json(text)
        if name == "Keyed" and theirs.get("id") == 0:
            del theirs["id"]  # a key, which flatc writes also where it is absent
        same_document(theirs, ours)
        if theirs == ours:  # no digit is lost
            again = type(value).from_json(text, dialect="flatc")
            assert again.encode() == value.encode()

    check()


@pytest.mark.parametrize("name", JSON)
def test_what_flatc_takes_we_take(name: str) -> None:
    root, document = JSON[name]
    found = getattr(kitchen(), root).from_json(json.dumps(document), dialect="flatc")
    wanted = expected(name, kitchen(), parts(), full())
    if name == "keyed":  # which flatc sorts
        wanted = wanted.replace(keyed=wanted.keyed[::-1], named=wanted.named[::-1])
    assert found.encode() == wanted.encode()


LENIENT = (
    "enum M : byte { Sad = -2, None = 0, Happy } enum A : ushort (bit_flags) { Read, Write } table L { v: int; } "
    "union U { L, Other: L } table T { d: double; f: float; b: bool; m: M = Happy; a: A; u: U; o: int = null; s: string; }"
)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('{"d": nan, "f": -inf}', '{"d": "nan", "f": "-inf"}'),
        ('{"d": "+inf", "f": "-infinity"}', '{"d": "inf", "f": "-inf"}'),
        ('{"b": 1, "o": null}', '{"b": true}'),
        ('{"m": "Sad", "a": 3}', '{"m": "Sad", "a": "Read Write"}'),
        ('{"m": "None", "a": 5}', '{"m": 0, "a": 5}'),
        ('{"m": 7, "a": "Write Read"}', '{"m": 7, "a": "Read Write"}'),
        ('{"u_type": 2, "u": {"v": 1}}', '{"u_type": "Other", "u": {"v": 1}}'),
        ('{"u_type": "NONE"}', "{}"),
        ('{"s": "nan, \\"inf\\" \\\\"}', '{"s": "nan, \\"inf\\" \\\\"}'),
        ('{"m": "Happy", "d": 0, "b": false}', "{}"),
    ],
)
def test_what_flatc_reads_too(text: str, wanted: str) -> None:
    cls = compile_text(f"{LENIENT} root_type T;").T
    value = cls.from_json(text, dialect="flatc")
    assert json.loads(value.to_json(dialect="flatc")) == json.loads(wanted)
    binary = with_flatc("-b", root="T", schema=f"{LENIENT} root_type T;", json=text.encode())
    read = cls.decode(binary)
    assert read.to_json(dialect="flatc") == value.to_json(dialect="flatc")
    assert math.isnan(read.d) == math.isnan(value.d)


MISTAKES = {
    '{"x": 1}': "x: T has no field 'x'",
    '{"d": "one"}': "d: expected a number, found the text 'one'",
    '{"o": 1.5}': "o: expected an integer, found the number 1.5",
    '{"o": 2147483648}': "o: 2147483648 is out of range for i32",
    '{"m": "Hapy"}': "m: M has no 'Hapy': did you mean 'Happy'?",
    '{"m": 300}': "m: 300 is out of range for M",
    '{"a": "Read Wrote"}': "a: A has no 'Wrote': did you mean 'Write'?",
    '{"a": -1}': "a: expected flags of A, found -1",
    '{"a": 65536}': "a: 65536 is out of range for A",
    '{"u": {}}': "u: a value of U without its type: u_type has to say it",
    '{"u_type": "L"}': "u: a type of U without a value",
    '{"u_type": "Othr", "u": {}}': "u_type: U has no variant 'Othr': did you mean 'Other'?",
    '{"u_type": 3, "u": {}}': "u_type: U has no variant 3",
    '{"u_type": "L", "u": 1}': "u: expected an object, as L is, found the number 1",
    '{"b": 2}': "b: expected true or false, found the number 2",
    '{"s": "\\ud800"}': "s: cannot be written as UTF-8: surrogates not allowed",
    '{"s": "\\udc80"}': "s: expected UTF-8, found half of a surrogate pair",
    '{"s": 1}': "s: expected text, found the number 1",
    "[]": "expected an object, as T is, found a list",
    '{"s": "': "not JSON: Unterminated string starting at: line 1 column 7 (char 6)",
    "{d: 1}": "not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
    '{"u_type": "L", "u": ' * 3: "not JSON: Expecting value: line 1 column 64 (char 63)",
    "[" * 100_000: "nested too deeply",
}


@pytest.mark.parametrize("text", MISTAKES, ids=lambda text: text[:40])
def test_a_mistake_is_told_with_its_place(text: str) -> None:
    cls = compile_text(LENIENT).T
    for given_text in (text, text.encode()):
        with pytest.raises(EncodeError) as caught:
            cls.from_json(given_text, dialect="flatc")
        assert str(caught.value) in {f"{place}{MISTAKES[text]}" for place in ("", "T: ", "T.")}


def test_vectors_of_unions_and_bytes_are_told_of() -> None:
    vectors = kitchen().Vectors
    for text, said in {
        '{"shapes_type": ["Leaf"], "shapes": []}': "shapes: 0 values, and 1 type",
        '{"shapes_type": ["NONE"], "shapes": [null]}': "shapes[0]: expected a variant, found none",
        '{"shapes": []}': "shapes_type: expected a list, found null",
        '{"data": [1, 256]}': "data[1]: 256 is not between 0 and 255",
        '{"signed": [-129]}': "signed[0]: -129 is not between -128 and 127",
        '{"data": "text"}': "data: expected a list, found the text 'text'",
    }.items():
        with pytest.raises(EncodeError) as caught:
            vectors.from_json(text, dialect="flatc")
        assert str(caught.value) == f"Vectors.{said}"


def test_what_flatc_cannot_say_is_refused() -> None:
    k = kitchen()
    for value, said in (
        (k.Named(name="\udcff"), "name: text that is not UTF-8"),
        (k.Unions(shape=UnknownVariant(99, b"\0\0\0\0")), "shape: variant 99 of Shape is of a newer schema"),
        (k.Scalars(tiny=300), "tiny: 300 is out of range for i8"),
        (k.Scalars(tiny="a"), "tiny: "),
        (k.Scalars(single=10**400), "single: "),
    ):  # fmt: skip
        with pytest.raises(EncodeError) as caught:
            value.to_json(dialect="flatc")
        assert str(caught.value).startswith(f"{type(value).__name__}.{said}")


def test_what_a_newer_schema_wrote_is_refused() -> None:
    older, newer = compile_text(OLD).T, compile_text(NEW)
    for name in NEWER_NAMES:
        value = older.decode(newer_values(newer)[name].encode())
        if value.remainder is not None:
            with pytest.raises(EncodeError, match="only a newer schema has"):
                value.to_json(dialect="flatc")


def test_a_dialect_that_there_is_not() -> None:
    dialect: Any = "xml"
    with pytest.raises(ValueError, match="'inlay' and 'flatc' are there"):
        full().to_json(dialect=dialect)
    with pytest.raises(ValueError, match="'inlay' and 'flatc' are there"):
        kitchen().Leaf.from_json("{}", dialect=dialect)
