"""The page of a file: one document of HTML that needs nothing else, with the rows of the ledger and the bytes of the metadata.

What it shows of structs it reads from those bytes, so it is as large as the metadata, and not as what would be said of it.
"""

from __future__ import annotations

import errno
import json
import os
from array import array
from base64 import b64encode
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Final
from zlib import compress

from inlay.footers.footer import read_footer
from inlay.ground.files.source import Seekable, open_source, size_of
from inlay.ground.wording.amounts import count, format_size
from inlay.ground.wording.page import COLOURS, NO_NETWORK, render_shell
from inlay.ground.wording.printable import escape_unprintable
from inlay.verbs.layout.kinds import LABELS
from inlay.verbs.layout.ledger import Ledger, name_encoding
from inlay.verbs.layout.page_bytes import KeptBytes, keep_bytes
from inlay.verbs.layout.page_rows import PageRows
from inlay.verbs.layout.picture import draw_chunks, draw_picture, name_file
from inlay.verbs.layout.purposes import PURPOSES
from inlay.verbs.layout.thrift_words import ThriftWords
from inlay.verbs.layout.totals import TOTALS, total_by_column
from inlay_runtime.errors import InlayError

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json

_SCRIPTS: Final = ("data", "thrift", "bounds", "footer", "picture", "hand", "lists", "hex", "details", "start")  # fmt: skip
_MOST_FINDINGS: Final = 20
_MAP_TAB: Final = (
    '<button data-by="map" role="tab" aria-selected="false">columns and row groups</button>\n'
)


def render_page(ledger: Ledger) -> str:
    """Without a source, the page has no bytes of the file. Raises OSError for a file that cannot be read again, or has another
    size than it had."""
    if ledger.source is None:
        given = _give(ledger, KeptBytes(array("d"), array("d"), b""), (None, None))
    else:
        with open_source(ledger.source) as file:
            if size_of(file) != ledger.size:
                raise OSError(errno.ESTALE, os.strerror(errno.ESTALE), ledger.file)
            given = _give(ledger, keep_bytes(ledger, file), _find_thrift(ledger, file))
    name = escape_unprintable(name_file(ledger))
    title = f"{name}: {format_size(ledger.size)}"
    return render_shell(title, _style(), _body(ledger, name, given), NO_NETWORK)


def _read(name: str) -> str:
    return files("inlay.verbs.layout").joinpath("assets", name).read_text(encoding="utf-8")


def _style() -> str:
    colours = "".join(f"i.s{at} {{ background: var(--s{at}); }}\n" for at in range(COLOURS))
    return _read("look.css") + colours


def _body(ledger: Ledger, name: str, given: dict[str, Json]) -> str:
    size = f"{format_size(ledger.size)} ({count(ledger.size, 'byte')})"
    facts = ", ".join([size, ledger.form, count(len(ledger.paths), "column")])
    there = {*ledger.purposes}
    legend = "".join(
        f'<li><i class="s{at}"></i>{escape(purpose)}</li>'
        for at, purpose in enumerate(PURPOSES)
        if at in there
    )
    findings = "".join(
        f'<li class="bad">{escape(escape_unprintable(str(finding)))}</li>'
        for finding in ledger.findings[:_MOST_FINDINGS]
    )
    more = len(ledger.findings) - _MOST_FINDINGS
    if more > 0:
        findings += f"<li>... and {count(more, 'more', 'more')}</li>"
    if left_out := given["leftOut"]:
        findings += f"<li>left out of this page, because the file has too many: {left_out}</li>"
    # In a script, `<` could end it.
    data = json.dumps(given, separators=(",", ":")).replace("<", "\\u003c")
    heat = draw_chunks(ledger)
    scripts = "\n".join(_read(f"{script}.js") for script in _SCRIPTS)
    return "".join(
        [
            f"<header><h1>{escape(name)}</h1><span>{escape(facts)}</span>",
            '<button id="theme">dark or light</button></header>',
            f'<ul class="findings">{findings}</ul>',
            f'<div id="still" class="drawing">{draw_picture(ledger)}</div>',
            _read("body.html")
            .replace("{legend}", legend)
            .replace("{map_tab}", _MAP_TAB if heat else "")
            .replace("{map}", heat),
            f'<script type="application/json" id="given">{data}</script>',
            f"<script>{scripts}</script>",
        ]
    )


def _give(ledger: Ledger, kept: KeptBytes, footer: tuple[Json, Json]) -> dict[str, Json]:
    """What the scripts are given: names as text, numbers and bytes compressed."""
    rows, words = PageRows(ledger), ThriftWords()
    thrift, derived = footer
    columns = total_by_column(ledger)
    ordinals = {path: at for at, path in enumerate(ledger.paths)}
    sizes = array("d", [size for total in columns for size in total.by_purpose])
    encodings = {str(number): name_encoding(number) for number in sorted({*ledger.encoding}) if number >= 0}  # fmt: skip
    totals: dict[str, Json] = {
        by: [
            [total.name, total.size, total.owners, total.main_purpose]
            for total in TOTALS[by](ledger)
        ]
        for by in ("kind", "encoding", "field")
    }
    structs: dict[str, Json] = {
        name: {str(number): [*field] for number, field in fields.items()}
        for name, fields in words.structs.items()
    }
    enums: dict[str, Json] = {
        name: {str(number): member for number, member in members.items()}
        for name, members in words.enums.items()
    }
    return {
        "file": name_file(ledger),
        "size": ledger.size,
        "kinds": [*LABELS],
        "purposes": [*PURPOSES],
        "names": [*ledger.names],
        "paths": [*ledger.paths],
        "encodings": {**encodings},
        "rows": {name: _pack(values) for name, values in rows.arrays.items()},
        "leftOut": rows.left_out,
        "kept": {
            "starts": _pack(kept.starts),
            "sizes": _pack(kept.sizes),
            "data": _pack(kept.data),
        },
        "columns": _pack(sizes),
        "columnNames": [total.name for total in columns],
        "columnOrdinals": [ordinals.get(total.name, -1) for total in columns],
        "totals": totals,
        "structs": structs,
        "enums": enums,
        "thrift": thrift,
        "derived": derived,
    }


def _pack(data: array[int] | array[float] | bytes) -> str:
    return b64encode(compress(bytes(data), 6)).decode()


def _find_thrift(ledger: Ledger, file: Seekable) -> tuple[Json, Json]:
    """Where the Thrift lies in the file, or else its bytes, if another footer leads to some."""
    try:
        footer = read_footer(file, ledger.file)
        if footer.is_encrypted:
            return None, None
        is_beside = footer.is_derived and footer.second.field is not None
        if footer.end.own_thrift(footer) and not is_beside:
            return [footer.offset, len(footer.data)], None
        return None, _pack(footer.thrift)
    except InlayError:
        return None, None
