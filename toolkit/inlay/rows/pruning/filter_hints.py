"""What to write instead of what other languages have, and filters do not."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

_Advice = str | Callable[[re.Match[str]], str]

_TEST_BEGINS: Final = r"(?:^|\(|(?<!\w)(?:and|or|not)(?!\w))\s*"
_PLAIN_NAME: Final = r"(?!(?:and|or|not|is|in|null|between)\b)[^\W\d]\w*"
_LIKE: Final = (
    "a filter compares whole texts: write s >= 'ab' and s < 'ac' for those that begin with 'ab'"
)
_SIGNS: Final = {
    **dict.fromkeys(("===", ":", ":=", "<=>"), "="),
    **dict.fromkeys(("=!", "!==", "≠", "><"), "!="),
    **dict.fromkeys(("=>", "≥"), ">="),
    **dict.fromkeys(("=<", "≤"), "<="),
    **{sign: sign for sign in ("<=", ">=", "!=", "<>", "==")},
}
"""What a sign may be meant for; the last ones were written with a space in them."""

_WORDS: Final = {
    **dict.fromkeys(("eq", "equals"), "="),
    **dict.fromkeys(("ne", "neq"), "!="),
    **dict.fromkeys(("ge", "gte"), ">="),
    **dict.fromkeys(("le", "lte"), "<="),
    "gt": ">",
    "lt": "<",
}
_MEANT: Final = {"&": "and", "|": "or", "!": "not", "~": "not"}


def find_hint(text: str, offset: int) -> tuple[int, str] | None:
    """What to write instead of what stands at or around a mistake, and where that begins; None where it is not known."""
    for pattern, advice in _HINTS:
        for match in pattern.finditer(text):
            start = match.start("it")
            if match.start() <= offset <= match.end():
                what = advice if isinstance(advice, str) else advice(match)
                if what:
                    return start, what
    return None


def _compile(pattern: str, advice: _Advice) -> tuple[re.Pattern[str], _Advice]:
    return re.compile(pattern, re.IGNORECASE), advice


def _name_moment(match: re.Match[str]) -> str:
    value = match["value"].replace("/", "-")
    kind = "a moment" if ":" in value else "a date"
    return f"{kind} is written in single quotes: '{value}'"


def _name_sign(match: re.Match[str]) -> str:
    sign = _SIGNS.get("".join(match["it"].split()), "")
    return f"write `{sign}`" if sign else ""


def _name_word(match: re.Match[str]) -> str:
    return f"write `{_WORDS[match['it'].lower()]}`"


def _name_null(match: re.Match[str]) -> str:
    return f"write `is {'not ' if match['no'] else ''}null`"


def _name_joint(match: re.Match[str]) -> str:
    return f"write `{_MEANT[match['it'][0]]}`"


def _name_number(match: re.Match[str]) -> str:
    return f"a number has no separators: {re.sub('[,_]', '', match['it'])}"


_HINTS: Final = (
    _compile(
        r"""(?<![\w.'"-])(?P<it>(?:(?:date|timestamp)\s+)?"""
        r"""(?P<value>\d{4}([-/])\d\d?\3\d\d?(?:[ T]\d\d?:\d\d(?::\d\d(?:\.\d+)?)?)?(?:Z|[+-]\d\d:?\d\d)?))""",
        _name_moment,
    ),
    _compile(
        r"""(?<![\w.'"-])(?P<it>(?:time\s+)?(?P<value>\d\d?:\d\d(?::\d\d(?:\.\d+)?)?))""",
        lambda match: f"a time of day is written in single quotes: '{match['value']}'",
    ),
    _compile(r"(?<![\w.])(?P<it>\d{1,3}(?:[,_]\d{3})+)(?![\w.])", _name_number),
    _compile(r"(?P<it>&&?|\|\|?)", _name_joint),
    _compile(_TEST_BEGINS + r"(?P<it>[!~](?!=))", _name_joint),
    _compile(
        _TEST_BEGINS + r"(?P<it>(?:and|or)(?!\w))\s*", "`and` and `or` stand between two tests"
    ),
    _compile(r"(?P<it>=\s*~|~\s*=|!\s*~|~)", _LIKE),
    _compile(r"(?P<it>[=<>!:≠≥≤][=<>!:≠≥≤\s]*(?<!\s))", _name_sign),
    _compile(
        r"(?<!\w)(?P<it>is\s+(?P<no>not\s+)?(?:none|nil|na|n/a|missing|unknown|undefined))(?!\w)",
        _name_null,
    ),
    _compile(r"(?<!\w)(?P<it>is_?(?P<no>_?not_?)?_?null)(?!\w)", _name_null),
    _compile(r"(?<!\w)(?P<it>(?P<no>not_?)null)(?!\w)", _name_null),
    _compile(
        r"(?<!\w)(?P<it>is\s+(?:not\s+)?(?:true|false))(?!\w)",
        "a column of booleans is a test by itself: write its name, or `not` before it",
    ),
    _compile(
        r"(?<!\w)(?:is\s+(?:not\s+)?)?(?P<it>nan)(?!\w)",
        "NaN equals nothing: it is neither below 0 nor above, so write `not (x < 0 or x >= 0)`",
    ),
    _compile(
        r"(?<!\w)(?P<it>none|nil)(?!\w)",
        "nothing equals null: write `is null` or `is not null`; text is written in single quotes",
    ),
    _compile(
        r"(?<!\w)(?P<it>not\s+between)(?!\w)",
        "write `not` before the column: `not x between 1 and 2`",
    ),
    _compile(
        r"(?<!\w)(?P<it>(?:not\s+)?(?:[ir]?like|regexp|glob|match(?:es)?|similar|contains|starts?_?\s?with|ends?_?\s?with))(?!\w)",
        _LIKE,
    ),
    _compile(rf"(?<!\w)(?P<it>{'|'.join(_WORDS)})(?!\w)", _name_word),
    _compile(
        r"(?<!\w)(?:not\s+)?in\s+(?P<it>[^(\s])",
        "behind `in`, values stand in parentheses: `in (1, 2)`",
    ),
    _compile(r"(?P<it>[“”„‟‘’‚‛´])", "text is written in single quotes: 'a'"),
    _compile(r"^\s*(?P<it>where)\s+", "leave out `where`: a filter is what stands behind it"),
    _compile(
        r"(?P<it>;)\s*$", "leave out `;`: a filter is one test, or tests joined by `and` and `or`"
    ),
    _compile(
        r"(?<!\w)(?P<it>st_\w+|bbox|within|overlaps)\s*\(",
        "what may lie in a box is written intersects(geometry, box(xmin, ymin, xmax, ymax))",
    ),
    _compile(
        r"(?<!\w)(?!(?:and|or|not|in|is|between|variant_get|intersects|box)(?!\w))(?P<it>[^\W\d]\w*)\s*\(",
        "filters have no functions but variant_get and intersects: they compare a column with a value",
    ),
    _compile(
        r"(?P<it>[+*/%-])",
        "filters do not calculate: they compare a column with a value",
    ),
    _compile(
        rf"(?<![\w.'\"])(?P<it>{_PLAIN_NAME}(?: {_PLAIN_NAME})+)\s*[=<>]",
        lambda match: f'a name with a blank in it is written in double quotes: "{match["it"]}"',
    ),
)
"""In the order in which they are tried. `it` is what is meant; around it stands what makes it so."""
