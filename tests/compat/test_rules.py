"""The record of `inlay compat` is what was seen, and its rules hold for files that they were not made of."""

from __future__ import annotations

import json

import pytest

from inlay.verbs.compat.features import KINDS, FileFeatures, features_of
from inlay.verbs.compat.record import records
from tests.compat.accuracy import judge_halves
from tests.compat.observed import (
    COLUMN,
    FILE,
    IGNORES,
    LOSES,
    MISREADS,
    READS,
    Observed,
    list_observed,
    load_features,
    load_observed,
)
from tests.compat.rules import FOLDER, document, make_rules, rows_of
from tests.compat.versions import READERS

FEATURES = load_features()
SAMPLE = 7
"""Every seventh evidence file is written anew; all take too long."""


@pytest.mark.parametrize("reader", list_observed())
def test_the_record_is_made_of_what_was_seen(reader: str) -> None:
    written = json.loads((FOLDER / f"{reader}.json").read_text(encoding="utf-8"))
    assert written == document(load_observed(reader), FEATURES, ""), (
        "python -m tests.compat --rules"
    )


def test_rules_of_one_half_are_right_on_the_other() -> None:
    found = [judge_halves(it, load_observed(it), FEATURES) for it in list_observed()]
    wrong = sum(len(it.wrong) for it in found)
    assert wrong <= sum(it.predictions for it in found) / 100
    assert wrong <= sum(it.stumbles for it in found) / 10


def test_every_reader_was_seen_in_three_versions() -> None:
    assert records().keys() == set(list_observed())
    assert records().keys() <= READERS.keys()
    assert {name: len(it.versions) for name, it in records().items() if len(it.versions) < 3} == {}


def test_features_are_of_the_vocabulary_and_each_kind_has_evidence() -> None:
    every = {feature for of in FEATURES.values() for feature in of.file.union(*of.columns.values())}
    kinds = {feature.partition(": ")[0] for feature in every}
    assert kinds <= KINDS.keys()
    assert KINDS.keys() - kinds == {"pages"}  # pyarrow counts pages of version 2 as 1 in the footer


def test_the_features_of_evidence_files_are_those_that_are_kept(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    from inlay.footers.footer.read import read_footer
    from tests.compat.evidence import evidence

    every = list(evidence())
    assert [f"{it.half}: {it.name}" for it in every] == list(FEATURES)
    path = tmp_path_factory.mktemp("evidence") / "one.parquet"
    for each in every[::SAMPLE]:
        each.write(path)
        assert features_of(read_footer(path)) == FEATURES[f"{each.half}: {each.name}"], each.name


def _observed(**files: tuple[list[str], str]) -> tuple[Observed, dict[str, FileFeatures]]:
    """Of one version: the features of column c, and the letter."""
    observed = Observed(["1"], {f"made: {name}": {"c": it[1]} for name, it in files.items()})
    features = {
        f"made: {name}": FileFeatures(frozenset(), {"c": frozenset(it[0])})
        for name, it in files.items()
    }
    return observed, features


@pytest.mark.parametrize(
    ("files", "rules", "hidden"),
    [
        ({"a": (["x"], READS)}, [], 0),
        ({"a": (["x"], READS), "b": (["x", "y"], COLUMN)}, [({"y"}, COLUMN)], 0),
        # The one that accounts for both.
        ({"a": (["y", "z"], FILE), "b": (["y", "w"], FILE)}, [({"y"}, FILE)], 0),
        # Each alone is read.
        (
            {"a": (["x"], READS), "b": (["y"], READS), "c": (["x", "y"], IGNORES)},
            [({"x", "y"}, IGNORES)],
            0,
        ),
        ({"a": (["x"], READS), "b": (["x"], COLUMN)}, [], 1),
        # A codec knows nothing of types.
        (
            {
                "a": (["codec: A", "type: x"], READS),
                "b": (["codec: B", "type: y"], READS),
                "c": (["codec: B", "type: x"], COLUMN),
            },
            [],
            1,
        ),
    ],
)  # fmt: skip
def test_what_no_good_column_has_is_to_blame(
    files: dict[str, tuple[list[str], str]], rules: list[tuple[set[str], str]], hidden: int
) -> None:
    observed, features = _observed(**files)
    made = make_rules(rows_of(observed, features, "1", "made"))
    assert [(set(of), letter) for of, letter, _ in made.rules] == rules
    assert len(made.hidden) == hidden


def test_a_file_is_refused_for_one_of_its_columns() -> None:
    """The others may be of types that are read elsewhere."""
    observed = Observed(
        ["1"],
        {
            "made: good": {"c": READS},
            "made: neighbour": {"c": READS},
            "made: both": {"c": FILE, "d": FILE},
        },
    )
    features = {
        "made: good": FileFeatures(frozenset(), {"c": frozenset({"x"})}),
        "made: neighbour": FileFeatures(frozenset(), {"c": frozenset({"y"})}),
        "made: both": FileFeatures(
            frozenset(), {"c": frozenset({"x", "y"}), "d": frozenset({"z"})}
        ),
    }
    made = make_rules(rows_of(observed, features, "1", "made"))
    assert [(set(of), letter) for of, letter, _ in made.rules] == [({"z"}, FILE)]
    assert made.hidden == []


def test_what_depends_on_values_is_a_rule_that_is_not_certain() -> None:
    observed, features = _observed(
        a=(["codec: A", "type: x"], READS), b=(["codec: A", "type: x"], MISREADS)
    )
    (rule,) = document(observed, features, "made")["rules"]
    assert (rule["features"], rule["outcome"]) == (["type: x"], "misreads")
    assert rule["depends_on_values"]


def test_what_a_filter_loses_is_held_against_filters_alone() -> None:
    observed = Observed(["1"], {"made: a": {"c": READS, "c?": LOSES}})
    features = {"made: a": FileFeatures(frozenset(), {"c": frozenset({"x"})})}
    made = make_rules(rows_of(observed, features, "1", "made"))
    assert [(set(of), letter) for of, letter, _ in made.rules] == [({"x"}, LOSES)]
