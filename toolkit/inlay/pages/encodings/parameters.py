"""An encoding as people name it: `pco`, or with parameters, `pco(level=9)`.

Parameters say how to encode. Whatever they are, pages are decoded by the plug-in without any.
"""

from __future__ import annotations

import re
import tomllib
from typing import Final, Protocol, runtime_checkable

from inlay.ground.mistakes import RequestError
from inlay.pages.encodings.plugins import (
    EXPERIMENTAL,
    Encodings,
    ValueEncoding,
    describe_error,
    problem_with,
)

_CALL: Final = re.compile(r"\s*([^()]+?)\s*(?:\((.*)\))?\s*", re.DOTALL)


@runtime_checkable
class TunableEncoding(ValueEncoding, Protocol):
    """An encoding with parameters."""

    def with_parameters(self, **parameters: object) -> ValueEncoding:
        """Another instance of the same name and version. ValueError says which parameters there are."""
        ...


class NoSuchEncodingError(RequestError):
    """No encoding in use has this name, or it has no such parameters."""


def find_by_words(known: Encodings, words: str) -> ValueEncoding:
    """The encoding that `name` or `name(parameter=value, ...)` means; values are those of TOML. Raises NoSuchEncodingError."""
    call = _CALL.fullmatch(words)
    if call is None:
        what = f"{words!r} is neither the name of an encoding nor NAME(parameter=value, ...)"
        raise NoSuchEncodingError(what)
    name, given = call.groups()
    encoding = known.find_named(name)
    if encoding is None:
        raise NoSuchEncodingError(_say_in_use(known, name))
    return encoding if given is None else _tune(encoding, words.strip(), given)


def _say_in_use(known: Encodings, name: str) -> str:
    names = ", ".join(encoding.name for encoding in known) or "none"
    what = f"no encoding {name!r} is in use here, but: {names}"
    if name in EXPERIMENTAL:
        what += f"; {name} is experimental: [encodings] use = [...] in the configuration takes it into use"
    return what


def _tune(encoding: ValueEncoding, words: str, given: str) -> ValueEncoding:
    try:
        parameters: dict[str, object] = tomllib.loads(f"given = {{{given}}}")["given"]
    except (ValueError, RecursionError) as error:  # the latter of thousands of brackets
        what = f"{words}: parameters are like level = 9, with commas between them: {error}"
        raise NoSuchEncodingError(what) from error
    if not isinstance(encoding, TunableEncoding):
        raise NoSuchEncodingError(f"{words}: {encoding.name} has no parameters")
    try:
        tuned = encoding.with_parameters(**parameters)
    except Exception as error:
        said = str(error) if isinstance(error, ValueError) else describe_error(error)
        raise NoSuchEncodingError(f"{words}: {said}") from error
    problem = problem_with(tuned)
    if problem or (tuned.name, tuned.version) != (encoding.name, encoding.version):
        problem = problem or "it has another name or version"
        raise NoSuchEncodingError(f"{words}: what with_parameters returned is not it: {problem}")
    return tuned
