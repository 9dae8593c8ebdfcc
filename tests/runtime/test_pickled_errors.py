"""An error goes from a worker to who started it, with all that it says: one that did not would break the pool."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Final

import pytest

from inlay.footers.conversion import EditScriptError
from inlay.footers.footer.errors import EncryptedFooterError, FooterError
from inlay.footers.index.build import CannotIndexError
from inlay.ground.refusals import FormError
from inlay.ground.schema_copies.errors import ContradictionError, UnmergeableError
from inlay.pages.encodings.errors import ColumnRefusedError
from inlay.pages.engine.errors import PlacementRefusedError
from inlay.verbs.parts.matching import SchemaError
from inlay_runtime.errors import InlayError, LimitError
from inlay_variant.arrow.registration import RegisteredError

ERRORS: Final[list[InlayError]] = [
    InlayError("what"),
    LimitError.of("max_depth", "too deep", 7, "schema[3]"),
    FooterError("a.parquet", 7, "what", "hint", "code"),
    EncryptedFooterError("a.parquet", 7),
    EditScriptError("reason"),
    ContradictionError(3, "what"),
    UnmergeableError("pandas", ("a", "b"), "what", "remedy"),
    ColumnRefusedError("id", "reason"),
    CannotIndexError("reason"),
    PlacementRefusedError("reason"),
    SchemaError("id", ("a", "b"), ("INT32", "INT64")),
    FormError("reason"),
    RegisteredError(),
]
HOW: Final[list[Callable[[InlayError], InlayError]]] = [
    lambda error: pickle.loads(pickle.dumps(error)),
    copy.deepcopy,
    copy.copy,
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_it_says_the_same_elsewhere(error: InlayError) -> None:
    error.add_note("in row group 3")
    for how in HOW:
        other = how(error)
        assert type(other) is type(error)
        assert (str(other), other.args, vars(other)) == (str(error), error.args, vars(error))
