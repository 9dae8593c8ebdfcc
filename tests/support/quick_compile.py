"""The compiler without its last step, black: it changes the layout alone, and takes nine tenths of the time.

For tests that import what is generated. What black makes of it is looked at by the golden files of
`tests/generator/python` and by `tests/generator/python/test_determinism.py`.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from unittest import mock

from inlayc import pipeline
from inlayc.base.settings import Settings
from inlayc.python.inert import check_inert
from inlayc.python.render import Rendered


def compile_quickly(settings: Settings) -> dict[PurePosixPath, str]:
    """`compile_sources`, with every file as it is rendered."""
    with mock.patch.object(pipeline, "format_module", _as_it_is):
        return pipeline.compile_sources(settings)


def _as_it_is(rendered: Rendered, allowed: set[str]) -> str:
    check_inert(rendered.text, allowed)
    return rendered.text
