"""Somebody who walks through the site in one language, by mouse or by keyboard.

Each page is looked at twice: as the person walks, and in the other theme at the other width. So two
walks see a language in both themes at both widths.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page

SCREENSHOTS = Path(__file__).parent.parent.parent / "screenshots"
type Theme = Literal["light", "dark"]

MOST_TABS = 150
WIDTHS = {1366: 360, 360: 1366}
THEMES: dict[Theme, Theme] = {"light": "dark", "dark": "light"}
AXE = "axe.run(document, {resultTypes: ['violations']}).then(found => found.violations)"
# Loaded, set in its fonts, and nothing under way: quicker than waiting for half a second of silence.
SETTLED = """async () => {
    await document.fonts.ready;
    return document.readyState === "complete" && !document.querySelector(".htmx-request");
}"""


@dataclass(frozen=True)
class Way:
    """How a journey is made."""

    language: str
    theme: Theme
    width: int
    keyboard: bool = False

    def __str__(self) -> str:
        keyboard = "-keyboard" if self.keyboard else ""
        return f"{self.language}-{self.theme}-{self.width}{keyboard}"

    @property
    def crossed(self) -> Way:
        """Return the same walk in the other theme at the other width."""
        return replace(self, theme=THEMES[self.theme], width=WIDTHS[self.width])


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
        )
        self.page: Page = context.new_page()
        self._show_as(self.way)
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
        """Take pictures of the page, and let axe look at it, in both themes and widths."""
        SCREENSHOTS.mkdir(exist_ok=True)
        self.shots += 1
        for way in (self.way.crossed, self.way):
            self._show_as(way)
            self.page.wait_for_function(SETTLED)
            path = SCREENSHOTS / f"{self.role}-{self.shots:02}-{name}-{way}.png"
            self.page.screenshot(path=path, full_page=True)
            self._verify(way)

    def _show_as(self, way: Way) -> None:
        # Without motion: nobody wants a picture of a colour halfway to another.
        self.page.emulate_media(color_scheme=way.theme, reduced_motion="reduce")
        self.page.set_viewport_size({"width": way.width, "height": 768})

    def _verify(self, way: Way) -> None:
        if self.page.evaluate("typeof axe === 'undefined'"):
            self.page.evaluate(Axe().axe_script)
        for violation in self.page.evaluate(AXE):
            if violation["impact"] in {"moderate", "serious", "critical"}:
                where = [node["html"][:120] for node in violation["nodes"][:3]]
                self.faults.append(f"{self.page.url} {way} axe {violation['id']}: {where}")
        overflow = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        if overflow > 0:
            self.faults.append(f"{self.page.url} {way}: {overflow} px too wide")
