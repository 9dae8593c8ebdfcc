"""Lines of text out of a stream of bytes, packed or not: whole lines at a time, with the number of the first."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from collections.abc import Callable, Iterator
from typing import IO, Any, Final, Literal, cast

import pyarrow as pa

from inlay_runtime.errors import InlayError

MOST_LINE: Final = 128 << 20
"""The longest line, in bytes: no Variant is larger."""

_PACKED_BYTES: Final = 1 << 16
_MARK: Final = b"\xef\xbb\xbf"
_OTHER_MARKS: Final = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


class SourceBytesError(InlayError):
    """A stream that does not unpack, or that is not text from the first byte on."""

    def __init__(self, name: str, what: str) -> None:
        super().__init__(name, what)
        self.name = name
        self.what = what

    def __str__(self) -> str:
        return f"{self.name}: {self.what}"


def _by_arrow(codec: Literal["lz4", "zstd"]) -> Callable[[Any], IO[bytes]]:
    def unpack(file: Any) -> IO[bytes]:
        packed = pa.PythonFile(file, mode="r")
        return cast("IO[bytes]", pa.CompressedInputStream(packed, codec))

    return unpack


_PACKED: Final[dict[bytes, tuple[str, Callable[[IO[bytes]], IO[bytes]]]]] = {
    b"\x1f\x8b": ("gzip", lambda file: cast("IO[bytes]", gzip.GzipFile(fileobj=file))),
    b"\x28\xb5\x2f\xfd": ("zstd", _by_arrow("zstd")),
    b"\x04\x22\x4d\x18": ("lz4", _by_arrow("lz4")),
    b"BZh": ("bzip2", lambda file: _unpack_parts(file, bz2.BZ2Decompressor, b"")),
    b"\xfd7zX": ("xz", lambda file: _unpack_parts(file, lzma.LZMADecompressor, b"\0")),
}
"""By their first bytes, none of which begins JSON."""


class _Rejoined(io.RawIOBase):
    """A stream of which the start has been read; counts what is taken of it."""

    def __init__(self, start: bytes, rest: IO[bytes]) -> None:
        self._start = start
        self._rest = rest
        self.taken = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        if self._start:
            data = self._start[: len(buffer)]
            self._start = self._start[len(data) :]
        else:
            data = self._rest.read(len(buffer)) or b""
        buffer[: len(data)] = data
        self.taken += len(data)
        return len(data)


def _unpack_parts(file: IO[bytes], begin: Callable[[], Any], padding: bytes) -> IO[bytes]:
    """`begin` makes a decompressor of `bz2` or `lzma`."""
    return io.BufferedReader(_Parts(file, begin, padding))


class _Parts(io.RawIOBase):
    """Packed parts one after the other, each of which has to be whole: the files of `bz2` and `lzma` take a part that is damaged
    at its start for something that is none of theirs, and end before it without a word."""

    def __init__(self, file: IO[bytes], begin: Callable[[], Any], padding: bytes) -> None:
        self._file = file
        self._begin = begin
        self._padding = padding
        self._part = begin()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        while True:
            packed = b""
            if self._part.eof:
                packed = self._next_part()
                if not packed:
                    return 0
                self._part = self._begin()
            elif self._part.needs_input:
                packed = self._file.read(_PACKED_BYTES)
                if not packed:
                    raise EOFError("it ends inside of a part")
            data = self._part.decompress(packed, len(buffer))
            if data:
                buffer[: len(data)] = data
                return len(data)

    def _next_part(self) -> bytes:
        """Its first bytes; none at the end."""
        packed: bytes = self._part.unused_data.lstrip(self._padding)
        while not packed:
            packed = self._file.read(_PACKED_BYTES)
            if not packed:
                return b""
            packed = packed.lstrip(self._padding)
        return packed


class LineSource:
    """Text of whole lines out of a file, unpacked where its first bytes say gzip, zstd, lz4, bzip2 or xz."""

    def __init__(self, file: IO[bytes], name: str) -> None:
        """`name` is what errors call the file. Raises SourceBytesError for UTF-16, and OSError."""
        start = file.read(4)
        self._raw = _Rejoined(start, file)
        self._name = name
        self._codec = ""
        self._given = 0
        self._text: IO[bytes] = io.BufferedReader(self._raw)
        for magic, (codec, unpack) in _PACKED.items():
            if start.startswith(magic):
                self._codec = codec
                self._text = unpack(self._text)

    @property
    def given(self) -> int:
        """Bytes of the file behind the lines that were given so far; some more were read."""
        return self._given

    def read_lines(self, size: int) -> Iterator[tuple[bytes, int]]:
        """Whole lines of about `size` bytes, and the number of the first of them, from 1; one that is empty where there is
        nothing. A byte order mark of UTF-8 is left out.

        Raises SourceBytesError, for a line of more than 128 MiB too, and OSError.
        """
        line, rest = 1, b""
        text = b""  # not yielded before more is known to follow: the last line need not end
        is_first = True
        while True:
            taken = self._raw.taken
            data = self._read(size)
            if not data:
                break
            if is_first:
                data = self._without_mark(data)
                is_first = False
            end = data.rfind(b"\n") + 1
            if not end:
                rest += data
                self._require_short(rest, line + text.count(b"\n"))
                continue
            if text:
                self._given = taken
                yield text, line
                line += text.count(b"\n")
            text = rest + data[:end]
            rest = data[end:]
        self._given = self._raw.taken
        yield text + rest, line

    def _without_mark(self, data: bytes) -> bytes:
        for mark, encoding in _OTHER_MARKS.items():
            if data.startswith(mark):
                raise SourceBytesError(self._name, f"is {encoding}, and JSON is UTF-8: convert it")
        return data.removeprefix(_MARK)

    def _require_short(self, rest: bytes, line: int) -> None:
        if len(rest) > MOST_LINE:
            most = f"{MOST_LINE >> 20} MiB"
            raise SourceBytesError(
                self._name, f"line {line:,} is longer than {most}, and no Variant holds more"
            )

    def _read(self, size: int) -> bytes:
        try:
            return self._text.read(size)
        except (EOFError, lzma.LZMAError, zlib.error, pa.ArrowException) as error:
            raise self._damaged(error) from None
        except OSError as error:
            if not self._codec or error.errno is not None:
                raise
            raise self._damaged(error) from None

    def _damaged(self, error: Exception) -> SourceBytesError:
        what = str(error).rstrip(".") or type(error).__name__
        return SourceBytesError(self._name, f"is {self._codec}, which cannot be unpacked: {what}")
