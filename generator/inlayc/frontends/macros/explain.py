"""What a body that its macro would refuse is told: what is allowed at the first wrong token.

The grammar knows which tokens could have come. Mistakes that are likely because Thrift itself allows
what was written have sentences of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from inlayc.base.diagnostics import Diagnostic, find_closest
from inlayc.base.source import SourceFile, Span
from inlayc.frontends.macros.invocations import Invocation, tokens_of
from inlayc.frontends.macros.lalr import KEPT, Unexpected
from inlayc.frontends.macros.tokens import quote_token

ABSENT_CONTAINERS = ("map", "set")
ONLY_LIST = "`list<...>` is the only container"
ONLY_ONE_LEVEL = "the macros have one level of lists"

_MEMBERS = {
    "thrift_enum": "an enum value",
    "thrift_struct": "a field name",
    "thrift_union": "a variant name",
    "thrift_union_with_unknown": "a variant name",
    "thrift_union_all_empty": "a variant name",
    "write_thrift_field": "a name",
}
_LITERALS = frozenset({"CHARACTER", "FLOAT", "RAW_STRING", "STRING"})
_CODE = "syntax-error"
_NEVER_SUGGESTED = frozenset({"ATTRIBUTE", "DOC", "LESSTHAN", "MINUS", "RAW_NAME"})
_QUALIFIERS = (".", "::")


def absent_container(name: Span) -> Diagnostic:
    return Diagnostic("container", f"the macros have no type `{name.text}`", name, ONLY_LIST)


def nested_list(element: Span) -> Diagnostic:
    return Diagnostic(
        "container", "expected an element that is not a list", element, ONLY_ONE_LEVEL
    )


def syntax_error(
    invocation: Invocation, unexpected: Unexpected, symbols: Mapping[str, str]
) -> Diagnostic:
    """The diagnostic for the first wrong token; `symbols` are the terminals that have one text."""
    mistake = _Mistake(invocation, unexpected, symbols)
    return (
        mistake.qualified_name()
        or mistake.container()
        or mistake.missing_requiredness()
        or mistake.missing_semicolon()
        or mistake.bare_variant_type()
        or mistake.inner_doc()
        or mistake.anything_else()
    )


class _Mistake:
    """The wrong token, what stands around it, and what would have been right."""

    def __init__(
        self, invocation: Invocation, unexpected: Unexpected, symbols: Mapping[str, str]
    ) -> None:
        self._invocation = invocation
        self._body = [*islice(tokens_of(invocation, unexpected.since), 2 * KEPT)]
        self._index = unexpected.at
        self._allowed = unexpected.allowed
        self._symbols = symbols

    def qualified_name(self) -> Diagnostic | None:
        if self._text() not in _QUALIFIERS or not self._is_name(-1):
            return None
        first, last = -1, 0
        while self._text(first - 1) in _QUALIFIERS and self._is_name(first - 2):
            first -= 2
        while self._text(last) in _QUALIFIERS and self._is_name(last + 1):
            last += 2
        span = self._span(first).to(self._span(last - 1 if last else 0))
        help_ = f"write {quote_token(self._text(last - 1))}" if last else ""
        return Diagnostic(
            "qualified-name", "unexpected path", span, "expected a plain name", help=help_
        )

    def container(self) -> Diagnostic | None:
        """`map<string, i32>`, `list<list<i32>>` and `list<Element<'a>>`, at the token after the
        first name in brackets."""
        if self._text(-2) != "<":
            return None
        for at in (-3, -1):
            if self._text(at) in ABSENT_CONTAINERS:
                return absent_container(self._span(at))
        if self._text() == "<" and self._kind(1) == "LIFETIME":
            lifetime, name = self._text(1), self._text(-1)
            is_struct = self._invocation.macro == "thrift_struct"
            right = f"<{lifetime}><{name}>" if is_struct else f"<{name}><{lifetime}>"
            span = self._span(0).to(self._span(2))
            message = "unexpected lifetime of an element"
            help_ = f"write {quote_token(f'list{right}')}"
            return Diagnostic(_CODE, message, span, "expected with the list", help=help_)
        return nested_list(self._span(-1)) if self._text() == "<" else None

    def missing_requiredness(self) -> Diagnostic | None:
        if "REQUIRED" not in self._allowed or "NAME" in self._allowed:
            return None
        span, word = self._span(), self._text()
        label = "expected `required` or `optional`"
        has_type_and_name = self._is_name(1) and (self._is_name(2) or self._text(2) == "<")
        if self._is_name(0) and has_type_and_name:
            help_ = find_closest(word, ("required", "optional"))
            message = f"unknown requiredness {quote_token(word)}"
            return Diagnostic("unknown-requiredness", message, span, label, help=help_)
        return Diagnostic("missing-requiredness", "a field has no requiredness", span, label)

    def missing_semicolon(self) -> Diagnostic | None:
        """Points behind the value, where the semicolon has to come."""
        if self._allowed != frozenset({"SEMICOLON"}) or self._text() == ",":
            return None
        end = self._body[self._index - 1].end
        span = Span(self._source, end, end)
        return Diagnostic(_CODE, "an enum value has no `;`", span, "expected `;`")

    def bare_variant_type(self) -> Diagnostic | None:
        is_union = self._invocation.macro in ("thrift_union", "thrift_union_with_unknown")
        if not (is_union and self._is_name(0) and self._is_name(-1)):
            return None
        return Diagnostic(
            _CODE,
            f"unexpected type {quote_token(self._text(-1))}",
            self._span(-1),
            "expected parentheses around it",
            help=f"write {quote_token(f'({self._text(-1)})')}, or nothing if it is an empty struct",
        )

    def inner_doc(self) -> Diagnostic | None:
        if self._kind() != "INNER_DOC":
            return None
        mark = self._text()[:3]
        span = Span(self._source, self._span().start, self._span().start + 3)
        label = f"expected `{mark.replace('!', mark[1])}` before a definition or field"
        return Diagnostic(_CODE, f"unexpected `{mark}`", span, label)

    def anything_else(self) -> Diagnostic:
        """Thrift's own separators are the likeliest."""
        label = f"expected {self._expected()}"
        if self._text() == "," and {"SEMICOLON", "RBRACE"} <= self._allowed:
            label = "expected `;` or nothing between fields"
        return Diagnostic(_CODE, f"unexpected {self._shown()}", self._span(), label)

    def _shown(self) -> str:
        return quote_token(self._text()) if self._text() else "end of the invocation"

    def _expected(self) -> str:
        phrases = {self._phrase(terminal) for terminal in self._suggested()}
        *most, last = sorted(phrases, key=lambda phrase: (phrase.startswith("`"), phrase))
        return f"{', '.join(most)} or {last}" if most else last

    def _suggested(self) -> frozenset[str]:
        """Where a name may come a keyword may, too, but nobody wants to hear of it."""
        suggested = self._allowed - _NEVER_SUGGESTED
        if "NAME" in suggested or "STRING" in suggested:
            keywords = {name for name, text in self._symbols.items() if text.isalpha()}
            suggested -= keywords
        return suggested

    def _phrase(self, terminal: str) -> str:
        if terminal in _LITERALS or (terminal == "INTEGER" and "STRING" in self._allowed):
            return "a literal"
        if terminal in self._symbols:
            return f"`{self._symbols[terminal]}`"
        match terminal:
            case "INTEGER":
                return "a number" if self._text(-1) in ("-", "=") else "a field id"
            case "LIFETIME":
                return "a lifetime"
            case "NAME":
                return self._name()
            case _:
                return "the end of the invocation"

    def _name(self) -> str:
        """What a name would be the name of, at this place."""
        macro = self._invocation.macro
        match self._text(-1):
            case "enum" | "struct" | "union":
                return "a name"
            case "required" | "optional" | "<":
                return "a type"
            case "(":
                return "a module" if macro == "thrift_struct" else "a type"
            case ":" if macro == "thrift_union_all_empty":
                return "a type"
            case ",":
                return "a field type"
            case _:
                return _MEMBERS[macro]

    @property
    def _source(self) -> SourceFile:
        return self._invocation.close.source

    def _span(self, offset: int = 0) -> Span:
        """The place of a token, counted from the wrong one."""
        at = self._index + offset
        if not 0 <= at < len(self._body):
            return self._invocation.close
        return Span(self._source, self._body[at].start, self._body[at].end)

    def _text(self, offset: int = 0) -> str:
        at = self._index + offset
        return self._body[at].text if 0 <= at < len(self._body) else ""

    def _kind(self, offset: int = 0) -> str:
        at = self._index + offset
        return self._body[at].kind if 0 <= at < len(self._body) else ""

    def _is_name(self, offset: int) -> bool:
        return self._kind(offset) in ("NAME", "RAW_NAME")
