"""What each assessor judged of each question: the one statement behind many figures."""

from __future__ import annotations

import pytest

from campaign.models import Task
from judging.decisions import Decision
from judging.judgment_format import Kind, Label
from judging.tallies import answers_judged, tallies_of
from judging.work_done import WorkDone, work_done
from judging.workload import USUAL_RIGHT_SHARE, loads_of, right_share_in, right_share_of
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def task() -> Task:
    return make.make_ready_task()


def test_texts_units_verdicts_and_labels_of_one_question(task: Task) -> None:
    ada, blaise = make.make_user("Ada"), make.make_user("Blaise")
    question = task.questions.get(identifier="GF1")
    zola = make.make_pool_item(question)
    make.make_pool_item(question, "ZOLA")
    make.make_pool_item(question, document="D2")
    first = make.judge(zola, Decision.RIGHT, ada)[0]
    other = make.judge(zola, Decision.WRONG, blaise, document="D2")[0]
    passage = make.make_pool_item(question, "Un passage.", kind=Kind.PASSAGE)
    make.judge(passage, Label.CORRECT, ada)
    make.load_judgments(task, "GF1\tanswer\tD1\tHugo\telsewhere\tcorrect\n")

    found = {
        (one.user, one.kind): (one.verdicts, one.right, one.correct, one.texts, one.units)
        for one in tallies_of(task)
    }

    assert found == {
        # A verdict is on the string, in all documents; the support is known of one alone.
        (ada.pk, "answer"): (3, 3, 2, 2, 1),
        (ada.pk, "passage"): (1, 1, 1, 1, 1),
        (blaise.pk, "answer"): (3, 0, 0, 3, 2),
        (None, "answer"): (1, 1, 1, 0, 0),
    }
    assert work_done(task) == {
        (question.pk, ada.pk): WorkDone(first.pk, 3, 2),
        (question.pk, blaise.pk): WorkDone(other.pk, 3, 2),
    }
    assert answers_judged(tallies_of(task)) == (7, 4)
    [load] = loads_of(task, right_share=1.0).values()
    assert (load.texts, load.labelled) == (4, 4)


def test_some_questions_alone(task: Task) -> None:
    ada = make.make_user("Ada")
    asked, other = (task.questions.get(identifier=name) for name in ("GF1", "GD1"))
    for question in (asked, other):
        make.judge(make.make_pool_item(question), Decision.WRONG, ada)
    assert [question for question, _user in work_done(task, {asked.pk})] == [asked.pk]
    assert work_done(task, set()) == {}


def test_the_share_of_right_answers_is_assumed_until_enough_are_judged(task: Task) -> None:
    ada = make.make_user("Ada")
    question = task.questions.get(identifier="GF1")
    lines = [f"GF1\tanswer\tD1\tréponse {number}\telsewhere\tincorrect\n" for number in range(49)]
    make.load_judgments(task, "".join(lines))
    passage = make.make_pool_item(question, "Un passage.", kind=Kind.PASSAGE)
    make.judge(passage, Label.CORRECT, ada)
    make.judge(make.make_pool_item(question, "Hugo"), Decision.CANNOT, ada, reason="question")
    assert right_share_of(task) == USUAL_RIGHT_SHARE

    make.judge(make.make_pool_item(question), Decision.INEXACT, ada)
    assert right_share_in(tallies_of(task)) == right_share_of(task) == 1 / 50
