"""How many examples a law is tried with.

The suite draws the same examples every time, so that a failure is due to the change at hand. To look for new
ones, `INLAY_EXAMPLES=20 pytest` draws twenty times as many, at random.

Which examples are the same depends on the release of Hypothesis, so `pyproject.toml` names one.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

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


def forget_our_constants() -> None:
    """What is drawn the same must not depend on which tests ran before in this process, nor on a change elsewhere.

    Hypothesis also draws numbers and texts that stand in whatever of our code has been imported by then, which every worker
    would parse.
    """
    providers._get_local_constants = Constants
