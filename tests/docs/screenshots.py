"""Takes pictures of the pages that people meet: the README, what `inlay report`, `inlay layout` and `inlayc doc` write, and the playground.

    python -m tests.docs.screenshots FOLDER

FOLDER gets `NAME-WIDTH-SCHEME.png` of each, in a window (1280) and on a telephone (390), light and dark (the playground light), for
somebody to look at. Needs chromium, and Pyodide for the playground (`docs/site.md`).
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler
from itertools import product
from pathlib import Path
from typing import Any, Final

from markdown_it import MarkdownIt

from docs.site.playground.page import POLICY, render_application
from docs.site.playground.write import write_playground
from inlay.__main__ import run as inlay
from inlayc.cli.command_line import run as inlayc
from tests.docs.pages import ROOT, steps_of
from tests.docs.playground_page import LONGEST
from tests.support.http_servers import serving

NAMES: Final = ("readme", "report", "layout", "doc", "playground")
WIDTHS: Final = (1280, 390)
SCHEMES: Final = {"light": 1, "dark": 0}
"""As Chromium numbers what a page is asked to look like."""
HEIGHT: Final = 1000
_README: Final = """<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>README</title><style>
:root { color-scheme: light dark; } body { font: 16px/1.5 sans-serif; max-width: 56rem; margin: 0 auto; padding: 1rem; }
pre { overflow: auto; padding: 1rem; border: 1px solid; } img { max-width: 100%; } table { display: block; overflow: auto; }
</style></head><body>TEXT</body></html>
"""
"""About as hosts of repositories show it."""
_OF_SITE: Final = ("playground",)
"""The site decides how it looks."""
_CURRENT: Final = "/is-current"
_HELD: Final = "/held.png"
_PAGE: Final = f"""<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="{POLICY}"><link rel="icon" href="data:,"><title>Playground</title></head>
<body>APPLICATION<img src="{_HELD}" alt="" hidden><script type="module">
const look = () => document.getElementById("playground-status").textContent === "The Python is current" ? fetch("{_CURRENT}") : setTimeout(look, 50);
look();
</script></body></html>
"""
"""It is loaded when its picture is there, and that is held back until Python stands on the page: then Chromium looks."""


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        site = Path(scratch, "site")
        write_playground(site)
        page = _PAGE.replace("APPLICATION", render_application())
        (site / "playground.html").write_text(page, encoding="utf-8")
        inlayc(["doc", str(ROOT / "idl/parquet.thrift"), "-o", str(site / "doc.html")])
        write_answers(Path(scratch), site)
        pictures = product(NAMES, WIDTHS, SCHEMES)
        for name, width, scheme in (
            it for it in pictures if it[0] not in _OF_SITE or it[2] == "light"
        ):
            handler = partial(_Handler, directory=str(site), current=threading.Event())
            with serving(handler) as address:
                picture = folder / f"{name}-{width}-{scheme}.png"
                take(f"{address}/{name}.html", width, scheme, picture)


def write_answers(folder: Path, site: Path) -> None:
    """The README, and pages about the files that it makes."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shutil.copytree(ROOT / "docs", site / "docs", ignore=lambda _, names: set(names) - {"look.svg"})
    text = MarkdownIt().enable("table").render(readme)
    (site / "readme.html").write_text(_README.replace("TEXT", text), encoding="utf-8")
    with contextlib.chdir(folder):
        exec(next(step.text for step in steps_of(readme) if step.language == "python"), {})
        inlay(["report", "lake", "-o", str(site / "report.html")])
        inlay(["layout", "orders.parquet", "-o", str(site / "layout.html")])


def take(address: str, width: int, scheme: str, picture: Path) -> None:
    waiting = (
        [] if "playground" in address else ["--virtual-time-budget=10000"]
    )  # scripts build pages
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        subprocess.run(
            [
                *("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}",
                f"--user-data-dir={profile}",
                f"--window-size={width},{HEIGHT}",
                f"--screenshot={picture}",
                *waiting,
                address,
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=LONGEST,
            check=True,
        )
    print(picture)


class _Handler(SimpleHTTPRequestHandler):
    """Files; and a picture that comes once the page has said that it is current."""

    def __init__(self, *arguments: Any, current: threading.Event, **options: Any) -> None:
        self._current = current
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        if self.path == _CURRENT:
            self._current.set()
        elif self.path == _HELD:
            self._current.wait(LONGEST)
        if self.path in (_CURRENT, _HELD):
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()

    def log_message(self, *_: Any) -> None:
        """Nothing is printed but the names of the pictures."""


if __name__ == "__main__":
    main(Path(sys.argv[1]))
