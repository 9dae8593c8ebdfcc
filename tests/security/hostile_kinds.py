"""Hostile input of every kind, as code, and the public entry point that it is given to. Each is made in any size."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

import inlay
from inlay.footers.conversion import edit_script as edit_scripts
from inlay.footers.conversion.edit_script import Rules
from inlay.footers.footer.trailer import tail_of
from inlay.pages.encodings.alp.plugin import Alp
from inlay.pages.encodings.fsst.plugin import Fsst
from inlay.pages.encodings.pfor.plugin import Pfor
from parquet_format.parquet import (
    BloomFilterHeader,
    ColumnIndex,
    FileMetaData,
    OffsetIndex,
    PageHeader,
    Type,
)
from tests.runtime import hostile, wire
from tests.runtime.wire import uleb

Make: TypeAlias = Callable[[int], Any]
Read: TypeAlias = Callable[[Any], object]


class HostileKind(NamedTuple):
    """`make` gives input of some bytes, `read` is what a user would call. `is_refused` if that is refused at any
    size: some is read until it is too large."""

    make: Make
    read: Read
    is_refused: bool = True


ROW_GROUP: Final = b"\x19\x0c\x16\0\x16\0\0"
PAGE_LOCATION: Final = b"\x16\0\x15\0\x16\0\0"
ELEMENT: Final = b"\x48\x01s\0"
HEAD: Final = bytes.fromhex("1502")


def damaged_last(element: bytes) -> Make:
    """A list of structs, the last of which is empty, and has required fields."""
    return lambda size: wire.list_header(wire.STRUCT, size // len(element)) + element * (size // len(element) - 1) + b"\0" * len(element)  # fmt: skip


def after(head: bytes, make: Make, tail: bytes = b"\0") -> Make:
    return lambda size: head + make(size) + tail


def ascending_unknown(size: int) -> bytes:
    """Fields that nobody knows, with ids as far apart as headers allow, and again from the first."""
    return b"\xf1" * 2000 + b"\x01\x02\xf1" * (size // 3) + b"\0"


def descending_ids(size: int) -> bytes:
    ids = range(32_000, 32_000 - min(size // 4, 31_900), -1)
    return b"".join(b"\x01" + uleb(2 * at) for at in ids) + b"\0"


def flat_footer(size: int, form: str) -> bytes:
    """A file with a FlatBuffers footer of about that size, whose last tables are overwritten."""
    data = bytearray(whole_file(size, form))
    at = len(data) - size // 3
    data[at : at + 64] = b"\xff" * 64
    return bytes(data)


def whole_file(size: int, form: str) -> bytes:
    from tests.security.files_in_forms import file_in_form

    return file_in_form(max(4, size // 50), form)


def overwritten(form: str) -> Make:
    return partial(flat_footer, form=form)


def in_file(make: Make) -> Make:
    return lambda size: b"PAR1" + tail_of(make(size))


def read_variant(data: tuple[bytes, bytes]) -> object:
    from inlay.variant import Variant, decode

    return decode(Variant(*data))


def variant_nulls(size: int) -> tuple[bytes, bytes]:
    """An array of nulls, the last of which is missing."""
    count = size // 4
    offsets = b"".join(at.to_bytes(3, "little") for at in range(count + 1))
    return b"\x01\0\0", b"\x1b" + count.to_bytes(4, "little") + offsets + b"\0" * (count - 1)  # fmt: skip


def variant_names(size: int) -> tuple[bytes, bytes]:
    """A dictionary of empty names, the last of which is not UTF-8."""
    count = size // 3
    head = b"\x81" + count.to_bytes(3, "little") + b"\0\0\0" * count + b"\1\0\0" + b"\xff"
    return head, b"\0"


def variant_deep(size: int) -> tuple[bytes, bytes]:
    value = b"\0"
    while len(value) < min(size, 60_000):
        value = b"\x07\x01\0\0" + len(value).to_bytes(2, "little") + value
    return b"\x01\0\0", value


def read_json(text: str) -> object:
    from inlay.variant import from_json

    return from_json(text)


def encoded_page(size: int, plugin: Any, type_: Type) -> tuple[Any, bytes, int]:
    """A page of random values without its last byte, with the encoding and the number of values."""
    count = max(1, size // 8)
    values = random.Random(5).randbytes(8 * count)
    if type_ is Type.BYTE_ARRAY:
        values = b"".join(b"\4\0\0\0" + values[at : at + 4] for at in range(0, len(values), 8))
    return plugin, bytes(plugin.encode(memoryview(values), count, type_))[:-1], count


def decode_page(page: tuple[Any, bytes, int], type_: Type) -> object:
    plugin, data, count = page
    return plugin.decode(memoryview(data), count, type_)


def cut_page(plugin: Callable[[], Any], type_: Type) -> HostileKind:
    return HostileKind(
        lambda size: encoded_page(size, plugin(), type_), partial(decode_page, type_=type_)
    )


def edit_script(size: int) -> tuple[bytes, bytes]:
    """From one text of noise to another that shares every second byte; its last byte is another."""
    base = random.Random(5).randbytes(size)
    original = bytes(byte if at % 64 else 255 - byte for at, byte in enumerate(base))
    script = bytearray(edit_scripts.make(base, original, rules=next(iter(Rules))))
    script[-1] ^= 1
    return base, bytes(script)


def apply_script(scripts: tuple[bytes, bytes]) -> object:
    return edit_scripts.apply(*scripts, rules=next(iter(Rules)))


def parse_thrift(text: str) -> object:
    from inlayc.base.source import SourceFile
    from inlayc.frontends.thrift.parse import parse

    return parse(SourceFile("hostile.thrift", text))


def parse_fbs(text: str) -> object:
    from inlayc.base.source import SourceFile
    from inlayc.frontends.flatbuffers.parse import parse

    return parse(SourceFile("hostile.fbs", text))


def resolve_thrift(text: str) -> object:
    from inlayc.base.source import SourceFile
    from inlayc.frontends.resolve import resolve
    from inlayc.frontends.thrift.parse import parse

    return resolve([parse(SourceFile("hostile.thrift", text))])


def resolve_fbs(text: str) -> object:
    from inlayc.base.source import SourceFile
    from inlayc.frontends.flatbuffers.parse import parse
    from inlayc.frontends.flatbuffers.resolve import resolve
    from inlayc.frontends.modules import link_by_stem
    from inlayc.model.schema import Schema

    document = parse(SourceFile("hostile.fbs", text))
    return resolve([document], Schema(()), link_by_stem([document.source], []))


def parse_macros(text: str) -> object:
    from inlayc.base.source import SourceFile
    from inlayc.frontends.macros.parse import parse

    return parse(SourceFile("hostile.rs", text))


def compiled(row: str) -> HostileKind:
    kind, make = hostile.ROWS[row]
    return HostileKind(make, lambda data: hostile.cls_of(kind).decode(data), False)


decode = FileMetaData.decode
KINDS: Final[Mapping[str, HostileKind]] = {
    "row groups, the last one damaged": HostileKind(after(bytes.fromhex(hostile.HEAD) + b"\x19", damaged_last(ROW_GROUP)), decode),
    "schema elements, the last one damaged": HostileKind(after(HEAD + b"\x19", damaged_last(ELEMENT)), decode),
    "unknown encodings": HostileKind(hostile.encodings, decode, False),
    "unknown column orders": HostileKind(hostile.orders, decode, False),
    "row groups of nothing": HostileKind(lambda n: hostile.footer(hostile.times(ROW_GROUP, n)), decode, False),
    "unknown fields, the first one again": HostileKind(ascending_unknown, decode),
    "ids that descend": HostileKind(descending_ids, decode),
    "structs in each other": HostileKind(lambda n: b"\x1c" * n, decode),
    "a list of 2 to the 31": HostileKind(lambda n: b"\x29\xfc" + uleb((1 << 31) - 1) + bytes(n), decode),
    "one long text, and nothing else": HostileKind(lambda n: b"\x68" + uleb(n) + b"s" * n + b"\0", decode),
    "extensions in a row": HostileKind(lambda n: (wire.SPEC_HEADER + b"\0") * (n // 5) + b"\0", decode),
    "the same in a file": HostileKind(in_file(after(HEAD + b"\x19", damaged_last(ELEMENT))), lambda data: inlay.open(data).metadata),
    "page header with unknown fields": HostileKind(ascending_unknown, PageHeader.decode),
    "page locations, the last one damaged": HostileKind(after(b"\x19", damaged_last(PAGE_LOCATION)), OffsetIndex.decode),
    "column index of flags alone": HostileKind(lambda n: b"\x19\xf1" + uleb(n) + b"\1" * n + b"\0", ColumnIndex.decode),
    "column index of empty bounds": HostileKind(lambda n: b"\x19\x01\x19\xf8" + uleb(n) + b"\0" * n + b"\0", ColumnIndex.decode),
    "Bloom filter header of structs": HostileKind(lambda n: b"\x1c" * n, BloomFilterHeader.decode),
    "FlatBuffers footer, overwritten": HostileKind(overwritten("flat"), lambda data: inlay.open(data).metadata),
    "modular footer, overwritten": HostileKind(overwritten("modular"), lambda data: inlay.open(data).metadata),
    "PARX, overwritten": HostileKind(overwritten("parx"), lambda data: inlay.open(data).metadata),
    "offsets to one table": compiled("a vector of offsets to one table"),
    "offsets to one text": compiled("30 offsets to one long text"),
    "Variant of nulls, the last one missing": HostileKind(variant_nulls, read_variant),
    "Variant with a dictionary of nothing": HostileKind(variant_names, read_variant),
    "Variant of arrays in each other": HostileKind(variant_deep, read_variant),
    "JSON of brackets": HostileKind(lambda n: "[" * n, read_json),
    "JSON of zeros, cut": HostileKind(lambda n: "[" + "0," * (n // 2), read_json),
    "JSON of arrays in arrays, cut": HostileKind(lambda n: "[" + ("[" * 20 + "]" * 20 + ",") * (n // 41), read_json),
    "JSON of names, cut": HostileKind(lambda n: "{" + "".join(f'"{at:x}":0,' for at in range(n // 8)), read_json),
    "JSON of objects in objects, cut": HostileKind(lambda n: "[" + ('{"":' * 20 + "0" + "}" * 20 + ",") * (n // 102), read_json),
    "ALP page, cut": cut_page(Alp, Type.DOUBLE),
    "PFOR page, cut": cut_page(Pfor, Type.INT64),
    "FSST page, cut": cut_page(Fsst, Type.BYTE_ARRAY),
    "edit script, its last byte another": HostileKind(edit_script, apply_script),
    "dump text, the last line damaged": HostileKind(lambda n: 'bytes x"00"\n' * (n // 12) + "bytes x\n", inlay.assemble),
    "dump text of brackets": HostileKind(lambda n: "{ PageHeader\n" * (n // 13), inlay.assemble),
    "Thrift IDL, the last line damaged": HostileKind(lambda n: "struct S {\n" + "1: i32 a\n" * (n // 9) + "}}", parse_thrift),
    "Thrift IDL, a list of zeros, cut": HostileKind(lambda n: "const list<i32> C = [" + "0 " * (n // 2), parse_thrift),
    "Thrift IDL, names in an enum, cut": HostileKind(lambda n: "enum E {" + "".join(f"{chr(97 + at % 26)} " for at in range(n // 2)), parse_thrift),
    "fbs of fields, the last line damaged": HostileKind(lambda n: "table T {\n" + "a: int;\n" * (n // 8) + "}}", parse_fbs),
    "Thrift IDL of lists in each other": HostileKind(lambda n: "typedef " + "list<" * (n // 5), parse_thrift),
    "fbs of brackets": HostileKind(lambda n: "table T { a: " + "[" * n, parse_fbs),
    "Thrift IDL of comments, cut": HostileKind(lambda n: "/**/" * (n // 4) + "struct", parse_thrift),
    "Thrift IDL of ends of lines, cut": HostileKind(lambda n: "\n" * n + "struct", parse_thrift),
    "macros of one enum, cut": HostileKind(lambda n: "thrift_enum!(enum E {" + "A = 1;" * (n // 6), parse_macros),
    "macros of one enum, the last member damaged": HostileKind(lambda n: "thrift_enum!(enum E {" + "A = 1;" * (n // 6) + "A = ;})", parse_macros),
    "Thrift IDL, one name again and again": HostileKind(lambda n: "enum E {" + "a " * (n // 2) + "}", resolve_thrift),
    "fbs of enum values, one of them twice": HostileKind(lambda n: "enum E: long {" + ", ".join(f"a{at:x}" for at in range(n // 6)) + ", a0}", resolve_fbs),
}  # fmt: skip
