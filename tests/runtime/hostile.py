"""What the dearest inputs cost: peak memory and time of decoding each, in a process of its own.

A peak does not go down again, so each is decoded in a fork of a process that has imported what it takes, and no more.

python -m tests.runtime.hostile [BYTES]     a table; docs/decisions/wire.md has the dearest
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from inlay_runtime.errors import DecodeError
from inlay_runtime.limits import Limits
from parquet_format.parquet import FileMetaData
from tests.runtime import wire
from tests.runtime.wire import Field, uleb

IDL: Final = """
enum E { A = 1 }
struct P { 1: optional i32 a, 2: optional string s }
struct Wide { FIELDS }
struct Rows {
  1: list<P> ps, 2: set<list<i32>> ls, 3: map<E, i32> es, 4: map<list<i32>, set<i32>> ll,
  5: map<P, string> pt, 6: map<string, P> tp, 7: list<Wide> ws, 8: list<list<i32>> empty,
}
""".replace("FIELDS", ", ".join(f"{at}: optional i32 f{at}" for at in range(1, 301)))

FLAT_IDL: Final = "table T { a: int; b: string; } table R { ts: [T]; ss: [string]; } root_type R;"

HEAD: Final = "15 02 19 1c 48 01 73 00 16 00"
"""Of a footer: version, a schema of one element, num_rows; field 4 comes next."""

SMALL: Final = 200
"""Bytes of the input that is decoded before anything is measured."""


def times(element: bytes, size: int, wire_type: int = wire.STRUCT) -> bytes:
    """A list of so many elements as fit."""
    count = size // len(element)
    return wire.list_header(wire_type, count) + element * count


def footer(row_groups: bytes) -> bytes:
    return bytes.fromhex(HEAD) + b"\x19" + row_groups + b"\0"


def encodings(size: int) -> bytes:
    """One chunk, whose encodings are all unknown, of two bytes each."""
    values = times(uleb(2 * 5000), size, wire.I32)
    chunk = b"\x26\0\x1c\x15\x02\x19" + values + b"\x19\x18\x01x\x15\0\x16\0\x16\0\x16\0\x26\0\0\0"
    return footer(b"\x1c\x19\x1c" + chunk + b"\x16\0\x16\0\0")


def orders(size: int) -> bytes:
    """Column orders of an unknown variant."""
    return bytes.fromhex(HEAD) + b"\x19\x0c\x39" + times(b"\x9c\0\0", size) + b"\0"


def rows(field: int, value: bytes, wire_type: int = wire.LIST) -> bytes:
    return wire.struct(Field(field, wire_type, value))


def mapping(size: int, types: int, item: Callable[[int], bytes]) -> bytes:
    items: list[bytes] = []
    left = size
    while left > 0:
        items.append(item(len(items)))
        left -= len(items[-1])
    return uleb(len(items)) + bytes([types]) + b"".join(items)


def shared_tables(size: int) -> bytes:
    """A vector of offsets to one table."""
    count = size // 4
    head = bytes.fromhex("0c000000 0600 0800 0400 0000") + bytes.fromhex("08000000")
    data = bytearray(head + (4).to_bytes(4, "little") + count.to_bytes(4, "little"))
    end = len(data) + 4 * count
    for at in range(count):
        data += (end + 8 - (end - 4 * count + 4 * at)).to_bytes(4, "little")
    return bytes(data + bytes.fromhex("04000400 00000000") + (8).to_bytes(4, "little") + bytes(4))


def shared_texts(size: int) -> bytes:
    """A vector of offsets to one long text."""
    count = 30
    head = bytes.fromhex("0c000000 0800 0800 0000 0400") + bytes.fromhex("08000000")
    data = bytearray(head + (4).to_bytes(4, "little") + count.to_bytes(4, "little"))
    end = len(data) + 4 * count
    for at in range(count):
        data += (4 * (count - at)).to_bytes(4, "little")
    assert len(data) == end
    return bytes(data + size.to_bytes(4, "little") + b"s" * size + bytes(4))


ROWS: Final[Mapping[str, tuple[str, Callable[[int], bytes]]]] = {
    "RowGroups whose `columns` is `00`": ("footer", lambda n: footer(times(b"\x19\0\x16\0\x16\0\0", n))),
    "RowGroups whose `columns` is `0c`": ("footer", lambda n: footer(times(b"\x19\x0c\x16\0\x16\0\0", n))),
    "RowGroups with an unknown field": (
        "footer", lambda n: footer(times(b"\x19\x0c\x16\0\x16\0\xc5\x02\0", n)),
    ),
    "unknown enum values of two bytes": ("footer", encodings),
    "unknown variants": ("footer", orders),
    "structs with an unknown boolean": ("Rows", lambda n: rows(1, times(b"\x31\0", n))),
    "empty structs": ("Rows", lambda n: rows(1, times(b"\0", n))),
    "empty structs of 300 fields": ("Rows", lambda n: rows(7, times(b"\0", n))),
    "empty lists": ("Rows", lambda n: rows(8, times(b"\x05", n, wire.LIST))),
    "set<list<i32>> of `00`": ("Rows", lambda n: rows(2, times(b"\0", n, wire.LIST), wire.SET)),
    "map of unknown enum values": (
        "Rows",
        lambda n: rows(3, mapping(n, 0x55, lambda at: uleb(2 * at + 1000) + b"\2"), wire.MAP),
    ),
    "map<list, set>": ("Rows", lambda n: rows(4, mapping(n, 0x9A, lambda at: b"\x05\x05"), wire.MAP)),
    "map<struct, string>": ("Rows", lambda n: rows(5, mapping(n, 0xC8, lambda at: b"\0\0"), wire.MAP)),
    "map<string, struct>": (
        "Rows",
        lambda n: rows(6, mapping(n, 0x8C, lambda at: wire.binary(b"%d" % at) + b"\0"), wire.MAP),
    ),
    "a vector of offsets to one table": ("flat", shared_tables),
    "30 offsets to one long text": ("flat", shared_texts),
}  # fmt: skip


@cache
def cls_of(name: str) -> Any:
    if name == "footer":
        return FileMetaData
    if name == "flat":
        from tests.flat.compiled import compile_text as compile_flat

        return compile_flat(FLAT_IDL).R
    from tests.runtime.compiled import compile_text

    return compile_text(IDL).Rows


def peak() -> int:
    """Of this program, in bytes; `ru_maxrss` would count the process that started it as well."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) << 10
    raise OSError("no VmHWM in /proc/self/status")


