"""A page of HTML that is taken apart: whether it needs anything from outside, and whether its tags close."""

from __future__ import annotations

from html.parser import HTMLParser


class Page(HTMLParser):
    """Collects what would be fetched or run, and checks that tags close."""

    def __init__(self) -> None:
        super().__init__()
        self.outside: list[str] = []
        self.open: list[str] = []
        self.sections: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag in ("script", "link", "img", "iframe") or not (named.get("href") or "#").startswith(
            "#"
        ):
            self.outside.append(tag)
        if tag == "section":
            self.sections.append(str(named["id"]))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ("rect", "line", "polyline", "circle")
