"""The child: `python -m tests.compat.writer_child WRITER PLACE FOLDER`. It asks a writer that lies in PLACE for one file after the other,
as `FOLDER/questions.json` says: [given, out, asked]. `FOLDER/answers.json` has an error for each, or an empty text."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.compat.asked_writers import WRITERS


def main(name: str, place: str, folder: Path) -> None:
    writer = WRITERS[name](place)
    answers: list[str] = []
    for given, out, asked in json.loads((folder / "questions.json").read_text(encoding="utf-8")):
        try:
            writer.write(given, out, asked)
            answers.append("")
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a panic of a Rust library is not an Exception
            answers.append(f"{str(error).strip() or type(error).__name__}")
    (folder / "answers.json").write_text(json.dumps(answers), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
