"""A footer in a design of its own as lines: modules by field, and what seals them, so that CRCs follow an edit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final
from zlib import crc32

from inlay.footers.designs.footer_modules import ROOT, FooterModule, ModuleLocation, ModuleNumber
from inlay.footers.footer.end_pieces import EndPiece, Role
from inlay.verbs.dump.lines import Line, WrittenLines, write_bytes
from inlay.verbs.dump.thrift import Step, Symbols, write_struct
from inlay.verbs.dump.whole_struct import find_whole
from inlay_runtime.errors import DecodeError

if TYPE_CHECKING:
    from inlay.footers.designs.design import FooterDesign
    from inlay.footers.footer.footer import Footer

_HERE: Final = "crc"
"""The label of a CRC, in its module, of what stands before it."""


def write_modules(footer: Footer, design: type[FooterDesign]) -> Iterable[Line | WrittenLines]:
    """All of the footer, to the end of the file; as bytes where its root cannot be read."""
    try:
        modules = design.modules(footer.data, footer.offset)
    except DecodeError:
        return write_bytes(footer.data, footer.offset, 0, f"{design.name} footer")
    return _Modules(footer, design.location, modules).write()


class _Modules:
    def __init__(
        self, footer: Footer, location: ModuleLocation | None, modules: list[FooterModule]
    ) -> None:
        self._footer = footer
        self._name = footer.end.name_of(footer)
        self._data = footer.data
        self._offset = footer.offset
        self._end = footer.offset + len(footer.data)
        self._location = location
        self._modules = modules
        self._places = {_label_of(each): (each.start, each.end) for each in modules}
        self._labels = {each.start: _label_of(each) for each in modules}
        self._ends = {each.end: _label_of(each) for each in modules}
        self._vouched: defaultdict[int, list[str]] = defaultdict(list)
        for each in modules:
            if each.type is not None:
                self._vouched[crc32(self._bytes(each.start, each.end))].append(_label_of(each))

    def write(self) -> Iterator[Line | WrittenLines]:
        yield Line(0, "@footer")
        position = self._offset
        for module in self._modules:
            yield from self._raw(position, module.start, "no part of the footer")
            label = _label_of(module)
            yield Line(0, f"@{label}")
            yield from self._module(module)
            yield Line(0, f"@{label}.end")
            position = module.end
        frame = self._footer.end.behind(self._footer, 0)
        start = self._end - len(self._footer.magic) - sum(piece.length for piece in frame)
        yield from self._raw(position, start, f"{self._name} footer")
        yield from self._frame(start, frame)
        yield Line(0, "@footer.end")

    def _module(self, module: FooterModule) -> Iterator[Line | WrittenLines]:
        start, end = module.start, module.end
        if module.type is not None:
            data, schema = self._bytes(start, end), module.type.SCHEMA
            # Only the root says where modules lie.
            whole = None if module.name == ROOT else find_whole(data, start, schema, _no_symbol)
            if whole is not None:
                yield whole
                yield from self._raw(start + whole.end, end, "behind the struct")
                return
            text = write_struct(data, start, schema, self._symbols())
            yield from text.lines
            yield from self._raw(text.end, end, "behind the struct")
        elif module.are_checksums:
            yield from self._checksums(start, end)
        elif module.numbers:
            yield from self._numbers(module)
        else:
            yield from self._raw(start, end, module.name)

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

    def _numbers(self, module: FooterModule) -> Iterator[Line]:
        at = module.start
        for number in module.numbers:
            if len(number.of) > 1:
                yield Line(0, f"@{_label_of(module)}.{_HERE}")
            text = self._express(number, self._number(at, number.size), at)
            yield Line(0, text, at, at + number.size, number.meaning)
            at += number.size
        yield from self._raw(at, module.end, "magic")

    def _express(self, number: ModuleNumber, value: int, at: int) -> str:
        """The size of a module, a CRC, or neither."""
        plain = f"uint{8 * number.size} {value}"
        labels = [f"footer.{name}" for name in number.of]
        if not all(label in self._places for label in labels):
            return plain
        match number.role, labels:
            case Role.LENGTH, [label]:
                start, end = self._places[label]
                size = f"uint{8 * number.size} &{label}.end - &{label}"
                return size if end - start == value > 0 else plain
            case Role.CHECKSUM, [label]:
                crc = crc32(self._bytes(*self._places[label]))
                return f"crc32 &{label} &{label}.end" if crc == value else plain
            case Role.CHECKSUM, [begin, behind]:
                crc = crc32(self._bytes(self._places[begin][0], at))
                crc = crc32(self._bytes(self._places[behind][0], self._end), crc)
                ranges = f"&{begin} &{begin}.{_HERE} &{behind} &footer.end"
                return f"crc32 {ranges}" if crc == value else plain
            case _:
                return plain

    def _frame(self, start: int, frame: list[EndPiece]) -> Iterator[Line]:
        """Places are those of modules, from the start of the file or of the footer."""
        known = {at - self._offset: f"&{label} - &footer" for at, label in self._labels.items()}
        known[self._offset] = "&footer"
        at = start
        for piece in frame:
            number = self._number(at, piece.length)
            text = f"int{8 * piece.length} {known.get(number, number)}"
            yield Line(0, text, at, at + piece.length, str(number))
            at += piece.length
        yield from self._raw(at, self._end, "magic")

    def _symbols(self) -> Symbols:
        """Where modules lie, from the start of the file or of the footer, and their sizes."""
        start = -1

        def write(way: tuple[Step, ...], value: int) -> str:
            nonlocal start
            where = self._location
            if where is None or way[-1][0] != where.struct:
                return ""
            if way[-1][1] == where.offset:
                is_absolute = value in self._labels
                start = value if is_absolute else value + self._offset
                label = self._labels.get(start, "")
                return f"&{label}" if is_absolute else f"&{label} - &footer" if label else ""
            if way[-1][1] == where.length and start in self._labels:
                label = self._ends.get(start + value, "")
                return f"&{label}.end - &{self._labels[start]}" if label else ""
            return ""

        return write

    def _raw(self, start: int, end: int, note: str) -> Iterator[Line]:
        return write_bytes(self._bytes(start, end), start, 0, note)

    def _number(self, at: int, size: int) -> int:
        return int.from_bytes(self._bytes(at, at + size), "little")

    def _bytes(self, start: int, end: int) -> bytes:
        return self._data[start - self._offset : end - self._offset]


def _no_symbol(_way: tuple[Step, ...], _value: int) -> str:
    return ""


def _label_of(module: FooterModule) -> str:
    steps = ["footer"]
    if module.row_group >= 0:
        steps.append(f"g{module.row_group}")
    if module.column >= 0:
        steps.append(f"c{module.column}")
    return ".".join([*steps, module.name.replace(" ", "_")])
