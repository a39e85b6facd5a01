"""Agreement of a task's assessors: what enters, units, pages, the ranking under either's labels."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from scipy.stats import kendalltau

from campaign.actions.questions import withdraw_question
from campaign.models import Question, Task, User
from judging.actions.assessors import assessor_of
from judging.actions.events import apply_changes
from judging.agreement_report import (
    KindAgreement,
    agreement_report,
    disagreement_of,
    pair_of,
    units_labelled_twice,
)
from judging.changes import Change
from judging.consistency import consistency_report
from judging.decisions import opinion_behind
from judging.judgment_format import Kind, Label
from judging.models import Assessor, Judgment, JudgmentEvent, PoolItem
from judging.shared_labels import shared_labels
from scoring.rank_correlation import NoCorrelation, kendall_tau
from scoring.ranking_agreement import ranking_agreement
from tests import make, settling

pytestmark = pytest.mark.django_db


@pytest.fixture
def task() -> Task:
    return make.make_ready_task()


@pytest.fixture
def question(task: Task) -> Question:
    return task.questions.get(identifier="GF1")


def only(task: Task) -> KindAgreement:
    [pair] = agreement_report(shared_labels(task))
    [kind] = pair.kinds
    return kind


def test_spellings_of_one_decision_are_one_unit(task: Task, question: Question) -> None:
    make.make_pool_item(question, "ZOLA")
    settling.make_dispute(question, "Zola")
    settling.make_dispute(question, "Balzac", labels=(Label.INCORRECT, Label.INCORRECT))
    kind = only(task)
    assert (kind.units, kind.differing, kind.questions) == (2, 1, 1)


def test_raw_texts_of_a_file_are_units(task: Task) -> None:
    lines = [
        f"GF1\tanswer\tD1\t{text}\t{name}\t{label}\n"
        for text in ("Zola", "ZOLA")
        for name, label in (("a1", "correct"), ("a2", "inexact"))
    ]
    make.load_judgments(task, "question\tkind\tdocument\ttext\tassessor\tlabel\n" + "".join(lines))
    assert (only(task).units, only(task).differing) == (2, 2)


def test_decisions_training_and_withdrawn_questions_stay_apart(
    task: Task, question: Question
) -> None:
    item = settling.make_dispute(question)
    settling.decide_on(item, Label.CORRECT)
    trainee = assessor_of(
        task=task, user=make.make_user("Trainee"), purpose=Assessor.Purpose.TRAINING
    )
    say(item, trainee, Label.INCORRECT)
    assert [
        (pair.first.name, pair.second.name) for pair in agreement_report(shared_labels(task))
    ] == [("assessor-1", "assessor-2")]
    withdraw_question(question=question, reason="x", by=task.campaign.opened_by, at=timezone.now())
    assert agreement_report(shared_labels(task)) == []
    assert units_labelled_twice(shared_labels(task)) == []


def say(item: PoolItem, assessor: Assessor, label: Label) -> None:
    opinion = opinion_behind(label, Kind(item.kind))
    apply_changes(
        changes=[Change(assessor.pk, text.pk, opinion, label) for text in item.texts.all()],
        means=JudgmentEvent.Means.KEY,
        batch=uuid4(),
        by=assessor.user or item.question.task.campaign.opened_by,
        at=timezone.now(),
    )


def test_a_person_is_compared_with_their_own_repeats_alone(task: Task, question: Question) -> None:
    item = settling.make_dispute(question)
    reader = User.objects.get(email="reader1@example.org")
    again = assessor_of(task=task, user=reader, purpose=Assessor.Purpose.REPEAT)
    say(item, again, Label.INCORRECT)
    pairs = agreement_report(shared_labels(task))
    assert [(p.first.name, p.second.name, p.is_repeat, p.units) for p in pairs] == [
        ("assessor-1", "assessor-2", False, 1),
        ("assessor-1", again.name, True, 1),
    ]
    assert pair_of(task, "assessor-2", again.name) is None


def test_deactivating_a_user_changes_no_label_and_no_agreement_figure(
    task: Task, question: Question
) -> None:
    settling.make_dispute(question)
    settling.make_dispute(question, "Balzac", labels=(Label.INCORRECT, Label.INCORRECT))

    def figures() -> object:
        [pair] = agreement_report(shared_labels(task))
        labels = Judgment.objects.order_by("pk").values_list("text", "assessor", "label")
        closing = disagreement_of(units_labelled_twice(shared_labels(task)))
        return list(labels), [view.estimates for view in pair.kinds[0].views], closing

    before = figures()
    User.objects.filter(email__startswith="reader").update(is_active=False)
    assert figures() == before


def page_of(task: Task, address: str) -> str:
    client = Client(headers={"accept-language": "en"})
    client.force_login(task.campaign.opened_by)
    response = client.get(f"/campaigns/{task.campaign.slug}/{task.slug}/{address}")
    assert response.status_code == 200
    return response.content.decode()


def test_every_cell_opens_its_items(task: Task, question: Question) -> None:
    settling.make_dispute(question)
    settling.make_dispute(question, "Balzac", labels=(Label.INCORRECT, Label.INCORRECT))
    body = page_of(task, "judging/agreement/")
    cell = "first=assessor-1&amp;second=assessor-2&amp;kind=answer&amp;row={}&amp;column={}"
    assert cell.format("correct", "inexact") in body
    assert cell.format("incorrect", "incorrect") in body
    assert cell.format("inexact", "correct") not in body
    query = cell.format("correct", "inexact").replace("&amp;", "&")
    units = page_of(task, f"judging/agreement/units/?{query}")
    assert (">Zola</a>" in units, ">Balzac</a>" in units) == (True, False)


def test_the_page_says_undefined_never_one_or_nan(task: Task, question: Question) -> None:
    settling.make_dispute(question, labels=(Label.CORRECT, Label.CORRECT))
    body = page_of(task, "judging/agreement/")
    assert body.count("chance alone would agree") == 12
    assert "nan" not in body.lower()


@pytest.mark.parametrize("query", ["", "?first=a&second=b", "?first=%00&second=assessor-1"])
def test_an_unknown_pair_is_not_found(task: Task, query: str) -> None:
    client = Client()
    client.force_login(task.campaign.opened_by)
    place = f"/campaigns/{task.campaign.slug}/{task.slug}/"
    for page in ("judging/agreement/units/", "results/agreement/"):
        assert client.get(f"{place}{page}{query}").status_code == 404


def test_tau_is_that_of_scipy() -> None:
    one = [0.5, 0.5, 0.25, 0.75, 1.0, 0.0]
    other = [0.4, 0.5, 0.25, 0.75, 0.75, 0.1]
    assert kendall_tau(one, other) == pytest.approx(kendalltau(one, other).statistic)
    assert kendall_tau([0.5], [0.5]) is NoCorrelation.TOO_FEW_RUNS
    assert kendall_tau([0.5, 0.5], [0.1, 0.2]) is NoCorrelation.ALL_TIED


def test_the_ranking_under_either_and_under_the_labels_that_count(task: Task) -> None:
    team = make.make_team(task)
    make.make_run(team, task, name="vesale-1.tsv")
    make.make_run(team, task, make.RUN.replace("Émile Zola", "Flaubert"), name="vesale-2.tsv")
    question = task.questions.get(identifier="GF1")
    first = settling.make_dispute(question, "Émile Zola", labels=(Label.CORRECT, Label.INCORRECT))
    settling.make_dispute(question, "Flaubert", labels=(Label.INCORRECT, Label.CORRECT))
    settling.decide_on(first, Label.CORRECT)
    pair = pair_of(task, "assessor-1", "assessor-2")
    assert pair is not None
    ranking = ranking_agreement(task, *pair)
    assert ranking.questions == 1
    [column] = [one for one in ranking.columns if one.column == ("MRR", "answer", "all")]
    assert (column.between, column.first_counting, column.second_counting) == (-1, 1, -1)
    tags = dict(task.runs.values_list("pk", "tag"))
    assert [(tags[row.run_id], row.first, row.second, row.counting) for row in column.runs] == [
        ("vesale-1", 0.5, 0, 0.5),
        ("vesale-2", 0, 0.5, 0),
    ]
    settling.decide_on(first, Label.INCORRECT)
    settled = ranking_agreement(task, *pair)
    assert [row.counting for one in settled.columns for row in one.runs] != [
        row.counting for one in ranking.columns for row in one.runs
    ]


def test_what_contradicts_itself_is_reported(task: Task, question: Question) -> None:
    by = make.make_user("Reader")
    for document in ("D1", "D2"):
        make.make_pool_item(question, "Zola", document=document)
    item = PoolItem.objects.get(texts__text="Zola", texts__document="D1")
    make.judge(item, Label.UNSUPPORTED, by, document="D1")
    make.judge(item, Label.UNSUPPORTED, by, document="D2")
    wrong = make.make_pool_item(question, "Balzac")
    make.judge(wrong, Label.INCORRECT, by, active_ms=300)
    passage = make.make_pool_item(question, "écrit par Balzac", kind=Kind.PASSAGE)
    make.judge(passage, Label.CORRECT, by)
    good = make.make_pool_item(question, "Hugo")
    make.judge(good, Label.CORRECT, by)
    other = make.make_pool_item(question, "écrit par Hugo", kind=Kind.PASSAGE)
    make.judge(other, Label.INCORRECT, by)
    found = consistency_report(task)
    assert {look: [(one.item, one.inside) for one in rows] for look, rows in found.items()} == {
        "strings": [],
        "supports": [(item.pk, "")],
        "correct-passages": [(passage.pk, "Balzac")],
        "incorrect-passages": [(other.pk, "Hugo")],
        "quick": [(wrong.pk, "")],
        "runs": [],
    }
    assert found["quick"][0].number == 300


def test_a_string_right_here_and_wrong_there_is_reported(task: Task) -> None:
    make.load_judgments(
        task,
        "question\tkind\tdocument\ttext\tassessor\tlabel\n"
        "GF1\tanswer\tD1\tZola\ta1\tcorrect\n"
        "GF1\tanswer\tD2\tzola\ta1\tincorrect\n",
    )
    [one] = consistency_report(task)["strings"]
    assert (one.assessor, one.said) == ("a1", ("correct", "incorrect"))


def test_long_runs_of_one_key_are_reported(task: Task, question: Question) -> None:
    by = make.make_user("Reader")
    for number in range(26):
        make.judge(make.make_pool_item(question, f"x{number}"), Label.INCORRECT, by)
    make.judge(make.make_pool_item(question, "Zola"), Label.CORRECT, by)
    [one] = consistency_report(task)["runs"]
    assert (one.number, one.said) == (26, ("incorrect",))
    assert "26" in page_of(task, "judging/consistency/?look=runs")
