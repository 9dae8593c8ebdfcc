"""What the keywords of the public functions take: one table, for a word means the same in each of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar, cast

from inlay.ground.mistakes import RequestError, refuse_string

P = ParamSpec("P")
R = TypeVar("R")

_LONGEST: Final = 40
_PUBLIC_NAMES: Final = {"read_footer": "open", "read_ledger": "layout"}
"""Of functions that users know by another name."""
_OF_TARGETS: Final = ("output", "overwrite", "in_place", "dry_run", "allow")
"""What `Target` takes."""
_BY_PLACE: Final = ("columns", "design", "folder", "output")
"""What people also give without its name, and exchange: names for a path, a path for names."""
_OUTPUTS: Final = ("out", "output_path", "dest", "destination")
"""What other libraries call `output`."""
_INNER: Final = ("system", "tally", "watch")
"""Keywords that only Inlay itself gives."""
_VARKEYWORDS: Final = 0x08
"""`inspect.CO_VARKEYWORDS`."""


def check_keywords(function: Callable[P, R]) -> Callable[P, R]:
    """The function, which raises TypeError for a keyword of a wrong type, as is text where True or False is meant, and RequestError for a word that is none of those that it
    takes, and for one string in place of names, before it does anything."""
    innermost: Any = function
    while hasattr(innermost, "__wrapped__"):
        innermost = innermost.__wrapped__
    _rename(innermost)
    defaults: dict[str, object] = innermost.__kwdefaults__ or {}
    flags = {name for name, default in defaults.items() if isinstance(default, bool)}
    code = innermost.__code__  # `inspect` would double the time that `import inlay` takes
    known = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    takes_any = code.co_flags & _VARKEYWORDS

    @wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        for name, value in kwargs.items():
            if name not in known and not takes_any:
                raise TypeError(_describe_unknown(innermost.__name__, name, known))
            if name in flags and not isinstance(value, bool):
                raise TypeError(f"{name} is True or False, not {_show(value)}")
            _check(name, value)
        for name, value in zip(known, args, strict=False):
            if name in _BY_PLACE:
                _check(name, value)
        return function(*args, **kwargs)

    return checked


def _rename(function: Any) -> None:
    """Gives it the name that users know it by: `help`, tracebacks and Python's own errors show that."""
    name = _PUBLIC_NAMES.get(function.__name__)
    if name is not None:
        function.__name__ = function.__qualname__ = name
        function.__code__ = function.__code__.replace(co_name=name, co_qualname=name)


