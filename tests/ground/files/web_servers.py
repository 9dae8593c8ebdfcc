"""Web servers that know ranges, and that do not."""

from __future__ import annotations

import re
from contextlib import suppress
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any


class WithoutRanges(SimpleHTTPRequestHandler):
    """Sends a file from its beginning, whatever was asked for."""

    def log_message(self, format: str, *args: object) -> None:
        return

    def copyfile(self, source: Any, outputfile: Any) -> None:
        with suppress(ConnectionError):  # who asked for a range wants no more of it
            super().copyfile(source, outputfile)


class Ranges(WithoutRanges):
    """Sends the range that was asked for; the end of a file only if the class is of those that know ends."""

    knows_ends = False

    def do_GET(self) -> None:
        match = re.fullmatch(r"bytes=(\d*)-(\d+)", self.headers.get("Range", ""))
        path = Path(self.translate_path(self.path))
        if match is None or not path.is_file() or not (match[1] or self.knows_ends):
            super().do_GET()
            return
        size = path.stat().st_size
        start = int(match[1]) if match[1] else max(size - int(match[2]), 0)
        end = min(int(match[2]) + 1, size) if match[1] else size
        if start == end:
            self.send_error(416)
            return
        self.send_response(206)
        self.send_header("Content-Length", str(end - start))
        self.send_header("Content-Range", f"bytes {start}-{end - 1}/{size}")
        self.end_headers()
        with path.open("rb") as file:
            file.seek(start)
            self.wfile.write(file.read(end - start))

    def do_HEAD(self) -> None:
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            super().do_HEAD()
            return
        self.send_response(200)
        self.send_header("Content-Length", str(path.stat().st_size))
        self.send_header("Accept-Ranges", "bytes")
        self.end_headers()


class Ends(Ranges):
    """Sends the end of a file as well."""

    knows_ends = True
