"""What a target is, and which there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeAlias

Mutate: TypeAlias = Callable[[bytes, Random], bytes]
"""Bytes of about the same shape, given an input and where chance comes from."""

FOLDER: Final = Path(__file__).parent / "targets"
CODE: Final = ("inlay", "inlay_runtime", "inlay_variant", "inlayc")
"""The packages whose coverage leads the fuzzer. What is generated takes seconds to instrument, and says to the core what to do."""


class Target(NamedTuple):
    """`law` is what `check` holds of any bytes, for docs/trust.md; `check` raises where it does not hold."""

    law: str
    check: Callable[[bytes], None]
    seeds: Callable[[], Iterable[bytes]]
    mutate: Mutate
    longest: int = 4096
    """Bytes of an input."""

    quick: Callable[[bytes], object] | None = None
    """The part of `check` that native code answers alone: most inputs of a run get no more. None: all of them get `check`."""

    options: tuple[str, ...] = ()
    """What libFuzzer is told besides."""

    from_file: Callable[[bytes], bytes | None] | None = None
    """What a public file becomes as a seed, where targets read files or footers; None for one without."""


def behind_choice(mutate: Mutate) -> Mutate:
    """For inputs whose first byte chooses what the others are read as: it stays."""
    return lambda data, rng: data[:1] + mutate(data[1:], rng)


def seed_behind(
    choice: bytes, take: Callable[[bytes], bytes | None]
) -> Callable[[bytes], bytes | None]:
    """What `take` finds in a file, behind the byte that chooses how it is read."""
    return lambda file: None if (part := take(file)) is None else choice + part


def require_words(error: Exception) -> None:
    """An error that says something."""
    if not str(error).strip():
        raise AssertionError(f"{type(error).__name__} without a word") from error


def target_names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")


def load_target(name: str) -> Target:
    """The `TARGET` of a module of `fuzz.targets`."""
    target = import_module(f"fuzz.targets.{name}").TARGET
    assert isinstance(target, Target)
    return target
