"""What keys open of a file whose footer is Thrift and nothing else: of no other is the encryption changed."""

from __future__ import annotations

from inlay.footers.encryption.file_modules import FileModules
from inlay.footers.encryption.keys import EncryptionKeys
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.magic import READABLE
from inlay.footers.footer.open_encrypted import find_modules
from inlay.ground.refusals import RefusedError


def require_modules(footer: Footer, keys: EncryptionKeys) -> FileModules:
    """Raises RefusedError for a file that is not encrypted, and for one with another footer."""
    if footer.magic not in READABLE or footer.second.root is not None:
        raise RefusedError("form", "the file has another footer than Thrift", path=footer.path)
    modules = find_modules(footer.validate(), keys)
    if modules is None:
        raise RefusedError("form", "the file is not encrypted", path=footer.path)
    return modules
