"""People of a campaign and of its teams, as lists."""

from __future__ import annotations

import pytest
from django.test import Client

from campaign.models import Membership, Role
from tests import make


@pytest.mark.django_db
def test_people_of_one_name_keep_their_places_when_a_row_is_written_again() -> None:
    task = make.make_task()
    team = make.make_team(task, member=make.make_user("zoe"))
    people = [make.make_user(f"alex-{number}") for number in range(3)]
    for user in people:
        user.name = "Alex"
        user.save(update_fields=["name"])
        make.make_membership(task.campaign, Role.ASSESSOR, user=user)
        team.members.add(user)
    first = Membership.objects.get(user=people[0])
    first.save()
    people[0].save(update_fields=["name"])
    client = Client()
    client.force_login(task.campaign.opened_by)

    context = client.get(f"/campaigns/{task.campaign.slug}/people/").context

    assert [one.user for one in context["memberships"] if one.user in people] == people
    assert list(context["teams"][0].members.all())[:3] == people


@pytest.mark.django_db
def test_the_roles_that_count_on_a_page_stand_beside_the_name() -> None:
    task = make.make_task()
    client = Client(headers={"accept-language": "en"})
    client.force_login(task.campaign.opened_by)

    page = client.get(f"/campaigns/{task.campaign.slug}/people/").content.decode()

    assert 'organizer</span><svg class="icon"' in page
    assert "role__as" not in client.get("/help/visitor/").content.decode()
