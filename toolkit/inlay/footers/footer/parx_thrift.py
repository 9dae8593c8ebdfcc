"""The Thrift in the frame of PARX, as everybody reads Thrift."""

from __future__ import annotations

from inlay.footers.conversion import ConversionError
from inlay.footers.footer.errors import COPY_AGAIN, FooterError
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.vouched import Vouched
from inlay_runtime.errors import DecodeError


def vouch_for_parx(footer: Footer) -> Vouched:
    """With the paths of the schema in chunks that leave theirs out. Raises FooterError where the schema has none for them."""
    if footer.parx is None or not footer.parx.omits_paths:
        return Vouched(footer.data, footer.offset, is_derived=True)
    # Only now: the layouts need pyarrow, and this footer is Thrift.
    from inlay.footers.designs.paths import restore_paths

    try:
        return Vouched(restore_paths(footer.data), footer.offset, is_derived=True)
    except (DecodeError, ConversionError) as error:
        what = f"its parx footer does not lead to Thrift: {error}{footer.parx.excuse}"
        raise FooterError(footer.path, footer.offset, what, COPY_AGAIN, "decode") from error
