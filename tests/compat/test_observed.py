"""What is kept of a reader when some files are asked again."""

from __future__ import annotations

from tests.compat.observed import COLUMN, FILE, READS, Observed


def test_files_that_are_asked_again_leave_what_the_first_version_said() -> None:
    again = {"a": {"c": (FILE, "old words")}}, {"a": {"c": (COLUMN, "new words")}}
    observed = Observed([])
    for version, seen in zip(("1", "2"), again, strict=True):
        observed.add(version, seen)
    before = dict(observed.said)
    for version, seen in zip(("1", "2"), again, strict=True):
        observed.take(version, seen)
    assert observed.said == before == {"a/c": "old words"}
    assert observed.files == {"a": {"c": FILE + COLUMN}}


def test_what_was_said_goes_with_the_last_version_in_trouble() -> None:
    observed = Observed([])
    observed.add("1", {"a": {"c": (FILE, "words")}})
    observed.add("2", {"a": {"c": (FILE, "words")}})
    observed.take("1", {"a": {"c": (READS, "")}})
    assert observed.said == {"a/c": "words"}
    observed.take("2", {"a": {"c": (READS, "")}})
    assert observed.said == {}
