"""Text of the macro dialect to syntax nodes: a pure function that opens no file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from inlayc.diagnostics import CompileError
from inlayc.macros import docs
from inlayc.macros.build import Build, Definition
from inlayc.macros.explain import syntax_error
from inlayc.macros.invocations import MACROS, find, unknown_macro
from inlayc.macros.lalr import Parser, Unexpected
from inlayc.source import SourceFile
from inlayc.text.limits import check_text
from inlayc.thrift import syntax

MAX_REPORTED = 20
"""More mistakes than that are one mistake: the text is something else."""


def parse(source: SourceFile) -> syntax.Document:
    """The definitions of all invocations in a text; everything around them is Rust's business."""
    check_text(source)
    findings = find(source)
    build = Build(source)
    mistakes = build.mistakes
    mistakes += map(unknown_macro, findings.unknown[:MAX_REPORTED])
    definitions: list[Definition] = []
    for invocation in findings.invocations:
        if len(mistakes) >= MAX_REPORTED:
            break
        tree = _parser().parse(MACROS[invocation.macro], invocation.body)
        if isinstance(tree, Unexpected):
            mistakes.append(syntax_error(invocation, tree, _parser().symbols))
        elif (definition := build.transform(tree)) is not None:
            definitions.append(definition)
    if mistakes:
        mistakes.sort(key=lambda mistake: mistake.span.start)
        raise CompileError(mistakes[:MAX_REPORTED])
    definitions = list(_without_repeated(definitions))
    return syntax.Document(source, tuple(definitions), doc=docs.join(findings.docs), open=True)


def _without_repeated(definitions: list[Definition]) -> Iterator[Definition]:
    """`write_thrift_field!` adds nothing to a type whose definition is here."""
    known = {d.name.text for d in definitions if not isinstance(d, syntax.ExternalNode)}
    for definition in definitions:
        if isinstance(definition, syntax.ExternalNode):
            if definition.name.text in known:
                continue
            known.add(definition.name.text)
        yield definition


@cache
def _parser() -> Parser:
    grammar = files("inlayc.macros").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Parser(grammar, sorted(set(MACROS.values())))
