"""The only calls of plug-ins: what they are given is read-only, what they return is checked, what they raise is one error.

A plug-in is the code of others: nothing that it does may become a value that nobody has checked, or a traceback.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from types import CodeType
from typing import Any, ParamSpec

from inlay.ground.refusals import RefusedError
from inlay.ground.wording import amounts
from inlay.pages.encodings.errors import DeclinedError, PluginFailedError
from inlay.pages.encodings.plain import size_of_byte_arrays
from inlay.pages.encodings.plain_sizes import measure_values
from inlay.pages.encodings.plugins import (
    ValueEncoding,
    describe_error,
    encode_nothing,
    format_encoding,
)
from parquet_format.parquet import Type

_Arguments = ParamSpec("_Arguments")


def encode_pages(
    plugin: ValueEncoding, pages: Sequence[tuple[memoryview, int]], type_: Type
) -> Iterator[bytes]:
    """The PLAIN values of each page of a chunk, given with how many it has, encoded.

    Raises PluginFailedError, also where `decode` does not give back the values; DeclinedError where the encoding does
    not pay; RefusedError where the plug-in misses a package.
    """
    there = [(values.toreadonly(), count) for values, count in pages if count]
    encode = _prepare(plugin, there, type_) if there else None
    for values, count in pages:
        if encode is None or not count:
            yield encode_nothing(plugin)
            continue
        # A copy: native code may write where Python cannot, and what is compared has to be what there was.
        original = bytes(values)
        data = _require_bytes(
            plugin, "encode", _call(plugin, "encode", encode, values.toreadonly(), count)
        )
        if decode_values(plugin, memoryview(data), count, type_, len(original)) != original:
            raise PluginFailedError(_name(plugin), "does not give back the values of a page")
        yield data


def _prepare(
    plugin: ValueEncoding, pages: Sequence[tuple[memoryview, int]], type_: Type
) -> Callable[[memoryview, int], object]:
    # Not by isinstance, which looks at all of the protocol for each chunk.
    prepare: Callable[..., object] | None = getattr(plugin, "prepare", None)
    if prepare is None:
        return lambda values, count: plugin.encode(values, count, type_)
    encode = _call(plugin, "prepare", prepare, pages, type_)
    if not callable(encode):
        what = f"returned {type(encode).__name__} from prepare, and has to return a function"
        raise PluginFailedError(_name(plugin), what)
    return encode


def decode_values(
    plugin: ValueEncoding,
    data: memoryview,
    count: int,
    type_: Type,
    size: int | None = None,
) -> bytes:
    """`count` values in PLAIN encoding, which are `size` bytes where somebody knows. Raises PluginFailedError."""
    result = _call(plugin, "decode", plugin.decode, data.toreadonly(), count, type_)
    values = _require_bytes(plugin, "decode", result)
    known = measure_values(type_, count)
    if known is not None:
        size = known
    if size is not None and len(values) != size:
        what = f"returned {amounts.count(len(values), 'byte')} from decode, and {amounts.count(count, 'value is', 'values are')} {size:,}"
        raise PluginFailedError(_name(plugin), what)
    if (
        size is None
        and type_ == Type.BYTE_ARRAY
        and size_of_byte_arrays(values, count) != len(values)
    ):
        what = f"returned {amounts.count(len(values), 'byte')} from decode that are not {amounts.count(count, 'value')}"
        raise PluginFailedError(_name(plugin), what)
    return values


def _call(
    plugin: ValueEncoding,
    verb: str,
    call: Callable[_Arguments, object],
    *args: _Arguments.args,
    **kwargs: _Arguments.kwargs,
) -> object:
    try:
        return call(*args, **kwargs)
    except (KeyboardInterrupt, RefusedError, DeclinedError):
        raise
    except BaseException as error:
        # Panics of Rust are not Exceptions, and a plug-in has no business to end the process.
        if _is_of_a_signal(error):
            raise
        what = f"raised in {verb}: {describe_error(error)}"
        raise PluginFailedError(_name(plugin), what) from error


def _require_bytes(plugin: ValueEncoding, verb: str, result: object) -> bytes:
    if type(result) is not bytes:
        what = f"returned {type(result).__name__} from {verb}, and has to return bytes"
        raise PluginFailedError(_name(plugin), what)
    return result


def _name(plugin: ValueEncoding) -> str:
    return format_encoding(plugin.name, plugin.version)


def _is_of_a_signal(error: BaseException) -> bool:
    """Whether the handler of a signal has raised it, which runs wherever the process happens to be."""
    handlers = {_code_of(signal.getsignal(number)) for number in signal.valid_signals()} - {None}
    at = error.__traceback__
    while at is not None:
        if at.tb_frame.f_code in handlers:
            return True
        at = at.tb_next
    return False


def _code_of(handler: Any) -> CodeType | None:
    code: object = getattr(handler, "__code__", None)
    return code if isinstance(code, CodeType) else None
