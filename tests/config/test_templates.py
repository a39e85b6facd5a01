"""Tests of config.templates, on templates made for the purpose and on ours."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.template import Engine

from config import templates

FAULTLESS = """{% extends "frame.html" %}{% load static %}
{% partialdef row inline %}{% url 'task-page' task.campaign.slug task.slug %}{% endpartialdef %}
{% include "other.html#piece" %}{% include chosen %}{% url chosen %}{% partial row %}
{% for one in all %}{% if one %}{% url 'health' as path %}{{ path }}{% endif %}{% endfor %}
{% url 'task-page' campaign_slug=a task_slug=b %}
"""


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    """Return an engine with a frame and a template with a partial."""
    (tmp_path / "frame.html").write_text("{% block content %}{% endblock %}", encoding="utf-8")
    (tmp_path / "other.html").write_text(
        "{% partialdef piece %}a{% endpartialdef %}", encoding="utf-8"
    )
    libraries = {"static": "django.templatetags.static"}
    return Engine(dirs=[str(tmp_path)], libraries=libraries)


def test_our_templates_compile_and_name_what_exists() -> None:
    assert templates.find_faults(Engine.get_default()) == []


def test_what_exists_may_be_named(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(FAULTLESS, encoding="utf-8")
    assert templates.find_faults(engine) == []


def test_what_does_not_compile_is_a_fault(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("{% if one %}", encoding="utf-8")
    (fault,) = templates.find_faults(engine)
    assert "Unclosed tag on line 1: 'if'" in fault


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{% if one %}{% url 'nowhere' %}{% endif %}", "there is no address nowhere"),
        ("{% partialdef a %}{% url 'nowhere' %}{% endpartialdef %}", "there is no address nowhere"),
        ("{% url 'task-page' one %}", "the address task-page does not take 1 values"),
        ("{% url 'task-page' slug=one %}", "the address task-page does not take slug"),
        ("{% include 'none.html' %}", "there is no template none.html"),
        ("{% include 'other.html#none' %}", "there is no template other.html#none"),
        ("{% extends 'none.html' %}", "there is no template none.html"),
        ("{% partial none %}", "there is no partial none"),
    ],
)
def test_what_leads_nowhere_is_a_fault(
    engine: Engine, tmp_path: Path, text: str, fault: str
) -> None:
    (tmp_path / "page.html").write_text(text, encoding="utf-8")
    assert templates.find_faults(engine) == [f"page.html: {fault}"]
