"""What organizers of judging fill in."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from campaign.forms import choice_field
from campaign.models import Task, User
from judging.assignment import Choices, assessors_of_task, training_candidates
from judging.balancing import draw_sample
from judging.models import ADJUDICATION, Assessor, JudgingRules


class PercentField(forms.FloatField):
    """A share, written as people do: 5 is 0.05."""

    widget = forms.NumberInput(attrs={"step": "any", "min": "0", "max": "100"})

    def __init__(self, **kwargs: Any) -> None:
        bounds = [MinValueValidator(0), MaxValueValidator(100)]
        super().__init__(validators=bounds, **kwargs)

    def clean(self, value: Any) -> Any:
        percent = super().clean(value)
        return None if percent is None else round(percent / 100, 6)

    def prepare_value(self, value: Any) -> Any:
        # What was sent comes back as it was; a stored share is a number.
        return round(value * 100, 4) if isinstance(value, float) else value


class RulesForm(forms.ModelForm):  # type: ignore[type-arg]
    """How a task is judged."""

    disagreement_threshold = PercentField(
        label=_("Highest disagreement (%)"),
        help_text=_("The signed act that closes judging states whether it was kept."),
    )
    repeat_share = PercentField(
        label=_("Share of decisions that come back (%)"),
        help_text=_("Unannounced, to the same person, outside every score. 0 switches it off."),
    )

    class Meta:
        model = JudgingRules
        fields: ClassVar[list[str]] = [
            "pool_depth",
            "pool_runs_per_team",
            "inexact_first",
            "offers_rest",
            "assigns_questions",
            "disagreement_threshold",
            "repeat_share",
            "repeat_days",
        ]
        help_texts: ClassVar[dict[str, Any]] = {
            "pool_depth": _("Ranks that are judged, from the first on. Empty: all of them."),
            "pool_runs_per_team": _(
                "The first official runs of each team, in the order of their arrival."
                " Empty: all of them."
            ),
            "inexact_first": _(
                "An answer that is inexact and not supported by its document counts as inexact;"
                " otherwise as not supported."
            ),
            "offers_rest": _(
                "One key for all that is left of a question, once all of it was seen."
            ),
            "assigns_questions": _(
                "People find only the questions that were given to them; otherwise all of them."
            ),
            "repeat_days": _("They come back after so many days."),
        }


class ShareForm(forms.Form):
    """How questions are shared out: people's weights and specialties, the sample, training."""

    double = forms.IntegerField(
        label=_("Questions that two people judge"), min_value=0, max_value=100_000, initial=0
    )
    rate = PercentField(
        label=_("Disagreement to expect (%)"),
        help_text=_("Only for the interval told here: what you think the truth is."),
        initial=0.03,
    )
    seed = forms.IntegerField(
        label=_("Seed of the draw"),
        help_text=_("The same seed gives the same plan; do not tell it to assessors."),
        min_value=0,
        max_value=2**31 - 1,
    )
    reference = forms.ModelChoiceField(
        Assessor.objects.none(),
        label=_("Reference of training"),
        required=False,
        empty_label=_("adjudicated labels only"),
        help_text=_("Whose labels are shown after each decision, where none was adjudicated."),
    )
    training_count = forms.IntegerField(
        label=_("Training questions"),
        help_text=_("Some twenty; drawn among those that the reference has judged whole."),
        min_value=0,
        max_value=1000,
        initial=0,
    )
    training_names = forms.CharField(
        label=_("or these"),
        help_text=_("Identifiers, separated by spaces."),
        max_length=5000,
        required=False,
    )

    def __init__(self, *args: Any, task: Task, kept: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.task, self.people = task, list(assessors_of_task(task))
        self.tags = sorted(
            {
                tag
                for tags in task.questions.standing().values_list("tags", flat=True)
                for tag in tags
            }
        )
        choice_field(self.fields["reference"]).queryset = (
            Assessor.objects.counting()
            .filter(task=task, judgments__isnull=False)
            .exclude(name=ADJUDICATION)
            .distinct()
            .order_by("name", "pk")
        )
        for user in self.people:
            self.fields[f"weight_{user.pk}"] = forms.FloatField(
                label=_("Weight"),
                min_value=0,
                max_value=100,
                initial=kept.weights.get(user.pk, 0 if kept.weights else 1),
                widget=forms.NumberInput(attrs={"step": "any"}),
            )
            self.fields[f"tags_{user.pk}"] = forms.CharField(
                label=_("Specialties"),
                required=False,
                max_length=1000,
                initial=", ".join(kept.tags.get(user.pk, ())),
                widget=forms.TextInput(attrs={"list": "tags"}),
            )

    def rows(self) -> list[tuple[User, forms.BoundField, forms.BoundField]]:
        """Return each assessor with the fields that concern them."""
        return [(one, self[f"weight_{one.pk}"], self[f"tags_{one.pk}"]) for one in self.people]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        known = set(self.tags)
        for user in self.people:
            name = f"tags_{user.pk}"
            written = str(cleaned.get(name, "")).split(",")
            tags = tuple(dict.fromkeys(tag.strip() for tag in written if tag.strip()))
            if unknown := [tag for tag in tags if tag not in known]:
                self.add_error(name, _("No question has this tag: %s") % ", ".join(unknown))
            cleaned[name] = tags
        if not self.errors and not any(
            cleaned[f"weight_{one.pk}"] or cleaned[f"tags_{one.pk}"] for one in self.people
        ):
            self.add_error(None, _("Choose at least one person: a weight above 0, or a specialty."))
        if not self.errors:
            cleaned["training"] = self._training(cleaned)
        return cleaned

    def _training(self, cleaned: dict[str, Any]) -> tuple[int, ...]:
        reference = cleaned["reference"]
        by_type = training_candidates(self.task, reference.pk if reference else None)
        ready = {one for questions in by_type.values() for one in questions}
        names = str(cleaned["training_names"]).split()
        if not names:
            drawn = draw_sample(by_type, cleaned["training_count"], seed=cleaned["seed"])
            if len(drawn) < cleaned["training_count"]:
                self.add_error("training_count", _words_for_ready(len(ready)))
            return tuple(sorted(drawn))
        known = dict(self.task.questions.values_list("identifier", "pk"))
        keys = {name: known[name] for name in names if name in known}
        if wrong := [name for name in names if keys.get(name) not in ready]:
            said = _("Unknown, or not judged whole by the reference: %s") % ", ".join(wrong)
            self.add_error("training_names", said)
        return tuple(sorted(keys.values()))

    def choices(self) -> Choices:
        """Return what was chosen; call it on a form that is valid."""
        sent = self.cleaned_data
        return Choices(
            weights={one.pk: weight for one in self.people if (weight := sent[f"weight_{one.pk}"])},
            tags={one.pk: tags for one in self.people if (tags := sent[f"tags_{one.pk}"])},
            double=sent["double"],
            seed=sent["seed"],
            training=sent["training"],
            reference=sent["reference"].pk if sent["reference"] else None,
        )


def _words_for_ready(count: int) -> str:
    if not count:
        return gettext("No question is judged whole by the reference.")
    return (
        ngettext("Only %d question is judged whole.", "Only %d questions are judged whole.", count)
        % count
    )


class AssessorField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """Offers people under their names, and the names that files know them by."""

    def label_from_instance(self, obj: Assessor) -> str:
        return f"{obj.user} ({obj.name})"


class ReassignForm(forms.Form):
    """Whose questions go to whom."""

    assessor = AssessorField(Assessor.objects.none(), label=_("From"), empty_label=None)
    to = forms.ModelMultipleChoiceField(
        User.objects.none(), label=_("To"), widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, task: Task, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice_field(self.fields["assessor"]).queryset = (
            Assessor.objects.counting()
            .filter(task=task, user__isnull=False, slots__released_at=None, slots__isnull=False)
            .distinct()
            .order_by("name", "pk")
        )
        choice_field(self.fields["to"]).queryset = assessors_of_task(task)
