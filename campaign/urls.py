"""Addresses of the site, of campaigns and of tasks."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from campaign.views import (
    accounts,
    campaigns,
    design,
    files,
    help_pages,
    people,
    runs,
    site,
    tasks,
    teams,
)

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
        "questions/withdraw/<path:identifier>/", files.question_withdraw, name="question-withdraw"
    ),
    path("questions/restore/<path:identifier>/", files.question_restore, name="question-restore"),
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
    path("people/", people.people, name="people"),
    path("people/<int:membership_id>/revoke/", people.role_revoke, name="role-revoke"),
    path("people/<int:membership_id>/invite/", people.role_invite, name="role-invite"),
    path("waivers/new/", people.waiver_grant, name="waiver-grant"),
    path("teams/new/", teams.team_register, name="team-register"),
    path("team/", teams.team_page, name="team-page"),
    path("team/<int:team_id>/invite/", teams.team_invite, name="team-invite"),
    path("team/<int:team_id>/leave/", teams.team_leave, name="team-leave"),
    path("team/<int:team_id>/remove/<int:user_id>/", teams.team_remove, name="team-remove"),
    path(
        "team/invitations/<int:invitation_id>/take-back/",
        teams.team_uninvite,
        name="team-uninvite",
    ),
    path("team/<int:team_id>/enter/<slug:task_slug>/", teams.team_enter, name="team-enter"),
    path("team/invitations/<int:invitation_id>/", teams.team_answer, name="team-answer"),
    path("journal/", campaigns.journal, name="journal"),
    path("tasks/new/", tasks.task_open, name="task-open"),
    path("<slug:task_slug>/", include(task_patterns)),
]

# The names are those that allauth looks up.
account_patterns: list[URLPattern | URLResolver] = [
    path("sign-in/", accounts.sign_in, name="account_login"),
    path("sign-up/", accounts.sign_up, name="account_signup"),
    path("sign-out/", accounts.sign_out, name="account_logout"),
    path("account/closed/", accounts.closed, name="account_inactive"),
    path("account/address/", accounts.verification_sent, name="account_email_verification_sent"),
    path("account/address/<str:key>/", accounts.verify, name="account_confirm_email"),
    path("account/password/", accounts.password_change, name="account_change_password"),
    path("account/password/forgotten/", accounts.password_forgotten, name="account_reset_password"),
    path(
        "account/password/forgotten/sent/",
        accounts.password_forgotten_done,
        name="account_reset_password_done",
    ),
    path(
        "account/password/new/done/",
        accounts.password_new_done,
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^account/password/new/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        accounts.password_new,
        name="account_reset_password_from_key",
    ),
    path(
        "account/invitation/<int:user_id>/<str:token>/",
        accounts.accept_invitation,
        name="invitation",
    ),
    path("account/messages/", accounts.kept_messages, name="kept-messages"),
]

urlpatterns = [
    path("", site.home, name="home"),
    *account_patterns,
    path("help/", help_pages.help_page, name="help"),
    path("help/<slug:name>/", help_pages.help_page, name="help-page"),
    path("design/", design.design, name="design"),
    path("language/", site.choose_language, name="choose-language"),
    path("theme/", site.choose_theme, name="choose-theme"),
    path("campaigns/new/", site.campaign_open, name="campaign-open"),
    path("campaigns/<slug:campaign_slug>/", include(campaign_patterns)),
]
