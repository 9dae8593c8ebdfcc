"""The bytes that a text stands for, while lengths, counts and places in them are not settled yet."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from typing import IO, Final, NamedTuple, TypeAlias

from inlay.ground.files.source import Seekable, read_at, size_of
from inlay.ground.wording.amounts import count
from inlay.verbs.dump.errors import AssemblyError

_ROUNDS: Final = 32
"""A number that is longer moves the places behind it, which may make others longer: so often at most."""

_STEP: Final = 1 << 20

CHECKED: Final = 1 << 16
"""Bytes at the end of the source whose CRC the text has."""


class Copied(NamedTuple):
    """Bytes of the source; `line` is where the text asks for them."""

    offset: int
    size: int
    line: int


class LateHeader:
    """Of a container: its bytes are known when the container ends."""

    __slots__ = ("data",)

    def __init__(self) -> None:
        self.data = b""


class Term(NamedTuple):
    """A number, or the place of a label; `sign` is 1 or -1. Places inside of the text have numbers for labels."""

    sign: int
    value: int
    label: str | int | None = None
    column: int = 1


class LateNumber:
    """The sum of terms, and how it is written."""

    __slots__ = ("data", "line", "pack", "terms")

    def __init__(self, terms: Sequence[Term], pack: Callable[[int], bytes], line: int) -> None:
        self.terms = terms
        self.pack = pack
        self.line = line
        self.data = b"\0"


class LateChecksum:
    """Four bytes, little-endian: a CRC of what lies between two labels, then the next two, and so on. None of it may be copied."""

    __slots__ = ("compute", "data", "labels", "line")

    def __init__(self, compute: Callable[[bytes], int], labels: Sequence[Term], line: int) -> None:
        self.compute = compute
        self.labels = labels
        self.line = line
        self.data = bytes(4)


Part: TypeAlias = bytes | Copied | LateHeader | LateNumber | LateChecksum


class SourceFile(NamedTuple):
    """What the text says of the file that it copies from."""

    size: int
    crc: int
    line: int

    def check(self, file: Seekable) -> None:
        """Raises AssemblyError for another file."""
        size = size_of(file)
        crc = zlib.crc32(read_at(file, max(size - CHECKED, 0), CHECKED))
        if size != self.size:
            reason = f"the text was made of a file of {count(self.size, 'byte')}, and the source has {size:,}"
            raise AssemblyError(reason, self.line)
        if crc != self.crc:
            reason = "the source is not the file that the text was made of: its last bytes differ"
            raise AssemblyError(reason, self.line)


class Assembly:
    """Parts, in the order of the file, and the labels between them."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.labels: dict[str | int, int] = {}
        self.source: SourceFile | None = None
        self.size = 0
        self._fixed = bytearray()
        self._places: list[int] = []

    def add(self, part: Part) -> None:
        if isinstance(part, bytes):
            self._fixed += part
        else:
            self.flush()
            self.parts.append(part)

    def flush(self) -> None:
        """What was added is a part, and the next one begins."""
        if self._fixed:
            self.parts.append(bytes(self._fixed))
            self._fixed.clear()

    def mark(self, label: str | int) -> None:
        """A label for the place behind all that was added."""
        self.flush()
        self.labels[label] = len(self.parts)

    def knows(self, label: str) -> bool:
        """Whether the label has a place."""
        return label in self.labels

    def settle(self) -> None:
        """Gives each number its bytes, and `size` its value. Raises AssemblyError for a label that is nowhere, for a
        number that does not fit where it stands, and for numbers that move each other for ever."""
        self.flush()
        for _ in range(_ROUNDS):
            self.size = self._measure()
            if not self._renew():
                self._compute_checksums()
                return
        line = self._first_line()
        raise AssemblyError("the numbers from here on depend on each other and never settle", line)

    def _measure(self) -> int:
        """Where each part lies, and how long all of them are."""
        places = [0]
        for part in self.parts:
            places.append(places[-1] + size_of_part(part))
        self._places = places
        return places[-1]

    def _renew(self) -> bool:
        """Gives each number its value, once; whether one is another than before."""
        changed = [self._renew_part(part) for part in self.parts]
        return any(changed)

    def _renew_part(self, part: Part) -> bool:
        """Whether it is a number, and another one than before."""
        if not isinstance(part, LateNumber):
            return False
        try:
            data = part.pack(self._value(part))
        except ValueError as error:
            raise AssemblyError(str(error), part.line) from error
        is_new = data != part.data
        part.data = data
        return is_new

    def _first_line(self) -> int:
        """Of the first number."""
        return next(part.line for part in self.parts if isinstance(part, LateNumber))

    def _value(self, number: LateNumber) -> int:
        total = 0
        for term in number.terms:
            if term.label is None:
                total += term.sign * term.value
                continue
            total += term.sign * self._place(self._find(term, number.line))
        return total

    def _place(self, part: int) -> int:
        return self._places[part]

    def _compute_checksums(self) -> None:
        """In the order of the file: one may be a part of what a later one is about."""
        for checksum in self.parts:
            if isinstance(checksum, LateChecksum):
                places = [self._find(label, checksum.line) for label in checksum.labels]
                data = bytearray()
                for begin, end in zip(places[::2], places[1::2], strict=True):
                    for part in self._list_parts(begin, end):
                        if isinstance(part, Copied):
                            reason = "a CRC of bytes that are copied; --bodies hex writes them out"
                            raise AssemblyError(reason, checksum.line)
                        data += data_of(part)
                checksum.data = checksum.compute(bytes(data)).to_bytes(4, "little")

    def _list_parts(self, begin: int, end: int | None) -> Iterator[Part]:
        """From one place to another, or to the end of all."""
        yield from self.parts[begin:end]

    def _find(self, term: Term, line: int) -> int:
        """The part that a label stands before."""
        at = None if term.label is None else self._point_of(term.label)
        if at is None:
            raise self._no_label(str(term.label), line, term.column)
        return at

    def _point_of(self, label: str | int) -> int | None:
        return self.labels.get(label)

    def _list_names(self) -> list[str]:
        return [name for name in self.labels if isinstance(name, str)]

    def _no_label(self, label: str, line: int, column: int) -> AssemblyError:
        nearest = get_close_matches(label, self._list_names(), 1)
        hint = f"; did you mean &{nearest[0]}?" if nearest else ""
        return AssemblyError(f"no line has the label @{label}{hint}", line, column)

    def chunks(self, source: Seekable | None) -> Iterator[bytes]:
        """The bytes, once all is settled. Raises AssemblyError where they are to be copied and there is no source, or another
        one; OSError where it cannot be read."""
        if source is not None and self.source is not None:
            self.source.check(source)
        for part in self._list_parts(0, None):
            if isinstance(part, Copied):
                yield from _copy(part, source)
            else:
                yield data_of(part)

    def write(self, file: IO[bytes], source: Seekable | None) -> None:
        """The same into a file."""
        for chunk in self.chunks(source):
            file.write(chunk)


def size_of_part(part: Part) -> int:
    """In bytes, as far as it is settled."""
    return part.size if isinstance(part, Copied) else len(data_of(part))


def data_of(part: Part) -> bytes:
    """Its bytes; none of what is copied."""
    if isinstance(part, bytes):
        return part
    return b"" if isinstance(part, Copied) else part.data


def _copy(part: Copied, source: Seekable | None) -> Iterator[bytes]:
    if source is None:
        reason = "these bytes are copied from the file that was dumped, and no source is given: --source FILE"
        raise AssemblyError(reason, part.line)
    for at in range(part.offset, part.offset + part.size, _STEP):
        wanted = min(_STEP, part.offset + part.size - at)
        data = read_at(source, at, wanted)
        if len(data) < wanted:
            raise AssemblyError("the source ends before these bytes do", part.line)
        yield data
