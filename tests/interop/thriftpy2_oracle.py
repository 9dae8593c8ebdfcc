"""What thriftpy2 makes of bytes, as a program of its own: another decoder may hang or crash.

    python tests/interop/thriftpy2_oracle.py IDL < requests > answers

A request is a line of JSON, `{"cls": "FileMetaData", "data": "1504..."}`; so is an answer: `value`, the
plain form of what was read, and `data`, what thriftpy2 writes for it; or `error`. It imports nothing of
this project.
"""

from __future__ import annotations

import json
import sys
from typing import Any, cast


def plain(value: Any) -> Any:
    """Structs and unions as dictionaries without what is absent, bytes as hexadecimal."""
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, float):
        return {"double": value.hex()}
    if hasattr(value, "thrift_spec"):
        names = [spec[1] for spec in value.thrift_spec.values()]
        found = {name: getattr(value, name) for name in names}
        return {name: plain(item) for name, item in found.items() if item is not None}
    return value


def main(idl: str) -> None:
    from thriftpy2.parser import load
    from thriftpy2.protocol.compact import TCompactProtocolFactory
    from thriftpy2.utils import deserialize, serialize

    module: Any = load(idl, module_name="oracle_thrift")
    factory: Any = cast(Any, TCompactProtocolFactory)()
    for line in sys.stdin:
        request = json.loads(line)
        try:
            target = getattr(module, request["cls"])()
            value = deserialize(target, bytes.fromhex(request["data"]), factory)
            answer = {"value": plain(value), "data": serialize(value, factory).hex()}
        except Exception as error:  # the oracle's own errors are answers
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer))


if __name__ == "__main__":
    main(sys.argv[1])
