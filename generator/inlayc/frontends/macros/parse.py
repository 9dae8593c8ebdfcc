"""Text of the macro dialect to syntax nodes: a pure function that opens no file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import cast

from inlayc.base.diagnostics import CompileError, Diagnostic
from inlayc.base.source import SourceFile
from inlayc.frontends.macros import docs
from inlayc.frontends.macros.build import Build, Definition
from inlayc.frontends.macros.explain import syntax_error
from inlayc.frontends.macros.invocations import (
    MACROS,
    Invocation,
    MacroUses,
    find,
    tokens_of,
    unknown_macro,
)
from inlayc.frontends.macros.lalr import Parser
from inlayc.frontends.text.limits import check_text
from inlayc.frontends.thrift import syntax

MAX_REPORTED = 20
"""More mistakes than that are one mistake: the text is something else."""


def parse(source: SourceFile) -> syntax.Document:
    """The definitions of all invocations in a text; everything around them is Rust's business."""
    check_text(source)
    findings = find(source)
    mistakes = list(islice(_find_mistakes(findings), MAX_REPORTED))
    build = Build(source)
    definitions: list[Definition] = []
    if not mistakes:
        definitions = list(_without_repeated(_read(findings.invocations, build)))
    if mistakes := mistakes or build.mistakes:
        mistakes.sort(key=lambda mistake: mistake.span.start)
        raise CompileError(mistakes[:MAX_REPORTED])
    return syntax.Document(source, tuple(definitions), doc=docs.join(findings.docs), open=True)


def _find_mistakes(findings: MacroUses) -> Iterator[Diagnostic]:
    """Of the grammar, before anything is made of the text."""
    yield from map(unknown_macro, findings.unknown)
    for invocation in findings.invocations:
        mistake = _parser().check(MACROS[invocation.macro], tokens_of(invocation))
        if mistake is not None:
            yield syntax_error(invocation, mistake, _parser().symbols)


def _read(invocations: Iterable[Invocation], build: Build) -> Iterator[Definition]:
    for invocation in invocations:
        if len(build.mistakes) >= MAX_REPORTED:
            return
        rule = MACROS[invocation.macro]
        definition = cast("Definition | None", _parser().parse(rule, tokens_of(invocation), build))
        if definition is not None:
            yield definition


def _without_repeated(read: Iterable[Definition]) -> Iterator[Definition]:
    """`write_thrift_field!` adds nothing to a type whose definition is here."""
    definitions = [*read]
    known = {d.name.text for d in definitions if not isinstance(d, syntax.ExternalNode)}
    for definition in definitions:
        if isinstance(definition, syntax.ExternalNode):
            if definition.name.text in known:
                continue
            known.add(definition.name.text)
        yield definition


@cache
def _parser() -> Parser:
    grammar = files("inlayc.frontends.macros").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Parser(grammar, sorted(set(MACROS.values())))
