"""One row per entry of the key-value metadata of a file."""

from __future__ import annotations

from typing import Final

from inlay.tables.columnar.paths import KEY_VALUES
from inlay.tables.columnar.recipe import Recipes, take_extension, take_ordinal, take_plain

RECIPES: Final[Recipes] = {
    "entry": take_ordinal(KEY_VALUES, 1),
    "key": take_plain(KEY_VALUES, "key"),
    "value": take_plain(KEY_VALUES, "value"),
    **take_extension(KEY_VALUES),
}
