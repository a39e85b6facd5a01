"""Tests of config.catalogues, on a small project made for the purpose."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest

from config import catalogues

PYTHON = """
from django.utils.translation import gettext as _, ngettext, pgettext

GREETING = _("Good %(time)s")
NUMBER = ngettext("%(n)d run", "%(n)d runs", 3)
LABEL = pgettext("label", "correct")
"""
TEMPLATE = """
<ul>
      <li>{% translate "It's here" %}
  <li>{% blocktranslate count n=runs %}{{ n }} team{% plural %}{{ n }} teams{% endblocktranslate %}
   {{ name|default:_("nobody") }}
"""
FRENCH = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "Good %(time)s"
msgstr "Bonne %(time)s"

msgid "%(n)d run"
msgid_plural "%(n)d runs"
msgstr[0] "une soumission"
msgstr[1] "%(n)d soumissions"

msgctxt "label"
msgid "correct"
msgstr "correcte"

msgid "It's here"
msgstr "C’est ici"

msgid "%(n)s team"
msgid_plural "%(n)s teams"
msgstr[0] "%(n)s équipe"
msgstr[1] "%(n)s équipes"

msgid "nobody"
msgstr "personne"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project of one module, one template and a complete French catalogue."""
    (tmp_path / "campaign").mkdir()
    (tmp_path / "templates").mkdir()
    (tmp_path / "campaign" / "words.py").write_text(PYTHON, encoding="utf-8")
    (tmp_path / "templates" / "page.html").write_text(TEMPLATE, encoding="utf-8")
    (tmp_path / "french.po").write_text(FRENCH, encoding="utf-8")
    catalogues.renew_files(tmp_path, merge=[tmp_path / "french.po"])
    return tmp_path


def _replace(project: Path, old: str, new: str, *, compiled: bool = True) -> None:
    path = catalogues.po_path(project)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    if compiled:
        path.with_suffix(".mo").write_bytes(catalogues.mo_bytes(path.read_bytes()))


def test_everything_is_extracted_merged_and_compiled(project: Path) -> None:
    assert catalogues.find_faults(project) == []
    with catalogues.po_path(project).with_suffix(".mo").open("rb") as file:
        french = gettext.GNUTranslations(file)
    assert french.gettext("It's here") == "C’est ici"
    assert french.gettext("nobody") == "personne"
    assert french.pgettext("label", "correct") == "correcte"
    assert french.ngettext("%(n)s team", "%(n)s teams", 2) == "%(n)s équipes"
    assert french.ngettext("%(n)s team", "%(n)s teams", 0) == "%(n)s équipe"


def test_renewing_twice_changes_nothing(project: Path) -> None:
    files = [catalogues.po_path(project), catalogues.po_path(project).with_suffix(".mo")]
    before = [path.read_bytes() for path in files]
    assert catalogues.renew_files(project) == (6, 0)
    assert [path.read_bytes() for path in files] == before


def test_french_of_a_message_that_comes_back_is_kept(project: Path) -> None:
    module = project / "campaign" / "words.py"
    module.write_text("", encoding="utf-8")
    assert catalogues.renew_files(project) == (3, 0)
    assert catalogues.find_faults(project) == []
    module.write_text(PYTHON, encoding="utf-8")
    assert catalogues.renew_files(project) == (6, 0)


def test_new_message_is_a_fault_until_it_has_french(project: Path) -> None:
    with (project / "campaign" / "words.py").open("a", encoding="utf-8") as module:
        module.write('NEW = _("Something new")\n')
    assert catalogues.find_faults(project) == ["'Something new': not in the catalogue"]
    catalogues.renew_files(project)
    assert catalogues.find_faults(project) == ["'Something new': French is missing"]


def test_message_without_source_is_a_fault(project: Path) -> None:
    (project / "templates" / "page.html").write_text("", encoding="utf-8")
    assert catalogues.find_faults(project) == [
        '"It\'s here": in no source file any more',
        "'%(n)s team': in no source file any more",
        "'nobody': in no source file any more",
    ]


def test_fuzzy_french_is_a_fault(project: Path) -> None:
    _replace(project, 'msgctxt "label"', '#, fuzzy\nmsgctxt "label"', compiled=False)
    assert "label: 'correct': fuzzy" in catalogues.find_faults(project)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("Bonne %(time)s", "Bonne %(temps)s", "'Good %(time)s': other placeholders in French"),
        ("%(n)d soumissions", "des soumissions", "'%(n)d run': other placeholders in French"),
        ('msgstr[1] "%(n)s équipes"', 'msgstr[1] ""', "'%(n)s team': French is missing"),
        ("personne", "", "'nobody': French is missing"),
    ],
)
def test_wrong_french_is_a_fault(project: Path, old: str, new: str, fault: str) -> None:
    _replace(project, old, new)
    assert catalogues.find_faults(project) == [fault]


def test_missing_plural_form_is_a_fault(project: Path) -> None:
    _replace(project, 'msgstr[1] "%(n)s équipes"\n', "")
    assert "'%(n)s team': French is missing" in catalogues.find_faults(project)


def test_stale_compiled_catalogue_is_a_fault(project: Path) -> None:
    _replace(project, "C’est ici", "C’est là", compiled=False)
    assert catalogues.find_faults(project) == ["django.mo differs from django.po"]
    catalogues.po_path(project).with_suffix(".mo").unlink()
    assert catalogues.find_faults(project) == ["django.mo is missing"]


def test_project_without_catalogue(tmp_path: Path) -> None:
    assert catalogues.find_faults(tmp_path) == ["locale/fr/LC_MESSAGES/django.po is missing"]
