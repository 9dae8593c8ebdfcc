"""The reference of IDLs for `inlayc doc`: what is defined, who uses whom, what may be extended."""

from inlayc.reference.collect import collect_entries
from inlayc.reference.html import write_html
from inlayc.reference.markdown import write_markdown
from inlayc.reference.picture import draw_uses

__all__ = ["collect_entries", "draw_uses", "write_html", "write_markdown"]
