"""The walk that finds the mistakes of a text finds those that Lark finds, at the same places."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Final

import pytest
from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.lexer import Scanner

from inlayc.base.source import SourceFile
from inlayc.frontends.text.mistakes import Unexpected, UnknownCharacter, Walker
from inlayc.frontends.text.tables import Tables

ROOT: Final = Path(__file__).parents[2]
PIECES: Final = re.compile(r"\w+|\s+|.", re.DOTALL)
TEXTS: Final = {
    "thrift": """// A.
include "x.thrift"
namespace py a.b
enum E { A = 1, B (c = "d"); C }
const map<string, list<i32>> M = { "a": [1, -2 3], 'b': [], } typedef set<i8> T
struct S { 1: required list<E> e = [E.A], 2: optional double d = 1e3; string enum } (x)
service V extends W { oneway void f(1: i32 a), S g() throws (1: X x) }
""",
    "flatbuffers": """include "x.fbs"; namespace a.b; attribute "c"; // d
enum E: byte (bit_flags) { A = 1, B }
struct S { a: [ubyte:16]; } table T (x: 1) { e: E = A; t: [T] (id: 1, deprecated); f: float = nan; }
union U { S, b: a.T } root_type T; file_identifier "ABCD";
rpc_service V { f(T): T (streaming: "none"); }
""",
}


def grammar_of(language: str) -> Lark:
    path = ROOT / "generator" / "inlayc" / "frontends" / language / "grammar.lark"
    return Lark(path.read_text(encoding="utf-8"), start="document", parser="lalr", lexer="basic")


def mutated(text: str, seed: int) -> str:
    chance = random.Random(seed)
    pieces = PIECES.findall(text)
    for _ in range(chance.randrange(3)):
        at, other = chance.randrange(len(pieces)), chance.randrange(len(pieces))
        match chance.randrange(4):
            case 0:
                del pieces[at]
            case 1:
                pieces.insert(at, pieces[other])
            case 2:
                pieces[at] = chance.choice(
                    ["`", '"', "\ufeff", "\0", "0x", "é", "required", "{", "/*"]
                )
            case _:
                del pieces[at:]
        pieces = pieces or [" "]
    return "".join(pieces)


def judge(lark: Lark, text: str) -> object:
    try:
        lark.parse(text)
    except UnexpectedCharacters as error:
        return UnknownCharacter(error.pos_in_stream or 0)
    except UnexpectedToken as error:
        end = error.token.type == "$END"
        return error.token.type, len(text) if end else error.token.start_pos, {*error.accepts}
    return None


@pytest.mark.parametrize("language", TEXTS)
def test_what_lark_refuses_is_refused_for_the_same_reason(language: str) -> None:
    lark = grammar_of(language)
    walker = Walker(Tables(lark))
    verdicts = []
    for seed in range(30):
        text = mutated(TEXTS[language], seed)
        mistake = walker.check(SourceFile("a", text))
        said = (
            (mistake.terminal, mistake.start, {*mistake.accepted})
            if isinstance(mistake, Unexpected)
            else mistake
        )
        assert said == judge(lark, text), text
        verdicts.append(type(mistake))
    assert {*verdicts} == {Unexpected, UnknownCharacter, type(None)}


def test_lark_1_2_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its scanners have no `fullmatch`."""
    lark = grammar_of("thrift")
    monkeypatch.delattr(Scanner, "fullmatch", raising=False)
    mistake = Walker(Tables(lark)).check(
        SourceFile("a", "struct struct { 1: i32 enum } service list")
    )
    assert isinstance(mistake, Unexpected)
    assert {*mistake.accepted} == {"EXTENDS", "LBRACE"}
