"""The tables that are stored beside a grammar are those that Lark makes of it. `INLAY_REFRESH=grammar.json` writes them anew."""

from __future__ import annotations

import fnmatch
import json
import os
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from inlayc.frontends.text import stored
from inlayc.frontends.text.automaton import Automaton, Reduction
from inlayc.frontends.text.stored import STORED, make_tables, read_tables, write_tables

PACKAGES = ["inlayc.frontends.thrift", "inlayc.frontends.flatbuffers"]


def read_grammar(package: str) -> str:
    return files(package).joinpath("grammar.lark").read_text(encoding="utf-8")


@pytest.mark.parametrize("package", PACKAGES)
def test_what_is_stored_is_current(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    grammar = read_grammar(package)
    path = Path(str(files(package).joinpath(STORED)))
    is_asked = fnmatch.fnmatch(STORED, os.environ.get("INLAY_REFRESH", ""))
    if is_asked and not (path.exists() and is_current(path, grammar)):
        path.write_text(write_tables(grammar), encoding="utf-8")
        pytest.fail(f"{path.name} was written anew: run again")
    expected = make_tables(grammar)
    with monkeypatch.context() as patch:
        patch.setattr(
            stored, "make_tables", lambda _grammar: pytest.fail("it is of another grammar")
        )
        tables = read_tables(package)
    assert (tables.rule, tables.tokens, tables.words, tables.free) == (
        expected.rule,
        expected.tokens,
        expected.words,
        expected.free,
    )
    assert_same_automaton(tables.automaton, expected.automaton)


def is_current(path: Path, grammar: str) -> bool:
    """But for the automaton, whose states Lark numbers in any order."""
    stored_here = json.loads(path.read_text(encoding="utf-8"))
    stored_here["tables"]["automaton"] = None
    made_anew = json.loads(write_tables(grammar))
    made_anew["tables"]["automaton"] = None
    return bool(stored_here == made_anew)


def assert_same_automaton(left: Automaton, right: Automaton) -> None:
    """Lark numbers states in any order: those that correspond lead to states that correspond."""
    assert left.starts.keys() == right.starts.keys()
    pairs = {left.starts[rule]: right.starts[rule] for rule in left.starts}
    waiting = list(pairs.items())
    while waiting:
        here, there = waiting.pop()
        assert (here in left.finals) == (there in right.finals)
        for ours, theirs in (
            (left.actions[here], right.actions[there]),
            (left.gotos[here], right.gotos[there]),
        ):
            steps: Any = theirs
            assert ours.keys() == steps.keys()
            for symbol, target in ours.items():
                if isinstance(target, Reduction):
                    assert target == steps[symbol]
                elif target not in pairs:
                    pairs[target] = steps[symbol]
                    waiting.append((target, steps[symbol]))
                else:
                    assert pairs[target] == steps[symbol]
                if not isinstance(target, Reduction):
                    assert left.symbols_of([0, target]) == right.symbols_of([0, steps[symbol]])
    assert len(set(pairs.values())) == len(pairs)
    assert len(pairs) <= len(left.actions) == len(right.actions)


def test_a_grammar_that_was_changed_counts_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = PACKAGES[0]
    grammar = read_grammar(package)
    (tmp_path / STORED).write_text(write_tables(grammar), encoding="utf-8")
    (tmp_path / "grammar.lark").write_text(
        grammar.replace('"namespace"', '"namespaces"'), encoding="utf-8"
    )
    assert '"namespace"' in grammar
    monkeypatch.setattr(stored, "files", lambda _package: tmp_path)
    assert "namespaces" in read_tables(package).words["NAME"]
    (tmp_path / STORED).unlink()
    assert "namespaces" in read_tables(package).words["NAME"]


def test_what_is_stored_is_json_of_one_line() -> None:
    text = write_tables(read_grammar(PACKAGES[0]))
    assert text.count("\n") == 1
    assert json.loads(text).keys() == {"grammar", "tables"}
