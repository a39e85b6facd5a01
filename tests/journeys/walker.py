"""Somebody who walks through the site in one language, theme and width, by mouse or by keyboard."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page

SCREENSHOTS = Path(__file__).parent.parent.parent / "screenshots"
MOST_TABS = 150


@dataclass(frozen=True)
class Way:
    """How a journey is made."""

    language: str
    theme: str
    width: int
    keyboard: bool = False

    def __str__(self) -> str:
        keyboard = "-keyboard" if self.keyboard else ""
        return f"{self.language}-{self.theme}-{self.width}{keyboard}"


@dataclass
class Walker:
    """A person at a browser; what the console or axe complains of is noted."""

    browser: Browser
    site: str
    way: Way
    role: str
    faults: list[str] = field(default_factory=list)
    shots: int = 0

    def __post_init__(self) -> None:
        context = self.browser.new_context(
            locale="fr-FR" if self.way.language == "fr" else "en-GB",
            color_scheme="dark" if self.way.theme == "dark" else "light",
            viewport={"width": self.way.width, "height": 768},
        )
        self.page: Page = context.new_page()
        self.page.on("console", self._note)
        self.page.on("request", self._note_stranger)

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "422" not in message.text:
            self.faults.append(f"{self.page.url}: {message.text}")

    def _note_stranger(self, request: Any) -> None:
        if not request.url.startswith((self.site, "data:", "blob:")):
            self.faults.append(f"{self.page.url} asks another host: {request.url}")

    def say(self, french: str, english: str) -> re.Pattern[str]:
        """Return the words in the walker's language, whatever the width of their spaces."""
        words = french if self.way.language == "fr" else english
        return re.compile(r"\s+".join(re.escape(word) for word in words.split()))

    def open(self, path: str) -> None:
        self.page.goto(f"{self.site}{path}")

    def go(self, target: Locator) -> None:
        """Activate a link or button: click it, or reach it with Tab and press Enter."""
        if not self.way.keyboard:
            target.click()
            return
        for _ in range(MOST_TABS):
            if target.evaluate("element => element === document.activeElement"):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        self.faults.append(f"{self.page.url}: Tab never reaches {target}")

    def look(self, name: str) -> None:
        """Take a picture, and let axe look at the page."""
        self.page.wait_for_load_state("networkidle")
        SCREENSHOTS.mkdir(exist_ok=True)
        self.shots += 1
        path = SCREENSHOTS / f"{self.role}-{self.shots}-{name}-{self.way}.png"
        self.page.screenshot(path=path, full_page=True)
        for violation in Axe().run(self.page).response["violations"]:
            if violation["impact"] in {"moderate", "serious", "critical"}:
                where = [node["html"][:120] for node in violation["nodes"][:3]]
                self.faults.append(f"{self.page.url} axe {violation['id']}: {where}")
        overflow = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        if overflow > 0:
            self.faults.append(f"{self.page.url} is {overflow} px wider than {self.way.width}")
