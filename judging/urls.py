"""Addresses of judging, under a task's."""

from django.urls import path

from judging.views import judge, progress

urlpatterns = [
    path("judge/", judge.judge_next, name="judge-next"),
    path("judge/label/<path:identifier>/", judge.judge_label, name="judge-label"),
    path("judge/undo/<path:identifier>/", judge.judge_undo, name="judge-undo"),
    path("judge/question/<path:identifier>/", judge.judge_question, name="judge-question"),
    path("judging/", progress.progress, name="judging-progress"),
    path("judging/disagreements/", progress.disagreements, name="disagreements"),
    path("judging/close/", progress.judging_close, name="judging-close"),
    path("judging/reopen/", progress.judging_reopen, name="judging-reopen"),
]
