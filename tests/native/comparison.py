"""One input, both cores, every mode: what has to be the same."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

from tests.native.views import change, encoded, outcome, random_paths, seen, seen_outcome, touch
from tests.runtime.cores import running


def compare(cls: Any, data: bytes, seed: object) -> None:
    """Raises AssertionError where the native core differs from pure Python."""
    rng = random.Random(f"{seed}")
    paths = random_paths(cls.SCHEMA, rng)
    with running("pure"):
        pure = outcome(cls, data)
        strict = seen_outcome(cls, data, strict=True)
        masked = outcome(cls, data, fields=paths)
        seen_masked = seen(masked)
        encoded_masked = encoded(masked) if not isinstance(masked, tuple) else masked
    expected = seen(pure)
    with running("native"):
        eager = outcome(cls, data, eager=True)
        assert seen(eager) == expected
        for at_once in (True, False):
            assert seen_outcome(cls, data, strict=True, eager=at_once) == strict
            found = outcome(cls, data, fields=paths, eager=at_once)
            if not at_once and not isinstance(found, tuple):
                touch(found, rng)
            assert seen(found) == seen_masked, paths
            assert (found if isinstance(found, tuple) else encoded(found)) == encoded_masked, paths
        if isinstance(pure, tuple):
            assert outcome(cls, data) == pure
            return
        lazies = [cls.decode(data) for _ in range(4)]
    with running("pure"):
        written = encoded(pure)
    with running("native"):
        assert encoded(eager) == written
        assert encoded(lazies[0]) == written, "untouched"
        touch(lazies[1], rng)
        assert encoded(lazies[1]) == written, "touched"
        assert seen(lazies[1]) == expected
        for copied in (
            copy.copy(lazies[2]),
            copy.deepcopy(lazies[2]),
            pickle.loads(pickle.dumps(lazies[2])),
        ):
            assert seen(copied) == expected
            assert encoded(copied) == written
        touch(lazies[3], rng)
        for value in (pure, eager, lazies[3]):
            change(value, random.Random(f"change {seed}"))
        changed = encoded(eager)
        assert encoded(lazies[3]) == changed
        assert seen(lazies[3]) == seen(pure)
    with running("pure"):
        assert encoded(pure) == changed
