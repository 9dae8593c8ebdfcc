"""Finds the macro invocations in a Rust source file.

The body of an invocation is what stands between its delimiters; the bodies of `macro_rules!` are
templates and are skipped. An attribute becomes one token, since what is in it is Rust's business.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from inlayc.diagnostics import CompileError, Diagnostic, Related, find_closest
from inlayc.macros.tokens import RustToken, quote_token, scan_tokens
from inlayc.source import SourceFile, Span
from inlayc.text.limits import MAX_NESTING, MAX_TOKENS

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
    """A use of one of `MACROS`; `close` is the delimiter that ends it."""

    macro: str
    body: tuple[RustToken, ...]
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
                    _group(source, stream, token)
                    defined.add(name)
                case [*_, name, "!"] if name in MACROS:
                    *content, close = _group(source, stream, token)
                    count += len(content)
                    if count > MAX_TOKENS:
                        raise CompileError([_too_many(_span(source, close))])
                    body = tuple(_join_attributes(source, content))
                    invocations.append(Invocation(name, body, _span(source, close)))
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


def _group(source: SourceFile, stream: Iterator[RustToken], opening: RustToken) -> list[RustToken]:
    """The tokens after `opening`, up to its partner and with it."""
    group: list[RustToken] = []
    pending = [opening]
    for token in stream:
        group.append(token)
        if token.text in _CLOSING:
            pending.append(token)
            if len(pending) > MAX_NESTING:
                raise CompileError([_too_deep(_span(source, token))])
        elif token.text in _CLOSING.values():
            opened = pending.pop()
            if token.text != _CLOSING[opened.text]:
                raise CompileError([_mismatch(source, opened, token)])
            if not pending:
                return group
    raise CompileError([_endless(source, pending[-1])])


def _join_attributes(source: SourceFile, body: list[RustToken]) -> Iterator[RustToken]:
    """The same tokens, `#[...]` as one. Delimiters are known to be balanced."""
    remaining = iter(body)
    for token in remaining:
        if token.text != "#" or (after := next(remaining, None)) is None:
            yield token
        elif after.text != "[":
            yield from (token, after)
        else:
            depth, last = 1, after
            while depth:
                last = next(remaining)
                depth += (last.text in _CLOSING) - (last.text in _CLOSING.values())
            text = source.text[token.start : last.end]
            yield RustToken("ATTRIBUTE", text, token.start, last.end)


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


def _too_many(span: Span) -> Diagnostic:
    label = f"at most {MAX_TOKENS:,} words and symbols in the invocations of one file"
    return Diagnostic("too-many-tokens", "file is too long", span, label)
