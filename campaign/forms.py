"""What people fill in."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from campaign.formats.names import plain_name
from campaign.models import Campaign, Role, Task, Team, User
from campaign.models.campaign import RESERVED_SLUGS, RESERVED_TASK_SLUGS
from campaign.models.task import EARLIEST, LATEST
from campaign.widgets import LongSelect
from campaign.zones import from_zone, in_zone, zone_choices


class NameField(forms.CharField):
    """A name, without the signs that would turn or hide what stands beside it."""

    def to_python(self, value: Any) -> str:
        return plain_name(str(super().to_python(value)))


class InstantField(forms.DateTimeField):
    """A time on the clocks of the form's zone; the form makes it an instant."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def to_python(self, value: object) -> datetime | None:
        if value in self.empty_values:
            return None
        try:
            clock = datetime.fromisoformat(str(value))
        except ValueError:
            clock = None
        if clock is None or clock.tzinfo is not None:
            raise ValidationError(
                _("Write a date and a time, such as 2026-11-30 12:00."), code="invalid"
            )
        if not EARLIEST.year <= clock.year < LATEST.year:
            raise ValidationError(
                _("Choose a year from %(first)s to %(last)s."),
                params={"first": str(EARLIEST.year), "last": str(LATEST.year - 1)},
                code="out-of-range",
            )
        return clock

    def prepare_value(self, value: object) -> object:
        return value


class ZonedForm(forms.Form):
    """Turns the clock times of its `InstantField`s into instants of the chosen zone and back."""

    zone_name: str = "UTC"

    def instants(self) -> list[str]:
        return [name for name, field in self.fields.items() if isinstance(field, InstantField)]

    def show_instants(self, zone: str, values: dict[str, datetime | None]) -> None:
        for name in self.instants():
            instant = values.get(name)
            self.initial[name] = in_zone(instant, zone).replace(tzinfo=None) if instant else None

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        zone = cleaned.get("time_zone") or self.zone_name
        for name in self.instants():
            clock = cleaned.get(name)
            cleaned[name] = self._instant(name, clock, zone) if clock else None
        return cleaned

    def _instant(self, name: str, clock: datetime, zone: str) -> datetime | None:
        instant = from_zone(clock, zone)
        if in_zone(instant.astimezone(UTC), zone).replace(tzinfo=None) == clock:
            return instant
        self.add_error(
            name, _("This time does not exist there: clocks go forward over it. Choose another.")
        )
        return None


def free_address(form: forms.BaseForm, reserved: frozenset[str]) -> str:
    """Return the address that a form gives, or one made of its name.

    :raises ValidationError: if there is none, or if it is a word of the address map.
    """
    written = str(form.cleaned_data["slug"]).lower()
    slug = written or slugify(form.cleaned_data.get("name", ""))[:60].strip("-")
    if not slug:
        raise ValidationError(_("Write an address of letters and digits, such as “general-2026”."))
    if slug in reserved:
        raise ValidationError(
            _("Choose another address: “%(slug)s” is taken."), params={"slug": slug}
        )
    return slug


class CampaignForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Campaign
        fields: ClassVar[list[str]] = [
            "name",
            "slug",
            "summary_fr",
            "summary_en",
            "call_fr",
            "call_en",
            "partners_fr",
            "partners_en",
            "time_zone",
        ]
        field_classes: ClassVar[dict[str, Any]] = {"name": NameField}
        help_texts: ClassVar[dict[str, Any]] = {
            "slug": _("Lower-case letters, digits and hyphens; it stands in every address."),
            "call_fr": _("What the campaign asks, for whom, how to take part. Markdown is read."),
            "partners_fr": _("One a line: function, colon, name."),
            "summary_fr": _("One sentence, shown at the top of the public page."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["slug"].required = False
        self.fields["time_zone"] = forms.ChoiceField(
            choices=zone_choices,
            label=_("Time zone"),
            initial="Europe/Paris",
            widget=LongSelect,
        )
        for name in ("call_fr", "call_en", "partners_fr", "partners_en"):
            self.fields[name].widget.attrs["rows"] = 5
        for name in ("summary_fr", "summary_en"):
            self.fields[name].widget = forms.Textarea(attrs={"rows": 2, "maxlength": 300})
        if self.instance.pk:
            del self.fields["slug"]

    def clean_slug(self) -> str:
        slug = free_address(self, RESERVED_SLUGS)
        if Campaign.objects.filter(slug=slug).exists():
            raise ValidationError(_("A campaign has this address already."))
        return slug


class TaskForm(ZonedForm, forms.ModelForm):  # type: ignore[type-arg]
    announced_at = InstantField(label=_("Announced"), required=False)
    released_at = InstantField(label=_("Questions released"), required=False)
    closes_at = InstantField(label=_("Runs close"), required=False)
    time_zone = forms.ChoiceField(choices=zone_choices, label=_("Time zone"), widget=LongSelect)

    class Meta:
        model = Task
        fields: ClassVar[list[str]] = [
            "name",
            "name_en",
            "slug",
            "summary_fr",
            "summary_en",
            "time_zone",
            "announced_at",
            "released_at",
            "closes_at",
            "answers_factual",
            "answers_definition",
            "answers_yes_no",
            "answers_list",
            "asks_documents",
            "asks_passages",
            "passage_limit",
            "accepts_nil",
            "runs_per_team",
            "grace_hours",
        ]
        field_classes: ClassVar[dict[str, Any]] = {"name": NameField, "name_en": NameField}
        help_texts: ClassVar[dict[str, Any]] = {
            "slug": _("Lower-case letters, digits and hyphens; it stands in every address."),
            "passage_limit": _("Characters, spaces included."),
            "runs_per_team": _("Those that are judged and ranked; more are kept as contrastive."),
            "grace_hours": _(
                "Hours after the deadline in which a file that arrived in time and was refused"
                " may be replaced."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.campaign: Campaign = kwargs.pop("campaign")
        super().__init__(*args, **kwargs)
        self.fields["slug"].required = False
        if self.instance.pk:
            del self.fields["slug"]
        else:
            self.initial.setdefault("time_zone", self.campaign.time_zone)
        self.show_instants(
            self.initial["time_zone"],
            {name: getattr(self.instance, name) for name in self.instants()},
        )

    def clean_slug(self) -> str:
        slug = free_address(self, RESERVED_TASK_SLUGS)
        if self.campaign.tasks.filter(slug=slug).exists():
            raise ValidationError(_("A task of this campaign has this address already."))
        return slug

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        order = ["announced_at", "released_at", "closes_at"]
        # Taken before any is found wrong: each pair is looked at, whatever is said of its neighbour.
        instants = {name: cleaned.get(name) for name in order if name not in self.errors}
        for earlier, later in pairwise(order):
            if earlier not in instants or later not in instants:
                continue
            first, second = instants[earlier], instants[later]
            if second is not None and first is None:
                self.add_error(earlier, _("Say when: the next step depends on it."))
            elif first is not None and second is not None and second <= first:
                self.add_error(later, _("Choose a later time than the step before."))
        return cleaned


class UploadForm(forms.Form):
    file = forms.FileField(label=_("File"), allow_empty_file=True)
    accepts_windows_1252 = forms.BooleanField(
        label=_("Read it as Windows-1252"),
        help_text=_("Only if the preview shows the right letters; UTF-8 needs no tick."),
        required=False,
    )
    checks_only = forms.BooleanField(
        label=_("Check only"),
        help_text=_("The same checks; nothing changes. The file and its report are kept."),
        required=False,
    )


class TextsUploadForm(UploadForm):
    """For documents and questions, on which others rely."""

    confirms_changes = forms.BooleanField(
        label=_("Confirm the changes"),
        help_text=_("Only if a report asked for it: the report names what would vanish or change."),
        required=False,
    )


class RunUploadForm(UploadForm):
    team = forms.ModelChoiceField(Team.objects.none(), label=_("Team"), empty_label=None)
    tag = forms.RegexField(
        r"^[\w.+-]+\Z",
        label=_("Run name"),
        max_length=50,
        required=False,
        help_text=_("Letters, digits, dot and hyphen. Without one, the name of the file."),
        error_messages={
            "invalid": _("Only letters, digits, dot, underscore, plus and hyphen: no space.")
        },
    )
    checks_only = forms.BooleanField(
        label=_("Check only"),
        help_text=_(
            "The same checks; nothing is submitted, no place is taken. The file and its report are"
            " kept apart."
        ),
        required=False,
    )
    field_order = ["team", "file", "tag", "checks_only"]

    def __init__(self, *args: Any, task: Task, teams: tuple[Team, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.task = task
        field = self.fields["team"]
        choice_field(field).queryset = Team.objects.filter(pk__in=[team.pk for team in teams])
        if len(teams) == 1:
            field.initial = teams[0]
            field.widget = forms.HiddenInput()

    def clean_tag(self) -> str:
        tag = str(self.cleaned_data["tag"])
        if tag and self.task.runs.filter(tag=tag).exists():
            raise ValidationError(_("A run of this task has this name already. Choose another."))
        return tag


def choice_field(field: forms.Field) -> forms.ModelChoiceField:  # type: ignore[type-arg]
    """Narrow the type of a form's field."""
    if not isinstance(field, forms.ModelChoiceField):
        raise TypeError(field)
    return field


class RoleForm(forms.Form):
    email = forms.EmailField(label=_("E-mail address"), max_length=254)
    name = NameField(
        label=_("Name"),
        max_length=150,
        required=False,
        help_text=_("Needed only if the address has no account yet."),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        # Nobody is given a role by not choosing, least of all the one that may do everything.
        choices=[
            ("", _("Choose a role")),
            *((role.value, role.label) for role in reversed(Role) if role is not Role.PARTICIPANT),
        ],
    )
    task = forms.ModelChoiceField(
        Task.objects.none(), label=_("Task"), required=False, empty_label=_("all tasks")
    )

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice_field(self.fields["task"]).queryset = campaign.tasks.order_by("name", "pk")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        email = cleaned.get("email")
        is_known = email and User.objects.filter(email__iexact=email).exists()
        if email and not is_known and not cleaned.get("name") and "name" not in self.errors:
            self.add_error("name", _("No account has this address yet: write the person's name."))
        return cleaned


class WaiverForm(forms.Form):
    task = forms.ModelChoiceField(Task.objects.none(), label=_("Task"), empty_label=None)
    user = forms.ModelChoiceField(User.objects.none(), label=_("Person"), empty_label=None)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("It is shown on the public page of the campaign, with both names."),
    )

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice_field(self.fields["task"]).queryset = campaign.tasks.order_by("name", "pk")
        choice_field(self.fields["user"]).queryset = (
            User.objects.filter(memberships__campaign=campaign).distinct().order_by("name", "pk")
        )


class InvitationForm(forms.Form):
    email = forms.EmailField(label=_("E-mail address"), max_length=254)


class TeamForm(forms.ModelForm):  # type: ignore[type-arg]
    tasks = forms.ModelMultipleChoiceField(
        Task.objects.none(), label=_("Tasks"), widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = Team
        fields: ClassVar[list[str]] = ["name", "affiliation", "sector", "tasks"]
        field_classes: ClassVar[dict[str, Any]] = {"name": NameField, "affiliation": NameField}
        help_texts: ClassVar[dict[str, Any]] = {
            "name": _("It appears in the leaderboard as it is."),
        }

    def __init__(self, *args: Any, campaign: Campaign, tasks: list[Task], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instance.campaign = campaign
        choice_field(self.fields["tasks"]).queryset = Task.objects.filter(
            pk__in=[task.pk for task in tasks]
        )


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("It is shown beside the question."),
    )


class ResultsForm(ZonedForm):
    results_to_teams_at = InstantField(label=_("To the teams"), required=False)
    results_public_at = InstantField(label=_("To the public"), required=False)

    def __init__(self, *args: Any, task: Task, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone_name = task.time_zone
        self.show_instants(task.time_zone, {name: getattr(task, name) for name in self.instants()})
