"""The shape of the code, checked like any other behaviour."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver

from scoring.measures import MEASURES
from tests import make

ROOT = Path(__file__).parent.parent
APPS = ["campaign", "judging", "scoring", "client", "config"]
MAX_LINES = 400
MAX_TASK_LINES = 6
MAX_SCRIPT_LINES = 100
# What names one row: a key, an event of one text and person, a version of one task's guidelines.
UNIQUE_KEYS = {"pk", "first_event", "version"}
# Rows of groups, ordered by what they are grouped by.
ORDERED_GROUPS = {
    ("affected", ("position", "text__item", "assessor", "label")),
    ("consistency", ("assessor__name", "text__item")),
    ("dashboard", ("reason",)),
    ("own_work", ("-decided_at", "text__item", "label", "verdict")),
    ("own_work", ("first",)),
}
BANNED_NAMES = {
    "utils",
    "helpers",
    "common",
    "misc",
    "base",
    "manager",
    "service",
    "handler",
    "processor",
    "data",
    "info",
}


def modules() -> list[Path]:
    return [
        path
        for folder in [*APPS, "tests", "benchmarks"]
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "migrations" not in path.parts
    ]


def url_patterns(entries: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for entry in entries:
        if isinstance(entry, URLResolver):
            yield from url_patterns(entry.url_patterns)
        else:
            yield entry


def test_every_page_states_the_permission_it_needs() -> None:
    patterns = list(url_patterns(get_resolver().url_patterns))
    unguarded = [str(p.name) for p in patterns if not hasattr(p.callback, "permission")]
    assert unguarded == []


def test_no_module_outgrows_one_sitting() -> None:
    assert [path for path in modules() if len(path.read_text().splitlines()) > MAX_LINES] == []


def test_no_script_outgrows_one_sitting() -> None:
    scripts = (ROOT / "static/js").rglob("*.js")
    assert [p for p in scripts if len(p.read_text().splitlines()) > MAX_SCRIPT_LINES] == []


def test_no_scripts_import_one_another_in_a_circle() -> None:
    """Their names are made of their contents: in a circle there is no first one."""
    imports = {
        path.name: set(re.findall(r'from "\./([\w.]+)"', path.read_text()))
        for path in (ROOT / "static/js/judging").glob("*.js")
    }
    resolved: set[str] = set()
    while found := {name for name, wanted in imports.items() if wanted <= resolved} - resolved:
        resolved |= found

    assert resolved == set(imports)


def test_scripts_import_what_others_export() -> None:
    scripts = {path.name: path.read_text() for path in (ROOT / "static/js/judging").glob("*.js")}
    exported = {
        name: set(
            re.findall(r"^export (?:async )?(?:const|function|let) (\w+)", text, re.MULTILINE)
        )
        for name, text in scripts.items()
    }
    missing = [
        (importer, name, exporter)
        for importer, text in scripts.items()
        for names, exporter in re.findall(r'import \{([^}]*)\} from "\./([\w.]+)"', text)
        for name in re.findall(r"(\w+)(?: as \w+)?(?:,|\s*$)", names)
        if name not in exported[exporter]
    ]

    assert missing == []


def test_no_module_or_class_has_a_banned_name() -> None:
    words = {path.stem for path in modules()} | {path.parent.name for path in modules()}
    classes = {
        word.lower()
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef)
        for word in re.findall(r"[A-Z][a-z]+", node.name)[-1:]
    } - {"manager"}  # a Django manager is called so by Django
    assert (words | classes) & BANNED_NAMES == set()


def test_no_signal_is_received_and_no_save_overridden() -> None:
    offenders = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in modules()
        if path.parts[len(ROOT.parts)] in APPS
        for node in ast.walk(ast.parse(path.read_text()))
        if (isinstance(node, ast.FunctionDef) and node.name in {"save", "delete", "ready"})
        or (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("django.dispatch"))
    ]
    assert offenders == []


def test_lists_of_judging_end_in_a_unique_key() -> None:
    """Of equals, the database returns now one first, now the other: pages would lose rows."""
    ordered = [
        (path.stem, tuple(str(ast.literal_eval(key)) for key in node.args))
        for path in modules()
        if path.parts[len(ROOT.parts)] == "judging"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "order_by"
    ]
    unsure = {one for one in ordered if one[1] and one[1][-1].lstrip("-") not in UNIQUE_KEYS}
    assert unsure == ORDERED_GROUPS


def test_celery_tasks_are_thin() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{node.name}"
        for path in ROOT.glob("*/tasks.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef)
        and any("shared_task" in ast.unparse(decorator) for decorator in node.decorator_list)
        and (node.end_lineno or 0) - node.body[0].lineno + 1 > MAX_TASK_LINES
    ]
    assert long == []


def test_every_model_has_a_builder() -> None:
    models = {
        model
        for label in ("campaign", "judging", "scoring")
        for model in apps.get_app_config(label).get_models()
    }
    built = {
        annotation
        for name, function in inspect.getmembers(make, inspect.isfunction)
        for annotation in [inspect.signature(function, eval_str=True).return_annotation]
        if name.startswith("make_")
    }
    assert models - built == set()


def test_every_action_is_keyword_only_and_documented() -> None:
    offenders = []
    for path in ROOT.glob("*/actions/*.py"):
        for node in ast.parse(path.read_text()).body:
            if not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
                continue
            if ast.get_docstring(node) is None or node.args.args:
                offenders.append(f"{path.relative_to(ROOT)}:{node.name}")
    assert offenders == []


def test_every_measure_is_sourced_and_documented() -> None:
    assert [measure.name for measure in MEASURES if not measure.source] == []


@pytest.mark.parametrize("model", ["Event", "JudgmentEvent"])
def test_events_are_only_ever_added(model: str) -> None:
    pattern = re.compile(rf"{model}\.objects[^\n]*\.(update|delete)\(")
    assert [path for path in modules() if pattern.search(path.read_text())] == []
