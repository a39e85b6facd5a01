"""The address map: one include per app, tasks' addresses shared by all three."""

from django.urls import include, path

from config.health import health
from scoring.urls import tour_patterns

TASK = "campaigns/<slug:campaign_slug>/<slug:task_slug>/"

handler400 = "campaign.views.errors.bad_request"
handler403 = "campaign.views.errors.forbidden"
handler404 = "campaign.views.errors.not_found"
handler500 = "campaign.views.errors.fault"

urlpatterns = [
    path("health", health, name="health"),
    path(TASK, include("judging.urls")),
    path(TASK, include("scoring.urls")),
    path("tour/", include(tour_patterns)),
    path("", include("campaign.urls")),
]
