"""One row per extension, of whatever struct."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.footers.designs.extracted import Array
from inlay.footers.extensions.uuid_guess import guess_uuid
from inlay.ground.arrow_fields import field_in
from inlay.tables.columnar.found_extensions import NEEDS
from inlay.tables.columnar.recipe import Recipe, Recipes
from inlay.tables.columnar.schemas import EXTENSIONS

if TYPE_CHECKING:
    from inlay.footers.footer.undeclared import FoundExtension
    from inlay.tables.columnar.extracted_arrays import ExtractedArrays


def _recipe_of(column: str, tell: Callable[[FoundExtension], object]) -> Recipe:
    type_ = field_in(EXTENSIONS, column).type

    def build(source: ExtractedArrays) -> Array:
        return array_from([tell(extension) for _, extension in source.extensions], type_)

    return Recipe(NEEDS, build)


def _header(carried: FoundExtension) -> str | None:
    header = carried.extension.header
    return header.value if header is not None else None


def _uuid(carried: FoundExtension) -> str | None:
    guess = guess_uuid(carried.extension.payload)
    return str(guess.uuid) if guess is not None else None


def _place(carried: FoundExtension) -> str | None:
    guess = guess_uuid(carried.extension.payload)
    return guess.place if guess is not None else None


FOOTER: Final = Recipe(
    NEEDS,
    lambda source: array_from([footer for footer, _ in source.extensions], pa.int32()),
)

RECIPES: Final[Recipes] = {
    "path": _recipe_of("path", lambda carried: carried.path),
    "struct": _recipe_of("struct", lambda carried: carried.struct),
    "header": _recipe_of("header", _header),
    "length": _recipe_of("length", lambda carried: len(carried.extension.payload)),
    "uuid": _recipe_of("uuid", _uuid),
    "uuid_place": _recipe_of("uuid_place", _place),
    "payload": _recipe_of("payload", lambda carried: carried.extension.payload),
}
