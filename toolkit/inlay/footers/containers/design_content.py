"""A footer in another design, as it lies in field 32767 beside the Thrift, in a `spec` container (docs/next_footer.md).

design | script | name | where the design begins in the file: u64 | length of the script: u32 | crc32 of the plain Thrift: u32 |
length of the name: u16 | version: u16 | crc32 of all from the name on: u32
"""

from __future__ import annotations

import re
from struct import Struct
from typing import Final, NamedTuple
from zlib import crc32

from inlay.ground.wording.amounts import count
from inlay_runtime.finding import Finding

CODE: Final = "design-head"
_VERSION: Final = 1
_HEAD: Final = Struct("<QIIHH")
_CRC: Final = Struct("<I")
_SIZE: Final = _HEAD.size + _CRC.size
_NAME: Final = re.compile(rb"[a-z0-9][a-z0-9._-]{0,99}")


class DesignHead(NamedTuple):
    """`length` bytes of the design called `name` come first, made to lie at `offset` of the file; `script` bytes follow them.

    `thrift_crc` is that of the Thrift without the field that carries all this.
    """

    name: str
    offset: int
    length: int
    script: int
    thrift_crc: int


def is_design_name(name: str) -> bool:
    """Whether a design of this name can be written beside a Thrift footer: lower case, digits, `.`, `_` and `-`."""
    return _NAME.fullmatch(name.encode(errors="replace")) is not None


def pack_design(design: bytes, script: bytes, name: str, offset: int, thrift_crc: int) -> bytes:
    """The content of the container. ValueError for a name that cannot be written."""
    if not is_design_name(name):
        raise ValueError(f"{name!r} is not a name of a design")
    head = name.encode() + _HEAD.pack(offset, len(script), thrift_crc, len(name), _VERSION)
    return design + script + head + _CRC.pack(crc32(head))


def read_design_head(data: bytes | memoryview, start: int, end: int) -> DesignHead | Finding:
    """What the content from `start` to `end` says of itself, checked by its own CRC; nothing else is looked at, so `data` may
    begin behind `start`, which is negative then.

    Offsets of findings count in `data`.
    """
    fixed = end - _SIZE
    if fixed < start:
        return Finding(
            CODE,
            start,
            f"{count(end - start, 'byte is', 'bytes are')} too few for a design and its head",
        )
    offset, script, thrift_crc, named, version = _HEAD.unpack_from(data, fixed)
    begin = fixed - named
    length = begin - script - start
    if begin < start or crc32(data[begin : end - _CRC.size]) != _CRC.unpack_from(data, end - 4)[0]:
        return Finding(CODE, fixed, "the head of the design does not match its CRC")
    name = bytes(data[begin:fixed])
    if version != _VERSION or length < 0 or _NAME.fullmatch(name) is None:
        what = f"the head of the design has version {version}, a name of {named} and a script of {count(script, 'byte')}"
        return Finding(CODE, fixed, what)
    return DesignHead(name.decode(), offset, length, script, thrift_crc)
