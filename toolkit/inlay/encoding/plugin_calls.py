"""The only calls of plug-ins: what they are given is read-only, what they return is checked, what they raise is one error.

A plug-in is the code of others: nothing that it does may become a value that nobody has checked, or a traceback.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import CodeType
from typing import Any

from inlay.encoding.errors import PluginFailedError
from inlay.encoding.plain import WIDTHS, size_of_byte_arrays
from inlay.encoding.plugins import ValueEncoding, describe_error, format_encoding
from inlay.refusals import RefusedError
from parquet_format.parquet import Type


def encode_values(plugin: ValueEncoding, values: memoryview, count: int, type_: Type) -> bytes:
    """Raises PluginFailedError, also where `decode` does not give back the values; RefusedError where the plug-in
    misses a package."""
    # A copy: native code may write where Python cannot, and what is compared has to be what there was.
    original = bytes(values)
    data = _call(plugin, "encode", plugin.encode, values.toreadonly(), count, type_)
    if decode_values(plugin, memoryview(data), count, type_, len(original)) != original:
        raise PluginFailedError(_name(plugin), "does not give back the values of a page")
    return data


def decode_values(
    plugin: ValueEncoding,
    data: memoryview,
    count: int,
    type_: Type,
    size: int | None = None,
) -> bytes:
    """`count` values in PLAIN encoding, which are `size` bytes where somebody knows. Raises as `encode_values`."""
    values = _call(plugin, "decode", plugin.decode, data.toreadonly(), count, type_)
    width = WIDTHS.get(type_)
    if width is not None:
        size = count * width
    if size is not None and len(values) != size:
        what = f"returned {len(values):,} bytes from decode, and {count:,} values are {size:,}"
        raise PluginFailedError(_name(plugin), what)
    if size is None and size_of_byte_arrays(values, count) != len(values):
        what = f"returned {len(values):,} bytes from decode that are no {count:,} values"
        raise PluginFailedError(_name(plugin), what)
    return values


def _call(
    plugin: ValueEncoding,
    verb: str,
    call: Callable[[memoryview, int, Type], object],
    data: memoryview,
    count: int,
    type_: Type,
) -> bytes:
    try:
        result = call(data, count, type_)
    except (KeyboardInterrupt, RefusedError):
        raise
    except BaseException as error:
        # Panics of Rust are no Exceptions, and a plug-in has no business to end the process.
        if _is_of_a_signal(error):
            raise
        what = f"raised in {verb}: {describe_error(error)}"
        raise PluginFailedError(_name(plugin), what) from error
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
