"""Addresses of judging, under a task's."""

from django.urls import path

from judging.views import (
    acts,
    assignment,
    doubts,
    feedback,
    files,
    guidelines,
    judge,
    own_work,
    pool,
    progress,
    rules,
)

urlpatterns = [
    path("judge/", judge.judge_next, name="judge-next"),
    path("judge/label/<path:identifier>/", judge.judge_label, name="judge-label"),
    path("judge/undo/<path:identifier>/", judge.judge_undo, name="judge-undo"),
    path("judge/act/<path:identifier>/", acts.judge_act, name="judge-act"),
    path("judge/feedback/<path:identifier>/", feedback.judge_feedback, name="judge-feedback"),
    path("judge/lease/<path:identifier>/", acts.judge_lease, name="judge-lease"),
    path("judge/split/<path:identifier>/", judge.judge_split, name="judge-split"),
    path("judge/comment/<path:identifier>/", acts.judge_comment, name="judge-comment"),
    path("judge/document/<path:identifier>/", judge.judge_document, name="judge-document"),
    path("judge/question/<path:identifier>/", judge.judge_question, name="judge-question"),
    path(
        "judge/guidelines/<path:identifier>/", guidelines.judge_guidelines, name="judge-guidelines"
    ),
    path("judging/guidelines/", guidelines.guidelines, name="guidelines"),
    path("judging/guidelines/write/", guidelines.guideline_write, name="guideline-write"),
    path(
        "judging/guidelines/<int:version>/decisions/",
        guidelines.guideline_affected,
        name="guideline-affected",
    ),
    path("judge/days/", own_work.judge_days, name="judge-days"),
    path("judge/decisions/", own_work.judge_decisions, name="judge-decisions"),
    path("judging/judgments/<slug:form>/", files.judgment_file, name="judgment-file"),
    path("judging/doubts/", doubts.doubts, name="doubts"),
    path("judging/doubts/count/", doubts.doubts_count, name="doubts-count"),
    path("judging/doubts/<int:doubt_id>/", doubts.doubt_reply, name="doubt-reply"),
    path("judging/", progress.progress, name="judging-progress"),
    path("judging/disagreements/", progress.disagreements, name="disagreements"),
    path("judging/assignment/", assignment.assignment, name="assignment"),
    path("judging/assignment/apply/", assignment.assignment_apply, name="assignment-apply"),
    path("judging/assignment/give/", assignment.assignment_give, name="assignment-give"),
    path("judging/assignment/reassign/", assignment.reassign, name="reassign"),
    path("judging/pool/", pool.pool, name="pool"),
    path("judging/pool/comparison/", pool.pool_comparison, name="pool-comparison"),
    path("judging/pool/extend/", pool.pool_extend, name="pool-extend"),
    path("judging/rules/", rules.judging_rules, name="judging-rules"),
    path("judging/close/", progress.judging_close, name="judging-close"),
    path("judging/reopen/", progress.judging_reopen, name="judging-reopen"),
]
