"""Paths into a Variant (`$.a.b[3]`, `$['a b'][-1]`, `a[*].b`), and looking one up without decoding the rest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

from inlay_runtime import amounts
from inlay_runtime.errors import DecodeError, LimitError, RequestError, TruncatedError
from inlay_variant.value.containers import ARRAY, OBJECT, open_container
from inlay_variant.value.limits import DEFAULT_LIMITS, VariantLimits
from inlay_variant.value.metadata import Metadata

Step: TypeAlias = "str | int"
"""The name of a field, or the index of an element; from the end where it is negative."""

_STEP: Final = re.compile(
    r"""\.(?P<plain>[^.\[]+)|\[(?P<index>-?[0-9]{1,9})\]|(?P<every>\[\*\])"""
    r"""|\[(?:'(?P<single>(?:\\['"\\]|[^'])*+)'|"(?P<double>(?:\\['"\\]|[^"])*+)")\]"""
)
"""A name behind a point has any characters but points and brackets that open, as in Spark. In quotes a backslash stands before quotes and
backslashes, and for itself before all others, as in Spark, which has no escapes."""

_FIRST: Final = re.compile(r"""[^.\[\]'"\s$][^.\[\]'"\s]*""")
"""A name that nothing stands before."""

MOST_LISTS: Final = 100
"""`[*]` in one path: each is a list around those behind it."""


class PathError(RequestError, ValueError):
    """Text that is not a path, or one to many values where one is needed; `offset` counts characters."""

    def __init__(self, path: str, offset: int, *, is_pattern: bool = False) -> None:
        super().__init__(path, offset)
        self.path = path
        self.offset = offset
        self.is_pattern = is_pattern

    def __str__(self) -> str:
        if self.is_pattern:
            return (
                f"{self.path!r} leads to many values by [*], and one is needed here: give an index"
            )
        return (
            f"{self.path!r} is not a path from character {self.offset}: a path is $ and then .name, "
            "['name'], [index] or [*], each as often as needed; $. may be left out"
        )


def parse_path(path: str) -> list[Step]:
    """The steps of a path to one value. Raises PathError."""
    steps, *more = parse_pattern(path)
    if more:
        raise PathError(path, path.index("[*]"), is_pattern=True)
    return steps


def parse_pattern(path: str) -> list[list[Step]]:
    """The steps to the first `[*]`, from there to the second, and so on; one list of steps without any. Raises PathError, and
    LimitError for more than 100 of them."""
    steps: list[Step] = []
    pattern = [steps]
    at = 1
    if not path.startswith("$"):
        first = _FIRST.match(path)
        if first is None and not path.startswith("["):
            raise PathError(path, 0)
        at = 0 if first is None else first.end()
        steps += [] if first is None else [first[0]]
    while at < len(path):
        match = _STEP.match(path, at)
        if match is None:
            raise PathError(path, at)
        if match["every"] is not None:
            if len(pattern) > MOST_LISTS:
                raise LimitError(f"more than {MOST_LISTS} times [*] in a path", at, "$")
            pattern.append(steps := [])
        elif match["index"] is not None:
            steps.append(int(match["index"]))
        elif match["plain"] is not None:
            steps.append(match["plain"])
        else:
            quoted = match["double"] if match["single"] is None else match["single"]
            steps.append(re.sub(r"""\\(['"\\])""", r"\1", quoted))
        at = match.end()
    return pattern


def look_up(
    data: bytes, metadata: Metadata, steps: Sequence[Step], limits: VariantLimits = DEFAULT_LIMITS
) -> tuple[int, int] | None:
    """Where in `data` the value of a path lies, as (start, end); None where there is none.

    Only what the path passes through is checked. Raises DecodeErrors.
    """
    start, end = 0, len(data)
    if end > limits.size:
        raise LimitError(
            f"{amounts.count(end, 'byte')}, {amounts.count(limits.size, 'is allowed', 'are allowed')}",
            0,
            "$",
        )
    path = "$"
    for depth, step in enumerate(steps):
        if start >= end:
            raise TruncatedError("needs 1 byte, 0 are left", start, path)
        if data[start] & 3 != (OBJECT if isinstance(step, str) else ARRAY):
            return None
        if depth >= limits.depth:
            raise LimitError(f"more than {limits.depth} nested objects and arrays", start, path)
        try:
            ids, spans = open_container(data, start, end, metadata)
        except DecodeError as error:
            raise type(error)(error.reason, error.offset, path) from None
        if ids is None:
            assert isinstance(step, int)
            place = step if step >= 0 else len(spans) + step
            index = place if 0 <= place < len(spans) else None
            path += f"[{step}]"
        else:
            assert isinstance(step, str)
            names = [metadata.texts[id_] for id_ in ids]
            index = names.index(step) if step in names else None
            path += f".{step}"
        if index is None:
            return None
        start, end = spans[index]
    if start >= end:
        raise TruncatedError("needs 1 byte, 0 are left", start, path)
    return start, end
