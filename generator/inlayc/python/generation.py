"""The generation of the code that this compiler emits: what it asks of the runtime (`docs/compiler.md`)."""

from __future__ import annotations

from typing import Final

GENERATION: Final = 1
