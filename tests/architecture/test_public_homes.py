"""What is public says the name that users import it by: in `help`, `repr`, signatures, tracebacks and pickles."""

from __future__ import annotations

import inspect
import pickle
import pydoc
import subprocess
import sys
import traceback
from importlib import import_module
from typing import Any, Final

import pytest

import inlay
from docs.site.public_names import ROOMS, list_names
from inlay.errors import FooterError

OF_OTHERS: Final = ("inlay_runtime", "inlay_variant")
"""Packages below the doors, whose names are public there, too."""

OPEN: Any = inlay.open
"""The same, for a call that a type checker would not let pass."""

PLACED: Final = ("inlay", "inlay.errors")
"""The doors whose classes say that they are there: they are always imported, so that cloudpickle finds them."""


def list_public(module: str) -> dict[str, Any]:
    """Functions and classes; a constant has no name of its own."""
    values = {name: getattr(import_module(module), name) for name in list_names(module)}
    return {
        name: value
        for name, value in values.items()
        if inspect.isclass(value) or inspect.isfunction(value)
    }


@pytest.mark.parametrize("module", ROOMS)
def test_the_public_names_are_what_is_shown(module: str) -> None:
    public = list_public(module)
    assert len(public) > 3
    for name, value in public.items():
        assert (value.__name__, value.__qualname__) == (name, name)
        home = value.__module__
        is_of_others = home.partition(".")[0] in OF_OTHERS
        if inspect.isfunction(value):
            assert inspect.unwrap(value).__code__.co_name == name
            assert f"{name}(" in pydoc.plain(pydoc.render_doc(value))
            assert is_of_others or home in ROOMS, name
        elif module in PLACED and not is_of_others:
            assert home == module or (home in PLACED and name in list_names(home)), name
        if home in ROOMS:
            assert getattr(import_module(home), name) is value
            assert pickle.loads(pickle.dumps(value)) is value


def test_a_traceback_has_the_public_names() -> None:
    with pytest.raises(FooterError) as caught:
        inlay.open(b"of something else")
    text = "".join(traceback.format_exception(caught.value))
    assert "inlay.errors.FooterError: <bytes>: " in text
    assert ", in open" in text
    assert "read_footer\n" not in text
    with pytest.raises(TypeError, match=r"^open\(\) missing 1 required"):
        OPEN()


def test_a_class_says_so_before_anybody_asks_the_door() -> None:
    code = (
        "import inlay, sys\n"
        "from inlay.footers.footer.footer import Footer\n"
        "assert 'Footer' not in vars(inlay)\n"
        "assert repr(Footer) == \"<class 'inlay.Footer'>\", Footer\n"
        "from inlay.footers.footer.errors import FooterError\n"
        "assert repr(FooterError) == \"<class 'inlay.errors.FooterError'>\", FooterError\n"
        "assert 'inlay.errors' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
