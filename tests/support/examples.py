"""How many examples a law is tried with.

The suite draws the same examples every time, so that a failure is due to the change at hand. To look for new
ones, `INLAY_EXAMPLES=20 pytest` draws twenty times as many, at random.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

TIMES = int(os.environ.get("INLAY_EXAMPLES", "1"))


def examples(count: int, *, shrink: bool = True) -> settings:
    """So many examples; without `shrink` a failure is shown as it was found, where shrinking takes minutes."""
    return settings(
        max_examples=count * TIMES,
        derandomize=TIMES == 1,
        database=None,
        deadline=None,
        phases=[phase for phase in Phase if shrink or phase is not Phase.shrink],
        suppress_health_check=[
            HealthCheck.too_slow,
            HealthCheck.data_too_large,
            HealthCheck.function_scoped_fixture,
        ],
    )
