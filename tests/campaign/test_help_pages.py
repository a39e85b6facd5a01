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
def test_the_components_are_shown_in_the_demonstration(client: Client, settings: Settings) -> None:
    settings.DEMO = True

    assert client.get("/design/").status_code == 200


@pytest.mark.django_db
def test_the_components_are_hidden_elsewhere(client: Client) -> None:
    assert client.get("/design/").status_code == 404
