"""The colours of the interface, computed from their tokens in both themes."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

TOKENS = Path(__file__).parent.parent / "static/css/tokens.css"
PAIR = re.compile(r"--([\w-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")
THEMES = ("light", "dark")
TEXT, GRAPHIC = 4.5, 3.0

PAPERS = ("paper-sunken", "paper", "paper-raised", "paper-hover", "paper-selected", "accent-soft")
INKS = ("ink", "ink-soft", "ink-faint", "accent", "accent-hover")
LABELS = ("correct", "inexact", "unsupported", "incorrect")


def colours() -> dict[str, tuple[str, str]]:
    """Return each role's colours, light and dark."""
    return {name: (light, dark) for name, light, dark in PAIR.findall(TOKENS.read_text())}


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2.2."""
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


TEXT_PAIRS = [
    *product(INKS, PAPERS),
    *((f"{label}-ink", paper) for label in LABELS for paper in PAPERS[:3]),
    *((f"{label}-ink", f"{label}-soft") for label in LABELS),
    *((ink, f"{label}-soft") for label in LABELS for ink in ("ink", "ink-soft", "accent")),
    ("on-accent", "accent-solid"),
    ("on-accent", "accent-hover"),
    ("mark-ink", "mark"),
    *(("ink", f"heat-{step}") for step in (1, 2, 3)),
    *(("on-heat", f"heat-{step}") for step in (4, 5)),
]
GRAPHIC_PAIRS = [
    *((name, "paper") for name in ("rule-control", "focus", "accent-solid")),
    *((f"{label}-solid", "paper") for label in LABELS),
]


@pytest.mark.parametrize("theme", range(2), ids=THEMES)
@pytest.mark.parametrize(
    ("pairs", "least"), [(TEXT_PAIRS, TEXT), (GRAPHIC_PAIRS, GRAPHIC)], ids=["text", "graphic"]
)
def test_every_pair_has_contrast(theme: int, pairs: list[tuple[str, str]], least: float) -> None:
    known = colours()
    weak = [
        (ink, paper)
        for ink, paper in pairs
        if contrast(known[ink][theme], known[paper][theme]) < least
    ]
    assert weak == []


def test_the_computation_gives_the_known_extremes() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)
