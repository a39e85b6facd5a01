"""Addresses of results, under a task's."""

from django.urls import path

from scoring import views

urlpatterns = [path("results/", views.leaderboard_page, name="leaderboard")]
