"""Syntax errors in the words of the language rather than those of the parser.

Lark says which terminals it would take; the parser's stack says where in the language it stood. The
mistakes people make most get words of their own: a bracket that is not closed, a misspelt
`required`, statements that Thrift has dropped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from lark import Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from inlayc.diagnostics import Diagnostic, Related, closest
from inlayc.source import SourceFile, Span

_LEXEME = re.compile(
    r"""
      (?P<ignored>  /\*.*?\*/ | //[^\n]*+ | \#[^\n]*+ | \s++ | \ufeff )
    | (?P<string>   "[^"\\]*+(?:\\.[^"\\]*+)*+" | '[^'\\]*+(?:\\.[^'\\]*+)*+' )
    | (?P<word>     [A-Za-z_][A-Za-z_0-9.]*+ )
    | (?P<number>   [+-]?[0-9.][0-9A-Za-z.]*+ )
    | (?P<symbol>   . )
    """,
    re.VERBOSE | re.DOTALL,
)
_CLOSING = {"{": "}", "(": ")", "[": "]", "<": ">"}
_DEFINING = ("const", "typedef", "enum", "struct", "union", "exception", "service")
_HEADERS = ("include", "cpp_include", "namespace")
_CHOICES = {"required", "optional", "extends", "throws"}

_DROPPED = {
    "senum": "declare the values as an `enum`, or use `string`",
    "xsd_namespace": "write `namespace xsd NAME (uri = '...')`",
    **{
        old: f"write `namespace {new} NAME`"
        for old, new in (
            ("cocoa_prefix", "cocoa"),
            ("cpp_namespace", "cpp"),
            ("csharp_namespace", "csharp"),
            ("delphi_namespace", "delphi"),
            ("java_package", "java"),
            ("perl_package", "perl"),
            ("php_namespace", "php"),
            ("py_module", "py"),
            ("ruby_namespace", "rb"),
            ("smalltalk_category", "smalltalk.category"),
            ("smalltalk_prefix", "smalltalk.prefix"),
        )
    },
}

_SYMBOLS = {
    "EQUAL": "`=`",
    "COLON": "`:`",
    "LESSTHAN": "`<`",
    "LBRACE": "`{`",
    "LPAR": "`(`",
    "STRING": "a quoted string",
    "COMMA": "`,`",
    "MORETHAN": "`>`",
    "RSQB": "`]`",
    "RPAR": "`)`",
    "RBRACE": "`}`",
}
_SELDOM = {"LPAR", "COMMA"}
"""Allowed almost everywhere (annotations, separators): named only where nothing else is."""


@dataclass(frozen=True, slots=True)
class _Lexeme:
    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class _State(Protocol):
    value_stack: list[object]


class _Suspended(Protocol):
    """Lark's parser where it stopped, whose own annotations are incomplete."""

    parser_state: _State


def explain(error: UnexpectedInput, source: SourceFile) -> Diagnostic:
    """The diagnostic for what Lark could not read."""
    if isinstance(error, UnexpectedToken):
        return _unexpected_token(error, source)
    assert isinstance(error, UnexpectedCharacters)
    at = _offset(error)
    span = Span(source, at, at + 1)
    character = source.text[at]
    shown = character if character.isprintable() else f"U+{ord(character):04X}"
    return Diagnostic(
        "unexpected-character",
        f"unexpected character `{shown}`",
        span,
        "not used by Thrift outside strings and comments",
        help="strings are written in `\"` or `'`" if character in "“”‘’`" else "",
    )


def _unexpected_token(error: UnexpectedToken, source: SourceFile) -> Diagnostic:
    token: Token = error.token
    at = len(source.text) if token.type == "$END" else token.start_pos or 0
    before, brackets = _read(source.text, at)
    found = _Lexeme("end" if token.type == "$END" else token.type, str(token), at)
    return (
        _unknown_requiredness(source, before, found)
        or _dropped(source, found)
        or _unclosed(source, brackets, found)
        or _unexpected(error, source, before, found)
    )


def _read(text: str, until: int) -> tuple[list[_Lexeme], list[_Lexeme]]:
    """The lexemes before a place, and those among them that are brackets still open there."""
    lexemes: list[_Lexeme] = []
    brackets: list[_Lexeme] = []
    for match in _LEXEME.finditer(text, 0, until):
        if match.lastgroup == "ignored":
            continue
        lexeme = _Lexeme(match.lastgroup or "", match.group(), match.start())
        lexemes.append(lexeme)
        if lexeme.text in _CLOSING:
            brackets.append(lexeme)
        elif brackets and lexeme.text == _CLOSING[brackets[-1].text]:
            brackets.pop()
    return lexemes, brackets


def _unknown_requiredness(
    source: SourceFile, before: Sequence[_Lexeme], found: _Lexeme
) -> Diagnostic | None:
    """`1: requierd string name`: three words on a line where two would be a type and a name."""
    colon = next((at for at in reversed(range(len(before))) if before[at].text == ":"), None)
    if colon is None or colon == 0 or before[colon - 1].kind != "number":
        return None
    words = before[colon + 1 :]
    texts = [word.text for word in words]
    three = len(words) == 3 and texts[0] not in ("required", "optional")
    container = len(words) == 2 and texts[1] in ("list", "set", "map") and found.text == "<"
    if not (three or container) or any(word.kind != "word" for word in words):
        return None
    word = words[0]
    if "\n" in source.text[word.start : words[-1].end]:
        return None
    return Diagnostic(
        "unknown-requiredness",
        f"unknown requiredness `{word.text}`",
        Span(source, word.start, word.end),
        "`required`, `optional`, or nothing",
        help=closest(word.text, ("required", "optional")),
    )


def _dropped(source: SourceFile, found: _Lexeme) -> Diagnostic | None:
    if found.text not in _DROPPED:
        return None
    return Diagnostic(
        "dropped-statement",
        f"`{found.text}` is no longer part of Thrift",
        Span(source, found.start, found.end),
        help=_DROPPED[found.text],
    )


def _unclosed(source: SourceFile, brackets: Sequence[_Lexeme], found: _Lexeme) -> Diagnostic | None:
    """The bracket that is open where the file ends, a definition starts, or an outer one closes."""
    if not brackets:
        return None
    opening = brackets[-1]
    closing = _CLOSING[opening.text]
    closes_outer = found.text in {_CLOSING[bracket.text] for bracket in brackets} - {closing}
    if found.kind == "end":
        end = len(source.text.rstrip())
        related = Related(Span(source, end, end), f"the file ends without `{closing}`")
    elif found.text in _DEFINING or closes_outer:
        where = Span(source, found.start, found.end)
        related = Related(where, f"expected `{closing}` before this")
    else:
        return None
    return Diagnostic(
        "unclosed-bracket",
        f"`{opening.text}` is not closed",
        Span(source, opening.start, opening.end),
        related=(related,),
    )


def _unexpected(
    error: UnexpectedToken, source: SourceFile, before: Sequence[_Lexeme], found: _Lexeme
) -> Diagnostic:
    accepted: set[str] = {str(name) for name in error.accepts or ()}
    stack = _stack(error)
    span = Span(source, found.start, found.end)
    shown = f"`{found.text}`"
    if found.kind == "end":
        end = before[-1].end if before else 0
        span, shown = Span(source, end, end), "end of file"
    elif found.kind == "STRING":
        shown = "string"
    keywords = {*_CHOICES} if "NAME" in accepted else {*_CHOICES, *_DEFINING, *_HEADERS}
    words = sorted(name.lower() for name in accepted if name.lower() in keywords)
    help_ = closest(found.text, words) if found.kind == "NAME" else ""
    if found.text in _HEADERS and "STRUCT" in accepted and "NAME" not in accepted:
        help_ = "includes and namespaces come before the first definition"
    return Diagnostic(
        "syntax-error",
        f"unexpected {shown}",
        span,
        f"expected {_listed(_expectations(accepted, stack))}",
        help=help_,
    )


def _stack(error: UnexpectedToken) -> list[str]:
    """What the parser has read and not yet put together, as names of terminals and rules."""
    parser = cast("_Suspended", error.interactive_parser)
    values = parser.parser_state.value_stack
    return [
        value.type if isinstance(value, Token) else str(value.data)
        for value in values
        if isinstance(value, Token | Tree)
    ]


def _expectations(accepted: set[str], stack: Sequence[str]) -> list[str]:
    expected: list[str] = []
    if "NAME" not in accepted:
        expected += ["a definition"] if "STRUCT" in accepted else []
    elif "DOUBLE" in accepted:
        expected.append("a value")
    elif "STRUCT" in accepted:
        expected.append(_name_role(stack))
    elif "ONEWAY" in accepted:
        expected.append("a function")
    elif "REQUIRED" in accepted and "INTEGER" in accepted:
        expected.append("a parameter" if _enclosing(stack)[1] == "(" else "a field")
    elif "REQUIRED" in accepted:
        expected += ["`required`", "`optional`", "a type"]
    else:
        expected.append("a type")
    if "INTEGER" in accepted and "NAME" not in accepted:
        expected.append("an integer")
    if "EXTENDS" in accepted and "STRUCT" not in accepted:
        expected.append("`extends`")
    symbols = [name for name in _SYMBOLS if name in accepted]
    if expected or any(name not in _SELDOM for name in symbols):
        symbols = [name for name in symbols if name not in _SELDOM]
    if "a value" in expected or "a type" in expected:
        symbols = [name for name in symbols if name in ("RSQB", "RBRACE", "MORETHAN")]
    return expected + [_SYMBOLS[name] for name in symbols]


def _enclosing(stack: Sequence[str]) -> tuple[str, str]:
    """The keyword that governs the top of the stack, and the bracket between them, if any."""
    bracket = ""
    for name in reversed(stack):
        if name == "LPAR" and not bracket:
            bracket = "("
        elif name == "LBRACE" and not bracket:
            bracket = "{"
        elif name.lower() in {*_DEFINING, "namespace", "extends", "throws"}:
            return name.lower(), bracket
    return "", bracket


def _name_role(stack: Sequence[str]) -> str:
    keyword, bracket = _enclosing(stack)
    fresh = bool(stack) and stack[-1].lower() == keyword
    match keyword, bracket:
        case "namespace", "":
            return "a language, such as `py`, or `*`" if fresh else "a namespace"
        case "extends", "":
            return "a service name"
        case ("const" | "typedef"), "":
            return "a name"
        case ("enum" | "exception"), "":
            return f"an {keyword} name"
        case _, "":
            return f"a {keyword} name"
        case "enum", "{":
            return "an enum value"
        case "service", "{":
            return "a function name"
        case ("service" | "throws"), _:
            return "a parameter name"
        case _, "(":
            return "an annotation"
        case _:
            return "a field name"


def _offset(error: UnexpectedCharacters) -> int:
    return cast("int | None", error.pos_in_stream) or 0


def _listed(words: Sequence[str]) -> str:
    if not words:
        return "the end of the file"
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
