"""What other libraries make of bytes of the binary protocol, as a program of its own.

    python tests/interop/binary_oracle.py LIBRARY IDL FOLDER < requests > answers

A request is a line of JSON, `{"cls": "Everything", "data": "0800..."}`; so is an answer: `value`, the plain form of what was read,
and `data`, what the library writes for it; or `error`. Apache's classes are generated into the folder. It imports nothing of this
project.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any, NamedTuple


class Library(NamedTuple):
    read: Callable[[str, bytes], Any]
    write: Callable[[Any], bytes]


def plain(value: Any) -> Any:
    """Structs without what is absent, bytes as hexadecimal, maps in an order of their own."""
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {"map": sorted(([plain(k), plain(v)] for k, v in value.items()), key=repr)}
    if isinstance(value, float):
        return {"double": value.hex()}
    if hasattr(value, "thrift_spec"):
        return {name: plain(item) for name, item in vars(value).items() if item is not None}
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else value


def thriftpy2(idl: str, protocol: str, factory: str) -> Library:
    from thriftpy2.parser import load
    from thriftpy2.utils import deserialize, serialize

    module: Any = load(idl, module_name="binary_oracle_thrift")
    made = getattr(importlib.import_module(protocol), factory)()
    return Library(
        lambda cls, data: deserialize(getattr(module, cls)(), data, made),
        lambda value: serialize(value, made),
    )


def apache(idl: str, folder: str, factory: str, **options: bool) -> Library:
    command = ["thrift", "--gen", "py", "-out", folder, idl]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    sys.path.insert(0, folder)
    module = importlib.import_module("everything.ttypes")
    made = getattr(importlib.import_module("thrift.protocol.TBinaryProtocol"), factory)(**options)
    buffer = importlib.import_module("thrift.transport.TTransport").TMemoryBuffer

    def read(cls: str, data: bytes) -> Any:
        value = getattr(module, cls)()
        value.read(made.getProtocol(buffer(data)))
        return value

    def write(value: Any) -> bytes:
        transport = buffer()
        value.write(made.getProtocol(transport))
        written: bytes = transport.getvalue()
        return written

    return Library(read, write)


def library(name: str, idl: str, folder: str) -> Library:
    match name:
        case "thriftpy2":
            return thriftpy2(idl, "thriftpy2.protocol.binary", "TBinaryProtocolFactory")
        case "thriftpy2, Cython":
            return thriftpy2(idl, "thriftpy2.protocol.cybin", "TCyBinaryProtocolFactory")
        case "Apache Thrift":
            return apache(idl, folder, "TBinaryProtocolFactory")
        case "Apache Thrift, accelerated":
            return apache(idl, folder, "TBinaryProtocolAcceleratedFactory", fallback=False)
    raise ValueError(name)


def main(name: str, idl: str, folder: str) -> None:
    asked = library(name, idl, folder)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            value = asked.read(request["cls"], bytes.fromhex(request["data"]))
            answer = {"value": plain(value), "data": asked.write(value).hex()}
        except Exception as error:  # the oracle's own errors are answers
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer))


if __name__ == "__main__":
    main(*sys.argv[1:])
