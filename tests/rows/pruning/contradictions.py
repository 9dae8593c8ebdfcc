"""The law of contradictions over as many filters as asked: `python -m tests.rows.pruning.contradictions 1000000 [SEED]`."""

from __future__ import annotations

import random
import sys

from tests.rows.pruning.filter_losses import find_losses, list_filters
from tests.rows.pruning.statements import draw_case


def try_cases(count: int, seed: int, *, of_a_case: int = 40) -> tuple[int, list[str]]:
    """How many filters were tried, and what rows were lost."""
    rng = random.Random(seed)
    tried, losses = 0, list[str]()
    while tried < count:
        case = draw_case(rng)
        if case is None:
            continue
        trees = rng.sample(list_filters(case.kind), of_a_case)
        losses += find_losses(case, trees, nan_is_largest=rng.random() < 0.3)
        tried += len(trees)
    return tried, losses


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    tried, losses = try_cases(count, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    for loss in losses[:20]:
        print(loss)
    print(f"{tried:,} filters over contradictions, {len(losses):,} of them lost rows")
    return 1 if losses else 0


if __name__ == "__main__":
    sys.exit(main())
