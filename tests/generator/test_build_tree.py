"""The tree of a text is the one that Lark builds."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from lark import Lark, Token, Tree

from inlayc.frontends.text.build_tree import build_tree
from inlayc.frontends.text.tables import Tables
from tests.generator.test_mistakes import TEXTS

ROOT: Final = Path(__file__).parents[2]
FILES: Final = {
    "thrift": ["parquet.thrift"],
    "flatbuffers": ["footer.fbs", "encoding.fbs"],
}


def describe(node: object) -> object:
    """A tree with its places; a rule without a token has none."""
    if isinstance(node, Token):
        return node.type, str(node), node.start_pos, node.end_pos
    if not isinstance(node, Tree):
        return node
    place = None if node.meta.empty else (node.meta.start_pos, node.meta.end_pos)
    return str(node.data), place, [describe(child) for child in node.children]


@pytest.mark.parametrize("language", TEXTS)
def test_the_tree_is_that_of_lark(language: str) -> None:
    lark = Lark(
        (ROOT / "generator" / "inlayc" / "frontends" / language / "grammar.lark").read_text(
            encoding="utf-8"
        ),
        start="document",
        parser="lalr",
        lexer="basic",
        propagate_positions=True,
        maybe_placeholders=True,
    )
    tables = Tables(lark)
    files = [(ROOT / "idl" / name).read_text(encoding="utf-8") for name in FILES[language]]
    for text in ["", TEXTS[language], *files]:
        read: list[object] = []

        def keep(node: Tree[Token] | Token, read: list[object] = read) -> object:
            read.append(node)
            return node

        tree = build_tree(tables, text, keep)
        assert describe(tree) == describe(lark.parse(text))
        # What repeats is read once, each before what it is a part of.
        assert len({id(node) for node in read}) == len(read)
        assert {id(child) for child in tree.children} <= {id(node) for node in read}
