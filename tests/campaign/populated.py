"""A populated campaign with one person in each role, and every address of the site."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Job, Role, Stage, Task, User
from judging.actions.assessors import assessor_of
from tests import make, settling

MARKED_QUESTION = "Qui a écrit le secret des questions ?"
MARKED_RUN = "tag-of-the-other-team"
MARKED_TEAM = "Équipe Oriflamme Secrète"
MARKED_ANSWER = "réponse secrète de l'autre équipe"
MARKED_SCORE = "0.777"

ROLES = (
    "visitor",
    "stranger",
    "participant",
    "rival",
    "editor",
    "assessor",
    "adjudicator",
    "organizer",
    "judge",
)
STAGES = tuple(Stage)


@dataclass
class World:
    task: Task
    people: dict[str, User]
    addresses: dict[str, dict[str, Any]]
    queries: dict[str, dict[str, str]] = field(default_factory=dict)
    clients: dict[str, Client] = field(default_factory=dict)

    def client(self, role: str) -> Client:
        if role not in self.clients:
            self.clients[role] = Client(headers={"accept-language": "en"})
            if (user := self.people.get(role)) is not None:
                self.clients[role].force_login(user)
        return self.clients[role]

    def address(self, name: str) -> str:
        return reverse(name, kwargs=self.addresses[name], query=self.queries.get(name))

    def page(self, role: str, name: str) -> str:
        """Return the text of a page as a browser would show it, after redirections."""
        response = self.client(role).get(self.address(name), follow=True)
        return html.unescape(response.content.decode())


@pytest.fixture
def world(db: None) -> World:
    task = make.make_ready_task()
    campaign = task.campaign
    make.load_questions(task, make.QUESTIONS.replace("Qui a écrit Germinal ?", MARKED_QUESTION))
    people: dict[str, User] = {
        "stranger": make.make_user("Stranger"),
        "participant": make.make_user("Participant"),
        "rival": make.make_user("Rival"),
        "editor": make.make_member(campaign, Role.QUESTION_EDITOR, task=task),
        "assessor": make.make_member(campaign, Role.ASSESSOR),
        "organizer": campaign.opened_by,
        # Holds two hats: assessor of the campaign and member of a team of the task.
        "judge": make.make_user("Judge"),
    }
    make.make_membership(campaign, Role.ASSESSOR, user=people["judge"])
    mine = make.make_team(task, "Vésale", member=people["participant"])
    mine.members.add(people["judge"])
    other = make.make_team(task, MARKED_TEAM, member=people["rival"])
    own_run = make.make_run(mine, task)
    run = make.make_run(
        other, task, make.RUN.replace("Balzac", MARKED_ANSWER), name=f"{MARKED_RUN}.tsv"
    )
    make.make_score(run, 0.777)
    question = task.questions.get(identifier="GF1")
    make.make_pool_item(question, MARKED_ANSWER, document="D2")
    assessor_of(task=task, user=people["assessor"])
    make.make_guideline(task)
    doubt = make.make_doubt(question, people["assessor"])
    place: dict[str, Any] = {"campaign_slug": campaign.slug, "task_slug": task.slug}
    here: dict[str, Any] = {"campaign_slug": campaign.slug}
    people["adjudicator"] = make.make_member(campaign, Role.ADJUDICATOR)
    membership = people["adjudicator"].memberships.get()
    disputed = settling.make_dispute(task.questions.get(identifier="GD1"), "romancier")
    both = {"first": "assessor-2", "second": "assessor-3"}
    queries = {
        "disagreement-adjudicate": {"item": disputed.token, "document": "D1"},
        "judged-item": {"item": disputed.token},
        "agreement-units": both,
        "ranking-agreement": both,
    }
    addresses: dict[str, dict[str, Any]] = {
        **dict.fromkeys(TASK_PAGES, place),
        **dict.fromkeys(CAMPAIGN_PAGES, here),
        **{name: {} for name in SITE_PAGES},
        "invitation": {"user_id": people["stranger"].pk, "token": "x-y"},
        "account_confirm_email": {"key": "x"},
        "account_reset_password_from_key": {"uidb36": "1", "key": "x-y"},
        "help-page": {"name": "assessor"},
        "tour-path": {"role": "organizer"},
        "tour-enter": {"role": "organizer"},
        "tour-file": {"name": "faulty"},
        "run-results": place | {"run_id": run.pk},
        "job-retry": place | {"job_id": 0},
        "role-invite": here | {"membership_id": membership.pk},
        "team-invite": here | {"team_id": mine.pk},
        "team-remove": here | {"team_id": mine.pk, "user_id": 0},
        "team-uninvite": here | {"invitation_id": 0},
        "team-leave": here | {"team_id": 0},
        "team-enter": here | {"team_id": mine.pk, "task_slug": "none"},
        "team-answer": here | {"invitation_id": 0},
        "role-revoke": here | {"membership_id": membership.pk},
        "document-page": place | {"identifier": "D1"},
        "question-withdraw": place | {"identifier": "GF1"},
        "question-restore": place | {"identifier": "GF1"},
        "upload-report": place | {"upload_id": run.upload_id},
        "upload-file": place | {"upload_id": run.upload_id},
        "run-withdraw": place | {"run_id": own_run.pk},
        "run-choose": place | {"run_id": own_run.pk},
        "disagreement-adjudicate": place | {"identifier": "GD1"},
        "judged-item": place | {"identifier": "GD1"},
        "judge-question": place | {"identifier": "GF1"},
        "judge-label": place | {"identifier": "GF1"},
        "judge-undo": place | {"identifier": "GF1"},
        "judge-act": place | {"identifier": "GF1"},
        "judge-lease": place | {"identifier": "GF1"},
        "judge-feedback": place | {"identifier": "GF1"},
        "judge-split": place | {"identifier": "GF1"},
        "judge-split-form": place | {"identifier": "GF1"},
        "judge-comment-form": place | {"identifier": "GF1"},
        "judge-comment": place | {"identifier": "GF1"},
        "judgment-file": place | {"form": "native"},
        "doubt-reply": place | {"doubt_id": doubt.pk},
        "judge-guidelines": place | {"identifier": "GF1"},
        "guideline-affected": place | {"version": 1},
        "judge-document": place | {"identifier": "GF1"},
    }
    Job.objects.all().delete()
    return World(task, people, addresses, queries)


SITE_PAGES = (
    "home",
    "account_login",
    "account_signup",
    "account_logout",
    "account_inactive",
    "account_email_verification_sent",
    "account_change_password",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
    "kept-messages",
    "tour",
    "design",
    "help",
    "choose-language",
    "choose-theme",
    "campaign-open",
)
CAMPAIGN_PAGES = (
    "campaign-page",
    "campaign-edit",
    "campaign-announce",
    "people",
    "team-register",
    "team-page",
    "journal",
    "task-open",
    "waiver-grant",
)
TASK_PAGES = (
    "task-page",
    "task-edit",
    "results-open",
    "job-list",
    "document-list",
    "question-list",
    "run-list",
    "run-upload",
    "judge-next",
    "judging-progress",
    "judging-close",
    "closing-act",
    "judging-reopen",
    "disagreements",
    "agreement",
    "agreement-units",
    "ranking-agreement",
    "consistency",
    "judging-rules",
    "assignment",
    "assignment-apply",
    "assignment-give",
    "reassign",
    "pool",
    "pool-comparison",
    "pool-extend",
    "judge-days",
    "judge-decisions",
    "doubts",
    "doubts-count",
    "guidelines",
    "guideline-write",
    "leaderboard",
    "results-summary",
)
# Asks the broker and a worker; tested with real ones in tests/config.
UNWALKED = {"health"}
POST_ONLY = {
    "account_logout",
    "tour-enter",
    "job-retry",
    "choose-language",
    "choose-theme",
    "campaign-announce",
    "role-revoke",
    "role-invite",
    "team-invite",
    "team-leave",
    "team-remove",
    "team-uninvite",
    "team-enter",
    "team-answer",
    "question-restore",
    "run-withdraw",
    "run-choose",
    "judge-label",
    "judge-undo",
    "judge-act",
    "judge-lease",
    "judge-split",
    "judge-split-form",
    "judge-comment-form",
    "judge-comment",
    "judging-reopen",
    "pool-extend",
    "assignment-apply",
    "assignment-give",
    "reassign",
}
