"""`[tool.inlay.lint]`: what it may say, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlay.ground.files.configuration import ConfigurationError
from inlay.ground.mistakes import RequestError
from inlay.verbs.lint.lint import lint
from inlay.verbs.lint.settings_file import Given, find_lint_settings, read_lint_settings
from inlayc.base.settings import find_settings
from tests.verbs.lint.footers import make_fine, write_sparse

WRONG = [
    ("selct = []", "tool.inlay.lint.selct is not known; did you mean 'select'?"),
    (
        'select = ["uncompresed-column"]',
        "no rule 'uncompresed-column'; did you mean 'uncompressed-column'?",
    ),
    ('select = "all"', "tool.inlay.lint.select is a list of names"),
    (
        'select = ["rare-codec"]\nignore = ["mixed-codecs"]',
        "mixed-codecs is ignored, but it is not selected",
    ),
    ('select = ["rare-codec"]\nignore = ["rare-codec"]', "no rule is left"),
    ("pages = 1", "tool.inlay.lint.pages is true or false"),
    ("[tool.inlay.lint.thresholds.rare-codec]\nbytes = 1", "rare-codec: this rule has none"),
    ("[tool.inlay.lint.thresholds.large-pages]\nsize = 1", "large-pages.size is not known"),
    (
        "[tool.inlay.lint.thresholds.large-pages]\nbytes = -1",
        "large-pages.bytes is a number from 0 to",
    ),
    *[
        (
            f"[tool.inlay.lint.thresholds.{rule}]\n{name} = {value}",
            f"{rule}.{name} is a number from {least} to",
        )
        for rule, name, value, least in (
            ("small-row-groups", "target", "0", 1),
            ("small-row-groups", "bytes", "inf", 0),
            ("small-row-groups", "bytes", "nan", 0),
            ("many-rows-in-row-group", "rows", "0.5", 1),
            ("many-rows-in-row-group", "rows", "inf", 1),
            ("small-files", "target", "0", 1),
            ("large-pages", "bytes", "1" + "0" * 400, 0),
        )
    ],
    (
        'ignore = ["large-pages"]\n[tool.inlay.lint.thresholds.large-pages]\nbytes = 1',
        "large-pages does not run, so this has no effect",
    ),
    ('[[tool.inlay.lint.except]]\npaths = ["a"]\nrules = ["rare-codec"]', "except needs reason"),
    ('[[tool.inlay.lint.except]]\nrules = ["rare-codec"]\nreason = "x"', "except needs paths"),
    (
        'select = ["large-pages"]\n[[tool.inlay.lint.except]]\npaths = ["a"]\nrules = ["rare-codec"]\nreason = "x"',
        "rare-codec does not run, so this has no effect",
    ),
    ("except = 3", "tool.inlay.lint.except is a list of tables"),
    ("= 3", "Invalid"),
]


def write_settings(folder: Path, text: str) -> Path:
    path = folder / "pyproject.toml"
    path.write_text(f"[tool.inlay.lint]\n{text}\n")
    return path


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_what_is_wrong_or_has_no_effect_is_refused(text: str, said: str, tmp_path: Path) -> None:
    path = write_settings(tmp_path, text)
    with pytest.raises(ConfigurationError) as caught:
        read_lint_settings(path, Given())
    assert said in str(caught.value)
    assert str(caught.value).startswith(str(path))


def test_a_caller_selects_among_all_and_ignores_besides(tmp_path: Path) -> None:
    path = write_settings(
        tmp_path, 'select = ["rare-codec", "lz4-framed"]\nignore = ["lz4-framed"]'
    )
    assert read_lint_settings(path, Given()).rules == ("rare-codec",)
    assert read_lint_settings(path, Given(select=["large-pages"])).rules == ("large-pages",)
    with pytest.raises(RequestError, match="no rule is left"):
        read_lint_settings(path, Given(ignore=["rare-codec"]))


def test_thresholds_and_exceptions_hold(tmp_path: Path) -> None:
    write_sparse(tmp_path / "lake" / "a" / "x.parquet", make_fine())
    write_sparse(tmp_path / "lake" / "b" / "x.parquet", make_fine())
    path = write_settings(
        tmp_path,
        "[tool.inlay.lint.thresholds.small-row-groups]\nbytes = 9_000_000\n"
        '[[tool.inlay.lint.except]]\npaths = ["*/b/*"]\nrules = ["small-row-groups"]\nreason = "old"',
    )
    (advice,) = lint(tmp_path / "lake", config=path)
    assert advice.rule == "small-row-groups"
    assert advice.path.endswith("a/x.parquet")
    assert list(lint(tmp_path / "lake")) == []


def test_the_nearest_file_above_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    (tmp_path / "a" / "pyproject.toml").write_text('[tool.inlay]\npackage = "x"\n')
    monkeypatch.chdir(below)
    assert find_lint_settings() is None
    path = write_settings(tmp_path, 'select = ["rare-codec"]')
    assert find_lint_settings() == path


def test_the_compiler_passes_over_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_settings(tmp_path, "")
    monkeypatch.chdir(tmp_path)
    assert find_settings() is None
    (tmp_path / "pyproject.toml").write_text('[tool.inlay]\npackage = "x"\n[tool.inlay.lint]\n')
    assert find_settings() == Path("pyproject.toml")


def test_a_file_of_settings_without_an_end_is_refused() -> None:
    with pytest.raises(ConfigurationError, match=r"longer than 1\.0 MiB"):
        read_lint_settings(Path("/dev/zero"), Given())
