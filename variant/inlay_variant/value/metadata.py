"""The dictionary of field names that a Variant's objects point into.

header    bits 0-3 version, 4 sorted_strings, 5 reserved, 6-7 offset_size - 1
then      dictionary_size, dictionary_size + 1 offsets, the names (VariantEncoding.md, "Metadata encoding")
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from inlay_runtime import amounts
from inlay_runtime.errors import InvalidValueError, LimitError, TruncatedError
from inlay_variant.value.limits import DEFAULT_LIMITS, VariantLimits

VERSION: Final = 1
SORTED: Final = 0x10

TOLERANT_ONLY: Final = (
    " (DuckDB and Spark write such ones); only tolerant reading takes that: tolerant=True in Python, "
    "--tolerant for a command, the option tolerant on Spark"
)
"""Behind what is wrong with the order of names."""


class Metadata:
    """`names` in the order of their ids, as UTF-8; `is_sorted` is what the header says of them."""

    __slots__ = ("_ids", "is_sorted", "names", "size", "texts")

    def __init__(self, names: Sequence[bytes], is_sorted: bool, size: int) -> None:
        self.names = tuple(names)
        self.texts = tuple(name.decode() for name in names)
        self.is_sorted = is_sorted
        self.size = size
        """Bytes that the dictionary takes."""
        self._ids: dict[bytes, int] | None = None

    def find(self, name: bytes) -> int | None:
        """The id of a name; the first one where a dictionary that is not sorted has it twice."""
        if self._ids is None:
            self._ids = {name: id_ for id_, name in reversed(list(enumerate(self.names)))}
        return self._ids.get(name)


def read_metadata(data: bytes, limits: VariantLimits = DEFAULT_LIMITS) -> Metadata:
    """Raises DecodeErrors, with offsets from the start of the dictionary; nothing may follow it."""
    metadata = read_metadata_from(data, limits)
    if metadata.size != len(data):
        raise InvalidValueError(
            f"{amounts.count(len(data) - metadata.size, 'byte follows', 'bytes follow')} the dictionary",
            metadata.size,
            "metadata",
        )
    return metadata


@lru_cache(maxsize=256)
def read_metadata_from(data: bytes, limits: VariantLimits = DEFAULT_LIMITS) -> Metadata:
    """The same where other bytes follow, as in files that hold metadata and value one after the other."""
    if not data:
        raise TruncatedError("needs 1 byte, 0 are left", 0, "metadata")
    header = data[0]
    if header & 0x0F != VERSION:
        raise InvalidValueError(
            f"version {header & 0x0F} of the encoding; only {VERSION} can be read", 0, "metadata"
        )
    width = (header >> 6) + 1
    count = _unsigned(data, 1, width)
    start = 1 + width
    texts = start + (count + 1) * width
    if texts > len(data):
        raise TruncatedError(
            f"{amounts.count(count + 1, 'offset needs', 'offsets need')} {amounts.count(texts - start, 'byte')}, {amounts.count(len(data) - start, 'is left', 'are left')}",
            start,
            "metadata",
        )
    offsets = [_unsigned(data, start + i * width, width) for i in range(count + 1)]
    if offsets[0] != 0:
        raise InvalidValueError(f"the first offset is {offsets[0]}, not 0", start, "metadata")
    end = texts + offsets[-1]
    if end > limits.size:
        raise LimitError(
            f"{amounts.count(end, 'byte')}, {amounts.count(limits.size, 'is allowed', 'are allowed')}",
            0,
            "metadata",
        )
    if end > len(data):
        raise TruncatedError(
            f"the names need {amounts.count(offsets[-1], 'byte')}, {amounts.count(len(data) - texts, 'is left', 'are left')}",
            texts,
            "metadata",
        )
    names = _names(data, start, width, texts, offsets)
    is_sorted = bool(header & SORTED)
    for id_ in range(1, count) if is_sorted else ():
        if names[id_ - 1] >= names[id_]:
            raise InvalidValueError(
                f"sorted_strings is set, and name {id_} does not come after the one before it{TOLERANT_ONLY}",
                start + id_ * width,
                "metadata",
            )
    return Metadata(names, is_sorted, end)


def _names(data: bytes, start: int, width: int, texts: int, offsets: Sequence[int]) -> list[bytes]:
    names: list[bytes] = []
    for id_ in range(len(offsets) - 1):
        first, last = offsets[id_], offsets[id_ + 1]
        if last < first:
            raise InvalidValueError(
                f"offset {last} comes after {first}", start + (id_ + 1) * width, "metadata"
            )
        # The last one is known to be in range, and none comes after it.
        name = data[texts + first : texts + last]
        try:
            name.decode()
        except UnicodeDecodeError as error:
            raise InvalidValueError(
                f"name {id_} is not UTF-8", texts + first + error.start, "metadata"
            ) from None
        names.append(name)
    return names


def write_metadata(names: Iterable[bytes]) -> bytes:
    """The canonical dictionary: sorted, unique, in the smallest width, with sorted_strings set."""
    ordered = sorted(set(names))
    total = sum(map(len, ordered))
    width = width_of(max(total, len(ordered)))
    offsets = [0]
    for name in ordered:
        offsets.append(offsets[-1] + len(name))
    return b"".join(
        [
            bytes([VERSION | SORTED | (width - 1) << 6]),
            len(ordered).to_bytes(width, "little"),
            *[offset.to_bytes(width, "little") for offset in offsets],
            *ordered,
        ]
    )


def width_of(most: int) -> int:
    """The bytes, 1 to 4, that an unsigned number up to `most` needs."""
    return 1 if most < 1 << 8 else 2 if most < 1 << 16 else 3 if most < 1 << 24 else 4


def _unsigned(data: bytes, offset: int, width: int) -> int:
    taken = data[offset : offset + width]
    if len(taken) < width:
        raise TruncatedError(
            f"needs {amounts.count(width, 'byte')}, {amounts.count(len(taken), 'is left', 'are left')}",
            offset,
            "metadata",
        )
    return int.from_bytes(taken, "little")
