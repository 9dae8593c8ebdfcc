"""Takes pictures of what `inlayc doc` writes, and of the playground, in a window and on a telephone.

    python -m tests.docs.screenshots FOLDER

FOLDER gets `doc-1280.png`, `doc-390.png`, `playground-1280.png` and `playground-390.png`, for somebody to look at. Needs chromium, and
Pyodide for the playground (`docs/site.md`).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any, Final

from docs.site.playground.page import POLICY, render_application
from docs.site.playground.write import write_playground
from inlayc.cli.command_line import run as inlayc
from tests.docs.pages import ROOT
from tests.docs.playground_page import LONGEST
from tests.support.http_servers import serving

WIDTHS: Final = (1280, 390)
HEIGHT: Final = 1000
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
        inlayc(["doc", str(ROOT / "idl/parquet.thrift"), "-o", str(site / "doc.html")])
        page = _PAGE.replace("APPLICATION", render_application())
        (site / "playground.html").write_text(page, encoding="utf-8")
        for name in ("doc", "playground"):
            for width in WIDTHS:
                with serving(
                    partial(_Handler, directory=str(site), current=threading.Event())
                ) as address:
                    take(f"{address}/{name}.html", width, folder / f"{name}-{width}.png")


def take(address: str, width: int, picture: Path) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        subprocess.run(
            [
                *("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                f"--user-data-dir={profile}",
                f"--window-size={width},{HEIGHT}",
                f"--screenshot={picture}",
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
