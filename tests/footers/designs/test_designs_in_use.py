"""A name in a file chooses among the designs that are in use here, and imports nothing else."""

from __future__ import annotations

import io
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from inlay.footers.designs import known
from inlay.footers.designs.in_use import find_used_design, list_designs_in_use
from inlay.footers.designs.known import SHIPPED, find_design, find_designs
from inlay.footers.designs.modular.design import ModularDesign
from inlay.footers.footer import Form, read_footer
from inlay.footers.footer.used_designs import GROUP
from inlay.ground.files.configuration import ConfigurationError
from inlay.pages.engine.design_tail import choose_design
from inlay.verbs.verify.verify_footer import verify_footer
from inlay_runtime.errors import RequestError
from tests.footers.designs.beside import head_of, opened, with_design
from tests.footers.designs.files import nested_file


class Other(ModularDesign):
    """Someone's design."""

    name = "others"


LOADED: list[str] = []


def value_of(name: str) -> str:
    return f"{__name__}:{name}"


def __getattr__(name: str) -> object:
    """What an entry point names, with a note that it was asked for."""
    if name not in ("Installed", "Taking"):
        raise AttributeError(name)
    LOADED.append(name)
    return Other


@pytest.fixture
def points(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two packages are installed: one has a design of a new name, one takes a name that comes with Inlay."""
    installed = [
        EntryPoint("others", value_of("Installed"), GROUP),
        EntryPoint("modular", value_of("Taking"), GROUP),
    ]

    def entry_points(*, group: str, name: str | None = None) -> list[EntryPoint]:
        return [point for point in installed if point.group == group and name in (None, point.name)]

    monkeypatch.setattr(known, "entry_points", entry_points)
    find_design.cache_clear()
    find_designs.cache_clear()
    LOADED.clear()


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "config.toml"
    monkeypatch.setenv("INLAY_CONFIG", str(path))
    return path


@pytest.mark.usefixtures("points")
def test_what_is_installed_is_used_where_the_configuration_says_so(config: Path) -> None:
    assert find_used_design("others") is None
    assert LOADED == []
    config.write_text('[designs]\nuse = ["others"]\n')
    assert find_used_design("others") is Other
    assert list_designs_in_use() == [*SHIPPED, "others"]
    assert list(find_designs()) == [*SHIPPED, "others"]


def test_a_magic_has_four_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("others", value_of("Other"), GROUP)
    monkeypatch.setattr(known, "entry_points", lambda **_: [point])
    monkeypatch.setattr(Other, "magic", b"LONGER")
    find_design.cache_clear()
    with pytest.raises(RequestError, match="a magic of 6 bytes: it takes 4"):
        find_design("others")
    find_design.cache_clear()


@pytest.mark.usefixtures("points")
def test_nobody_takes_a_name_that_comes_with_inlay(config: Path) -> None:
    config.write_text('[designs]\nuse = ["modular"]\n')
    assert find_used_design("modular") is ModularDesign
    assert find_designs()["modular"] is ModularDesign
    assert "Taking" not in LOADED


@pytest.mark.usefixtures("points")
def test_a_file_that_names_it_is_read_by_its_thrift(config: Path) -> None:
    config.write_text('[designs]\nuse = ["others"]\n')
    plain = nested_file(1)
    file = with_design(plain, "others")
    assert head_of(file).name == "others"
    asked = opened(file).place([0])
    config.unlink()
    find_design.cache_clear()
    LOADED.clear()
    footer = opened(file)
    assert footer.form is Form.DUAL
    assert footer.place([0]).equals(asked)
    assert footer.row_groups == read_footer(io.BytesIO(plain)).row_groups
    assert verify_footer(footer).findings == ()
    assert LOADED == []
    with pytest.raises(RequestError, match=r"there is no design 'others'.*`use` in \[designs\]"):
        choose_design("others")


WRONG = {
    "a list": ("designs = []", "designs is a table"),
    "another key": ("[designs]\nload = []", "designs.load is not known: there are use"),
    "no list": ("[designs]\nuse = 'others'", "designs.use is a list of names"),
    "no TOML": ("[designs", "config.toml: "),
    "not installed": ("[designs]\nuse = ['x']", "no package that is installed has the design 'x'"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_configuration_says_what_is_wrong(case: str, config: Path) -> None:
    text, said = WRONG[case]
    config.write_text(text)
    with pytest.raises(ConfigurationError, match=said.replace(".", r"\.")):
        find_used_design("x")
    assert find_used_design("modular") is ModularDesign
