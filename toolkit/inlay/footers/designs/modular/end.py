"""The end of a file whose only footer is modular: `MFP1`."""

from __future__ import annotations

from typing import Final

from inlay.footers.designs.alone import AloneEnd
from inlay.footers.designs.modular.design import ModularDesign
from inlay.footers.footer.form import Form

MODULAR_END: Final = AloneEnd(ModularDesign, Form.MODULAR)
