"""`repeated-key`."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlay.footers.footer.read import read_footer
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.rules.key_values import RULES
from parquet_format.parquet import KeyValue
from tests.verbs.lint.footers import advise, make_fine, write_sparse

RULE = "repeated-key"


def test_the_number_of_values_is_said(tmp_path: Path) -> None:
    metadata = make_fine()
    metadata.key_value_metadata = [
        KeyValue(key=key, value=value) for key, value in ("a1", "b1", "a2", "a1")
    ]
    (advice,) = advise(RULE, metadata, tmp_path)
    assert advice.seen == "the key a is there 3 times, with 2 values"
    assert advice.fix == ("see which value holds, and set the key to it with inlay set ... --key")


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []


def test_the_pairs_are_gone_through_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the number of keys."""
    metadata = make_fine()
    keys = [f"k{number}" for number in range(50)] * 2
    metadata.key_value_metadata = [KeyValue(key=key, value="1") for key in keys]
    path = write_sparse(tmp_path / "file.parquet", metadata)
    facts = FileFacts("file.parquet", read_footer(str(path), "file.parquet"))
    looks = list[str]()

    class CountedPair(KeyValue):
        def __getattribute__(self, name: str) -> object:
            looks.append(name)
            return super().__getattribute__(name)

    pairs: list[KeyValue] = [CountedPair(key=key, value="1") for key in keys]
    monkeypatch.setattr(facts, "metadata", facts.metadata.replace(key_value_metadata=pairs))
    (rule,) = (each for each in RULES if each.id == RULE)
    looks.clear()
    assert len(list(rule.advise(facts, {}))) == 50
    assert looks.count("key") + looks.count("value") <= 3 * len(keys)
