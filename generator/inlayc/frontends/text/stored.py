"""The tables of a grammar, stored beside it: Lark takes a tenth of a second to make them, and JSON a hundredth.

`grammar.json` says which grammar it is of, by its hash. Where that is another one, Lark is asked, so a change of a grammar
counts at once. `tests/generator/test_stored_tables.py` holds that what is stored is current, and writes it anew.
"""

from __future__ import annotations

import json
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from inlayc.frontends.text.tables import Tables

STORED: Final = "grammar.json"


def read_tables(package: str) -> Tables:
    """Those of the `grammar.lark` of a package."""
    folder = files(package)
    grammar = folder.joinpath("grammar.lark").read_text(encoding="utf-8")
    stored = folder.joinpath(STORED)
    document: dict[str, Any] = {}
    if stored.is_file():
        document = json.loads(stored.read_text(encoding="utf-8"))
    if document.get("grammar") == _hash(grammar):
        return Tables.restored(document["tables"])
    return make_tables(grammar)


def make_tables(grammar: str) -> Tables:
    """By Lark."""
    from lark import Lark

    return Tables(
        Lark(grammar, start="document", parser="lalr", lexer="basic", maybe_placeholders=True)
    )


def write_tables(grammar: str) -> str:
    """The text of `grammar.json`."""
    document = {"grammar": _hash(grammar), "tables": make_tables(grammar).to_stored()}
    return json.dumps(document, separators=(",", ":")) + "\n"


def _hash(grammar: str) -> str:
    return sha256(grammar.encode()).hexdigest()
