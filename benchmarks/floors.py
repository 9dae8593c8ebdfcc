"""What no reader can go below: a pass that only skips, and a copy."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from benchmarks.measure import Contender

PADDING: Final = 64
SKIP: Final = """
#include <stdint.h>
typedef const uint8_t *P;
static P skip(P p, int type);
static inline P varint(P p, uint64_t *value) {
    uint64_t found = 0; int shift = 0;
    while (*p & 0x80) { found |= (uint64_t)(*p++ & 0x7F) << shift; shift += 7; }
    *value = found | (uint64_t)*p << shift;
    return p + 1;
}
static P skip_struct(P p) {
    for (;;) {
        uint8_t byte = *p++;
        if (!(byte & 15)) return p;
        if (byte < 16) while (*p++ & 0x80) {}
        p = skip(p, byte & 15);
    }
}
static P skip(P p, int type) {
    uint64_t size; uint8_t byte;
    switch (type) {
    case 3: return p + 1;
    case 4: case 5: case 6: while (*p++ & 0x80) {} return p;
    case 7: return p + 8;
    case 8: p = varint(p, &size); return p + size;
    case 9: case 10:
        byte = *p++; size = byte >> 4;
        if (size == 15) p = varint(p, &size);
        if ((byte & 15) < 4) return p + size;
        for (; size; size--) p = skip(p, byte & 15);
        return p;
    case 12: return skip_struct(p);
    case 13: return p + 16;
    }
    return p;
}
long pass_over(P start) { return skip_struct(start) - start; }
"""


@cache
def _library() -> ctypes.CDLL | None:
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    folder = Path(tempfile.mkdtemp(prefix="inlay-floor-"))
    (folder / "skip.c").write_text(SKIP, encoding="utf-8")
    built = folder / "skip.so"
    command = [compiler, "-O2", "-shared", "-fPIC", "-o", str(built), str(folder / "skip.c")]
    subprocess.run(command, check=True)
    library = ctypes.CDLL(str(built))
    shutil.rmtree(folder)
    return library


def padded_skip(data: bytes) -> Contender:
    """A pass in C that checks nothing; the padding stops it where the input does not."""
    library = _library()
    if library is None:
        return lambda: None
    padded = ctypes.create_string_buffer(data + bytes(PADDING))
    assert library.pass_over(padded) == len(data)
    return lambda: library.pass_over(padded)


def copy(data: bytes) -> Contender:
    return lambda: bytearray(data)
