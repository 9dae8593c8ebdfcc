"""Every command of `inlay spark` that runs a job says how far it is."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Final

import pytest

from inlay_spark.commands import SUBCOMMANDS
from inlay_spark.migration import job_options

SILENT: Final = {
    "archive": "two files of a few kilobytes",
    "lint": "one call of Spark brings all that its tasks say",
}
TELLS: Final = ("progress_for(", "open_for_job(", "show_progress(", "job.run(", "job.carry_out(")
"""What makes the line. The last two are of `job_options`, for those that change a lake."""


def test_who_is_silent_is_there() -> None:
    assert SUBCOMMANDS.keys() > SILENT.keys()
    assert "progress_for(" in inspect.getsource(job_options)


@pytest.mark.parametrize("name", sorted(SUBCOMMANDS.keys() - SILENT.keys()))
def test_a_job_says_how_far_it_is(name: str) -> None:
    module, attribute, _ = SUBCOMMANDS[name]
    there = vars(import_module(module))
    callback = inspect.unwrap(there[attribute].callback)
    called = [there.get(it) for it in callback.__code__.co_names]
    source = "".join(map(inspect.getsource, [callback, *filter(inspect.isfunction, called)]))
    assert any(it in source for it in TELLS), source
