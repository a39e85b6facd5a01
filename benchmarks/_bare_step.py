"""The least that a judging step in Django does: who is it, one at a time, keep what came."""

from __future__ import annotations

import json

from django.db import transaction
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_POST

from judging.models import Assessor, JudgmentBatch


@require_POST
def bare_step(request: HttpRequest) -> JsonResponse:
    sent = json.loads(request.body)
    with transaction.atomic():
        names = Assessor.objects.select_for_update().filter(user=request.user.pk)
        JudgmentBatch.objects.create(
            assessor=names.get(), key=sent["key"], answer=sent, received_at=timezone.now()
        )
    return JsonResponse({"state": "saved"})


urlpatterns = [path("bare-step/", bare_step)]
