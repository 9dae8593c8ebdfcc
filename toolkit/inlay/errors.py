"""Every error that functions of Inlay raise about data and requests; all are InlayErrors (`docs/errors.md`).

Those of Variants are in `inlay.variant`. An error of the operating system stays an OSError, and an argument that no function of
this kind takes is a ValueError or TypeError.
"""

from __future__ import annotations

from inlay_runtime.lazy_names import lazy_names

TYPE_CHECKING = False  # as in `inlay/__init__.py`
if TYPE_CHECKING:
    from typing import Final

    from inlay.changes.rewrite.errors import ChangedError, RewriteError
    from inlay.footers.conversion.errors import ConversionError, EditScriptError
    from inlay.footers.encryption.errors import DecryptionError
    from inlay.footers.extensions.locate import FooterPathError
    from inlay.footers.extensions.struct_bytes import DamagedError
    from inlay.footers.footer.errors import (
        EncryptedFooterError,
        FooterError,
        UnsupportedFooterError,
    )
    from inlay.footers.index.build import CannotIndexError
    from inlay.ground.files.configuration import ConfigurationError
    from inlay.ground.mistakes import AmbiguousExtensionError, NamesError, NoExtensionError
    from inlay.ground.refusals import FormError, RefusedError
    from inlay.ground.schema.names import ColumnNameError, NoSuchColumnError
    from inlay.ground.schema_copies.errors import UnmergeableError
    from inlay.pages.encodings.errors import BothDamagedError, ColumnRefusedError, PluginFailedError
    from inlay.pages.encodings.plugins import PluginError
    from inlay.pages.engine.errors import (
        ChunkError,
        PlacedError,
        PlacementRefusedError,
        SealedModuleError,
    )
    from inlay.rows.pruning.filter_tokens import FilterError
    from inlay.tables.columnar.problems import LongPathsError
    from inlay.verbs.dump.errors import AssemblyError
    from inlay.verbs.store.errors import StoreError
    from inlay_runtime.errors import (
        DecodeError,
        DuplicateFieldError,
        EncodeError,
        ExtensionError,
        InlayError,
        InvalidValueError,
        LimitError,
        MissingFieldError,
        NotDecodedError,
        RequestError,
        TruncatedError,
        UnionError,
        WireTypeError,
    )

_HOMES: Final = {
    "inlay.verbs.dump.errors": "AssemblyError",
    "inlay.tables.columnar.problems": "LongPathsError",
    "inlay.verbs.store.errors": "StoreError",
    "inlay.footers.conversion.errors": "ConversionError EditScriptError",
    "inlay.ground.schema_copies.errors": "UnmergeableError",
    "inlay.pages.encodings.errors": "BothDamagedError ColumnRefusedError PluginFailedError",
    "inlay.pages.encodings.plugins": "PluginError",
    "inlay.footers.encryption.errors": "DecryptionError",
    "inlay.footers.extensions.locate": "FooterPathError",
    "inlay.footers.extensions.struct_bytes": "DamagedError",
    "inlay.ground.files.configuration": "ConfigurationError",
    "inlay.footers.footer.errors": "EncryptedFooterError FooterError UnsupportedFooterError",
    "inlay.footers.index.build": "CannotIndexError",
    "inlay.ground.mistakes": "AmbiguousExtensionError NamesError NoExtensionError",
    "inlay.pages.engine.errors": "ChunkError PlacementRefusedError PlacedError SealedModuleError",
    "inlay.rows.pruning.filter_tokens": "FilterError",
    "inlay.ground.refusals": "FormError RefusedError",
    "inlay.changes.rewrite.errors": "ChangedError RewriteError",
    "inlay.ground.schema.names": "ColumnNameError NoSuchColumnError",
    "inlay_runtime.errors": "DecodeError DuplicateFieldError EncodeError ExtensionError InlayError InvalidValueError LimitError "
    "MissingFieldError NotDecodedError RequestError TruncatedError UnionError WireTypeError",
}
"""By module, which is imported when one of its names is first used."""

__all__ = [
    "AmbiguousExtensionError",
    "AssemblyError",
    "BothDamagedError",
    "CannotIndexError",
    "ChangedError",
    "ChunkError",
    "ColumnNameError",
    "ColumnRefusedError",
    "ConfigurationError",
    "ConversionError",
    "DamagedError",
    "DecodeError",
    "DecryptionError",
    "DuplicateFieldError",
    "EditScriptError",
    "EncodeError",
    "EncryptedFooterError",
    "ExtensionError",
    "FilterError",
    "FooterError",
    "FooterPathError",
    "FormError",
    "InlayError",
    "InvalidValueError",
    "LimitError",
    "LongPathsError",
    "MissingFieldError",
    "NamesError",
    "NoExtensionError",
    "NoSuchColumnError",
    "NotDecodedError",
    "PlacedError",
    "PlacementRefusedError",
    "PluginError",
    "PluginFailedError",
    "RefusedError",
    "RequestError",
    "RewriteError",
    "SealedModuleError",
    "StoreError",
    "TruncatedError",
    "UnionError",
    "UnmergeableError",
    "UnsupportedFooterError",
    "WireTypeError",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
