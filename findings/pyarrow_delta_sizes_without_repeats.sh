#!/usr/bin/env bash
# pyarrow 26.0.1: of a DELTA_BYTE_ARRAY column, the size of the values leaves out each value that begins the one before it, and each
# that repeats it.
#
# parquet.thrift: unencoded_byte_array_data_bytes is the number of bytes of BYTE_ARRAY values "assuming no encoding", so that a reader
# knows how much memory they take. Of "abc", "ab", "abcd" that is 9, and of "abc" four times it is 12. In any other encoding pyarrow
# says so; in DELTA_BYTE_ARRAY, where such a value has no suffix, it says 7 and 3. The values themselves are read back as they were.
#
# Seen:
#   plain 9 of 9 bytes, delta 7 of 9 bytes, plain 12 of 12 bytes, delta 3 of 12 bytes
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check pyarrow==26.0.1 thrift==0.22.0
cd "$place"
"$place/venv/bin/python" - <<'PYTHON'
import sys

import pyarrow as pa
import pyarrow.parquet as pq
from thrift.protocol.TCompactProtocol import TCompactProtocol
from thrift.Thrift import TType
from thrift.transport.TTransport import TMemoryBuffer

NUMBERS = {TType.BYTE: "Byte", TType.I16: "I16", TType.I32: "I32", TType.I64: "I64", TType.DOUBLE: "Double", TType.BOOL: "Bool"}


def read(protocol, kind):
    """A value of any type: a struct as a dict by the ids of its fields."""
    if kind in NUMBERS:
        return getattr(protocol, f"read{NUMBERS[kind]}")()
    if kind == TType.STRING:
        return protocol.readBinary()
    if kind == TType.LIST:
        inner, size = protocol.readListBegin()
        items = [read(protocol, inner) for _ in range(size)]
        protocol.readListEnd()
        return items
    fields = {}
    protocol.readStructBegin()
    while True:
        _, inner, number = protocol.readFieldBegin()
        if inner == TType.STOP:
            break
        fields[number] = read(protocol, inner)
        protocol.readFieldEnd()
    protocol.readStructEnd()
    return fields


def size_in(path):
    data = open(path, "rb").read()
    length = int.from_bytes(data[-8:-4], "little")
    footer = read(TCompactProtocol(TMemoryBuffer(data[-8 - length : -8])), TType.STRUCT)
    # row_groups[0].columns[0].meta_data.size_statistics.unencoded_byte_array_data_bytes
    return footer[4][0][1][0][3][16][1]


seen = []
for values in (["abc", "ab", "abcd"], ["abc"] * 4):
    for name, encoding in (("plain", "PLAIN"), ("delta", "DELTA_BYTE_ARRAY")):
        path = f"{name}.parquet"
        table = pa.table({"a": values})
        pq.write_table(table, path, use_dictionary=False, column_encoding={"a": encoding})
        assert pq.read_table(path).equals(table)
        seen.append(f"{name} {size_in(path)} of {sum(map(len, values))} bytes")
print(", ".join(seen))
if seen != ["plain 9 of 9 bytes", "delta 7 of 9 bytes", "plain 12 of 12 bytes", "delta 3 of 12 bytes"]:
    sys.exit("pyarrow now counts the bytes of DELTA_BYTE_ARRAY values otherwise")
PYTHON
