"""From the text of a filter to its tree. `docs/prune.md` has the language, and `docs/decisions/prune.md` why it is read by hand."""

from __future__ import annotations

import sys
from collections.abc import Set
from decimal import Decimal
from typing import Final

from inlay.ground.wording.amounts import count
from inlay.rows.pruning.filter_tokens import FilterError, FilterToken, explain_mistake, split_filter
from inlay.rows.pruning.filters import (
    EQUAL,
    IN,
    INTERSECTS,
    IS_NULL,
    ORDERINGS,
    AllOf,
    AnyOf,
    ColumnTest,
    FilterTree,
    FilterValue,
    negate_filter,
)
from inlay.rows.pruning.query_box import explain_no_box
from inlay_variant.value.path import PathError, Step, parse_path

_DEPTH: Final = 100
_FLIPPED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_SIGNS: Final = {"=": "=", "==": "=", "!=": "!=", "<>": "!=", **{it: it for it in ORDERINGS}}
_MOMENTS: Final = ("date", "time", "timestamp")
_VARIANT: Final = "variant_get"


def parse_filter(text: str) -> FilterTree:
    """The tree of a filter such as `price > 10 and day = '2026-01-02'`. Raises FilterError."""
    return _Parser(text).parse()


def is_path(column: str) -> bool:
    """Whether what stands in the place of a column is written as a path into a Variant."""
    return column.startswith(f"{_VARIANT}(")


