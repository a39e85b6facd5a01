"""The links of the frame: what this person can open from here."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Campaign, Task
from campaign.permissions import Member, Permission
from campaign.visibility import Thing, shows


class Link(NamedTuple):
    label: str
    url: str
    is_current: bool
    badge: str = ""
    """Where a count of what waits behind the link is asked for: upper apps know, this one not."""


def task_links(member: Member, task: Task, path: str, at: datetime) -> list[Link]:
    """Return the links of a task, each only if its page would open."""
    place = {"campaign_slug": task.campaign.slug, "task_slug": task.slug}

    def sees(thing: Thing) -> bool:
        return shows(member, thing, task, at)

    wanted = [
        (_("Overview"), "task-page", sees(Thing.TASK)),
        (_("Documents"), "document-list", task.asks_documents and sees(Thing.DOCUMENTS)),
        (_("Questions"), "question-list", sees(Thing.QUESTIONS)),
        (
            _("Runs"),
            "run-list",
            sees(Thing.RUNS) or (member.may(Permission.SUBMIT_RUN) and sees(Thing.OWN_RUNS)),
        ),
        (_("Judge"), "judge-next", member.may(Permission.JUDGE) and sees(Thing.POOL)),
        (
            _("Disagreements"),
            "disagreements",
            member.may(Permission.ADJUDICATE)
            and sees(Thing.DISAGREEMENTS)
            and not sees(Thing.WORK),
        ),
        (_("Judging"), "judging-progress", sees(Thing.WORK)),
        (_("Results"), "leaderboard", sees(Thing.SCORES)),
    ]
    links = _links([(label, reverse(name, kwargs=place)) for label, name, ok in wanted if ok], path)
    judging = reverse("judging-progress", kwargs=place)
    doubts = reverse("doubts-count", kwargs=place)
    return [link._replace(badge=doubts) if link.url == judging else link for link in links]


def campaign_links(member: Member, campaign: Campaign, path: str) -> list[Link]:
    """Return the links of a campaign."""
    place = {"campaign_slug": campaign.slug}
    wanted = [(_("Presentation"), reverse("campaign-page", kwargs=place))]
    if member.may(Permission.MANAGE_CAMPAIGN):
        wanted.append((_("People"), reverse("people", kwargs=place)))
        wanted.append((_("Settings"), reverse("campaign-edit", kwargs=place)))
        wanted.append((_("Journal"), reverse("journal", kwargs=place)))
    elif member.teams:
        wanted.append((_("My team"), reverse("team-page", kwargs=place)))
    return _links(wanted, path)


def _links(wanted: list[tuple[str, str]], path: str) -> list[Link]:
    # The longest address that begins the current one is the current place.
    here = max((url for _label, url in wanted if path.startswith(url)), key=len, default="")
    return [Link(label, url, url == here) for label, url in wanted]
