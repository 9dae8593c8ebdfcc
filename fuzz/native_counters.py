"""The counters that clang has put into native modules, as they stand in the memory of this process.

Each module has a section of them, a byte for each branch. Nobody but libFuzzer sets them back, and it does not run here.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path
from struct import Struct
from typing import Final

SECTION: Final = b"__sancov_cntrs"
_HEADER: Final = Struct("<24xQQQIHHHHHH")
_SECTION: Final = Struct("<IIQQQQIIQQ")


def read_counters(folder: Path) -> Iterator[tuple[str, list[int], int]]:
    """Of each module below a folder that is loaded: its name, which branches were taken, and how many there are."""
    for path, base in _list_loaded(folder):
        place = find_section(path.read_bytes(), SECTION)
        if place is not None:
            address, size = place
            counters = ctypes.string_at(base + address, size)
            taken = [at for at, count in enumerate(counters) if count]
            yield path.relative_to(folder).as_posix().split(".")[0], taken, size


def find_section(elf: bytes, name: bytes) -> tuple[int, int] | None:
    """Address and size of a section of a 64-bit ELF file; None without such a one."""
    _, _, table, _, _, _, _, size, count, names = _HEADER.unpack_from(elf, 0)
    sections = [_SECTION.unpack_from(elf, table + at * size) for at in range(count)]
    texts = sections[names][4]
    for begin, _, _, address, _, length, *_ in sections:
        if elf.startswith(name + b"\0", texts + begin):
            return address, length
    return None


def _list_loaded(folder: Path) -> Iterator[tuple[Path, int]]:
    """Modules in the memory of this process, and where each begins."""
    seen: set[Path] = set()
    for line in Path("/proc/self/maps").read_text().splitlines():
        span, _, offset, _, _, *rest = line.split(maxsplit=5)
        path = Path(rest[0]) if rest else None
        if path and path.is_relative_to(folder) and path not in seen and int(offset, 16) == 0:
            seen.add(path)
            yield path, int(span.partition("-")[0], 16)
