"""The desk's rows: their order is one person's own, and holds."""

from __future__ import annotations

import pytest

from campaign.models import Question, Task, User
from judging.desk import desk_of
from judging.judgment_format import Label
from judging.queue import place_at
from tests import make

pytestmark = pytest.mark.django_db

ANSWERS = ("Zola", "Balzac", "Hugo", "Proust", "Stendhal", "Flaubert", "Sand", "Colette")


@pytest.fixture
def task() -> Task:
    task = make.make_ready_task()
    for answer in ANSWERS:
        make.make_pool_item(task.questions.get(identifier="GF1"), answer)
    return task


def rows_shown(task: Task, user: User) -> list[str]:
    question = Question.objects.get(task=task, identifier="GF1")
    place = place_at(question, user)
    assert place is not None
    return [row.text for row in desk_of(place).rows]


def test_the_first_label_moves_no_row(task: Task) -> None:
    """Where nothing is assigned the name to judge under begins with it."""
    people = [make.make_user(name) for name in ("Ada", "Blaise", "Carl")]
    before = [rows_shown(task, user) for user in people]
    question = task.questions.get(identifier="GF1")
    for user in people:
        make.judge(question.pool_items.get(key="hugo"), Label.CORRECT, user)

    assert [rows_shown(task, user) for user in people] == before
    assert len({tuple(rows) for rows in before}) == 3
    assert [sorted(rows) for rows in before] == [sorted(ANSWERS)] * 3
