"""Where the parts of a footer lie in its file, for `inspect`."""

from __future__ import annotations

from inlay.cli.inspect.footer_places import ByteRange, FooterPlaces
from inlay.footers.footer.footer import Footer


def places_of(footer: Footer) -> FooterPlaces:
    """Compares two footers field by field only where no CRC vouches for one of them."""
    end = footer.end
    if end.root_path:
        # Only now: what reads FlatBuffers takes its time to import.
        from inlay.cli.inspect.flat_places import places_with_flat

        return places_with_flat(footer)
    extent = ByteRange(footer.offset, end.length(footer))
    return FooterPlaces(
        end.name_of(footer),
        footer.magic,
        extent,
        extent if footer.end.own_thrift(footer) and not footer.is_encrypted else None,
        is_thrift_read=bool(footer.end.own_thrift(footer)),
        is_protected=end.is_protected(footer),
    )
