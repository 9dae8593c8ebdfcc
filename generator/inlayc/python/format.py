"""The last stage before publishing: what was rendered is proved inert, and black lays it out."""

from __future__ import annotations

from ast import dump, parse
from collections.abc import Collection

from black import FileMode, assert_equivalent, format_str
from black.mode import TargetVersion

from inlay_runtime.errors import InlayError
from inlayc.python.inert import check_inert
from inlayc.python.layout import lay_out_roughly


class FormatError(InlayError):
    """Rendered code that is not Python: a defect of the compiler. It carries the numbered source."""


def format_piece(code: str, modules: Collection[str], defined: Collection[str]) -> str:
    """A piece of a module whose other pieces bind `defined`. Raises NotInertError."""
    check_inert(code, modules, defined)
    return format_python(code)


def format_python(code: str) -> str:
    """The code as black lays it out. Nothing that fails here is ever written to disk.

    The result means what the code meant; that black would leave it as it is, is not tried out (a third of its time). What black
    need not change it goes through once, and else twice.
    """
    mode = FileMode(
        line_length=100, target_versions={TargetVersion.PY311}, magic_trailing_comma=False
    )
    failure = None
    for start in (lay_out_roughly(code), code):
        try:
            laid_out = format_str(start, mode=mode)
            if dump(parse(laid_out)) != dump(
                parse(code)
            ):  # docstrings may be indented in another way
                assert_equivalent(code, laid_out)
        except Exception as error:
            failure = error
        else:
            return laid_out
    numbered = "\n".join(f"{n:5} {line}" for n, line in enumerate(code.splitlines(), 1))
    raise FormatError(f"{failure}\n{numbered}") from failure
