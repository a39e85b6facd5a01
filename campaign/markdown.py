"""Markdown that people write, as HTML that fits into our pages."""

from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

_LOWEST = 6


def rendered_markdown(text: str, *, level: int = 1) -> str:
    r"""Return HTML whose highest headings are of a level, and that loads nothing.

    A page takes images from its own site only: an image becomes a link to it, named by its text.

    >>> rendered_markdown("# Rules", level=3)
    '<h3>Rules</h3>\n'
    >>> rendered_markdown("![A map](https://example.org/map.png)")
    '<p><a href="https://example.org/map.png">A map</a></p>\n'
    """
    html: str = _MARKDOWN.render(text, {"level": level})
    return html


def _lower_headings(state: StateCore) -> None:
    down = state.env.get("level", 1) - 1
    for token in state.tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(int(token.tag[1:]) + down, _LOWEST)}"


def _name_image(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any
) -> str:
    image = tokens[index]
    address = str(image.attrs["src"])
    named = Token("text", "", 0)
    named.content = renderer.renderInlineAsText(image.children, options, env) or address
    words: str = renderer.text([named], 0, options, env)
    opened = sum(token.nesting for token in tokens[:index] if token.type.startswith("link_"))
    if opened or not address:
        return words
    link = Token("link_open", "a", 1, attrs={"href": address})
    return f"{renderer.renderToken([link], 0, options, env)}{words}</a>"


_MARKDOWN = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")
_MARKDOWN.core.ruler.push("lower_headings", _lower_headings)
_MARKDOWN.add_render_rule("image", _name_image)
