"""Syntax errors in the words of the language rather than those of the parser.

The tables say which terminals could have come; the stack says where in the language the mistake stands. The
mistakes people make most get words of their own: a bracket that is not closed, a misspelt
`required`, statements that Thrift has dropped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from inlayc.base.diagnostics import Diagnostic, find_closest
from inlayc.base.source import SourceFile, Span
from inlayc.frontends.text import lexemes
from inlayc.frontends.text.mistakes import Mistake, Unexpected

DEFINING = ("const", "typedef", "enum", "struct", "union", "exception", "service")
_HEADERS = ("include", "cpp_include", "namespace")
_CHOICES = {"required", "optional", "extends", "throws"}

_CONTAINERS = ("list", "set", "map")
_BEHIND_TYPES = {"a field name", "a function name", "a parameter name", "a name"}

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

_ANNOTATION = re.compile(r"@[A-Za-z_][A-Za-z_0-9.]*+")

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


_FBTHRIFT = {
    "package": "leave it out; `namespace py NAME` names a package of Python",
    "interaction": "write a `service`",
}
"""Statements of fbthrift, which was Thrift once, and what to write instead."""


def explain(mistake: Mistake, source: SourceFile) -> Diagnostic:
    """The diagnostic of a mistake."""
    if not isinstance(mistake, Unexpected) and source.text[mistake.at] == "@":
        return _structured_annotation(source, mistake.at)
    return lexemes.explain_mistake(mistake, source, "Thrift", _unexpected_token)


def _unexpected_token(mistake: Unexpected, source: SourceFile) -> Diagnostic:
    lexeme = lexemes.find_lexeme(mistake, source)
    before, brackets = lexemes.split_before(source.text, lexeme.start)
    return (
        _unknown_requiredness(source, before, lexeme)
        or _dropped(source, lexeme)
        or _of_fbthrift(source, lexeme)
        or lexemes.find_unclosed(source, brackets, lexeme, DEFINING)
        or _unknown_container(mistake, source, before, brackets)
        or _unexpected(mistake, source, before, lexeme)
    )


def _unknown_requiredness(
    source: SourceFile, before: Sequence[lexemes.Lexeme], lexeme: lexemes.Lexeme
) -> Diagnostic | None:
    """`1: requierd string name`: three words on a line where two would be a type and a name."""
    colon = next((at for at in reversed(range(len(before))) if before[at].text == ":"), None)
    if colon is None or colon == 0 or before[colon - 1].kind != "number":
        return None
    words = before[colon + 1 :]
    texts = [word.text for word in words]
    three = len(words) == 3 and texts[0] not in ("required", "optional")
    container = len(words) == 2 and texts[1] in ("list", "set", "map") and lexeme.text == "<"
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
        help=find_closest(word.text, ("required", "optional")),
    )


def _dropped(source: SourceFile, lexeme: lexemes.Lexeme) -> Diagnostic | None:
    if lexeme.text not in _DROPPED:
        return None
    return Diagnostic(
        "dropped-statement",
        f"`{lexeme.text}` is no longer part of Thrift",
        Span(source, lexeme.start, lexeme.end),
        help=_DROPPED[lexeme.text],
    )


def _of_fbthrift(source: SourceFile, lexeme: lexemes.Lexeme) -> Diagnostic | None:
    if lexeme.text not in _FBTHRIFT:
        return None
    return Diagnostic(
        "fbthrift",
        f"`{lexeme.text}` is part of fbthrift, and not of Thrift",
        Span(source, lexeme.start, lexeme.end),
        help=_FBTHRIFT[lexeme.text],
    )


def _structured_annotation(source: SourceFile, start: int) -> Diagnostic:
    annotation = _ANNOTATION.match(source.text, start)
    end = annotation.end() if annotation else start + 1
    return Diagnostic(
        "fbthrift",
        f"`{source.text[start:end]}` is an annotation of fbthrift, and not of Thrift",
        Span(source, start, end),
        help='leave it out, or write `(name = "value")` behind what it is about',
    )


def _unknown_container(
    mistake: Unexpected,
    source: SourceFile,
    before: Sequence[lexemes.Lexeme],
    brackets: Sequence[lexemes.Lexeme],
) -> Diagnostic | None:
    """`lsit<i32> names`: a `<` behind a type that is not `list`, `set` or `map`."""
    if mistake.terminal != "LESSTHAN" or not before or before[-1].kind != "word":
        return None
    accepted = mistake.accepted
    is_inner = bool(brackets) and brackets[-1].text == "<"
    is_name_next = {"NAME", "STRUCT"} <= accepted and "DOUBLE" not in accepted
    word = before[-1]
    if not is_inner and not (is_name_next and _name_role(mistake.stack) in _BEHIND_TYPES):
        return None
    if word.text in (*DEFINING, *_CHOICES):
        return None
    return Diagnostic(
        "unknown-type",
        f"unknown type `{word.text}<...>`",
        Span(source, word.start, word.end),
        "only `list`, `set` and `map` hold other types",
        help=find_closest(word.text, _CONTAINERS),
    )


def _unexpected(
    mistake: Unexpected,
    source: SourceFile,
    before: Sequence[lexemes.Lexeme],
    lexeme: lexemes.Lexeme,
) -> Diagnostic:
    accepted = mistake.accepted
    stack = mistake.stack
    span, shown = lexemes.describe_lexeme(source, before, lexeme)
    keywords = {*_CHOICES} if "NAME" in accepted else {*_CHOICES, *DEFINING, *_HEADERS}
    words = sorted(name.lower() for name in accepted if name.lower() in keywords)
    help_ = find_closest(lexeme.text, words) if lexeme.kind == "NAME" else ""
    if lexeme.text in _HEADERS and "STRUCT" in accepted and "NAME" not in accepted:
        help_ = "includes and namespaces come before the first definition"
    return Diagnostic(
        "syntax-error",
        f"unexpected {shown}",
        span,
        f"expected {lexemes.join_words(_expectations(accepted, stack))}",
        help=help_,
    )


def _expectations(accepted: Set[str], stack: Sequence[str]) -> list[str]:
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
        elif name.lower() in {*DEFINING, "namespace", "extends", "throws"}:
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
        case (("const" | "typedef"), ""):
            return "a name"
        case (("enum" | "exception"), ""):
            return f"an {keyword} name"
        case _, "":
            return f"a {keyword} name"
        case "enum", "{":
            return "an enum value"
        case "service", "{":
            return "a function name"
        case (("service" | "throws"), _):
            return "a parameter name"
        case _, "(":
            return "an annotation"
        case _:
            return "a field name"
