"""A ledger that can be shown to strangers: without the names of the file and of its columns, and without a byte of it."""

from __future__ import annotations

from array import array
from copy import copy
from typing import Final

from inlay.ground.wording.aliases import Aliases
from inlay.verbs.layout.kinds import OwnerKind
from inlay.verbs.layout.ledger import NOTHING, Ledger
from inlay_runtime.finding import Finding

_OURS: Final = (OwnerKind.FIELD, OwnerKind.STRUCT, OwnerKind.FLATBUFFER, OwnerKind.FOOTER)
"""Kinds whose names are those of an IDL."""


def hide_names(ledger: Ledger) -> Ledger:
    """The same numbers. The file is `f1`, columns are `c1`, `c2`, ...; of findings only what they are is left."""
    hidden = copy(ledger)
    hidden.__dict__.pop("table", None)
    columns = Aliases("c")
    hidden.file, hidden.source = "f1", None
    hidden.paths = [columns.alias(path) for path in ledger.paths]
    aliases = dict(zip(ledger.paths, hidden.paths, strict=True))
    names: dict[str, int] = {}
    hidden.name = array("i")
    for number, kind in zip(ledger.name, ledger.kind, strict=True):
        name = "" if number < 0 else ledger.names[number]
        shown = name if kind in _OURS else aliases.get(name, "")
        hidden.name.append(names.setdefault(shown, len(names)) if shown else NOTHING)
    hidden.names = [*names]
    hidden.findings = [Finding(each.code, each.offset, each.code) for each in ledger.findings]
    return hidden
