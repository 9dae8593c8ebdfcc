"""Lark's tables, followed by themselves: whether words and symbols follow a grammar, with nothing kept of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self, cast

if TYPE_CHECKING:
    from lark import Lark

END: Final = "$END"


class Kept(NamedTuple):
    """A symbol of a rule that is in its tree."""

    at: int
    """Where it lies on the stack, from its top: -1 is the last symbol of the rule."""
    terminal: str
    """What a token of it is; empty for a rule."""
    is_inlined: bool
    """Whether its children stand in the place of it."""
    absent: int
    """How many optional parts that are not there come before it."""


class Reduction(NamedTuple):
    """What is done when a rule is complete."""

    size: int
    """How many symbols it takes from the stack."""
    origin: str
    name: str
    """What its tree is called."""
    kept: Sequence[Kept]
    absent: int
    """How many optional parts are not there behind the last symbol that is kept."""
    gives_only_child: bool


class Automaton:
    """The states of a grammar, and how terminals and rules lead from one to another."""

    def __init__(self, lark: Lark) -> None:
        from lark.parsers.lalr_analysis import Shift  # slow to import, and tables are stored

        table = cast("Any", lark.parser).parser.parser.parse_table
        self.starts: dict[str, int] = dict(table.start_states)
        """By the rule that a text is."""

        self.finals = frozenset(table.end_states.values())
        self.actions: dict[int, dict[str, int | Reduction]] = {}
        self.gotos: dict[int, dict[str, int]] = {}
        self._symbols: dict[int, str] = {}
        """What was read last in a state: there is one way into each."""

        reductions: dict[object, Reduction] = {}
        for state, actions in table.states.items():
            self.actions[state], self.gotos[state] = {}, {}
            for symbol, (action, target) in actions.items():
                name = str(symbol)
                if action is not Shift:
                    if target not in reductions:
                        reductions[target] = _reduction(target)
                    self.actions[state][name] = reductions[target]
                    continue
                self._symbols[target] = name
                follow = self.actions if name.isupper() else self.gotos
                cast("dict[str, int]", follow[state])[name] = target

    def to_stored(self) -> dict[str, Any]:
        """All of it, as JSON can have it: `restored` reads it."""
        reductions: dict[Reduction, int] = {}
        actions = [
            {
                name: -1 - reductions.setdefault(to, len(reductions))
                if isinstance(to, Reduction)
                else to
                for name, to in sorted(self.actions[state].items())
            }
            for state in range(len(self.actions))
        ]
        return {
            "starts": self.starts,
            "finals": sorted(self.finals),
            "actions": actions,
            "gotos": [self.gotos[state] for state in range(len(self.gotos))],
            "symbols": list(self._symbols.items()),
            "reductions": list(reductions),
        }

    @classmethod
    def restored(cls, stored: Mapping[str, Any]) -> Self:
        """Of what `to_stored` gave."""
        self = cls.__new__(cls)
        reductions = [
            Reduction(size, origin, name, tuple(Kept(*each) for each in kept), absent, only_child)
            for size, origin, name, kept, absent, only_child in stored["reductions"]
        ]
        self.starts = stored["starts"]
        self.finals = frozenset(stored["finals"])
        gotos: list[dict[str, int]] = stored["gotos"]
        self.gotos = dict(enumerate(gotos))
        self.actions = {
            state: {name: to if to >= 0 else reductions[-1 - to] for name, to in actions.items()}
            for state, actions in enumerate(stored["actions"])
        }
        self._symbols = dict(stored["symbols"])
        return self

    def follow(self, rule: str, terminals: Iterable[str]) -> list[int] | None:
        """The states on the stack where the first terminal came that cannot come, or None where there is none.

        The terminals end with `$END`, and none is taken after the wrong one.
        """
        actions, gotos, finals = self.actions, self.gotos, self.finals
        stack = [self.starts[rule]]
        for terminal in terminals:
            while isinstance(action := actions[stack[-1]].get(terminal), Reduction):
                size, reduced = action.size, action.origin
                if size:
                    del stack[-size:]
                stack.append(gotos[stack[-1]][reduced])
                if stack[-1] in finals:
                    return None
            if action is None:
                return stack
            stack.append(action)
        raise AssertionError("terminals end")

    def find_accepted(self, stack: Sequence[int]) -> frozenset[str]:
        """The terminals that could come there."""
        return frozenset(name for name in self.actions[stack[-1]] if self._is_taken(name, stack))

    def symbols_of(self, stack: Sequence[int]) -> list[str]:
        """What was read and not yet put together."""
        return [self._symbols[state] for state in stack[1:]]

    def _is_taken(self, terminal: str, stack: Sequence[int]) -> bool:
        """Whether it can come next: tables shared between rules may put rules together for what none of them takes."""
        states = [*stack]
        while isinstance(action := self.actions[states[-1]].get(terminal), Reduction):
            size, rule = action.size, action.origin
            del states[len(states) - size :]
            states.append(self.gotos[states[-1]][rule])
            if states[-1] in self.finals:
                return True
        return action is not None


def _reduction(rule: Any) -> Reduction:
    """As Lark's own builder of trees takes a rule: `_rules` are inlined, and an optional part that is not there is None."""
    size, options = len(rule.expansion), rule.options
    is_absent = "".join("1" if absent else "0" for absent in options.empty_indices or ())
    gaps = [len(gap) for gap in is_absent.split("0")] if is_absent else [0] * (size + 1)
    kept: list[Kept] = []
    absent = 0
    for at, symbol in enumerate(rule.expansion):
        absent += gaps[at]
        if options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            terminal = str(symbol.name) if symbol.is_term else ""
            is_inlined = not symbol.is_term and symbol.name.startswith("_")
            kept.append(Kept(at - size, terminal, is_inlined, absent))
            absent = 0
    origin = str(rule.origin.name)
    name = str(rule.alias or origin)
    only_child = bool(options.expand1) and not rule.alias
    return Reduction(size, origin, name, tuple(kept), absent + gaps[size], only_child)
