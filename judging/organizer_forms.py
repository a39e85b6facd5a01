"""What organizers of judging fill in."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from judging.models import JudgingRules


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
        label=_("highest disagreement (%)"),
        help_text=_("The signed act that closes judging states whether it was kept."),
    )
    repeat_share = PercentField(
        label=_("share of decisions that come back (%)"),
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
