"""A struct as a document, natively and by Python: the same values, in the same order."""

from __future__ import annotations

import random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given

from inlay_runtime import document
from tests.runtime.test_properties import CLASSES, choices, quick
from tests.runtime.values import Random

pytestmark = pytest.mark.needs("native core")


@pytest.mark.parametrize("cls", CLASSES)
@pytest.mark.parametrize("is_whole", [True, False])
@quick
@given(rng=choices)
def test_native_documents_are_those_of_python(
    kitchen: Any, cls: str, is_whole: bool, rng: random.Random
) -> None:
    made_up = Random(rng, kitchen)
    generated = getattr(kitchen, cls)
    for value in (
        made_up.struct(generated),
        generated.decode(made_up.wire_struct(generated.SCHEMA)),
    ):
        natively = document.document_struct(value, is_whole=is_whole)
        with patch.object(document, "_native", None):
            assert repr(document.document_struct(value, is_whole=is_whole)) == repr(natively)


def test_values_of_other_types_than_declared_are_shown_as_what_they_are(kitchen: Any) -> None:
    for value in (
        kitchen.Scalars(text=b"\0", data="a", color=77, real=True, flag=2**70),
        kitchen.Scalars(text=bytearray(b"\0"), data=memoryview(b"\1"), real=float("inf")),
    ):
        natively = document.document_struct(value)
        with patch.object(document, "_native", None):
            assert repr(document.document_struct(value)) == repr(natively)


def test_what_is_given_is_not_touched(kitchen: Any) -> None:
    value = kitchen.Scalars(text="a", real=1.0)
    natively = document.document_struct(value, given={"text": [1], "color": None})
    with patch.object(document, "_native", None):
        assert repr(document.document_struct(value, given={"text": [1], "color": None})) == repr(
            natively
        )
    assert natively["text"] == [1]
