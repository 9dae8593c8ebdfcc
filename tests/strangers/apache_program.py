"""What classes of Apache's compiler make of bytes, as a program of its own: they have names of their own for modules.

    python -m tests.strangers.apache_program FOLDER MODULE < requests > answers

A request is a line of JSON, `{"cls": "Point", "protocol": "compact", "data": "1500..."}`; so is an answer: `value`, the plain form
of what was read, and `data`, what is written for it; or `error`.
"""

from __future__ import annotations

import importlib
import json
import sys
from typing import Any

from tests.interop.binary_oracle import plain


def main(folder: str, name: str) -> None:
    sys.path.insert(0, folder)
    module = importlib.import_module(name)
    transport = importlib.import_module("thrift.transport.TTransport").TMemoryBuffer
    protocols = {
        "compact": importlib.import_module("thrift.protocol.TCompactProtocol").TCompactProtocol,
        "binary": importlib.import_module("thrift.protocol.TBinaryProtocol").TBinaryProtocol,
    }
    for line in sys.stdin:
        request = json.loads(line)
        protocol = protocols[request["protocol"]]
        try:
            cls = getattr(module, request["cls"])
            value = read(cls, protocol(transport(bytes.fromhex(request["data"]))))
            written = transport()
            value.write(protocol(written))
            answer = {"value": plain(value), "data": written.getvalue().hex()}
        except Exception as error:  # the oracle's own errors are answers
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer))


def read(cls: Any, protocol: Any) -> Any:
    """An exception cannot be changed, and is made by reading; a struct is made first."""
    value = cls()
    read = value.read(protocol)
    return value if read is None else read


if __name__ == "__main__":
    main(*sys.argv[1:])
