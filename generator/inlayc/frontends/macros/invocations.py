"""Finds the macro invocations in a Rust source file.

The body of an invocation is what stands between its delimiters; the bodies of `macro_rules!` are
templates and are skipped. An attribute becomes one token, since what is in it is Rust's business.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from inlayc.base.diagnostics import CompileError, Diagnostic, Related, find_closest
from inlayc.base.source import SourceFile, Span
from inlayc.frontends.macros.tokens import RustToken, quote_token, scan_tokens
from inlayc.frontends.text.limits import FREE, MAX_NESTING, count_allowed, refuse_words

MACROS = {
    "thrift_enum": "thrift_enum",
    "thrift_struct": "thrift_struct",
    "thrift_union": "thrift_union",
    "thrift_union_with_unknown": "thrift_union",
    "thrift_union_all_empty": "thrift_union_all_empty",
    "write_thrift_field": "write_thrift_field",
}
"""The macros that are read, each with the grammar rule of its body."""

_CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Invocation:
    """A use of one of `MACROS`; `close` is the delimiter that ends it. Its tokens are cut when they are asked for."""

    macro: str
    start: int
    close: Span


@dataclass(frozen=True, slots=True)
class MacroUses:
    """What a text holds: its invocations, its own `//!` documentation (as written), and uses of
    macros that are named like ours and are not defined here."""

    invocations: tuple[Invocation, ...]
    docs: tuple[str, ...]
    unknown: tuple[Span, ...]


def find(source: SourceFile) -> MacroUses:
    """All invocations, in the order of the text; `CompileError` if a delimiter has no partner."""
    invocations: list[Invocation] = []
    docs: list[str] = []
    strangers: list[RustToken] = []
    defined: set[str] = set()
    before: deque[RustToken] = deque(maxlen=3)
    count = 0
    stream = scan_tokens(source)
    for token in stream:
        if token.kind == "INNER_DOC":
            if not before:
                docs.append(token.text)
            continue
        if token.text in _CLOSING:
            match [earlier.text for earlier in before]:
                case ["macro_rules", "!", name]:
                    _pass_group(source, stream, token)
                    defined.add(name)
                case [*_, name, "!"] if name in MACROS:
                    size, close = _pass_group(source, stream, token)
                    count += size
                    if count > count_allowed(len(source.text)):
                        raise refuse_words(_span(source, close))
                    invocations.append(Invocation(name, token.end, _span(source, close)))
                case [*_, name, "!"] if name.startswith("thrift_"):
                    strangers.append(before[-2])
                case _:
                    pass
        before.append(token)
    unknown = (_span(source, token) for token in strangers if token.text not in defined)
    return MacroUses(tuple(invocations), tuple(docs), tuple(unknown))


def unknown_macro(name: Span) -> Diagnostic:
    """A misspelt macro must not pass for a definition that is missing."""
    return Diagnostic(
        "unknown-macro",
        f"unknown macro {quote_token(name.text)}",
        name,
        "not defined by a `macro_rules!` of this file",
        help=find_closest(name.text, MACROS),
    )


def tokens_of(invocation: Invocation, since: int = 0) -> Iterator[RustToken]:
    """The tokens of its body, `#[...]` as one, from the beginning or that of one of them on."""
    source = invocation.close.source
    remaining = scan_tokens(source, max(since, invocation.start), invocation.close.start)
    for token in remaining:
        if token.text != "#" or (after := next(remaining, None)) is None:
            yield token
        elif after.text != "[":
            yield from (token, after)
        else:
            _, last = _pass_group(source, remaining, after)
            text = source.text[token.start : last.end]
            yield RustToken("ATTRIBUTE", text, token.start, last.end)


def _pass_group(
    source: SourceFile, stream: Iterator[RustToken], opening: RustToken
) -> tuple[int, RustToken]:
    """How many words stand before the partner of `opening`, and that."""
    pending = [opening]
    count = 0
    for token in stream:
        count += token.text not in FREE
        if token.text in _CLOSING:
            pending.append(token)
            if len(pending) > MAX_NESTING:
                raise CompileError([_too_deep(_span(source, token))])
        elif token.text in _CLOSING.values():
            opened = pending.pop()
            if token.text != _CLOSING[opened.text]:
                raise CompileError([_mismatch(source, opened, token)])
            if not pending:
                return count, token
    raise CompileError([_endless(source, pending[-1])])


def _span(source: SourceFile, token: RustToken) -> Span:
    return Span(source, token.start, token.end)


def _mismatch(source: SourceFile, opened: RustToken, closing: RustToken) -> Diagnostic:
    label = f"expected `{_CLOSING[opened.text]}` before this"
    return _unclosed(source, opened, Related(_span(source, closing), label))


def _endless(source: SourceFile, opened: RustToken) -> Diagnostic:
    end = len(source.text.rstrip())
    label = f"the file ends without `{_CLOSING[opened.text]}`"
    return _unclosed(source, opened, Related(Span(source, end, end), label))


def _unclosed(source: SourceFile, opened: RustToken, related: Related) -> Diagnostic:
    message = f"`{opened.text}` is not closed"
    return Diagnostic("unclosed-bracket", message, _span(source, opened), related=(related,))


def _too_deep(span: Span) -> Diagnostic:
    label = f"at most {MAX_NESTING} levels of brackets"
    return Diagnostic("nesting-too-deep", "nesting is too deep", span, label)
