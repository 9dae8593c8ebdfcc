"""Which UUIDs are known, and what container each comes in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from uuid import UUID

from inlay.footers.containers import marks
from inlay.footers.containers.container import Container
from inlay.footers.containers.kinds import choose_container
from inlay_runtime.frozen import Frozen

SEAL: Final = UUID("006b58b4-a454-4404-aa5a-aa6f09892b22")
"""A CRC of the footer's bytes before the extension: `inlay.footers.extensions.seal`."""

ENVELOPE: Final = UUID("1eaa0280-64f7-4eb6-814f-470d7a1ca98d")
"""Several extensions in one slot: `inlay.footers.containers.envelope`."""

PROTOTYPE: Final = UUID(bytes=marks.PROTOTYPE)
"""The placeholder of the Arrow and arrow-rs prototypes, for a FlatBuffers footer."""

PRIVATE: Final = UUID(bytes=marks.PRIVATE)
"""The FlatBuffers footer of the private form, `idl/footer_v0.fbs`."""

MIGRATION: Final = UUID(bytes=marks.MIGRATION)
"""The FlatBuffers footer of the migration form, `idl/footer.fbs`."""

ENCODING: Final = UUID("01c80c1d-dcfa-4960-8e8c-6ee41c32c2a3")
"""A column chunk in a second encoding, `idl/encoding.fbs`."""

INDEX: Final = UUID("6197f71e-e7fa-4db3-8e7c-ed8632e7272f")
"""Where the chunks of the footer begin, `idl/footers/jump_table.thrift`: `inlay.footers.index`."""

DESIGN: Final = UUID(bytes=marks.DESIGN)
"""A footer in another design, beside the Thrift: `inlay.footers.containers.design_content`."""

RENEWED: Final = frozenset({SEAL, INDEX})
"""What is of the bytes of one footer, and made anew with every other one: `inlay.footers.extensions.renew`."""


class Known(Frozen):
    """A UUID, its name, and the container it marks.

    `ours` are extensions that are made to live beside others; `is_footer` are those whose trailer has to
    stay the last thing before the stop byte, so that nothing is put beside them.
    """

    uuid: UUID
    name: str
    container: Container
    ours: bool = False
    is_footer: bool = False


class Registry:
    """Immutable: `including` makes another one."""

    __slots__ = ("_by_uuid",)

    def __init__(self, *known: Known) -> None:
        self._by_uuid = {entry.uuid: entry for entry in known}

    def __iter__(self) -> Iterator[Known]:
        return iter(self._by_uuid.values())

    def including(self, *known: Known) -> Registry:
        """These as well; one with a UUID that is known already takes its place."""
        return Registry(*self, *known)

    def get(self, uuid: UUID | None) -> Known | None:
        return self._by_uuid.get(uuid) if uuid is not None else None

    def find_named(self, name: str) -> Known | None:
        return next((entry for entry in self if entry.name == name), None)

    def near(self, uuid: UUID) -> Known | None:
        """The known UUID that this one differs from in one or two bits."""
        return next(
            (entry for entry in self if 0 < (entry.uuid.int ^ uuid.int).bit_count() <= marks.NEAR),
            None,
        )


REGISTRY: Final = Registry(
    Known(SEAL, "seal", choose_container("spec"), ours=True),
    Known(ENVELOPE, "envelope", choose_container("spec"), ours=True),
    Known(INDEX, "index", choose_container("spec"), ours=True),
    Known(ENCODING, "encoding", choose_container("spec"), ours=True),
    Known(PROTOTYPE, "prototype-footer", choose_container("arrow_prototype"), is_footer=True),
    Known(PRIVATE, "private-footer", choose_container("spec"), is_footer=True),
    Known(MIGRATION, "migration-footer", choose_container("spec"), is_footer=True),
    Known(DESIGN, "design-footer", choose_container("spec"), is_footer=True),
)
