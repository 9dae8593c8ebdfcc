"""Comments of an IDL text, and the documentation they make.

Comments are found by a scan of their own, because the grammar drops them. A declaration owns

- the comment that ends right before it: a `/** */`, even past blank lines; a plain `/* */` or a run
  of `//` or `#` lines only if no blank line lies between;
- the comment behind it on its last line, with the lines that continue it in the same column.

A comment at the head of a file that begins with a licence documents nothing. In FlatBuffers `#` begins
no comment, and `///` is a line like any other.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from inlayc.base.diagnostics import CompileError, Diagnostic
from inlayc.base.source import SourceFile, Span
from inlayc.frontends.text import limits

_LEXEMES = r"""
      (?P<string>  "[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"? | '[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'? )
    | (?P<block>   /\*(?s:.*?)(?:\*/|\Z) )
    | (?P<line>    //[^\n]*+ {} )
"""
_SCAN = re.compile(_LEXEMES.format(""), re.VERBOSE)
_SCAN_WITH_HASHES = re.compile(_LEXEMES.format(r"| \#[^\n]*+"), re.VERBOSE)
_LICENCE = re.compile(r"\b(?:licen[cs]ed?|copyright|spdx)\b", re.IGNORECASE)
_RULER = re.compile(r"[-=*/#~_+\s]*")
_GUTTER = re.compile(r"[ \t]*\*+ ?")


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment with its marks; `column` counts characters from the start of the line."""

    start: int
    end: int
    text: str
    column: int
    behind: bool
    """It stands behind something on its line, or carries on a comment that does."""

    @property
    def is_line(self) -> bool:
        return not self.text.startswith("/*")

    @property
    def is_doc(self) -> bool:
        return self.text.startswith("/**") and len(self.text) > len("/**/")


class Comments:
    """The comments of one text, looked up by the declarations they stand at."""

    def __init__(self, source: SourceFile, *, hashes: bool) -> None:
        self._text = source.text
        # As numbers: a text may be nothing but comments of three characters.
        self._starts, self._ends, self._columns = array("I"), array("I"), array("I")
        self._are_behind = bytearray()
        most = limits.count_allowed(len(source.text))
        for comment in _scan(source, _SCAN_WITH_HASHES if hashes else _SCAN):
            self._starts.append(comment.start)
            self._ends.append(comment.end)
            self._columns.append(comment.column)
            self._are_behind.append(comment.behind)
            if len(self._starts) > most:
                raise limits.refuse_words(Span(source, comment.start, comment.end))

    def around(self, start: int, end: int) -> str:
        """The documentation of the declaration that fills the characters `start` to `end`."""
        return _joined(clean(self._before(start)), self._behind(end))

    def around_block(self, start: int, brace: int, end: int) -> str:
        """The documentation of a declaration whose body opens with the brace at `brace`.

        A comment behind the closing brace belongs to the declaration only if all of it is one line;
        otherwise it says what was closed, and the one behind the opening brace counts.
        """
        on_one_line = "\n" not in self._text[start:end]
        return _joined(clean(self._before(start)), self._behind(end if on_one_line else brace + 1))

    def of_file(self, first_definition: int | None) -> str:
        """The documentation of the file: its first comment that is not a licence, and that is not
        owned by a definition; `first_definition` is where one begins if no header comes before.
        """
        owned = [] if first_definition is None else self._before(first_definition)
        groups = [group for group in self._header[0] if not _is_licence(group)]
        return clean(groups[0]) if groups and groups[0] != owned else ""

    @cached_property
    def _header(self) -> tuple[list[list[Comment]], int]:
        """The comments before the first statement, runs of lines together, and where they end."""
        groups: list[list[Comment]] = []
        at = 1 if self._text.startswith("\ufeff") else 0
        while comment := self._beginning_at(self._skip_space(at)):
            in_run = bool(groups) and comment.is_line and groups[-1][-1].is_line
            if in_run and self._text.count("\n", at, comment.start) == 1:
                groups[-1].append(comment)
            else:
                groups.append([comment])
            at = comment.end
        return groups, at

    def _before(self, start: int) -> list[Comment]:
        """The comments before a declaration that document it, in order."""
        run: list[Comment] = []
        complete = False
        while True:
            gap = self._skip_space_back(start)
            comment = self._ending_at(gap)
            newlines = self._text.count("\n", gap, start)
            between = newlines == 0 and comment is not None and not comment.is_line
            if comment is None or (comment.behind and not between):
                break
            of_file = comment.end <= self._header[1] and newlines > 1
            if comment.is_doc and not of_file and (newlines <= 1 or not run):
                run = [comment]  # it says more than the notes that follow it
                break
            if newlines > 1:
                break
            complete = complete or (bool(run) and not (comment.is_line and run[-1].is_line))
            if not complete:
                run.append(comment)
            start = comment.start
        run.reverse()
        in_head = bool(run) and run[-1].end <= self._header[1]
        return [] if in_head and _is_licence(run) else run

    def _behind(self, end: int) -> str:
        """The comment on the rest of a line, and the lines that continue it."""
        comments: list[Comment] = []
        at = end
        while (comment := self._beginning_at(self._skip_blanks(at))) is not None:
            comments.append(comment)
            at = comment.end
        if comments and comments[-1].is_line:
            while (comment := self._beginning_at(self._skip_line(at))) is not None:
                if not (
                    comment.behind and comment.is_line and comment.column == comments[-1].column
                ):
                    break
                comments.append(comment)
                at = comment.end
        elif self._character(self._skip_blanks(at)) not in ("", "\r", "\n", "}", ")"):
            # `1: i32 a, /* of b */ 2: i32 b`: the comment stands before something else.
            return ""
        return clean(comments)

    def _beginning_at(self, start: int) -> Comment | None:
        return self._comment(self._starts, start)

    def _ending_at(self, end: int) -> Comment | None:
        return self._comment(self._ends, end)

    def _comment(self, places: array[int], place: int) -> Comment | None:
        """The comment of that place. Comments come one after another, so both places are in order."""
        at = bisect_left(places, place)
        if at == len(places) or places[at] != place:
            return None
        start, end = self._starts[at], self._ends[at]
        behind = bool(self._are_behind[at])
        return Comment(start, end, self._text[start:end], self._columns[at], behind)

    def _character(self, at: int) -> str:
        return self._text[at : at + 1]

    def _skip_space(self, at: int) -> int:
        while at < len(self._text) and self._text[at] in " \t\r\n":
            at += 1
        return at

    def _skip_space_back(self, at: int) -> int:
        while at > 0 and self._text[at - 1] in " \t\r\n":
            at -= 1
        return at

    def _skip_blanks(self, at: int) -> int:
        while at < len(self._text) and self._text[at] in " \t":
            at += 1
        return at

    def _skip_line(self, at: int) -> int:
        """The first character of the next line that is not blank, if only blanks lie before it."""
        at = self._skip_blanks(at)
        if self._text[at : at + 2] == "\r\n":
            at += 1
        return self._skip_blanks(at + 1) if self._text[at : at + 1] == "\n" else at


def clean(comments: Sequence[Comment]) -> str:
    """What comments say: marks, gutters, rulers and common indentation removed."""
    lines: list[str] = []
    for comment in comments:
        lines += _line(comment.text) if comment.is_line else _block(comment.text)
    said = [number for number, line in enumerate(lines) if not _RULER.fullmatch(line)]
    return "\n".join(_dedented(lines[said[0] : said[-1] + 1])) if said else ""


def _line(text: str) -> list[str]:
    return [text.lstrip(text[0]).removeprefix("<").removeprefix("!").expandtabs().rstrip()]


def _block(text: str) -> list[str]:
    body = text.removeprefix("/*").removesuffix("/").rstrip("*").lstrip("*").removeprefix("<")
    first, *rest = (line.expandtabs().rstrip() for line in re.split(r"\r\n|\r|\n", body))
    if all(_GUTTER.match(line) for line in rest if line):
        rest = [_GUTTER.sub("", line, count=1) for line in rest]
    return [first.strip(), *_dedented(rest)]


def _dedented(lines: Sequence[str]) -> list[str]:
    margin = min((len(line) - len(line.lstrip()) for line in lines if line), default=0)
    return [line[margin:] for line in lines]


def _joined(before: str, behind: str) -> str:
    return "\n\n".join(part for part in (before, behind) if part)


def _is_licence(comments: Sequence[Comment]) -> bool:
    """Whether the first paragraph speaks of a licence; further down it may be a remark."""
    return _LICENCE.search(clean(comments).partition("\n\n")[0]) is not None


def _scan(source: SourceFile, lexemes: re.Pattern[str]) -> Iterator[Comment]:
    """All comments of a text; a comment or string that does not end is reported."""
    text = source.text
    previous: Comment | None = None
    line_start = scanned = 0
    for match in lexemes.finditer(text):
        start, lexeme = match.start(), match.group().rstrip(" \t\r")
        if match.lastgroup == "string":
            if len(lexeme) == 1 or lexeme[-1] != lexeme[0]:
                opening = Span(source, start, start + 1)
                label = f"no closing `{lexeme[0]}` on this line"
                message = "string does not end"
                raise CompileError([Diagnostic("unterminated-string", message, opening, label)])
            continue
        if match.lastgroup == "block" and (len(lexeme) < len("/**/") or not lexeme.endswith("*/")):
            opening = Span(source, start, start + 2)
            label = "no closing `*/` in this file"
            message = "comment does not end"
            raise CompileError([Diagnostic("unterminated-comment", message, opening, label)])
        line_start = max(line_start, text.rfind("\n", scanned, start) + 1)
        comment = Comment(start, start + len(lexeme), lexeme, start - line_start, behind=False)
        behind = bool(text[max(line_start, scanned) : start].strip(" \t\ufeff"))
        if not behind and previous is not None and previous.behind:
            same_line = previous.end > line_start
            carries_on = (
                comment.is_line
                and previous.is_line
                and comment.column == previous.column
                and text.count("\n", previous.end, start) == 1
            )
            behind = same_line or carries_on
        previous = replace(comment, behind=behind)
        yield previous
        line_start = max(line_start, start + lexeme.rfind("\n") + 1 if "\n" in lexeme else 0)
        scanned = match.end()
