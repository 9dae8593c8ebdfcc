"""Each kind is a lie in one statement: its values are those of its twin, and the twin is true."""

from __future__ import annotations

import io
from typing import Any, Final

import pyarrow.parquet as pq

import inlay
from inlay.verbs.diff.difference import Difference
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.values.families import (
    CHECKS_OF_CHUNKS,
    CHECKS_OF_GROUPS,
    CHECKS_OF_PAGES,
    CHECKS_OF_ROWS,
)
from tests.lies.findings import HAS_VALUES, LEVELS, find
from tests.lies.kinds import KINDS
from tests.lies.parts import Parts
from tests.support.in_one_test import in_one_test

FOLLOWS: Final = {
    "file_size",
    "footer_length",
    "total_byte_size",
    "total_compressed_size",
    "total_uncompressed_size",
}
"""What grows with a statement."""


def _statements(name: str) -> list[Difference]:
    """What differs, without what follows from it."""
    kind = KINDS[name]
    differences = inlay.diff(kind.twin, kind.file, pages=True)
    direct = [each for each in differences if each.field not in FOLLOWS and each.aspect != "places"]
    if kind.family == "second footers":
        direct = [each for each in direct if each.aspect != "extensions"]  # where it stands
    if any(each.field == "logical_type" for each in direct):
        direct = [each for each in direct if each.field != "precision"]  # the same, spelled twice
    return direct or [each for each in differences if each.aspect != "file"]


def _values(data: bytes) -> str:
    """By pyarrow, as what is stored: the logical type may be the lie. As text, for no NaN equals another."""
    parts = Parts.of(data)
    parts.footer.key_value_metadata = None
    for element in parts.footer.schema:
        if element.num_children is None:
            element.logicalType = element.converted_type = None
    return str(pq.ParquetFile(io.BytesIO(parts.joined())).read().to_pylist())


def test_there_are_sixty_at_least() -> None:
    assert len(KINDS) >= 60
    assert len({kind.file for kind in KINDS.values()}) == len(KINDS)


def test_every_finding_of_values_has_a_lie() -> None:
    """But damage, geometries that are none, keys of maps and dictionaries for nothing, which are not statements, and a wrong number of
    rows, by which readers get other values (`test_damage`, `test_geometries`, `test_map_keys`, `test_unused_dictionary`)."""
    checks: list[Check[Any]] = [
        *CHECKS_OF_CHUNKS,
        *CHECKS_OF_PAGES,
        *CHECKS_OF_GROUPS,
        *CHECKS_OF_ROWS,
    ]
    lies = {kind.finding for kind in KINDS.values()}
    assert {check.code for check in checks} - lies == {
        "value-damage",
        "value-geometry",
        "value-map-keys",
        "value-bloom-size",
        "value-group-order",
        "value-rows",
        "value-unused-dictionary",
    }


@in_one_test("name", KINDS)
def test_one_statement_is_another(name: str) -> None:
    statements = _statements(name)
    assert len(statements) == 1, [str(each) for each in statements]


@in_one_test("name", KINDS)
def test_values_are_those_of_the_twin(name: str) -> None:
    kind = KINDS[name]
    assert _values(kind.file) == _values(kind.twin)


@in_one_test("name", KINDS)
@in_one_test("level", LEVELS)
def test_a_twin_has_no_finding(name: str, level: str) -> None:
    assert find(KINDS[name].twin, level) == []


def _is_there(finding: str | None) -> bool:
    """Whether this `inlay verify` has the finding; those of values begin with that word."""
    return finding is not None and (HAS_VALUES or not finding.startswith("value-"))


@in_one_test("name", [name for name, kind in KINDS.items() if _is_there(kind.finding)])
def test_verify_has_the_finding_that_it_is_about(name: str) -> None:
    """And of those of values no other."""
    finding = KINDS[name].finding
    assert finding is not None
    findings = find(KINDS[name].file, [*LEVELS][-1])
    assert finding in findings
    if finding.startswith("value-"):
        assert [each for each in findings if each.startswith("value-")] == [finding]
