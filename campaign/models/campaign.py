"""A campaign: the call, and the tasks that teams compete on."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaign.models.written import Written, in_reader_language

# Words that the address map uses itself, in the place of a campaign's and of a task's address.
RESERVED_SLUGS = frozenset({"new"})
RESERVED_TASK_SLUGS = frozenset(
    {"announce", "journal", "people", "settings", "tasks", "team", "teams", "waivers"}
)


class CampaignQuerySet(models.QuerySet["Campaign"]):
    def announced(self) -> CampaignQuerySet:
        return self.filter(announced_at__isnull=False)

    def of_member(self, user: object) -> CampaignQuerySet:
        """Campaigns in which the person holds a role or belongs to a team."""
        return self.filter(Q(memberships__user=user) | Q(teams__members=user)).distinct()


class Campaign(models.Model):
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    summary_fr = models.CharField(_("summary in French"), max_length=300, blank=True)
    summary_en = models.CharField(_("summary in English"), max_length=300, blank=True)
    call_fr = models.TextField(_("call in French"), blank=True)
    call_en = models.TextField(_("call in English"), blank=True)
    partners_fr = models.TextField(_("partners in French"), blank=True)
    partners_en = models.TextField(_("partners in English"), blank=True)
    time_zone = models.CharField(_("time zone"), max_length=60, default="Europe/Paris")
    announced_at = models.DateTimeField(null=True, blank=True)
    opened_by = models.ForeignKey("campaign.User", models.PROTECT, related_name="opened_campaigns")
    opened_at = models.DateTimeField()

    objects = CampaignQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    @property
    def summary(self) -> Written:
        return in_reader_language(french=self.summary_fr, english=self.summary_en)

    @property
    def call(self) -> Written:
        return in_reader_language(french=self.call_fr, english=self.call_en)

    @property
    def partners(self) -> list[tuple[str, Written]]:
        """Return the partners as (function, who), from lines such as ``Judging: three people``."""
        text = in_reader_language(french=self.partners_fr, english=self.partners_en)
        pairs = (line.partition(":") for line in text.splitlines() if line.strip())
        return [
            (function.strip(), Written(who.strip(), text.language))
            for function, _colon, who in pairs
        ]
