"""Work on many things in threads, results in their order, and never far ahead of who takes them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

Item = TypeVar("Item")
Result = TypeVar("Result")


def map_ahead(
    function: Callable[[Item], Result], items: Iterable[Item], threads: int
) -> Generator[Result]:
    """`map(function, items)`, with as many calls at a time as there are threads, and as many results waiting.

    (`Executor.map` takes all items at once, and keeps all results that nobody has taken yet.) Raises what the function does,
    in its turn.
    """
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads, "inlay-ahead") as pool:
        waiting: deque[Future[Result]] = deque()
        try:
            for item in items:
                waiting.append(pool.submit(function, item))
                if len(waiting) >= 2 * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
