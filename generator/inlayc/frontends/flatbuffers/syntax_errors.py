"""Syntax errors in the words of the language rather than those of the parser.

The tables say which terminals could have come; the stack says where in the language the mistake stands.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from inlayc.base.diagnostics import Diagnostic, find_closest
from inlayc.base.source import SourceFile, Span
from inlayc.frontends.text import lexemes
from inlayc.frontends.text.mistakes import Mistake, Unexpected

DEFINING = ("enum", "union", "struct", "table", "rpc_service")
_STATEMENTS = (
    *DEFINING,
    *("namespace", "attribute", "root_type", "file_identifier", "file_extension"),
)
_HEADERS = ("include", "native_include")

_SYMBOLS = {
    "EQUAL": "`=`",
    "COLON": "`:`",
    "SEMICOLON": "`;`",
    "DOT": "`.`",
    "LBRACE": "`{`",
    "LPAR": "`(`",
    "STRING": "a quoted string",
    "INTEGER": "an integer",
    "COMMA": "`,`",
    "RSQB": "`]`",
    "RPAR": "`)`",
    "RBRACE": "`}`",
}
_SELDOM = {"LPAR", "DOT", "EQUAL"}
"""Allowed in many places (metadata, paths, defaults): named only where nothing else is."""


def explain(mistake: Mistake, source: SourceFile) -> Diagnostic:
    """The diagnostic of a mistake."""
    return lexemes.explain_mistake(mistake, source, "FlatBuffers", _unexpected_token)


def _unexpected_token(mistake: Unexpected, source: SourceFile) -> Diagnostic:
    lexeme = lexemes.find_lexeme(mistake, source)
    before, brackets = lexemes.split_before(source.text, lexeme.start)
    return (
        _json(mistake, source, lexeme)
        or _statement_inside(source, before, brackets, lexeme)
        or _unterminated(mistake, source, before, lexeme)
        or lexemes.find_unclosed(source, brackets, lexeme, DEFINING)
        or _unexpected(mistake, source, before, lexeme)
    )


def _json(mistake: Unexpected, source: SourceFile, lexeme: lexemes.Lexeme) -> Diagnostic | None:
    """flatc reads an object behind the schema and makes a buffer of it."""
    if lexeme.text != "{" or "TABLE" not in mistake.accepted:
        return None
    if "NAME" in mistake.accepted:
        return None
    return Diagnostic(
        "json-object",
        "a JSON object is not part of a schema",
        Span(source, lexeme.start, lexeme.end),
        "expected a definition",
    )


def _statement_inside(
    source: SourceFile,
    before: Sequence[lexemes.Lexeme],
    brackets: Sequence[lexemes.Lexeme],
    lexeme: lexemes.Lexeme,
) -> Diagnostic | None:
    """`table Next` behind a body that is not closed: `table` could have been the name of a field."""
    if not before or before[-1].text not in _STATEMENTS or lexeme.kind in ("COLON", "end"):
        return None
    return lexemes.find_unclosed(source, brackets, before[-1], _STATEMENTS)


def _unterminated(
    mistake: Unexpected,
    source: SourceFile,
    before: Sequence[lexemes.Lexeme],
    lexeme: lexemes.Lexeme,
) -> Diagnostic | None:
    """A statement without its semicolon is told at its end, not where the next one starts."""
    next_line = bool(before) and "\n" in source.text[before[-1].end : lexeme.start]
    closes = lexeme.text == "}" or lexeme.kind == "end"
    if "SEMICOLON" not in mistake.accepted or not (next_line or closes):
        return None
    end = before[-1].end
    return Diagnostic("missing-semicolon", "expected `;`", Span(source, end, end), "here")


def _unexpected(
    mistake: Unexpected,
    source: SourceFile,
    before: Sequence[lexemes.Lexeme],
    lexeme: lexemes.Lexeme,
) -> Diagnostic:
    accepted = mistake.accepted
    span, shown = lexemes.describe_lexeme(source, before, lexeme)
    words = [word for word in (*_STATEMENTS, *_HEADERS) if _terminal(word) in accepted]
    at_statement = "TABLE" in accepted and "NAME" not in accepted
    help_ = find_closest(lexeme.text, words) if lexeme.kind == "NAME" and at_statement else ""
    if lexeme.text in _HEADERS and at_statement:
        help_ = "includes come before all other statements"
    expected = _expectations(accepted, mistake.stack)
    return Diagnostic(
        "syntax-error",
        f"unexpected {shown}",
        span,
        f"expected {lexemes.join_words(expected)}",
        help=help_,
    )


def _terminal(word: str) -> str:
    return word.upper()


def _expectations(accepted: Set[str], stack: Sequence[str]) -> list[str]:
    expected: list[str] = []
    if "TABLE" in accepted and "NAME" not in accepted:
        expected.append("a definition")
    elif "EMPTY" in accepted or "FLOAT" in accepted:
        expected.append("a value")
    elif "NAME" in accepted and "LSQB" in accepted:
        expected.append("a type")
    elif "NAME" in accepted:
        expected.append(_name_role(stack))
    symbols = [name for name in _SYMBOLS if name in accepted]
    if expected or any(name not in _SELDOM for name in symbols):
        symbols = [name for name in symbols if name not in _SELDOM]
    if "a value" in expected or "a type" in expected:
        symbols = []
    return expected + [_SYMBOLS[name] for name in symbols]


def _name_role(stack: Sequence[str]) -> str:
    """What a name would name, by the keyword and the bracket that are open around it."""
    bracket = ""
    for name in reversed(stack):
        if name == "LPAR" and not bracket:
            bracket = "("
        elif name == "LBRACE" and not bracket:
            bracket = "{"
        elif name.lower() in _STATEMENTS:
            return _role(name.lower(), bracket, fresh=stack[-1] == name)
    return "a name"


def _role(keyword: str, bracket: str, *, fresh: bool) -> str:
    match keyword, bracket:
        case "rpc_service", "(":
            return "a name"
        case _, "(":
            return "an attribute name"
        case "namespace", _:
            return "a namespace"
        case "attribute", _:
            return "an attribute name"
        case "root_type", _:
            return "a table name"
        case (("struct" | "table"), "{"):
            return "a field"
        case "enum", "{":
            return "an enum value"
        case "union", "{":
            return "a variant"
        case "rpc_service", "{":
            return "a method"
        case "rpc_service", _:
            return "a service name"
        case (("enum" | "union"), _):
            return f"{'an' if keyword == 'enum' else 'a'} {keyword} name" if fresh else "a type"
        case _:
            return f"a {keyword} name"
