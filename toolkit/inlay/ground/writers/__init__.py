"""Who wrote a file, and which defects its writer is known for: `docs/writers.md`."""

from __future__ import annotations

from inlay.ground.writers.created_by import Writer, writer_of

__all__ = ["Writer", "writer_of"]
