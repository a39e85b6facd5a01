"""Addresses of results, under a task's, and of the demonstration's guided paths."""

from django.urls import path

from scoring.views import ranking, results, tour

urlpatterns = [
    path("results/", results.leaderboard_page, name="leaderboard"),
    path("results/summary/", results.results_summary, name="results-summary"),
    path("results/agreement/", ranking.ranking_agreement_page, name="ranking-agreement"),
    path("results/runs/<int:run_id>/", results.run_results, name="run-results"),
]

tour_patterns = [
    path("", tour.tour, name="tour"),
    path("<slug:role>/", tour.tour_path, name="tour-path"),
    path("<slug:role>/enter/", tour.tour_enter, name="tour-enter"),
    path("files/<slug:name>/", tour.tour_file, name="tour-file"),
]
