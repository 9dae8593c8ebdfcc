"""One row per entry of the key-value metadata of a file."""

from __future__ import annotations

from typing import Final

from inlay.columnar.recipe import Recipes, extension, ordinal, plain
from inlay.columnar.rows import KEY_VALUES

RECIPES: Final[Recipes] = {
    "entry": ordinal(KEY_VALUES, 1),
    "key": plain(KEY_VALUES, "key"),
    "value": plain(KEY_VALUES, "value"),
    **extension(KEY_VALUES),
}
