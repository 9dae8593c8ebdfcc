"""Where the extensions of a footer are, for whoever asked at another place."""

from __future__ import annotations

from itertools import islice
from typing import Final

from inlay.footers.extensions.carrier import Carrier
from inlay.footers.extensions.struct_bytes import StructBytes
from inlay.footers.extensions.walk import extensions_in
from inlay.ground.mistakes import NoExtensionError

_MOST_NAMED: Final = 3


def explain_absent(struct: StructBytes, carrier: Carrier) -> NoExtensionError:
    """The error for a struct that has none, which names the structs that have."""
    there = list(islice(extensions_in(struct.data, struct.root), _MOST_NAMED + 1))
    named = ", ".join(f"'{it.path}'" if it.path else it.shown for it in there[:_MOST_NAMED])
    more = " and others" if len(there) > _MOST_NAMED else ""
    where = f"; there is one at {named}{more}" if named else ""
    return NoExtensionError(f"{carrier.shown} has no extension{where}")
