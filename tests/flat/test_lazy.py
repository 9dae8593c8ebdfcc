"""A lazy table is an ordinary one whose slots are still empty."""

from __future__ import annotations

import copy
import pickle
import threading
from typing import Any

import pytest

from inlay_runtime.shown import whole
from tests.flat.sample import full, kitchen, parts


def lazy_leaf() -> Any:
    k = kitchen()
    return k.Leaf.decode(k.Leaf(value=5, name="a").encode())


def lazy_kitchen() -> Any:
    return kitchen().Kitchen.decode(full().encode())


def test_untouched_until_touched() -> None:
    lazy = lazy_kitchen()
    assert lazy.source is not None
    scalars = lazy.scalars
    assert lazy.source is None
    assert scalars.source is not None
    assert scalars.tiny == -1
    assert scalars.source is None
    assert lazy.scalars is scalars
    assert all(leaf.source is not None for leaf in lazy.vectors.leaves)
    assert lazy.unions.foreign.source is not None


def test_set_before_touch() -> None:
    leaf = lazy_leaf()
    leaf.value = 9
    assert leaf.name == "a"
    assert leaf.value == 9
    assert leaf == kitchen().Leaf(value=9, name="a")


def test_set_all_before_touch() -> None:
    leaf = lazy_leaf()
    leaf.value, leaf.name = 1, None
    assert leaf == kitchen().Leaf(value=1)
    assert kitchen().Leaf.decode(leaf.encode()) == kitchen().Leaf(value=1)


def test_set_to_none_before_touch() -> None:
    leaf = lazy_leaf()
    leaf.name = None
    assert leaf.value == 5
    assert leaf.name is None


@pytest.mark.parametrize("touch", [True, False])
def test_delete(touch: bool) -> None:
    leaf = lazy_leaf()
    if touch:
        assert leaf.value == 5
    del leaf.name
    assert leaf.name is None
    assert leaf.value == 5
    del leaf.value
    assert leaf.value == 0, "absent is the default"
    assert kitchen().Leaf.decode(leaf.encode()) == kitchen().Leaf()


def test_delete_of_what_is_absent() -> None:
    leaf = lazy_leaf()
    del leaf.name
    with pytest.raises(AttributeError):
        del leaf.name
    with pytest.raises(AttributeError):
        del lazy_leaf().nonsense


def test_defaults_come_back_after_delete() -> None:
    k = kitchen()
    scalars = k.Scalars(mood=k.Mood.Elated, large_one=3, yes=False)
    del scalars.mood, scalars.large_one, scalars.yes
    assert scalars.mood is k.Mood.Happy
    assert scalars.large_one == (1 << 64) - 1
    assert scalars.yes is True
    part = parts().Part(level=parts().Level.Low)
    del part.level
    assert part.level is parts().Level.High


def test_equality_both_ways() -> None:
    assert lazy_kitchen() == full()
    assert full() == lazy_kitchen()
    assert lazy_kitchen() == lazy_kitchen()
    changed = lazy_kitchen()
    changed.vectors.leaves[0].name = "other"
    assert changed != full()


def test_repr() -> None:
    assert whole(lazy_kitchen()) == whole(full())


@pytest.mark.parametrize(
    "make", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))]
)
@pytest.mark.parametrize("touch", [True, False])
def test_copies(make: Any, touch: bool) -> None:
    lazy = lazy_kitchen()
    if touch:
        assert lazy.scalars.tiny == -1
    copied = make(lazy)
    assert type(copied) is type(lazy)
    assert copied == full()
    assert copied.encode() == full().encode()
    copied.level = parts().Level.Low
    assert lazy == full()


def test_replace() -> None:
    lazy = lazy_leaf()
    assert lazy.replace(value=6) == kitchen().Leaf(value=6, name="a")
    assert lazy == kitchen().Leaf(value=5, name="a")
    with pytest.raises(TypeError, match="nonsense"):
        lazy.replace(nonsense=1)
    with pytest.raises(TypeError, match="source"):
        lazy.replace(source=None)


def test_encode_untouched() -> None:
    assert lazy_kitchen().encode() == full().encode()


def test_no_such_attribute() -> None:
    for table in (lazy_leaf(), kitchen().Leaf()):
        with pytest.raises(AttributeError, match="nonsense"):
            _ = table.nonsense
        with pytest.raises(AttributeError):
            table.nonsense = 1


def test_extension_of_a_lazy_table() -> None:
    k = kitchen()
    carrier = lazy_kitchen().carrier
    assert carrier.extension.payload == b"payload"
    assert repr(carrier).count("extension=") == 1
    carrier = lazy_kitchen().carrier
    carrier.extension = None
    assert carrier == k.Carrier(value=3)
    del carrier.extension
    assert carrier.extension is None


def test_subclasses() -> None:
    Mine: Any = type("Mine", (kitchen().Leaf,), {"twice": lambda self: 2 * self.value})
    for eager in (False, True):
        mine = Mine.decode(kitchen().Leaf(value=5).encode(), eager=eager)
        assert mine.twice() == 10
        mine.note = "a subclass has a __dict__"
        assert copy.copy(mine).note == mine.note
        assert mine == kitchen().Leaf(value=5)


def test_threads_see_one_instance() -> None:
    """Whoever touches first, everybody gets the same children."""
    data = full().encode()
    for _ in range(50):
        lazy = kitchen().Kitchen.decode(data)
        barrier = threading.Barrier(4)
        seen: list[Any] = []

        def touch(lazy: Any = lazy, barrier: Any = barrier, seen: Any = seen) -> None:
            barrier.wait()
            seen.append((lazy.scalars, lazy.vectors, lazy.node))

        threads = [threading.Thread(target=touch) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(seen) == 4
        assert all(a is b for row in seen for a, b in zip(row, seen[0], strict=True))
        assert all(table is not None for row in seen for table in row)
