"""The remainder: how the original is made from the base. `docs/footers.md` has its form.

A script reads the base once from front to back, copies from it, skips parts of it and inserts bytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum, unique
from struct import Struct
from typing import Final, TypeAlias

from inlay.footers.conversion.differences import Edit, find_differences
from inlay.footers.conversion.errors import EditScriptError, TooLongError
from inlay.footers.conversion.script_reader import ScriptReader
from inlay.ground.wording.amounts import count
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.core import load_native
from inlay_runtime.crc import crc32

LONGEST: Final = 100_000_000
"""Bytes of the base, and of the original."""

LONGEST_SCRIPT: Final = 1 << 28
_VERSION: Final = 1
_SEALED_VERSION: Final = 2
"""As 1, with the CRC of the plain Thrift struct behind the two others."""
_STORED, _ZLIB = 0, 1
_HEADER: Final = Struct("<BBBII")
_SEAL: Final = Struct("<I")
_SHORTEST_COPY: Final = 4
_RATIO: Final = 100
_WINDOW: Final = 1 << 16
_LEVEL: Final = 9
_SHORT: Final = 1 << 22
"""Bytes of a script that may lie in memory as a whole, and so may one that is no longer than its base."""


_NativeSteps: TypeAlias = Callable[[bytes, bytes], bytes | None]
_NativeFollow: TypeAlias = Callable[[bytes, int, bytes], bytes | None]


def _find_native() -> tuple[_NativeSteps | None, _NativeFollow | None]:
    compiled = load_native("inlay.footers.conversion.native_differences")
    return (None, None) if compiled is None else (compiled.find_steps, compiled.follow)


native_steps, native_follow = _find_native()
"""Both give None for what is to be decided here."""


@unique
class Rules(IntEnum):
    """Whose rules give the base."""

    V0 = 0
    V1 = 1
    MODULAR = 2
    ANSWERS = 4
    """Of a design that does not lead back itself: what it answers."""


def make(base: bytes, original: bytes, *, rules: Rules, thrift_crc: int | None = None) -> bytes:
    """The script that turns `base` into `original`, with the CRC of the plain Thrift struct for those who
    look for it there. TooLongError where either is over 100,000,000 bytes."""
    if (size := max(len(base), len(original))) > LONGEST:
        raise TooLongError(
            f"the footer has {count(size, 'byte')}, and up to {LONGEST:,} are converted"
        )
    steps = None if native_steps is None else native_steps(base, original)
    if steps is None:
        steps = _steps(base, original, find_differences(base, original))
    packed = zlib.compress(steps, _LEVEL)
    is_packed = len(packed) < len(steps) <= _RATIO * len(packed)
    crcs = crc32(base), crc32(original)
    version = _VERSION if thrift_crc is None else _SEALED_VERSION
    head = _HEADER.pack(version, rules, _ZLIB if is_packed else _STORED, *crcs)
    if thrift_crc is not None:
        head += _SEAL.pack(thrift_crc)
    lengths = unsigned(len(base)) + unsigned(len(original)) + unsigned(len(steps))
    return head + lengths + (packed if is_packed else steps)


def thrift_crc_in(script: bytes) -> int | None:
    """The CRC of the plain Thrift struct; None where the script has none. Nothing else of it is checked."""
    if len(script) < _HEADER.size + _SEAL.size or script[0] != _SEALED_VERSION:
        return None
    crc: int = _SEAL.unpack_from(script, _HEADER.size)[0]
    return crc


def apply(base: bytes, script: bytes, *, rules: Rules) -> bytes:
    """The original. Raises EditScriptError unless all of the script holds; nothing is allocated for
    a length that has not been checked."""
    if len(script) < _HEADER.size:
        raise EditScriptError(f"{count(len(script), 'byte is', 'bytes are')} too few for a header")
    version, its_rules, method, base_crc, original_crc = _HEADER.unpack_from(script)
    if version not in (_VERSION, _SEALED_VERSION):
        known = f"this version knows {_VERSION} and {_SEALED_VERSION}"
        raise EditScriptError(f"it has version {version}, and {known}")
    if its_rules != rules:
        raise EditScriptError(f"made by rules {its_rules}, not {int(rules)}")
    if method not in (_STORED, _ZLIB):
        raise EditScriptError(f"method {method} is not known")
    start = _HEADER.size + (_SEAL.size if version == _SEALED_VERSION else 0)
    head = ScriptReader(iter([script[start : start + 15]]), 15)
    base_size, original_size, steps_size = head.varint(), head.varint(), head.varint()
    body = memoryview(script)[start + head.position :]
    _check_lengths(base_size, original_size, steps_size)
    if base_size != len(base) or base_crc != crc32(base):
        raise EditScriptError("it was made for another base: a slot was changed, or the rules")
    if method == _STORED and steps_size != len(body):
        raise EditScriptError(
            f"{count(len(body), 'byte')} of script, and {steps_size:,} were declared"
        )
    if method == _ZLIB and steps_size > _RATIO * len(body):
        raise EditScriptError(f"compressed more than {_RATIO} to 1")
    original: bytes | None = None
    if native_follow is not None and steps_size <= max(_SHORT, len(base)):
        steps = _short(body, method, steps_size)
        original = None if steps is None else native_follow(base, original_size, steps)
    if original is None:
        chunks = iter([bytes(body)]) if method == _STORED else _inflate(body, steps_size)
        original = _follow(base, original_size, ScriptReader(chunks, steps_size))
    if crc32(original) != original_crc:
        raise EditScriptError("the CRC of the original differs")
    return original


def _short(body: memoryview, method: int, size: int) -> bytes | None:
    """The steps of a script that is not long; None where they are damaged."""
    if method == _STORED:
        return bytes(body)
    stream = zlib.decompressobj()
    try:
        steps = stream.decompress(body, size + 1)
    except zlib.error:
        return None
    return steps if stream.eof and not stream.unused_data and len(steps) == size else None


def _check_lengths(base: int, original: int, steps: int) -> None:
    if max(base, original) > LONGEST:
        raise EditScriptError(f"more than {LONGEST} bytes of base or original")
    if steps > min(4 * (base + original), LONGEST_SCRIPT):
        raise EditScriptError(
            f"{count(steps, 'byte')} of script are more than any footer of its size needs"
        )


def _follow(base: bytes, size: int, steps: ScriptReader) -> bytes:
    out = bytearray()
    source = memoryview(base)
    at = 0
    while steps.left:
        copied, skipped, inserted = steps.varint(), steps.varint(), steps.varint()
        if not (copied or skipped or inserted):
            raise EditScriptError("a step that does nothing")
        if copied + skipped > len(base) - at:
            raise EditScriptError("a step beyond the end of the base")
        if copied + inserted > size - len(out):
            raise EditScriptError("a step beyond the end of the original")
        out += source[at : at + copied]
        at += copied + skipped
        for piece in steps.take(inserted):
            out += piece
    steps.finish()
    if at != len(base) or len(out) != size:
        raise EditScriptError("it ends before the base and the original do")
    return bytes(out)


def _inflate(body: memoryview, size: int) -> Iterator[bytes]:
    """The content of one zlib stream, in pieces; never more than it was declared to have."""
    stream = zlib.decompressobj()
    left = size + 1  # one more than declared, to notice what there is too much
    try:
        for start in range(0, len(body), _WINDOW):
            data = bytes(body[start : start + _WINDOW])
            while (data or stream.unconsumed_tail) and not stream.eof:
                piece = stream.decompress(data or stream.unconsumed_tail, min(_WINDOW, left))
                data = b""
                left -= len(piece)
                if left <= 0:
                    raise EditScriptError(f"more than the declared {count(size, 'byte')} of script")
                if piece:
                    yield piece
                elif not stream.unconsumed_tail:
                    break
            if stream.eof:
                rest = len(body) - start - _WINDOW
                if stream.unused_data or rest > 0:
                    raise EditScriptError("bytes follow the compressed script")
                return
    except zlib.error as error:
        raise EditScriptError(f"not compressed as it says: {error}") from error
    raise EditScriptError("the compressed script is cut short")


def _steps(base: bytes, original: bytes, edits: Iterable[Edit]) -> bytes:
    """Edits as steps; what is copied between two of them has to be worth a step."""
    out = bytearray()
    source = target = 0
    pending: Edit | None = None
    for edit in edits:
        if pending is not None and edit.base_start - pending.base_end < _SHORTEST_COPY:
            pending = Edit(pending.base_start, edit.base_end, pending.start, edit.end)
            continue
        if pending is not None:
            out += _step(pending, source, original)
            source, target = pending.base_end, pending.end
        pending = edit
    if pending is not None:
        out += _step(pending, source, original)
        source, target = pending.base_end, pending.end
    if (source, target) != (len(base), len(original)):
        out += _step(Edit(len(base), len(base), len(original), len(original)), source, original)
    return bytes(out)


def _step(edit: Edit, source: int, original: bytes) -> bytes:
    inserted = original[edit.start : edit.end]
    copied, skipped = edit.base_start - source, edit.base_end - edit.base_start
    return unsigned(copied) + unsigned(skipped) + unsigned(len(inserted)) + inserted
