"""What the assessor's pages share: the place at a question, the name to judge under, small acts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404

from campaign.models import Question
from campaign.web import TaskRequest
from judging.actions.assessors import assessor_of
from judging.actions.doubts import raise_comment
from judging.actions.splits import split_group
from judging.models import Assessor, PoolItem
from judging.queue import Place, Queue, place_at, place_named


def place_of(request: TaskRequest, identifier: str) -> Place:
    """Return the person's place at the question; who has none there finds no page."""
    question = get_object_or_404(request.task.questions, identifier=identifier)
    return _found(place_at(question, request.user))


def place_in(request: TaskRequest, queue: Queue, identifier: str) -> Place:
    """Return the same from the person's queue, where all of it is shown."""
    return _found(queue.at(question_in(request, queue, identifier)))


def question_in(request: TaskRequest, queue: Queue, identifier: str) -> Question:
    """Return the question, read already if the person may open it."""
    return queue.named(identifier) or get_object_or_404(
        request.task.questions, identifier=identifier
    )


def place_behind(request: TaskRequest, identifier: str, slot_id: int | None) -> Place:
    """Return the place at the question that the page behind an act was made for."""
    return _found(place_named(request.task, identifier, request.user, slot_id))


def _found(place: Place | None) -> Place:
    if place is None:
        raise Http404
    return place


def assessor_at(request: TaskRequest, place: Place) -> Assessor:
    """Return the name under which the person judges there, giving one the first time."""
    return place.assessor or assessor_of(task=request.task, user=request.user)


def item_at(place: Place, token: str) -> PoolItem:
    """Return the pooled item that a page named."""
    return get_object_or_404(PoolItem.objects.pooled(), question=place.question, token=token)


def send_comment(request: TaskRequest, identifier: str, sent: Mapping[str, Any], key: UUID) -> None:
    """Send what a valid form of comments holds."""
    place = place_behind(request, identifier, sent["place"])
    raise_comment(
        question=place.question,
        assessor=assessor_at(request, place),
        item=item_at(place, sent["item"]) if sent["item"] else None,
        text=sent["text"],
        key=key,
        at=request.at,
    )


def send_split(request: TaskRequest, identifier: str, sent: Mapping[str, Any]) -> None:
    """Send what a valid form of splitting holds."""
    place = place_behind(request, identifier, sent["place"])
    split_group(
        item=item_at(place, sent["item"]),
        assessor=assessor_at(request, place),
        is_split=sent["is_split"],
        at=request.at,
    )
