"""The head of a message in both protocols and both framings, as Apache Thrift writes it (docs/binary.md has such a call)."""

from __future__ import annotations

from typing import Any

import pytest

from inlay_runtime import EncodeError, InvalidValueError, Limits, Message, MessageKind
from inlay_runtime.errors import LimitError, TruncatedError

CASES = [
    ("binary", "80010001 00000004 70696e47 fffffffb", Message("pinG", MessageKind.CALL, -5)),
    ("binary", "80010004 00000004 70696e47 00011170", Message("pinG", MessageKind.ONEWAY, 70000)),
    ("binary", "00000004 70696e47 01 fffffffb", Message("pinG", MessageKind.CALL, -5, is_strict=False)),
    ("binary", "00000000 02 00000000", Message("", MessageKind.REPLY, 0, is_strict=False)),
    ("compact", "8221 fbffffff0f 04 70696e47", Message("pinG", MessageKind.CALL, -5)),
    ("compact", "8281 f0a204 04 70696e47", Message("pinG", MessageKind.ONEWAY, 70000)),
    ("binary", "80010003 00000002 ff41 00000007", Message("\udcffA", MessageKind.EXCEPTION, 7)),
]  # fmt: skip
"""The first six are what Apache Thrift 0.25 writes."""


@pytest.mark.parametrize(("protocol", "data", "message"), CASES)
def test_a_head_is_read_and_written(protocol: Any, data: str, message: Message) -> None:
    head = bytes.fromhex(data)
    assert message.encode(protocol=protocol).hex(" ") == head.hex(" ")
    assert Message.decode_from(b"ab" + head + b"\0", 2, protocol=protocol) == (
        message,
        2 + len(head),
    )
    for length in range(len(head)):
        with pytest.raises(TruncatedError) as caught:
            Message.decode_from(head[:length], protocol=protocol)
        assert 0 <= caught.value.offset <= length


REFUSED = [
    ("binary", "80020001 00000000 00000000", "a message of version 0x800200; the only one is 0x800100, at offset 0"),
    ("binary", "80010101 00000000 00000000", "a message of version 0x800101; the only one is 0x800100, at offset 0"),
    ("binary", "80010009 00000000 00000000", "9 is not a kind of message (1 CALL, 2 REPLY, 3 EXCEPTION, 4 ONEWAY), at offset 3"),
    ("binary", "00000001 61 00 00000000", "0 is not a kind of message (1 CALL, 2 REPLY, 3 EXCEPTION, 4 ONEWAY), at offset 5"),
    ("binary", "80010001 ffffffff 00000000", "-1 is not a size: it is negative, at offset 4"),
    ("compact", "8001", "a message begins with 0x82 in the compact protocol, and here is 0x80, at offset 0"),
    ("compact", "8222", "a message of version 2; the only one is 1, at offset 1"),
    ("compact", "8201 00 00", "0 is not a kind of message (1 CALL, 2 REPLY, 3 EXCEPTION, 4 ONEWAY), at offset 1"),
    ("compact", "8221 ffffffff7f 00", "34359738367 is out of range for a number of 32 bits, at offset 2"),
]  # fmt: skip


@pytest.mark.parametrize(("protocol", "data", "said"), REFUSED)
def test_what_is_no_head_is_refused(protocol: Any, data: str, said: str) -> None:
    with pytest.raises(InvalidValueError) as caught:
        Message.decode_from(bytes.fromhex(data), protocol=protocol)
    assert str(caught.value) == said


def test_a_name_keeps_to_the_limits() -> None:
    head = Message("a long name", MessageKind.CALL).encode()
    with pytest.raises(LimitError):
        Message.decode_from(head, limits=Limits(binary=4))


def test_a_message_is_a_head_and_a_struct(kitchen: Any) -> None:
    message, point = Message("move", MessageKind.CALL, 1), kitchen.Point(x=1, y=2)
    data = message.encode() + point.encode(protocol="binary")
    read, offset = Message.decode_from(data)
    assert (read, kitchen.Point.decode_from(data, offset, protocol="binary")) == (
        message,
        (point, len(data)),
    )
    assert repr(read) == "Message('move', <MessageKind.CALL: 1>, sequence_id=1)"
    assert hash(read) == hash(message)


def test_a_wrong_argument_is_refused() -> None:
    with pytest.raises(EncodeError, match="sequence_id: 2147483648 is out of range for i32"):
        Message("a", MessageKind.CALL, 1 << 31).encode()
    unknown: Any = "json"
    with pytest.raises(ValueError, match="may be 'compact' or 'binary'"):
        Message("a", MessageKind.CALL).encode(protocol=unknown)
    with pytest.raises(ValueError, match="may be 'compact' or 'binary'"):
        Message.decode_from(b"", protocol=unknown)
    with pytest.raises(ValueError, match="offset -1 is negative"):
        Message.decode_from(b"", -1)
