"""The help in the interface, and the page of components."""

from __future__ import annotations

import re

import pytest
from django.conf import settings as django_settings
from django.test import Client
from pytest_django import Settings

from campaign.views.help_pages import PAGES

LANGUAGES = [code for code, _name in django_settings.LANGUAGES]


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_every_help_page_links_to_pages_that_exist(
    client: Client, name: str, language: str
) -> None:
    response = client.get(f"/help/{name}/", headers={"accept-language": language})

    article = response.content.decode().partition("<article")[2].partition("</article>")[0]
    linked = re.findall(r'href="([^"]+)"', article)
    assert response.status_code == 200
    assert article.count("<h2>") > 1
    assert [address for address in linked if client.get(address).status_code != 200] == []


@pytest.mark.django_db
def test_the_components_are_shown_to_developers(client: Client, settings: Settings) -> None:
    settings.DEBUG = True

    assert client.get("/design/").status_code == 200


@pytest.mark.django_db
def test_the_components_are_hidden_elsewhere(client: Client, settings: Settings) -> None:
    settings.DEMO = True

    assert client.get("/design/").status_code == 404


FRAME = {"display.html", "header.html", "navigation.html"}  # around every page, this one too
# Classes of the frame's menus for members, of wide tables and of the whole width of a page.
ELSEWHERE = {
    "role__as",
    "role__name",
    "site__nav",
    "nav-link",
    "crumbs",
    "menu__line",
    "hero",
    "prose--help",
    "role-card",
}


def test_the_page_of_components_includes_every_component() -> None:
    templates = django_settings.BASE_DIR / "templates"
    shown = "".join(
        (templates / "campaign" / name).read_text(encoding="utf-8")
        for name in ("design.html", "_design_rows.html")
    )
    tags = {"field.html": "{% field ", "interval.html": "{% interval "}
    missing = [
        path.name
        for path in (templates / "components").glob("*.html")
        if path.name not in FRAME and tags.get(path.name, f"components/{path.name}") not in shown
    ]
    assert missing == []


@pytest.mark.django_db
def test_the_page_of_components_shows_every_class_that_pages_use(
    client: Client, settings: Settings
) -> None:
    settings.DEBUG = True
    style = (settings.BASE_DIR / "static/css/components.css").read_text(encoding="utf-8")
    defined = set(re.findall(r"\.([a-z][\w-]*)", style.partition("/* Judging */")[0]))
    used = classes_in(
        "".join(
            path.read_text(encoding="utf-8")
            for app in ("account", "campaign", "scoring", "components")
            for path in (settings.BASE_DIR / "templates" / app).glob("*.html")
        )
    )
    shown = classes_in(client.get("/design/").content.decode())
    assert sorted((used & defined) - shown - ELSEWHERE) == []


def classes_in(html: str) -> set[str]:
    attributes = re.findall(r'class="([^"]*)"', re.sub(r"{%.*?%}|{{.*?}}", "", html))
    return {name for attribute in attributes for name in attribute.split()}
