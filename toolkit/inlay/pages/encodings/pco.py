"""Pcodec: numbers as small integers around what they have in common, a standalone stream a page."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from inlay.ground.missing import say_how_to_install
from inlay.ground.refusals import RefusedError
from inlay.ground.wording import amounts
from inlay.pages.encodings.errors import DeclinedError
from inlay_runtime.errors import InlayError
from parquet_format.parquet import Type

_DTYPES: Final = {
    Type.INT32: "int32",
    Type.INT64: "int64",
    Type.FLOAT: "float32",
    Type.DOUBLE: "float64",
    Type.FIXED_LEN_BYTE_ARRAY: "float16",
}

_HARDEST: Final = 12


class PcoError(InlayError):
    """A stream that does not hold what its page says."""


class Pco:
    """`pco` of the package pcodec. Bits come back as they were: NaN payloads, -0.0, all of them.

    Of FIXED_LEN_BYTE_ARRAYs it takes those of two bytes, which are half-precision numbers in practice.
    """

    name: ClassVar[str] = "pco"
    version: ClassVar[int] = 1
    types: ClassVar[frozenset[Type]] = frozenset(_DTYPES)

    def __init__(self, level: int | None = None) -> None:
        self._level = level

    def with_parameters(self, **parameters: object) -> Pco:
        """`level`: how hard it looks for smaller bytes."""
        level = parameters.pop("level", None)
        if parameters or not isinstance(level, int) or not 0 <= level <= _HARDEST:
            raise ValueError(f"pco has one parameter, level, a number from 0 to {_HARDEST}")
        return Pco(level)

    def encode(self, values: memoryview, count: int, type_: Type) -> bytes:
        if type_ == Type.FIXED_LEN_BYTE_ARRAY and len(values) != 2 * count:
            width = len(values) // count
            raise DeclinedError(f"pco takes FIXED_LEN_BYTE_ARRAYs of 2 bytes, and not of {width:,}")
        pcodec = _package()
        import numpy as np  # what pcodec depends on: where that is, this is

        # Values of a page may lie anywhere, and pcodec takes those that are aligned.
        numbers = np.require(np.frombuffer(values, _DTYPES[type_], count), requirements="A")
        options = {} if self._level is None else {"compression_level": self._level}
        compressed: bytes = pcodec.standalone.simple_compress(
            numbers, pcodec.ChunkConfig(**options)
        )
        return compressed

    def decode(self, data: memoryview, count: int, type_: Type) -> bytes:
        standalone = _package().standalone
        import numpy as np

        # Into memory of the size that is wanted: a stream may claim to hold any number of values.
        values = np.empty(count, _DTYPES[type_])
        try:
            progress = standalone.simple_decompress_into(bytes(data), values)
        except (RuntimeError, TypeError, ValueError) as error:
            raise PcoError(f"no stream of pco: {error}") from error
        if progress.n_processed != count or not progress.finished:
            raise PcoError(f"a stream of pco that does not hold {amounts.count(count, 'value')}")
        return values.tobytes()


def _package() -> Any:
    """Perhaps not there: a cluster's workers have what their image has, and archives bring no compiled packages."""
    try:
        import pcodec
    except ImportError as error:
        what = "pco needs the package pcodec, which is not installed in this Python"
        raise RefusedError("package", f"{what}: {say_how_to_install('pcodec')}") from error
    return pcodec
