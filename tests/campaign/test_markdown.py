"""Markdown that people write."""

from __future__ import annotations

import pytest

from campaign.markdown import rendered_markdown


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("![A map](http://other.example/x.png)", '<a href="http://other.example/x.png">A map</a>'),
        (
            "![](http://other.example/x.png)",
            '<a href="http://other.example/x.png">http://other.example/x.png</a>',
        ),
        ("[![A map](x.png)](/maps)", '<a href="/maps">A map</a>'),
        ('![<b>"](x.png)', '<a href="x.png">&lt;b&gt;&quot;</a>'),
        ("![map][m]\n\n[m]: x.png", '<a href="x.png">map</a>'),
    ],
)
def test_an_image_is_named_and_linked_and_never_loaded(text: str, html: str) -> None:
    assert rendered_markdown(text) == f"<p>{html}</p>\n"


def test_headings_stand_below_those_of_the_page() -> None:
    text = "# One\n\nTwo\n---\n\n###### Six\n\n    # code\n"

    assert rendered_markdown(text, level=3) == (
        "<h3>One</h3>\n<h4>Two</h4>\n<h6>Six</h6>\n<pre><code># code\n</code></pre>\n"
    )
