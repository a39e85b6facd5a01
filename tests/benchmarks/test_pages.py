"""The benchmark of the pages, two rounds."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from benchmarks.pages import Demonstration, load_demonstration, measure

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def demo(settings: Settings) -> None:
    settings.DEMO = True


def test_every_page_shows_what_is_in_the_database(capsys: pytest.CaptureFixture[str]) -> None:
    demonstration = Demonstration(load_demonstration())
    pages = demonstration.pages()
    assert measure(demonstration, pages, rounds=2) > 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + len(pages)


def test_a_page_that_refuses_is_not_measured() -> None:
    demonstration = Demonstration(load_demonstration())
    journal = next(page for page in demonstration.pages() if page.name == "journal")
    with pytest.raises(AssertionError, match="journal/, assessor: 403"):
        demonstration.fetch(journal._replace(person="assessor"))
