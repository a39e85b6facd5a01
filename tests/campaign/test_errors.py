"""The pages for what goes wrong."""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponseNotAllowed
from django.test import Client, RequestFactory
from django.utils import translation

from campaign.models import Role, Stage
from campaign.views.errors import fault, refusals_middleware
from tests import make


@pytest.mark.parametrize(("language", "word"), [("en", "not a page"), ("fr", "pas une page")])
def test_an_empty_refusal_gets_a_page(language: str, word: str) -> None:
    def refuse(request: HttpRequest) -> HttpResponseNotAllowed:
        return HttpResponseNotAllowed(["POST"])

    with translation.override(language):
        response = refusals_middleware(refuse)(RequestFactory().get("/"))

    assert response.status_code == 405
    assert response.headers["Allow"] == "POST"
    assert word in response.content.decode()


@pytest.mark.django_db
def test_an_address_opened_the_wrong_way_gets_a_page(client: Client) -> None:
    response = client.get("/theme/")

    assert response.status_code == 405
    assert "This address is not a page" in response.content.decode()


@pytest.mark.django_db
def test_a_request_that_cannot_be_read_gets_a_page(client: Client) -> None:
    response = client.post("/theme/", {f"f{n}": "" for n in range(1100)})

    assert response.status_code == 400
    assert "This request cannot be read" in response.content.decode()


def test_the_page_of_a_fault_asks_nothing_of_a_database_that_is_gone() -> None:
    class Broken:
        @property
        def is_authenticated(self) -> bool:
            raise ConnectionError

    request = RequestFactory().get("/")
    request.user = Broken()  # type: ignore[assignment]

    response = fault(request)

    assert response.status_code == 500
    assert "A fault of ours stopped this page" in response.content.decode()


@pytest.mark.django_db
def test_a_page_that_never_opens_to_this_person_is_not_promised(client: Client) -> None:
    task = make.make_ready_task()
    client.force_login(make.make_user("Visitor"))

    response = client.get(f"/campaigns/{task.campaign.slug}/{task.slug}/judging/")

    assert response.status_code == 403
    assert "not open yet" not in response.content.decode()


@pytest.mark.django_db
def test_whoever_has_no_team_is_led_from_the_upload_to_registering_one(client: Client) -> None:
    task = make.put_at_stage(make.make_ready_task(), Stage.RELEASED)
    address = f"/campaigns/{task.campaign.slug}/{task.slug}/runs/new/"
    register = f"/campaigns/{task.campaign.slug}/teams/new/"
    told = {}
    for user in (make.make_user("Ada"), make.make_member(task.campaign, Role.ASSESSOR)):
        client.force_login(user)
        response = client.get(address)
        told[user.name] = register in response.content.decode()
        assert response.status_code == 403

    assert told == {"Ada": True, "Assessor": False}
