"""A modular footer as lines: modules by field, and what seals them, so that CRCs follow an edit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final
from zlib import crc32

from inlay.verbs.dump.lines import Line, write_bytes
from inlay.verbs.dump.thrift import Step, Symbols, write_struct
from inlay.verbs.layout.modular_parts import CHECKSUMS, ROOT, SCRIPT, SEAL, ModularPart, list_parts
from inlay_runtime.errors import DecodeError

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer

_NUMBERS: Final = (
    ("uint64", SCRIPT, "bytes of the script"),
    ("uint32", "PLACEMENT", "CRC of the placement"),
    ("uint32", "SCHEMA", "CRC of the schema"),
    ("uint32", "FILE_METADATA", "CRC of the file's metadata"),
    ("uint32", "SCHEMA_INDEX", "CRC of the schema index"),
    ("uint16", "", "flags"),
)
"""Of each number its type, the part whose size or CRC it is, and what it means."""


def write_modular(footer: Footer) -> list[Line]:
    """All of the footer, to the end of the file; as bytes where its root cannot be read."""
    try:
        parts = list_parts(footer.data, footer.offset)
    except DecodeError:
        return write_bytes(footer.data, footer.offset, 0, "modular footer")
    return list(_Modular(footer, parts).write())


class _Modular:
    def __init__(self, footer: Footer, parts: list[ModularPart]) -> None:
        self._data = footer.data
        self._offset = footer.offset
        self._end = footer.offset + len(footer.data)
        self._parts = parts
        self._places = {_label_of(part): (part.start, part.end) for part in parts}
        self._labels = {part.start: _label_of(part) for part in parts}
        self._vouched: defaultdict[int, list[str]] = defaultdict(list)
        for part in parts:
            if part.type is not None:
                self._vouched[crc32(self._bytes(part.start, part.end))].append(_label_of(part))

    def write(self) -> Iterator[Line]:
        yield Line(0, "@footer")
        position = self._offset
        for part in self._parts:
            yield from self._raw(position, part.start, "no part of the footer")
            label = _label_of(part)
            yield Line(0, f"@{label}")
            yield from self._part(part)
            yield Line(0, f"@{label}.end")
            position = part.end
        yield from self._frame(position)
        yield Line(0, "@footer.end")

    def _part(self, part: ModularPart) -> Iterator[Line]:
        start, end, name, type_, _, _ = part
        if type_ is not None:
            text = write_struct(self._bytes(start, end), start, type_.SCHEMA, self._symbols())
            yield from text.lines
            yield from self._raw(text.end, end, "behind the struct")
        elif name == CHECKSUMS:
            yield from self._checksums(start, end)
        elif name == SEAL:
            yield from self._seal(start, end)
        else:
            yield from self._raw(start, end, name)

    def _checksums(self, start: int, end: int) -> Iterator[Line]:
        """Those of parts are computed; others are of what a reader makes of several parts."""
        stop = end - (end - start) % 4
        for at in range(start, stop, 4):
            value = self._number(at, 4)
            labels = self._vouched.get(value, [])
            label = labels.pop(0) if len(labels) > 1 else "".join(labels)
            text = f"crc32 &{label} &{label}.end" if label else f"uint32 {value}"
            yield Line(0, text, at, at + 4, "" if label else "a CRC")
        yield from self._raw(stop, end, "")

    def _seal(self, start: int, end: int) -> Iterator[Line]:
        at = start
        for kind, name, note in _NUMBERS:
            size = int(kind.removeprefix("uint")) // 8
            yield Line(0, self._sealed(kind, self._number(at, size), name), at, at + size, note)
            at += size
        yield Line(0, f"@{_CRC}")
        crc = self._seal_crc(start, at)
        yield Line(0, crc, at, at + 4, "CRC, also of all that follows the seal")
        yield from self._raw(at + 4, end, "magic")

    def _seal_crc(self, start: int, end: int) -> str:
        """Of the numbers of the seal, and of the root and the frame behind it."""
        root, _ = self._places[_ROOT]
        crc = crc32(self._bytes(root, self._end), crc32(self._bytes(start, end)))
        value = self._number(end, 4)
        is_true = crc == value
        return f"crc32 &{_SEAL} &{_CRC} &{_ROOT} &footer.end" if is_true else f"uint32 {value}"

    def _sealed(self, kind: str, value: int, name: str) -> str:
        """A number of the seal: the size of a part, its CRC, or neither."""
        label = f"footer.{name}"
        start, end = self._places.get(label, (0, 0))
        if name == SCRIPT and end - start == value > 0:
            return f"{kind} &{label}.end - &{label}"
        if name and end > start and crc32(self._bytes(start, end)) == value:
            return f"crc32 &{label} &{label}.end"
        return f"{kind} {value}"

    def _frame(self, start: int) -> Iterator[Line]:
        """Where the footer begins, and its root behind that."""
        root, _ = self._places[_ROOT]
        known = {"&footer": self._offset, f"&{_ROOT} - &footer": root - self._offset}
        at = start
        for text, value in known.items():
            number = self._number(at, 8)
            written = text if number == value else str(number)
            yield Line(0, f"int64 {written}", at, at + 8, str(number))
            at += 8
        yield from self._raw(at, self._end, "magic")

    def _symbols(self) -> Symbols:
        """Where modules lie, from the start of the file or of the footer, and their sizes."""
        last = ""

        def write(way: tuple[Step, ...], value: int) -> str:
            nonlocal last
            if way[-1] == ("ModuleLocation", 1):
                is_absolute = value in self._labels
                last = self._labels.get(value if is_absolute else value + self._offset, "")
                return f"&{last}" if is_absolute else f"&{last} - &footer" if last else ""
            if way[-1] == ("ModuleLocation", 2) and last:
                end = _SEAL if last in _SUPPLEMENT else last
                size = self._places[end][1] - self._places[last][0]
                return f"&{end}.end - &{last}" if size == value else ""
            return ""

        return write

    def _raw(self, start: int, end: int, note: str) -> list[Line]:
        return write_bytes(self._bytes(start, end), start, 0, note)

    def _number(self, at: int, size: int) -> int:
        return int.from_bytes(self._bytes(at, at + size), "little")

    def _bytes(self, start: int, end: int) -> bytes:
        return self._data[start - self._offset : end - self._offset]


def _label_of(part: ModularPart) -> str:
    steps = ["footer"]
    if part.row_group >= 0:
        steps.append(f"g{part.row_group}")
    if part.column >= 0:
        steps.append(f"c{part.column}")
    return ".".join([*steps, part.name.replace(" ", "_")])


_ROOT: Final = f"footer.{ROOT}"
_SEAL: Final = f"footer.{SEAL}"
_CRC: Final = f"{_SEAL}.crc"
_SUPPLEMENT: Final = (f"footer.{SCRIPT}", f"footer.{CHECKSUMS}")
