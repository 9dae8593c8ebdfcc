"""The site, as far as it can be held without building it: its pages, its links, what comes from code, llms.txt (`docs/site.md`)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.site.__main__ import main
from docs.site.command_reference import list_commands
from docs.site.folders import MARK, empty_folder
from docs.site.links import list_links
from docs.site.llms import list_sections, render_list, write_llms
from docs.site.markdown import cell, render_docstring
from docs.site.outside import list_loads
from docs.site.public_names import ROOMS, list_names
from docs.site.shelves import read_shelves
from docs.site.stage import stage
from inlay.verbs.lint.known import rules_by_id
from inlay.verbs.verify.findings_of_reading import ENCODING, EXTENSION, FOOTER, NO_FOOTER
from inlay.verbs.verify.table import list_promises
from inlayc.base.diagnostic_ids import DIAGNOSTICS
from inlayc.judges.breaking.rules import RULES
from tests.docs.pages import DOCS, ROOT
from tests.docs.test_links import anchors_of, links_of


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "source"
    stage(folder)
    return folder


def test_the_shelves_have_every_page_once() -> None:
    shelves = read_shelves()
    assert [shelf.title for shelf in shelves] == [
        "Guides",
        "Reference",
        "Formats and rules",
        "Decisions",
    ]
    pages = [page.path for shelf in shelves for page in shelf.pages]
    assert len(pages) == len(set(pages))
    beside = (
        "CHANGELOG CONTRIBUTING SECURITY benchmarks/README benchmarks/RESULTS findings/README fuzz/README idl/footers/README "
        "tests/README tests/times tests/variant/README"
    )
    here = {path.relative_to(ROOT).as_posix() for path in DOCS} - {"docs/index.md"}
    assert set(pages) == here | {f"{name}.md" for name in beside.split()}


def test_every_link_leads_to_a_page_of_the_site(source: Path) -> None:
    """Those of generated pages, too; and a toctree names what is there."""
    texts = {path: path.read_text(encoding="utf-8") for path in source.rglob("*.md")}
    anchors = {path: anchors_of(text) for path, text in texts.items()}
    for path, text in texts.items():
        for target in links_of(text):
            name, _, anchor = target.partition("#")
            other = (path.parent / name).resolve() if name else path
            assert other.exists(), f"{path.relative_to(source)} links to {target}"
            assert not anchor or anchor in anchors[other], f"{path.relative_to(source)}: {target}"
        for entries in re.findall(r"```\{toctree\}\n(?::.*\n)*\n(.*?)\n```", text, re.DOTALL):
            for entry in entries.splitlines():
                assert (path.parent / f"{entry}.md").exists(), f"{path.name}: {entry}"


def test_every_public_name_is_described(source: Path) -> None:
    """In its own page, or there with the page that has it."""
    for module in ROOMS:
        text = (source / "reference" / "python" / f"{module}.md").read_text(encoding="utf-8")
        described = {
            *re.findall(r"^## `(\w+)`", text, re.M),
            *re.findall(r"^\| `(\w+)` \|", text, re.M),
        }
        assert described == set(list_names(module))


def test_no_page_has_the_address_of_an_object(source: Path) -> None:
    pages = (source / "reference").rglob("*.md")
    texts = {path.name: path.read_text(encoding="utf-8") for path in pages}
    assert len(texts) > 40
    assert [name for name, text in texts.items() if re.search(r"\bat 0x[0-9a-f]{4}", text)] == []


@pytest.mark.parametrize("program", ["inlay", "inlayc"])
def test_every_command_is_described_with_its_options(source: Path, program: str) -> None:
    for words, command, context in list_commands(program):
        page = source / "reference" / "commands" / f"{'-'.join(words.split()[:2])}.md"
        text = page.read_text(encoding="utf-8")
        section = re.split(rf"^#+ `{re.escape(words)}`$", text, flags=re.MULTILINE)[1]
        section = re.split(r"^#+ ", section, flags=re.MULTILINE)[0]
        assert section.lstrip().startswith(f"```text\n{words}")
        for parameter in command.get_params(context):
            if parameter.param_type_name == "option" and not getattr(parameter, "hidden", False):
                assert parameter.opts[-1] in section, (words, parameter.opts)


def test_every_rule_and_finding_is_described(source: Path) -> None:
    def headings(name: str) -> list[str]:
        text = (source / "reference" / "rules" / f"{name}.md").read_text(encoding="utf-8")
        return re.findall(r"^(?:## |\| `)([a-z0-9-]+)", text, re.MULTILINE)

    assert headings("rules-lint") == list(rules_by_id())
    assert headings("rules-inlayc-breaking") == list(RULES)
    assert headings("diagnostics") == sorted(DIAGNOSTICS)
    assert headings("findings") == [promise.code for promise in list_promises()]
    described = [code for table in (NO_FOOTER, FOOTER, EXTENSION, ENCODING) for code in table]
    assert headings("findings-reading") == described


def test_every_idl_that_is_compiled_has_a_page_whose_links_lead_somewhere(source: Path) -> None:
    folder = source / "reference" / "idl"
    texts = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    assert {"parquet", "footer", "without_paths"} < set(texts)
    ids = {name: set(re.findall(r'<a id="([^"]+)"', text)) for name, text in texts.items()}
    for name, text in texts.items():
        assert text.count('<svg role="img"') == 1
        for page, anchor in re.findall(r'<a href="([^#"]*)#([^"]+)"', text):
            assert anchor in ids[page.removesuffix(".html") or name]


def test_diagnostics_are_shown_by_what_provokes_them(source: Path) -> None:
    """But for three that are told after an IDL is read, of which no golden file is."""
    text = (source / "reference" / "rules" / "diagnostics.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"^```text\nerror\[([a-z0-9-]+)\]: ", text, re.MULTILINE))
    assert set(DIAGNOSTICS) - shown == {"extension-field", "hand-written-type", "not-ascii"}


def test_llms_txt_has_the_form_of_the_convention(source: Path, tmp_path: Path) -> None:
    """A title, a summary, and sections of links, each to Markdown that is there."""
    write_llms(source, make_folders(source, tmp_path))
    text = (tmp_path / "llms.txt").read_text(encoding="utf-8")
    title, summary, *sections = text.split("\n\n")
    assert title == "# Inlay"
    assert re.fullmatch(r"> [^\n]+", summary)
    for heading, links in zip(sections[::2], sections[1::2], strict=True):
        assert re.fullmatch(r"## [^\n]+", heading)
        for line in links.strip().splitlines():
            link = re.fullmatch(r"- \[([^\]]+)\]\(([^)]+\.md)\): [^\n]+", line)
            assert link is not None, line
            assert (tmp_path / link[2]).read_text("utf-8").startswith("# "), line
    full = (tmp_path / "llms-full.txt").read_text(encoding="utf-8")
    assert "{toctree}" not in full
    assert full.count("<!-- ") > text.count("\n- ")


def test_links_of_the_markdown_beside_llms_txt_lead_to_files(source: Path, tmp_path: Path) -> None:
    """Of each page, and of the one file with all of them, which is read from the top."""
    write_llms(source, make_folders(source, tmp_path))
    for path in [*tmp_path.rglob("*.md"), tmp_path / "llms-full.txt"]:
        links = list_links(path.read_text(encoding="utf-8"))
        missing = [link for link in links if not (path.parent / link.partition("#")[0]).exists()]
        assert not missing, f"{path.relative_to(tmp_path)}: {missing[:3]}"


def test_a_folder_of_somebody_else_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("site", "site-source"):
        letter = tmp_path / name / "letter"
        letter.parent.mkdir()
        letter.write_text("dear")
        assert main([str(tmp_path / "site")]) == 2
        assert f"{name} is there and was not made by docs.site" in capsys.readouterr().err
        assert letter.read_text() == "dear"
        letter.unlink()


def test_a_folder_of_a_build_is_emptied(tmp_path: Path) -> None:
    empty_folder(tmp_path / "site")
    (tmp_path / "site" / "gone.html").write_text("")
    empty_folder(tmp_path / "site")
    assert [path.name for path in (tmp_path / "site").iterdir()] == [MARK]


def test_every_command_says_how_it_ends_when_done(source: Path) -> None:
    texts = {path.stem: path.read_text("utf-8") for path in source.glob("reference/commands/*.md")}
    said = [line for text in texts.values() for line in re.findall(r"^Ends with .*", text, re.M)]
    assert len(said) > 40
    assert [line for line in said if not line.startswith("Ends with 0 when done")] == []
    assert "Ends with 0 when done, 2 for wrong usage, 3" in texts["inlay-concat"]
    assert "Ends with 0 when done or if there is nothing to do, 2 for" in texts["inlay-set"]
    assert "Ends with 0 when done, 4 if there is nothing to do, 1" in texts["inlay-variant"]
    common = "\n".join(texts.values()).count("can also end with 4 (refused")
    assert common == len(said)


def make_folders(source: Path, out: Path) -> Path:
    """Those of a site that is built."""
    for folder in source.rglob("*/"):
        (out / folder.relative_to(source)).mkdir(parents=True, exist_ok=True)
    return out


def test_a_readme_without_a_summary_is_refused(source: Path) -> None:
    with pytest.raises(ValueError, match="does not begin"):
        render_list("# Other\n", list_sections(source))


def test_what_a_page_loads_from_elsewhere_is_seen(tmp_path: Path) -> None:
    page = '<link href="//a.b/c.css"><script src="https://d.e/f.js"></script><a href="https://g.h">'
    (tmp_path / "a.html").write_text(page + '<img src="i.png">', encoding="utf-8")
    (tmp_path / "b.css").write_text("@import url(https://j.k/l.css)", encoding="utf-8")
    assert [address for _, address in list_loads(tmp_path)] == [
        "//a.b/c.css",
        "https://d.e/f.js",
        "https://j.k/l.css",
    ]


def test_text_of_code_is_no_markup() -> None:
    assert cell("one of a|b, `a|b`, [x]; docs/wire.md") == (
        r"one of a\|b, `a\|b`, \[x\]; [wire.md](../../docs/wire.md)"
    )
    assert render_docstring("A list<int>.\n\n    `list<int>` (`docs/wire.md`)\n") == (
        "A list&lt;int>.\n\n`list<int>` ([wire.md](../../docs/wire.md))"
    )
