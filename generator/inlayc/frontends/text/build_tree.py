"""The tree of a text that has no mistake (`mistakes.py`), by Lark's tables: the same tree as Lark's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from lark import Token, Tree
from lark.tree import Meta

from inlayc.frontends.text.automaton import END, Reduction
from inlayc.frontends.text.tables import LAST, Tables

_NOWHERE: Final = -1
"""Where a rule begins and ends that has no token."""


def build_tree(
    tables: Tables, text: str, read: Callable[[Tree[Token] | Token], object]
) -> Tree[Token]:
    """The tree of the whole text. What repeats is replaced by what `read` makes of it as soon as it is complete."""
    automaton, words = tables.automaton, tables.words
    actions, gotos, finals = automaton.actions, automaton.gotos, automaton.finals
    states, starts, ends = [automaton.starts[tables.rule]], [_NOWHERE], [_NOWHERE]
    # The match of a token, the children of a rule that is inlined, or what a rule gave.
    values: list[Any] = [None]
    for match in tables.tokens.finditer(text):
        terminal = match.lastgroup
        assert terminal is not None
        start, end = match.span(terminal)
        if terminal in words:
            terminal = words[terminal].get(match[terminal], terminal)
        elif terminal == LAST:
            terminal = END
        while not isinstance(action := actions[states[-1]][terminal], int):
            size, origin, name, _, _, gives_only_child = action
            children, begin, stop = _children_of(action, values), _NOWHERE, _NOWHERE
            if size == 1:
                begin, stop = starts.pop(), ends.pop()
                states.pop()
                values.pop()
            elif size:
                begin = next((at for at in starts[-size:] if at != _NOWHERE), _NOWHERE)
                stop = max(ends[-size:])
                del states[-size:], values[-size:], starts[-size:], ends[-size:]
            if name[0] == "_":
                if name[1] == "_":
                    children[-1] = read(children[-1])
                values.append(children)
            elif gives_only_child and len(children) == 1:
                values.append(children[0])
            else:
                values.append(Tree(name, children, _meta(begin, stop)))
            state = gotos[states[-1]][origin]
            if state in finals:
                return cast("Tree[Token]", values[-1])
            states.append(state)
            starts.append(begin)
            ends.append(stop)
        states.append(action)
        values.append(match)
        starts.append(start)
        ends.append(end)
    raise AssertionError("a text ends")


def _children_of(reduction: Reduction, values: Sequence[Any]) -> list[Any]:
    """The children of the rule whose symbols lie on top."""
    _, _, _, kept, absent, _ = reduction
    children: list[Any] = []
    for at, terminal, is_inlined, before in kept:
        if before:
            children += [None] * before
        value = values[at]
        if is_inlined:
            if children:
                children += value
            else:
                children = value  # a list grows as it is read
        else:
            children.append(_token_of(terminal, value) if terminal else value)
    if absent:
        children += [None] * absent
    return children


def _token_of(terminal: str, match: re.Match[str]) -> Token:
    start, end = match.span(cast("str", match.lastgroup))
    return Token(terminal, match.string[start:end], start_pos=start, end_pos=end)


def _meta(start: int, end: int) -> Meta:
    make: Any = Meta  # it has no types
    meta: Meta = make()
    if start != _NOWHERE:
        meta.empty = False
        meta.start_pos, meta.end_pos = start, end
    return meta
