"""The reference of IDLs for `inlayc doc`: what is defined, who uses whom, what may be extended."""

from inlayc.reference.collect import collect_entries
from inlayc.reference.html import write_html
from inlayc.reference.markdown import write_markdown

__all__ = ["collect_entries", "write_html", "write_markdown"]
