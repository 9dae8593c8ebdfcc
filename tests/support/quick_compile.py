"""The compiler without its last step, black: it changes the layout alone, and takes nine tenths of the time.

For tests that import what is generated. What black makes of it is looked at by the golden files of
`tests/generator/python` and by `tests/generator/python/test_determinism.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath
from unittest import mock

from inlayc import pipeline
from inlayc.base.settings import Settings
from inlayc.python.inert import check_inert
from inlayc.python.render import Rendered


def compile_quickly(settings: Settings) -> dict[PurePosixPath, str]:
    """`compile_sources`, with every file as it is rendered."""
    with mock.patch.object(pipeline, "format_modules", _as_they_are):
        return pipeline.compile_sources(settings)


def _as_they_are(
    modules: Mapping[PurePosixPath, Rendered], imports: set[str], _layouts: object
) -> dict[PurePosixPath, str]:
    for rendered in modules.values():
        check_inert(rendered.text, imports)
    return {path: rendered.text for path, rendered in modules.items()}
