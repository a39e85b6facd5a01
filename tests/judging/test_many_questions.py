"""A task with more questions than a statement takes values."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from campaign.models import Question, Role, Stage, Task
from campaign.models.keys import among
from tests import make

pytestmark = pytest.mark.django_db

MANY, OK = 66_000, 200
FILL = """
INSERT INTO campaign_question
    (task_id, identifier, position, type, answer_type, text, language, tags, known_answers, nil,
     withdrawn_reason)
SELECT %(task)s, 'GF' || n, n, 'factual', '', 'Qui ?', 'fr', '{}', '{}', false, ''
FROM generate_series(1, %(many)s) n;
"""
POOL = """
INSERT INTO judging_poolitem (question_id, kind, document, key, token, normalisation_version)
SELECT id, 'answer', '', 'zola', 'zola', 1 FROM campaign_question;
"""
TEXTS = """
INSERT INTO judging_pooltext (item_id, document, text, pooled_at)
SELECT id, 'D1', 'Zola', now() FROM judging_poolitem;
"""


@pytest.fixture
def task() -> Task:
    task = make.make_task()
    with connection.cursor() as cursor:
        cursor.execute(FILL, {"task": task.pk, "many": MANY})
    return task


def test_any_number_of_keys_is_one_value(task: Task) -> None:
    keys = list(task.questions.values_list("pk", flat=True))
    assert Question.objects.filter(among("pk", keys)).count() == MANY
    assert list(Question.objects.filter(among("pk", []))) == []


def test_pages_open(task: Task) -> None:
    make.put_at_stage(task, Stage.CLOSED)
    with connection.cursor() as cursor:
        cursor.execute(POOL)
        cursor.execute(TEXTS)
        cursor.execute("ANALYZE campaign_question, judging_poolitem, judging_pooltext")
    place = [task.campaign.slug, task.slug]
    for role, name, more in [
        (Role.ORGANIZER, "question-list", []),
        (Role.ORGANIZER, "judging-progress", []),
        (Role.ORGANIZER, "assignment", []),
        (Role.ORGANIZER, "pool", []),
        (Role.ORGANIZER, "disagreements", []),
        (Role.ASSESSOR, "judge-question", ["GF1"]),
    ]:
        client = Client()
        member = make.make_membership(task.campaign, role, task=task, user=make.make_user(name))
        client.force_login(member.user)
        assert client.get(reverse(name, args=[*place, *more])).status_code == OK
