"""The last stage before publishing: black, in process."""

from __future__ import annotations

from black import FileMode, format_file_contents
from black.mode import TargetVersion
from black.report import NothingChanged

from inlay_runtime.errors import InlayError
from inlayc.python.render import Rendered


class FormatError(InlayError):
    """Rendered code that is no Python: a defect of the compiler. It carries the numbered source."""


def format_pieces(rendered: Rendered) -> str:
    """The module as black lays it out, which is done piece by piece."""
    return rendered.joined(map(format_python, rendered.pieces))


def format_python(code: str) -> str:
    """The code as black lays it out. Nothing that fails here is ever written to disk."""
    mode = FileMode(
        line_length=100, target_versions={TargetVersion.PY311}, magic_trailing_comma=False
    )
    try:
        return format_file_contents(code, fast=False, mode=mode)
    except NothingChanged:
        return code
    except Exception as error:
        numbered = "\n".join(f"{n:5} {line}" for n, line in enumerate(code.splitlines(), 1))
        raise FormatError(f"{error}\n{numbered}") from error
