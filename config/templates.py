"""What is wrong with the templates without rendering them: syntax, and names that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from django.template import Engine, Template, TemplateDoesNotExist, TemplateSyntaxError
from django.template.base import FilterExpression, Node, NodeList
from django.template.defaulttags import PartialNode, URLNode
from django.template.loader_tags import ExtendsNode, IncludeNode
from django.urls import URLResolver, get_resolver

SUFFIXES = {".html", ".txt"}


def find_faults(engine: Engine, resolver: URLResolver | None = None) -> list[str]:
    """Return the faults of every template in the engine's folders, one sentence each."""
    addresses = resolver or get_resolver()
    return [
        f"{name}: {fault}"
        for folder in engine.dirs
        for path in sorted(Path(folder).rglob("*"))
        if path.suffix in SUFFIXES
        for name in [path.relative_to(folder).as_posix()]
        for fault in _faults(engine, addresses, name)
    ]


def _faults(engine: Engine, addresses: URLResolver, name: str) -> Iterator[str]:
    try:
        template = engine.get_template(name)
    except (TemplateSyntaxError, TemplateDoesNotExist, UnicodeDecodeError) as error:
        yield str(error)
        return
    nodes = template.nodelist
    for url in _all(nodes, URLNode):
        yield from _faults_of_url(url, addresses)
    for other in _templates_named(nodes):
        try:
            engine.get_template(other)
        except TemplateDoesNotExist:
            yield f"there is no template {other}"
        except TemplateSyntaxError:  # said of the other template itself
            continue
    yield from _faults_of_partials(template)


def _faults_of_url(url: URLNode, addresses: URLResolver) -> Iterator[str]:
    name = _constant(url.view_name)
    if name is None:
        return
    shapes = [
        set(parameters)
        for possibilities, *_ in addresses.reverse_dict.getlist(name)
        for _, parameters in possibilities
    ]
    if not shapes:
        yield f"there is no address {name}"
    elif url.kwargs and set(url.kwargs) not in shapes:
        yield f"the address {name} does not take {', '.join(sorted(url.kwargs))}"
    elif not url.kwargs and len(url.args) not in map(len, shapes):
        yield f"the address {name} does not take {len(url.args)} values"


def _templates_named(nodes: NodeList) -> Iterator[str]:
    for include in _all(nodes, IncludeNode):
        yield from filter(None, [_constant(include.template)])
    for extends in _all(nodes, ExtendsNode):
        yield from filter(None, [_constant(extends.parent_name)])


def _faults_of_partials(template: Template) -> Iterator[str]:
    for node in _all(template.nodelist, PartialNode):
        try:
            node.partial_mapping[node.partial_name]
        except KeyError:
            yield f"there is no partial {node.partial_name}"


def _all[Kind: Node](nodes: NodeList, kind: type[Kind]) -> list[Kind]:
    return [node for node in nodes.get_nodes_by_type(kind) if isinstance(node, kind)]


def _constant(expression: object) -> str | None:
    """Return what an expression says, None if it depends on the context."""
    if not isinstance(expression, FilterExpression) or expression.filters:
        return None
    return str(expression.var) if isinstance(expression.var, str) else None
