"""Lark's tables, followed by themselves: whether words and symbols follow a grammar, with nothing kept of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias, cast

from lark import Lark
from lark.parsers.lalr_analysis import Shift

END: Final = "$END"

_Reduction: TypeAlias = tuple[int, str]
"""How many symbols a rule takes from the stack, and the rule."""


class Automaton:
    """The states of a grammar, and how terminals and rules lead from one to another."""

    def __init__(self, lark: Lark) -> None:
        table = cast("Any", lark.parser).parser.parser.parse_table
        self._starts: dict[str, int] = dict(table.start_states)
        self._final = frozenset(table.end_states.values())
        self._actions: dict[int, dict[str, int | _Reduction]] = {}
        self._gotos: dict[int, dict[str, int]] = {}
        self._symbols: dict[int, str] = {}
        """What was read last in a state: there is one way into each."""
        for state, actions in table.states.items():
            self._actions[state], self._gotos[state] = {}, {}
            for symbol, (action, target) in actions.items():
                name = str(symbol)
                if action is not Shift:
                    reduction = len(target.expansion), str(target.origin.name)
                    self._actions[state][name] = reduction
                    continue
                self._symbols[target] = name
                follow = self._actions if name.isupper() else self._gotos
                cast("dict[str, int]", follow[state])[name] = target

    def follow(self, rule: str, terminals: Iterable[str]) -> list[int] | None:
        """The states on the stack where the first terminal came that cannot come, or None where there is none.

        The terminals end with `$END`, and none is taken after the wrong one.
        """
        actions, gotos, final = self._actions, self._gotos, self._final
        stack = [self._starts[rule]]
        for terminal in terminals:
            while isinstance(action := actions[stack[-1]].get(terminal), tuple):
                size, reduced = action
                if size:
                    del stack[-size:]
                stack.append(gotos[stack[-1]][reduced])
                if stack[-1] in final:
                    return None
            if action is None:
                return stack
            stack.append(action)
        raise AssertionError("terminals end")

    def find_accepted(self, stack: Sequence[int]) -> frozenset[str]:
        """The terminals that could come there."""
        return frozenset(name for name in self._actions[stack[-1]] if self._is_taken(name, stack))

    def symbols_of(self, stack: Sequence[int]) -> list[str]:
        """What was read and not yet put together."""
        return [self._symbols[state] for state in stack[1:]]

    def _is_taken(self, terminal: str, stack: Sequence[int]) -> bool:
        """Whether it can come next: tables shared between rules may put rules together for what none of them takes."""
        states = [*stack]
        while isinstance(action := self._actions[states[-1]].get(terminal), tuple):
            size, rule = action
            del states[len(states) - size :]
            states.append(self._gotos[states[-1]][rule])
            if states[-1] in self._final:
                return True
        return action is not None
