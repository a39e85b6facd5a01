"""Addresses of the site, of campaigns and of tasks."""

from django.urls import URLPattern, URLResolver, include, path

from campaign.views import campaigns, files, runs, site, tasks

task_patterns: list[URLPattern | URLResolver] = [
    path("", tasks.task_overview, name="task-page"),
    path("settings/", tasks.task_edit, name="task-edit"),
    path("jobs/", tasks.job_list, name="job-list"),
    path("jobs/<int:job_id>/retry/", tasks.job_retry, name="job-retry"),
    path("results/open/", tasks.results_open, name="results-open"),
    path("documents/", files.document_list, name="document-list"),
    path("documents/<path:identifier>/", files.document_page, name="document-page"),
    path("questions/", files.question_list, name="question-list"),
    path(
        "questions/<path:identifier>/withdraw/", files.question_withdraw, name="question-withdraw"
    ),
    path("questions/<path:identifier>/restore/", files.question_restore, name="question-restore"),
    path("uploads/<int:upload_id>/", files.upload_report, name="upload-report"),
    path("uploads/<int:upload_id>/file/", files.upload_file, name="upload-file"),
    path("runs/", runs.run_list, name="run-list"),
    path("runs/new/", runs.run_upload, name="run-upload"),
    path("runs/<int:run_id>/withdraw/", runs.run_withdraw, name="run-withdraw"),
    path("runs/<int:run_id>/choose/", runs.run_choose, name="run-choose"),
]

campaign_patterns: list[URLPattern | URLResolver] = [
    path("", campaigns.campaign_presentation, name="campaign-page"),
    path("settings/", campaigns.campaign_edit, name="campaign-edit"),
    path("announce/", campaigns.campaign_announce, name="campaign-announce"),
    path("people/", campaigns.people, name="people"),
    path("people/<int:membership_id>/revoke/", campaigns.role_revoke, name="role-revoke"),
    path("teams/new/", campaigns.team_register, name="team-register"),
    path("team/", campaigns.team_page, name="team-page"),
    path("journal/", campaigns.journal, name="journal"),
    path("tasks/new/", tasks.task_open, name="task-open"),
    path("<slug:task_slug>/", include(task_patterns)),
]

urlpatterns = [
    path("", site.home, name="home"),
    path("sign-in/", site.sign_in, name="sign-in"),
    path("sign-out/", site.sign_out, name="sign-out"),
    path("invitation/<int:user_id>/<str:token>/", site.accept_invitation, name="invitation"),
    path("language/", site.choose_language, name="choose-language"),
    path("theme/", site.choose_theme, name="choose-theme"),
    path("campaigns/new/", site.campaign_open, name="campaign-open"),
    path("campaigns/<slug:campaign_slug>/", include(campaign_patterns)),
]