def _describe_unknown(function: str, name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    name_there = "output" if name in _OUTPUTS else name
    if name_there in _OF_TARGETS and "target" in known:
        return f"{function}() has no keyword {name!r}: say target=inlay.Target({name_there}=...)"
    close = get_close_matches(name_there, known, n=1)
    if close:
        return f"{function}() has no keyword {name!r}; did you mean {close[0]!r}?"
    there = [it for it in known if it not in _INNER]
    return f"{function}() has no keyword {name!r}; it takes {', '.join(there) or 'none'}"


def _check(name: str, value: object) -> None:
    if name in _WORDS:
        words = _WORDS[name]
        if value not in words:
            raise RequestError(
                f"{name}={_show(value)}: choose {', '.join(words[:-1])} or {words[-1]}"
            )
    elif name in _TYPES and value is not None:
        is_such, what = _TYPES[name]
        if is_such is _are_names:
            refuse_string(value, name)
        if not is_such(value):
            # What was meant as a key is shown to nobody.
            shown = f"<{type(value).__name__}>" if name == "keys" else _show(value)
            raise TypeError(f"{name} is {what}, not {shown}")


def _show(value: object) -> str:
    try:
        text = repr(value)
    except Exception:  # of whatever class the caller has
        text = f"a value of {type(value).__qualname__}"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and 0 < value < 1


def _is_path(value: object) -> bool:
    return isinstance(value, str | os.PathLike)


def _are_names(value: object) -> bool:
    """What yields its members only once is left alone."""
    if isinstance(value, list | tuple | set | frozenset):
        return all(isinstance(member, str) for member in cast("Iterable[object]", value))
    return isinstance(value, Iterable)


def _are_types(value: object) -> bool:
    return isinstance(value, list | tuple) and all(
        isinstance(member, str | type) for member in cast("Iterable[object]", value)
    )


def _is_list(value: object) -> bool:
    return isinstance(value, list)


def _map(is_such: Callable[[Any], bool]) -> Callable[[object], bool]:
    def are_such(value: object) -> bool:
        return isinstance(value, Mapping) and all(
            isinstance(key, str) and is_such(member)
            for key, member in cast("Mapping[object, object]", value).items()
        )

    return are_such


def _are_keys(value: object) -> bool:
    """Those of key-value pairs, or of encryption: then also a function that retrieves them."""
    return _map(_is_text)(value) or hasattr(value, "find_footer_key") or callable(value)


def _have(name: str) -> Callable[[object], bool]:
    """Members with such an attribute."""
    return lambda value: (
        isinstance(value, list | tuple)
        and all(hasattr(member, name) for member in cast("Iterable[object]", value))
    )


def _has(name: str) -> Callable[[object], bool]:
    return lambda value: hasattr(value, name)


_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "bodies": ("copy", "hex"),
    "metadata": ("first", "drop", "error"),
    "schema": ("same", "exact", "union"),
}
_TYPES: Final[Mapping[str, tuple[Callable[[object], bool], str]]] = {
    "allow": (_are_names, "a set of names"),
    "batch_size": (_is_number, "a number"),
    "catalog": (_is_text, "the name of a catalog"),
    "column_orders": (_map(_is_text), "a dict of names and orders, which are text"),
    "columns": (_are_names, "a list of names"),
    "config": (_is_path, "a path"),
    "compression": (_is_text, "text, such as zstd:9"),
    "created_by": (_is_text, "text"),
    "crs": (_is_text, "text, such as OGC:CRS84"),
    "design": (_is_text, "the name of a design"),
    "encodings": (_has("numbers"), "inlay.encoding.Encodings"),
    "encode": (_map(_is_text), "a dict of names and encodings, which are text"),
    "false_positives": (_is_share, "a share between 0 and 1, such as 0.01"),
    "field_ids": (_map(lambda it: it is None or _is_number(it)), "a dict of names and numbers"),
    "findings": (_is_list, "a list, to which they are added"),
    "folder": (_is_path, "a path"),
    "for_filter": (_is_text, "a filter, which is text, such as price > 10"),
    "keys": (
        _are_keys,
        "a dict whose names and values are text, or inlay.EncryptionKeys where a file is opened",
    ),
    "limits": (_has("require_possible"), "VettingLimits"),
    "logical_types": (_map(_is_text), "a dict of names and types, which are text"),
    "name": (_is_text, "a glob, which is text"),
    "on_finding": (callable, "a function"),
    "output": (_is_path, "a path"),
    "partial_columns": (_is_path, "a path"),
    "partition_by": (_are_names, "a list of names"),
    "problems": (_is_list, "a list, to which they are added"),
    "properties": (_map(_is_text), "a dict of texts"),
    "progress": (callable, "a function"),
    "rename": (_map(_is_text), "a dict of names, old and new"),
    "row_group_size": (_is_number, "a number of rows"),
    "sample": (_is_number, "a number of row groups"),
    "sorted_by": (_have("column"), "a list of inlay.SortedBy"),
    "system": (_has("resolve"), "inlay's System"),
    "table": (_is_text, "the name of a table"),
    "tally": (_has("add"), "a tally"),
    "target": (_has("output"), "inlay.Target"),
    "to": (_is_text, "the name of a table format"),
    "types": (_are_types, "a list of classes, packages or schemas"),
    "watch": (callable, "a function"),
}
"""None is left to the function: most take it."""
