"""Values as statistics hold them, decoded to what their column's type says they are."""

from __future__ import annotations

from inlay.ground.values.decode import Decoder, Undecodable, Value, choose_decoder, read_value

__all__ = ["Decoder", "Undecodable", "Value", "choose_decoder", "read_value"]
