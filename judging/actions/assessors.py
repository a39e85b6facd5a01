"""The names under which people judge."""

from __future__ import annotations

from django.db import transaction

from campaign.models import Task, User
from judging.models import Assessor

NAMES = {
    Assessor.Purpose.JUDGING: "assessor-{}",
    Assessor.Purpose.TRAINING: "training-{}",
    Assessor.Purpose.REPEAT: "repeat-{}",
}


@transaction.atomic
def assessor_of(
    *, task: Task, user: User, purpose: Assessor.Purpose = Assessor.Purpose.JUDGING
) -> Assessor:
    """Return the name under which the person judges in the task, giving one the first time.

    Names are numbers in the order of arrival, so that exported judgments name nobody.
    """
    known = Assessor.objects.filter(task=task, user=user, purpose=purpose).first()
    if known is not None:
        return known
    Task.objects.select_for_update().get(pk=task.pk)
    taken = set(Assessor.objects.filter(task=task).values_list("name", flat=True))
    name = next(
        name
        for number in range(1, len(taken) + 2)
        if (name := NAMES[purpose].format(number)) not in taken
    )
    assessor, _created = Assessor.objects.get_or_create(
        task=task, user=user, purpose=purpose, defaults={"name": name}
    )
    return assessor
