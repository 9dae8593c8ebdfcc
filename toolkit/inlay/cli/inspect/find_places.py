"""Where the parts of a footer lie in its file, for `inspect`."""

from __future__ import annotations

from inlay.cli.inspect.footer_places import ByteRange, FooterPlaces
from inlay.footers.footer.footer import Footer


def places_of(footer: Footer) -> FooterPlaces:
    """Compares two footers field by field only where no CRC vouches for one of them."""
    if footer.is_modular:
        from inlay.footers.footer.modular import is_protected

        extent = ByteRange(footer.offset, footer.file_size - footer.offset)
        protected = is_protected(footer)
        return FooterPlaces(
            footer.form.value,
            footer.magic,
            extent,
            is_thrift_read=False,
            is_protected=protected,
        )
    if not footer.may_have_flatbuffer:
        extent = ByteRange(footer.offset, len(footer.data))
        thrift = None if footer.is_encrypted else extent
        has_crc = True if footer.parx is not None else None
        return FooterPlaces(footer.form.value, footer.magic, extent, thrift, is_protected=has_crc)
    # Only now: what reads FlatBuffers takes its time to import.
    from inlay.cli.inspect.flat_places import places_with_flat

    return places_with_flat(footer)
