"""How an object is called, as its source has it: annotations without quotes, defaults without addresses."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any, ForwardRef

from inlay_runtime.frozen import Frozen

_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


class _Verbatim:
    """Text that `inspect` prints as it is."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def describe_signature(value: Callable[..., Any]) -> str:
    """`(source: Source) -> Footer`; empty for what has no signature of its own: errors, classes that only functions make."""
    if inspect.isclass(value) and _hides_how_it_is_called(value):
        return ""
    try:
        signature = inspect.signature(value)
    except (ValueError, TypeError):
        return ""
    parameters = [_plain(parameter) for parameter in signature.parameters.values()]
    returned = signature.return_annotation
    if inspect.isclass(value):
        returned = inspect.Signature.empty
    elif returned is not inspect.Signature.empty:
        returned = _Verbatim(describe_type(returned))
    return str(inspect.Signature(parameters, return_annotation=returned))


def describe_type(annotation: object) -> str:
    if isinstance(annotation, str):
        return annotation.strip("'\"")
    if isinstance(annotation, ForwardRef):
        return annotation.__forward_arg__
    return inspect.formatannotation(annotation)


def _hides_how_it_is_called(cls: type) -> bool:
    own = inspect.getattr_static(cls, "__init__") is vars(Frozen)["__init__"]
    is_protocol = getattr(cls, "_is_protocol", False)
    return own or is_protocol or hasattr(cls, "__members__")


def _plain(parameter: inspect.Parameter) -> inspect.Parameter:
    annotation, default = parameter.annotation, parameter.default
    if annotation is not inspect.Parameter.empty:
        annotation = _Verbatim(describe_type(annotation))
    if default is not inspect.Parameter.empty:
        default = _Verbatim(_describe_default(default))
    return parameter.replace(annotation=annotation, default=default)


def _describe_default(default: object) -> str:
    if inspect.isroutine(default) or inspect.isclass(default):
        return default.__name__
    text = _ADDRESS.sub("", repr(default))
    # A record in full says less than its name: its own fields have defaults, too.
    is_record = hasattr(type(default), "_fields") or hasattr(type(default), "__dataclass_fields__")
    return f"{type(default).__name__}(...)" if is_record else text
