"""A few inputs of a target without atheris: the seeds, and changes of them by the target's own mutator."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from fuzz.target import Target


def list_inputs(target: Target, count: int, seed: str) -> Iterator[bytes]:
    """`count` inputs, the same for the same seed: each a change of a seed, or of the input before."""
    rng = Random(seed)
    seeds = list(target.seeds())
    data = rng.choice(seeds)
    for _ in range(count):
        data = target.mutate(rng.choice(seeds) if rng.randrange(3) else data, rng)
        yield data[: target.longest]


def run_sample(target: Target, count: int, seed: str) -> None:
    """Raises what the check of the target raises, with the input as a note."""
    for data in list_inputs(target, count, seed):
        try:
            target.check(data)
        except BaseException as error:
            error.add_note(f"input: bytes.fromhex({data.hex()!r})")
            raise
