"""An assessor's seat at the desk, and what is pooled there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from campaign.models import Role, Stage, Task, User
from judging.actions.pools import Occurrence, add_to_pool
from judging.judgment_format import Kind
from judging.models import PoolItem
from tests import make


@dataclass
class Seat:
    page: Page
    site: str
    task: Task
    user: User

    @property
    def place(self) -> str:
        return f"/campaigns/{self.task.campaign.slug}/{self.task.slug}"

    def pool(
        self,
        identifier: str,
        texts: tuple[str, ...],
        *,
        documents: tuple[str, ...] = ("D1",),
        kind: Kind = Kind.ANSWER,
    ) -> None:
        question = self.task.questions.get(identifier=identifier)
        found = {Occurrence(question.pk, kind, d, text) for text in texts for d in documents}
        add_to_pool(occurrences=found, pooled_at=timezone.now())

    def at(
        self, identifier: str, texts: tuple[str, ...], *, documents: tuple[str, ...] = ("D1",)
    ) -> Page:
        """Open a question with answers to judge; keys count from here on."""
        self.pool(identifier, texts, documents=documents)
        self.page.goto(f"{self.site}{self.place}/judge/question/{identifier}/")
        self.ready()
        return self.page

    def ready(self) -> None:
        expect(self.page.locator("html.has-script")).to_be_attached()
        expect(self.page.locator("#desk[data-ready]")).to_be_attached()

    def goes_on_to(self, question: str) -> None:
        """Wait until another question is painted: keys count again."""
        expect(self.page.get_by_role("heading", level=1)).to_have_text(question)
        self.ready()

    def order(self) -> list[str]:
        """Return the answers in the order in which this assessor sees them."""
        return self.page.locator("#desk .group__string").all_inner_texts()

    def item(self, text: str) -> PoolItem:
        return PoolItem.objects.get(texts__text=text, kind=Kind.ANSWER)


@pytest.fixture
def seat(transactional_db: None, browser: Browser, live_server: LiveServer) -> Iterator[Seat]:
    """Sign an assessor in; nothing is pooled yet."""
    task = make.make_ready_task()
    make.put_at_stage(task, Stage.RELEASED)
    assessor = make.make_member(task.campaign, Role.ASSESSOR)
    page = browser.new_context(locale="en-GB").new_page()
    page.goto(f"{live_server}/sign-in/")
    page.get_by_label("E-mail address").fill(assessor.email)
    page.get_by_label("Password").fill(make.PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Evaluation campaigns")
    yield Seat(page, str(live_server), task, assessor)
    # What is on its way arrives before the database is emptied.
    page.goto("about:blank")
    page.wait_for_timeout(300)
    page.context.close()
