"""A Java that we start spells names of files as Python does.

That it then does so is shown by `test_odd_names_under_odd_settings`, twice, where the tests run under LC_ALL=C.
"""

from __future__ import annotations

import os

import pytest

from inlay_spark.session.java_locale import spell_names_alike


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("C", "C.UTF-8"),
        ("POSIX", "C.UTF-8"),
        ("C.UTF-8", "C.UTF-8"),
        ("de_DE.UTF-8", "de_DE.UTF-8"),
        ("", ""),
        (None, None),
    ],
)
def test_what_is_started_has_a_locale_with_all_names(
    asked: str | None, given: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    if asked is not None:
        monkeypatch.setenv("LC_ALL", asked)
    with spell_names_alike():
        assert os.environ.get("LC_ALL") == given
    assert os.environ.get("LC_ALL") == asked


def test_where_names_are_not_utf_8_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr("sys.getfilesystemencoding", lambda: "iso8859-1")
    with spell_names_alike():
        assert os.environ["LC_ALL"] == "C"