def measure(cls: Any, small: bytes, data: bytes, limits: Limits) -> dict[str, Any]:
    """In this process: call it once.

    `small` is of the same kind as `data`: decoding it imports, and in a fresh clone compiles, what the kind needs.
    """
    with suppress(DecodeError):
        cls.decode(small, limits=limits)
    Path("/proc/self/clear_refs").write_text(
        "5", "ascii"
    )  # the peak is what there is now (proc_pid_clear_refs(5))
    before = peak()
    start = time.process_time()
    outcome = "read"
    try:
        kept = cls.decode(data, limits=limits)
    except DecodeError as error:
        outcome, kept = type(error).__name__, None
    seconds = time.process_time() - start
    grown = peak() - before
    del kept
    return {"bytes": len(data), "peak": grown, "outcome": outcome, "seconds": round(seconds, 2)}


def measured(size: int, *, pure: bool = False) -> dict[tuple[str, bool], dict[str, Any]]:
    """Of every row, with default limits and with strict ones: `name, strict`."""
    orders, inputs = list[dict[str, Any]](), list[bytes]()
    for name, (kind, make) in ROWS.items():
        cls = cls_of(kind)  # compiled here, for that takes more memory than what is measured
        small, data = make(SMALL), make(size)
        inputs += [small, data]
        sizes = [len(small), len(data)]
        orders.append({"row": name, "module": cls.__module__, "name": cls.__name__, "sizes": sizes})
    head = json.dumps({"path": sys.path, "orders": orders}).encode()
    done = subprocess.run(
        [sys.executable, "-m", "tests.runtime.hostile", "-"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
        input=b"\n".join([head, b"".join(inputs)]),
        env={**os.environ, "INLAY_PURE": str(int(pure))},
    )
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(results) == 2 * len(ROWS)
    return {(result["row"], result["strict"]): result for result in results}


def measure_each() -> None:
    """What `measured` asks for on standard input, a line of JSON for each."""
    head = json.loads(sys.stdin.buffer.readline())
    sys.path[:] = head["path"]
    for order in head["orders"]:
        # Only now: what the import of another leaves free could hold what this one takes.
        cls = getattr(import_module(order["module"]), order["name"])
        small, data = (sys.stdin.buffer.read(size) for size in order["sizes"])
        for strict in (False, True):
            sys.stdout.flush()
            child = os.fork()
            if not child:
                result = measure(cls, small, data, Limits.strict() if strict else Limits())
                print(json.dumps({"row": order["row"], "strict": strict, **result}), flush=True)
                os._exit(0)
            if os.waitpid(child, 0)[1]:
                raise OSError(f"{order['row']}: its process ended with an error")


def main(size: int) -> None:
    results = measured(size)
    for name in ROWS:
        shown = [
            f"{result['peak'] / result['bytes']:.0f} x, {result['seconds']} s, {result['outcome']}"
            for result in (results[name, False], results[name, True])
        ]
        print(f"| {name} | " + " | ".join(shown) + " |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["-"]:
        measure_each()
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
