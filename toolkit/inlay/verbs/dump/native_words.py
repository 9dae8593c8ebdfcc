"""The native writer of text, told the words of the text."""

from __future__ import annotations

from types import ModuleType

from inlay.verbs.dump.strings import write_string
from inlay.verbs.dump.wire_words import TYPE_NAMES, write_double
from inlay_runtime.core import load_native


def _find_native() -> ModuleType | None:
    compiled = load_native("inlay.verbs.dump.native_text")
    if compiled is not None:
        compiled.define_words(write_string, write_double, TYPE_NAMES)
    return compiled


native_text: ModuleType | None = _find_native()