def parse_paths(tree: FilterTree, written: Set[str]) -> FilterTree:
    """The same filter, with the columns that are `written` as `variant_get(event, '$.age')` as paths. Raises FilterError."""
    if not isinstance(tree, ColumnTest):
        return type(tree)(tuple(parse_paths(part, written) for part in tree.parts))
    name = tree.names[0]
    if len(tree.names) > 1 or name not in written:
        return tree
    column = _Parser(name).parse_column()
    return tree._replace(names=column.names, steps=column.steps)


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = split_filter(text)
        self._at = 0
        self._depth = 0

    def parse(self) -> FilterTree:
        tree = self._any_of()
        if self._next.kind != "end":
            raise self._refuse(self._next, "expected a comparison, `and`, `or` or the end")
        return tree

    def parse_column(self) -> ColumnTest:
        column = self._column()
        if self._next.kind != "end":
            raise self._refuse(self._next, "expected the end")
        return column

    @property
    def _next(self) -> FilterToken:
        return self._tokens[self._at]

    def _take(self) -> FilterToken:
        token = self._next
        self._at += token.kind != "end"
        return token

    def _takes(self, *words: str) -> bool:
        """Whether the next tokens are these words or signs; if so, they are taken."""
        following = self._tokens[self._at : self._at + len(words)]
        is_there = [token.word or token.text for token in following] == list(words)
        if is_there:
            self._at += len(words)
        return is_there

    def _refuse(self, token: FilterToken, what: str) -> FilterError:
        there = repr(token.text) if token.kind != "end" else "the end"
        return explain_mistake(self._text, token.offset, f"{what}, found {there}")

    def _require(self, word: str) -> None:
        if not self._takes(word):
            raise self._refuse(self._next, f"expected `{word}`")

    def _any_of(self) -> FilterTree:
        parts = [self._all_of()]
        while self._takes("or"):
            parts.append(self._all_of())
        return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))

    def _all_of(self) -> FilterTree:
        parts = [self._maybe_not()]
        while self._takes("and"):
            parts.append(self._maybe_not())
        return parts[0] if len(parts) == 1 else AllOf(tuple(parts))

    def _maybe_not(self) -> FilterTree:
        self._depth += 1
        if self._depth > _DEPTH:
            raise FilterError(self._text, self._next.offset, f"more than {_DEPTH} levels")
        if self._takes("not"):
            tree = negate_filter(self._maybe_not())
        elif self._takes("("):
            tree = self._any_of()
            self._require(")")
        else:
            tree = self._test()
        self._depth -= 1
        return tree

    def _test(self) -> FilterTree:
        if self._takes(INTERSECTS, "("):
            return self._intersects()
        if self._next.kind not in ("name", "end") or self._next.word in (
            "true",
            "false",
            *_MOMENTS,
        ):
            is_value = self._next.word not in _MOMENTS or self._tokens[self._at + 1].kind == "text"
            if is_value:
                return self._flipped()
        column = self._column()
        if self._takes("is", "not", "null"):
            return column._replace(operator=IS_NULL, values=(), is_negated=True)
        if self._takes("is", "null"):
            return column._replace(operator=IS_NULL, values=())
        if self._takes("is"):
            raise self._refuse(self._next, "expected `null` or `not null` behind `is`")
        if self._takes("between"):
            low = self._value()
            self._require("and")
            high = self._value()
            return AllOf(
                (
                    column._replace(operator=">=", values=(low,)),
                    column._replace(operator="<=", values=(high,)),
                )
            )
        if self._takes("not", "in"):
            return column._replace(operator=IN, values=self._values(), is_negated=True)
        if self._takes("in"):
            return column._replace(operator=IN, values=self._values())
        sign = _SIGNS.get(self._next.text)
        if sign is None:
            return column  # a truth by itself
        self._take()
        return _compare(column, sign, self._value())

    def _intersects(self) -> ColumnTest:
        """`intersects(geometry, box(5.9, 45.8, 10.5, 47.8))`, behind its first parenthesis."""
        column = self._column()
        self._require(",")
        self._require("box")
        start = self._next.offset
        values = self._values()
        self._require(")")
        if wrong := explain_no_box(values):
            raise FilterError(self._text, start, wrong)
        return column._replace(operator=INTERSECTS, values=values)

    def _flipped(self) -> FilterTree:
        """`10 < price`"""
        value = self._value()
        sign = _SIGNS.get(self._next.text)
        if sign is None:
            raise self._refuse(self._next, "expected a comparison behind a value")
        self._take()
        return _compare(self._column(), _FLIPPED.get(sign, sign), value)

    def _column(self) -> ColumnTest:
        first = self._next
        if self._takes(_VARIANT, "("):
            names = self._names()
            self._require(",")
            steps = self._steps()
            self._require(")")
        else:
            names, steps = self._names(), None
        return ColumnTest(names, EQUAL, (True,), steps, position=first.offset)

    def _names(self) -> tuple[str, ...]:
        names: list[str] = []
        while True:
            token = self._take()
            if token.kind != "name":
                raise self._refuse(token, "expected the name of a column")
            quoted = token.text[0] == '"'
            names.append(token.text[1:-1].replace('""', '"') if quoted else token.text)
            if not self._takes("."):
                return tuple(names)

    def _steps(self) -> tuple[Step, ...]:
        token = self._take()
        if token.kind != "text":
            raise self._refuse(token, "expected a path in quotes, such as '$.user.age'")
        try:
            return tuple(parse_path(token.text[1:-1].replace("''", "'")))
        except PathError as error:
            raise FilterError(self._text, token.offset, str(error)) from error

    def _values(self) -> tuple[FilterValue, ...]:
        self._require("(")
        values = [self._value()]
        while self._takes(","):
            values.append(self._value())
        self._require(")")
        return tuple(values)

    def _value(self) -> FilterValue:
        token = self._take()
        if token.word in _MOMENTS and self._next.kind == "text":
            token = self._take()
        match token.kind:
            case "number":
                return self._number(token)
            case "text":
                return token.text[1:-1].replace("''", "'")
            case "hex" if len(token.text) % 2:
                return bytes.fromhex(token.text[2:-1])
            case "name" if token.word in ("true", "false"):
                return token.word == "true"
            case "name" if token.word == "null":
                what = "nothing equals null: write `is null` or `is not null`"
                raise FilterError(self._text, token.offset, what)
            case "name":
                what = "expected a value: text is written in single quotes"
                raise self._refuse(token, what)
            case _:
                raise self._refuse(token, "expected a number, 'text', true, false or x'00ff'")

    def _number(self, token: FilterToken) -> int | Decimal:
        if not token.text.lstrip("+-").isdigit():
            return Decimal(token.text)
        try:
            return int(token.text)
        except ValueError:  # Python reads so many digits only
            what = f"a number of more than {count(sys.get_int_max_str_digits(), 'digit')}"
            raise FilterError(self._text, token.offset, what) from None


def _compare(column: ColumnTest, sign: str, value: FilterValue) -> ColumnTest:
    if sign == "!=":
        return column._replace(operator=EQUAL, values=(value,), is_negated=True)
    return column._replace(operator=sign, values=(value,))
