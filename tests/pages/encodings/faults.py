"""Plug-ins of others that do what they should not, each in one way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

import numpy as np

from inlay_runtime.errors import InlayError
from parquet_format.parquet import Type
from tests.pages.encodings.files import pa


class Whole:
    """Values as they are: the plug-in that all the others are one mistake away from."""

    name: ClassVar[Any] = "whole"
    version: ClassVar[Any] = 1
    types: ClassVar[Any] = frozenset({Type.DOUBLE, Type.INT64, Type.BYTE_ARRAY})

    def encode(self, values: memoryview, count: int, type_: Type) -> bytes:
        return bytes(values)

    def decode(self, data: memoryview, count: int, type_: Type) -> bytes:
        return bytes(data)


class Xor(Whole):
    """Bytes of another version are other values, and nothing in them says so."""

    name: ClassVar[Any] = "xor"
    key: ClassVar[int] = 1

    def encode(self, values: memoryview, count: int, type_: Type) -> bytes:
        return bytes(one ^ self.key for one in values)

    def decode(self, data: memoryview, count: int, type_: Type) -> bytes:
        return self.encode(data, count, type_)


class Xor2(Xor):
    version: ClassVar[Any] = 2
    key: ClassVar[int] = 2


def plugin(**attributes: Any) -> Any:
    return type("Fault", (Whole,), attributes)()


def raising(error: BaseException) -> Callable[..., bytes]:
    def call(*_: Any) -> bytes:
        raise error

    return call


def changing_its_input(_self: Any, values: memoryview, _count: int, _type: Type) -> bytes:
    values[0] = 7
    return bytes(values)


def changing_by_numpy(_self: Any, values: memoryview, _count: int, _type: Type) -> bytes:
    numbers = np.frombuffer(values, "u8")
    numbers[1:] ^= numbers[:-1].copy()
    return numbers.tobytes()


ENCODE: Final[dict[str, tuple[Any, str]]] = {
    "raises": (raising(ValueError("no scale fits")), "raised in encode: ValueError: no scale fits"),
    "divides by zero": (raising(ZeroDivisionError()), "raised in encode: ZeroDivisionError"),
    "has no memory": (raising(MemoryError()), "raised in encode: MemoryError"),
    "ends the process": (raising(SystemExit(0)), "raised in encode: SystemExit: 0"),
    "raises ours": (raising(InlayError("own")), "raised in encode: InlayError: own"),
    "None": (lambda *_: None, "returned NoneType from encode, and has to return bytes"),
    "text": (lambda *_: "abc", "returned str from encode"),
    "bytearray": (lambda _, v, *__: bytearray(v), "returned bytearray from encode"),
    "memoryview": (lambda _, v, *__: v, "returned memoryview from encode"),
    "numpy": (lambda _, v, *__: np.frombuffer(v, "u1"), "returned ndarray from encode"),
    "Arrow": (lambda _, v, *__: pa.py_buffer(bytes(v)), "returned Buffer from encode"),
    "too little": (lambda _, v, *__: bytes(v)[:-8], "39,992 bytes from decode, and 5,000 values"),
    "changes its input": (changing_its_input, "raised in encode: TypeError: cannot modify read-on"),
    "changes it by numpy": (changing_by_numpy, "raised in encode: ValueError: output array is rea"),
}

DECODE: Final[dict[str, tuple[Any, str]]] = {
    "raises": (raising(KeyError("x")), "raised in decode: KeyError: 'x'"),
    "None": (lambda *_: None, "returned NoneType from decode, and has to return bytes"),
    "a number": (lambda _, __, count, ___: count * 8, "returned int from decode"),
    "a list": (lambda _, d, *__: list(bytes(d)), "returned list from decode"),
    "numpy bytes": (lambda _, d, *__: np.frombuffer(d, "u1"), "returned ndarray from decode"),
    "numpy floats": (lambda _, d, *__: np.frombuffer(d, "f8"), "returned ndarray from decode"),
    "a view of floats": (
        lambda _, d, *__: memoryview(bytes(d)).cast("d"),
        "returned memoryview from decode",
    ),
    "bytearray": (lambda _, d, *__: bytearray(d), "returned bytearray from decode"),
    "Arrow": (lambda _, d, *__: pa.py_buffer(bytes(d)), "returned Buffer from decode"),
    "too much": (lambda _, d, *__: bytes(d) + b"x", "40,001 bytes from decode, and 5,000 values"),
    "too little": (lambda _, d, *__: bytes(d)[:-1], "39,999 bytes from decode, and 5,000 values"),
    "other values": (lambda _, d, *__: bytes(len(d)), "does not give back the values of a page"),
}

NO_PLUGINS: Final[dict[str, tuple[Any, str]]] = {
    "an object": (object(), "object is not an encoding: it has no name"),
    "no name": (plugin(name=""), "its name is '', and has to be printable text"),
    "a number for a name": (plugin(name=5), "its name is 5"),
    "NUL in the name": (plugin(name="a\x00b"), "its name is 'a\\x00b'"),
    "a line end in the name": (plugin(name="a\n"), "its name is 'a\\n'"),
    "a text for a version": (plugin(version="1.0"), "its version is '1.0', and has to be a number"),
    "a truth for a version": (plugin(version=True), "its version is True"),
    "a version below 0": (plugin(version=-1), "its version is -1"),
    "a version of 33 bits": (plugin(version=1 << 32), "its version is 4294967296"),
    "no types": (plugin(types=None), "its types have to be a frozenset"),
    "types by name": (plugin(types=["DOUBLE"]), "its types have to be a frozenset"),
    "types by name, in a set": (plugin(types={"DOUBLE"}), "its types have to be a frozenset"),
    "no method": (plugin(encode=3), "encode and decode have to be methods"),
}
