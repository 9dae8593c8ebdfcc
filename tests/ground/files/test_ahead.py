"""Results come in order, and few items are taken before they are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from inlay.ground.files.ahead import map_ahead


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("count", [0, 1, 3, 100])
def test_it_is_map(threads: int, count: int) -> None:
    assert [*map_ahead(str, range(count), threads)] == [*map(str, range(count))]


@pytest.mark.parametrize("threads", [1, 4])
def test_little_is_taken_ahead(threads: int) -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    results = map_ahead(str, items(), threads)
    for count in range(1, 50):
        next(results)
        assert len(taken) < count + 2 * threads


def test_an_error_comes_in_its_turn() -> None:
    results = map_ahead(int, ["1", "2", "three", "4"], 2)
    assert [next(results), next(results)] == [1, 2]
    with pytest.raises(ValueError, match="three"):
        next(results)


def test_who_stops_taking_ends_it() -> None:
    results = map_ahead(str, range(1000), 2)
    assert next(results) == "0"
    results.close()
