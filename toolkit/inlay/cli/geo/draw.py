"""`inlay geo show PATHS --format svg` and `html`: one picture of the boxes of all files."""

from __future__ import annotations

from contextlib import closing
from typing import NamedTuple

from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_files import (
    FailedFile,
    Total,
    code_of,
    count_named_files,
    is_alone,
    report_failed,
    run_alone,
    run_in_order,
)
from inlay.cli.printing import warn, write
from inlay.footers.footer.errors import FooterError
from inlay.tables.scan.named import NamedFile, is_another_kind
from inlay.verbs.geo.drawn_boxes import DrawnBox, list_boxes
from inlay.verbs.geo.picture import draw_boxes, render_boxes
from inlay.verbs.geo.show import show_geometries


class _Boxes(NamedTuple):
    """Those of a file."""

    boxes: list[DrawnBox]


def draw_paths(paths: tuple[str, ...], jobs: int, *, is_page: bool) -> ExitCode:
    """Prints it, if there is a box. Files that cannot be read are reported, and are not in it; raises what reading raises if there is one
    file only."""
    boxes: list[DrawnBox] = []
    total = Total()
    left_out = 0
    if is_alone(paths):
        boxes = run_alone(paths[0], lambda path, _: list_boxes(path, show_geometries(path)))
        total.add(ExitCode.OK)
        left_out = int(not boxes)
    else:
        files = count_named_files(paths)
        with closing(run_in_order(_read, files, jobs)) as all_read:
            for read in all_read:
                match read:
                    case None:
                        total.add(None)
                    case FailedFile():
                        total.add(read.code)
                    case _Boxes():
                        total.add(ExitCode.OK)
                        boxes += read.boxes
                        left_out += not read.boxes
    if boxes:
        render = render_boxes if is_page else draw_boxes
        write(render(boxes, left_out).rstrip("\n") + "\n")
    elif left_out:
        warn("no box is known of any file: there is nothing to draw")
    return code_of(total)


def _read(file: NamedFile) -> _Boxes | FailedFile | None:
    """One file of several; what is wrong with it is printed."""
    try:
        if file.error is not None:
            raise file.error
        return _Boxes(list_boxes(file.path, show_geometries(file.path)))
    except Exception as error:
        if isinstance(error, FooterError) and is_another_kind(file, error):
            return None
        return report_failed(file.path, error)
