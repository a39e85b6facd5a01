"""Help in the interface: the pages of docs/help in the reader's language."""

from __future__ import annotations

import re

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from campaign.web import PageRequest, site_page

FOLDER = settings.BASE_DIR / "docs" / "help"
# The pages in reading order; each is docs/help/<language>/<name>.md.
PAGES = {
    "visitor": _("Visitor"),
    "participant": _("Participant"),
    "assessor": _("Assessor"),
    "adjudicator": _("Adjudicator"),
    "organizer": _("Organizer"),
    "question-editor": _("Question editor"),
    "files": _("Files"),
}


@require_safe
@site_page()
def help_page(request: PageRequest, name: str = "visitor") -> HttpResponse:
    if name not in PAGES:
        raise Http404
    language = "fr" if (get_language() or "").startswith("fr") else "en"
    text = (FOLDER / language / f"{name}.md").read_text(encoding="utf-8")
    # The pages link to each other as files, so that they also read well where the source is shown.
    text = re.sub(r"\]\(([\w-]+)\.md\)", lambda found: f"]({_address(found[1])})", text)
    context = {"name": name, "pages": PAGES, "text": text}
    return render(request, "campaign/help_page.html", context)


def _address(name: str) -> str:
    return reverse("help-page", kwargs={"name": name})
