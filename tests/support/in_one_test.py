"""Many small rows of a table in one test, which names every row that fails.

A case of `pytest.mark.parametrize` costs more than a millisecond before it does anything: every worker collects it, and its report travels.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, Final, TypeAlias

_Test: TypeAlias = Callable[..., None]
_LONGEST: Final = 300
"""Characters of a row that are shown."""


def in_one_test(names: str | Sequence[str], rows: Iterable[Any]) -> Callable[[_Test], _Test]:
    """As `pytest.mark.parametrize` without cases: the test is called with each row, and fails with all that went wrong.

    For rows that need nothing of their own: what a fixture makes is the same for all of them, and a row that skips would skip the others.
    """
    every = [*rows]
    assert every

    def decorate(test: _Test) -> _Test:
        @wraps(test)
        def call_each(**fixtures: Any) -> None:
            errors: list[Exception] = []
            for row in every:
                arguments = {names: row} if isinstance(names, str) else _pair(names, row)
                try:
                    test(**fixtures, **arguments)
                except Exception as error:  # an assertion, or whatever the code raised
                    error.add_note(f"with {_show(arguments)}")
                    errors.append(error)
            if errors:
                raise ExceptionGroup(f"{len(errors)} of {len(every)} rows", errors)

        signature = inspect.signature(test)
        taken = {names} if isinstance(names, str) else {*names}
        assert taken <= signature.parameters.keys()
        left = [it for name, it in signature.parameters.items() if name not in taken]
        call_each.__dict__["__signature__"] = signature.replace(parameters=left)
        return call_each

    return decorate


def _pair(names: Sequence[str], row: Sequence[Any]) -> dict[str, Any]:
    return dict(zip(names, row, strict=True))


def _show(arguments: dict[str, Any]) -> str:
    text = ", ".join(f"{name} = {value!r}" for name, value in arguments.items())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
