"""Look-alikes among what waits to be judged: suggested, never applied unasked."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judging.answer_matching import matching_key
from judging.loose_forms import LooseForm, loose_form

LARGEST_BRACKET = 12
"""Forms that containment may bring together; equal forms are together whatever their number."""
OVERLAP = 0.8
"""Share of the shorter passage's word triples above which two passages are bracketed."""
_SMALLEST_SHARE = 1 / 3  # of the longer answer's words; below, it says something else as well
_MOST_CONTAINERS = 4  # a word that so many answers hold tells them apart no longer
_SHORTEST_WORD = 3
_TRIPLE = 3
_WORD = re.compile(r"\w+")
# VI, but not the C. or M. of a name.
_ROMAN = re.compile(r"(?![cdlm]$)m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
# Words that make no answer recognizable, and words that turn its meaning round.
_FUNCTION_WORDS = (
    "of in on at by to from for with as is was are were it its this that de d en a au aux"
    " par pour avec dans sur est sont fut qui ce"
)
_TURNING_WORDS = (
    "not no non never nor neither without except pas ne ni jamais sans sauf"
    " and or et ou featuring feat"
    " more less than over under before after plus moins que avant apres"
    " late early mid half fin debut mi demi vice ex former ancien"
)
_FUNCTION = frozenset(_FUNCTION_WORDS.split())
_TURNING = frozenset(_TURNING_WORDS.split())


class _Pair(NamedTuple):
    closeness: tuple[float, float]
    one: int
    other: int


def suggest_brackets(answers: Sequence[str]) -> list[int]:
    """Bracket the short answers of one question that look alike.

    Answers with one loose form (accents, articles, word order, number words, dates) are together.
    So are forms of which one holds all words of the other, if their numbers are the same, the
    shorter is at least a third of the longer, and it is held in no two ways that exclude one
    another. Within a bracket every form holds, or is held by, every other: no chains.

    Parameters
    ----------
    answers : sequence of str

    Returns
    -------
    list of int
        The bracket of each answer, numbered from 0 in order of first appearance. The same
        answers in another order are bracketed alike.

    Examples
    --------
    >>> suggest_brackets(["Zola", "Balzac", "Émile Zola", "zola, emile"])
    [0, 1, 0, 0]
    >>> suggest_brackets(["11.3 years", "11 3 years", "Theodore Roosevelt", "Roosevelt", "F. Roosevelt"])
    [0, 1, 2, 3, 4]
    """
    forms = [loose_form(answer) for answer in answers]
    distinct = sorted(set(forms))
    clusters = _merge(len(distinct), _containments(distinct))
    cluster_of = dict(zip(distinct, clusters, strict=True))
    return _numbered([cluster_of[form] for form in forms])


def bracket_passages(passages: Sequence[tuple[str, str]]) -> list[int]:
    """Bracket the passages of one question that overlap within a document.

    Two passages overlap if they share more than four fifths of the shorter one's word triples.
    Within a bracket every passage overlaps with every other: windows that slide over a document
    are cut into several brackets.

    Parameters
    ----------
    passages : sequence of (document, text)

    Returns
    -------
    list of int
        As `suggest_brackets`.

    Examples
    --------
    >>> text = "Germinal fut écrit par Émile Zola, romancier français du XIXe siècle, en 1885"
    >>> bracket_passages([("D1", text), ("D2", text), ("D1", "La mine. " + text)])
    [0, 1, 0]
    """
    by_document: dict[str, dict[str, None]] = defaultdict(dict)
    keys = [(document, matching_key(text)) for document, text in passages]
    for document, key in sorted(set(keys)):
        by_document[document][key] = None
    cluster_of: dict[tuple[str, str], tuple[str, int]] = {}
    for document, texts in by_document.items():
        clusters = _merge(len(texts), _overlaps(list(texts)))
        for text, cluster in zip(texts, clusters, strict=True):
            cluster_of[document, text] = (document, cluster)
    return _numbered([cluster_of[key] for key in keys])


def order_brackets(brackets: Sequence[int], seed: int) -> list[int]:
    """Return the places of the rows in the order in which one assessor sees them.

    Parameters
    ----------
    brackets : sequence of int
        The bracket of each row.
    seed : int
        One per assessor and question: no order favors the same rows for all.

    Returns
    -------
    list of int
        Every place once; the rows of a bracket are adjacent and keep their order.

    Examples
    --------
    >>> order_brackets([0, 1, 0, 2], seed=1) == order_brackets([0, 1, 0, 2], seed=1)
    True
    >>> sorted(order_brackets([0, 1, 0, 2], seed=7))
    [0, 1, 2, 3]
    """

    def lot(bracket: int) -> bytes:
        # Not `random`: its shuffle may change with the version of Python, amid a campaign.
        return hashlib.sha256(f"{seed} {bracket}".encode()).digest()

    lots = {bracket: lot(bracket) for bracket in set(brackets)}
    return sorted(range(len(brackets)), key=lambda place: lots[brackets[place]])


def _containments(forms: Sequence[LooseForm]) -> list[_Pair]:
    """Return the pairs of forms of which the first is held by the second."""
    words = [frozenset(form.words) for form in forms]
    holders = _holders(forms, words)
    pairs = []
    for place, held_by in holders.items():
        if _is_ambiguous(place, held_by, words):
            continue
        for other in held_by:
            share = _share(words, place, other)
            pairs.append(_Pair((share, len(words[place])), place, other))
    return pairs


def _holders(forms: Sequence[LooseForm], words: Sequence[frozenset[str]]) -> dict[int, list[int]]:
    posted: dict[str, set[int]] = defaultdict(set)
    for place, held in enumerate(words):
        for word in held:
            posted[word].add(place)
    holders = {}
    for place, form in enumerate(forms):
        if not _is_telling(words[place]):
            continue
        candidates = set.intersection(*(posted[word] for word in words[place])) - {place}
        holders[place] = sorted(
            other
            for other in candidates
            if forms[other].numbers == form.numbers and _is_near(words[place], words[other])
        )
    return holders


def _is_telling(words: frozenset[str]) -> bool:
    return any(len(word) >= _SHORTEST_WORD and word not in _FUNCTION for word in words)


def _is_near(held: frozenset[str], holder: frozenset[str]) -> bool:
    more = holder - held
    if not _TURNING.isdisjoint(more) or any(map(_ROMAN.fullmatch, more)):
        return False
    return len(held - _FUNCTION) >= _SMALLEST_SHARE * len(holder - _FUNCTION)


def _share(words: Sequence[frozenset[str]], held: int, holder: int) -> float:
    return len(words[held]) / len(words[holder])


def _is_ambiguous(place: int, held_by: Sequence[int], words: Sequence[frozenset[str]]) -> bool:
    """Whether a form is held by too many, or equally near by forms that exclude one another."""
    if len(words[place]) == 1 and len(held_by) > _MOST_CONTAINERS:
        return True
    nearest = max((_share(words, place, other) for other in held_by), default=0)
    best = [other for other in held_by if _share(words, place, other) == nearest]
    return len(best) > 1


def _overlaps(texts: Sequence[str]) -> list[_Pair]:
    bits: dict[tuple[str, ...], int] = {}
    masks, sizes = [], []
    for text in texts:
        triples = _triples(_WORD.findall(text) or [text])
        mask = 0
        for triple in triples:
            mask |= 1 << bits.setdefault(triple, len(bits))
        masks.append(mask)
        sizes.append(len(triples))
    pairs = []
    for one, mask in enumerate(masks):
        for other in range(one + 1, len(masks)):
            shared = (mask & masks[other]).bit_count()
            shorter = min(sizes[one], sizes[other])
            if shared > OVERLAP * shorter:
                union = sizes[one] + sizes[other] - shared
                pairs.append(_Pair((shared / union, shared / shorter), one, other))
    return pairs


def _triples(words: Sequence[str]) -> set[tuple[str, ...]]:
    if len(words) < _TRIPLE:
        return {tuple(words)}
    return set(zip(words, words[1:], words[2:], strict=False))


def _merge(count: int, pairs: Sequence[_Pair]) -> list[int]:
    """Merge the nearest first, and only where every member is paired with every other."""
    paired = [1 << place for place in range(count)]
    for pair in pairs:
        paired[pair.one] |= 1 << pair.other
        paired[pair.other] |= 1 << pair.one
    cluster_of = list(range(count))
    members = [1 << place for place in range(count)]
    for pair in sorted(pairs, key=lambda pair: (-pair.closeness[0], -pair.closeness[1], pair[1:])):
        one, other = cluster_of[pair.one], cluster_of[pair.other]
        together = members[one] | members[other]
        if one == other or members[other] & ~paired[one]:
            continue
        if together.bit_count() > LARGEST_BRACKET:
            continue
        paired[one] &= paired[other]
        members[one] = together
        for place in _places(members[other]):
            cluster_of[place] = one
    return cluster_of


def _places(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _numbered[T](clusters: Sequence[T]) -> list[int]:
    numbers: dict[T, int] = {}
    return [numbers.setdefault(cluster, len(numbers)) for cluster in clusters]
