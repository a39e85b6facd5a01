"""Which label counts: several assessors, one policy, and the look-up of an answer's label."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum

from judging.answer_matching import matching_key
from judging.judgment_format import ADJUDICATION, JudgmentLine, Kind, Label


class Policy(StrEnum):
    """What counts when several assessors labelled one unit and nobody adjudicated."""

    MAJORITY = "majority"
    FIRST = "first"
    UNDECIDED = "undecided"


def final_label(
    labels_in_order: Sequence[tuple[str, Label]], policy: Policy = Policy.MAJORITY
) -> Label | None:
    """Return the label that counts for one unit.

    Parameters
    ----------
    labels_in_order : sequence of (assessor, Label)
        One per assessor, in the order of the file or of the events.
    policy : Policy
        MAJORITY: the most frequent label, none if two are; FIRST: the first assessor's;
        UNDECIDED: none unless all agree.

    Returns
    -------
    Label or None
        The adjudicated label if there is one; else the one all agree on; else by policy.

    Examples
    --------
    >>> final_label([("a1", Label.CORRECT), ("a2", Label.INEXACT)]) is None
    True
    >>> final_label([("a1", Label.CORRECT), ("adjudication", Label.INEXACT)])
    <Label.INEXACT: 'inexact'>
    """
    if not labels_in_order:
        return None
    adjudicated = [label for assessor, label in labels_in_order if assessor == ADJUDICATION]
    if adjudicated:
        return adjudicated[-1]
    if len(labels_in_order) == 1:
        return labels_in_order[0][1]
    counts = Counter(label for _, label in labels_in_order).most_common()
    if len(counts) == 1 or policy is Policy.FIRST:
        return labels_in_order[0][1]
    if policy is Policy.UNDECIDED or counts[0][1] == counts[1][1]:
        return None
    return counts[0][0]


type _ByDocument = dict[str, Label]


class _MatchingKeys(dict[str, str]):
    def __missing__(self, text: str) -> str:
        key = self[text] = matching_key(text)
        return key


class JudgmentIndex:
    """The labels that count, found by question, document and text.

    Parameters
    ----------
    judgments : iterable of JudgmentLine
        In the order of the file or of the events.
    policy : Policy

    Examples
    --------
    >>> line = JudgmentLine(1, "G1", Kind.ANSWER, "D1", "Angers", "a1", Label.CORRECT)
    >>> index = JudgmentIndex([line], Policy.MAJORITY)
    >>> index.answer_label("G1", "D1", "angers."), index.answer_label("G1", "D2", "Angers")
    (<Label.CORRECT: 'correct'>, None)
    """

    def __init__(self, judgments: Iterable[JudgmentLine], policy: Policy = Policy.MAJORITY) -> None:
        self._exact: dict[tuple[str, str], _ByDocument] = {}
        self._groups: dict[tuple[str, str], list[_ByDocument]] = {}
        self._passages: dict[tuple[str, str, str], set[Label]] = {}
        self._answer_names: dict[tuple[str, str], str] = {}
        self._passage_names: dict[tuple[str, str, str], tuple[str, ...]] = {}
        self._texts: dict[str, list[str]] = {}
        self._units: dict[str, list[tuple[str, str, str]]] = {}
        self._keys = _MatchingKeys()
        # The same for every run: what there is to find is put together once.
        self._right_passages: dict[str, frozenset[str]] = {}
        self._known: dict[tuple[str, frozenset[Label], tuple[str, ...]], frozenset[str]] = {}
        self.kinds: frozenset[Kind] = self._build(judgments, policy)
        self._passage_labels: dict[tuple[str, str, str], Label | None] = {
            unit: next(iter(labels)) if len(labels) == 1 else None
            for unit, labels in self._passages.items()
        }
        self._naming = frozenset(unit[0] for unit, names in self._passage_names.items() if names)

    def answer_label(self, question: str, document: str, text: str) -> Label | None:
        """Return the label of a short answer, None if unjudged or undecided.

        The label given to exactly that text, else the group's if all its labels agree. A label
        holds for the document it was given on, for all if it was given on none; *incorrect* holds
        for every document that has no label of its own.
        """
        exact = self._exact.get((question, text))
        label = None if exact is None else _label_on(exact, document)
        if label is not None:
            return label
        for member in self._groups.get((question, self._keys[text]), ()):
            other = _label_on(member, document)
            if other is not None and label not in {None, other}:
                return None
            label = label or other
        return label

    def passage_label(self, question: str, document: str, text: str) -> Label | None:
        """Return the label of a passage, None if unjudged or undecided."""
        unit = (question, document, self._keys[text])
        if unit in self._passage_labels:
            return self._passage_labels[unit]
        return self._passage_labels.get((question, "", unit[2]))

    def distinct_of(self, question: str, text: str) -> str:
        """Return what makes a short answer distinct: its name's key, else its group's key."""
        named = self._answer_names.get((question, text))
        if named is None:
            key = self._keys[text]
            named = self._answer_names.get((question, key), key)
        return named

    def passage_distinct(self, question: str, document: str, text: str) -> tuple[str, ...]:
        """Return the keys of the distinct answers that a passage holds, none if not named."""
        key = self._keys[text]
        names = self._passage_names.get((question, document, key))
        return self._passage_names.get((question, "", key), ()) if names is None else names

    def names_passages(self, question: str) -> bool:
        """Whether any passage of the question carries names of distinct answers."""
        return question in self._naming

    def right_distinct(
        self, question: str, right: Collection[Label], known_answers: Iterable[str] = ()
    ) -> frozenset[str]:
        """Return the distinct answers known to be right: judged so, or given with the question."""
        basis = (question, frozenset(right), tuple(known_answers))
        if basis not in self._known:
            self._known[basis] = self._find_right_distinct(*basis)
        return self._known[basis]

    def _find_right_distinct(
        self, question: str, right: frozenset[Label], known_answers: tuple[str, ...]
    ) -> frozenset[str]:
        judged = {
            self.distinct_of(question, text)
            for text in self._texts.get(question, ())
            if not right.isdisjoint(self._exact[question, text].values())
        }
        for unit in self._units.get(question, ()):
            if self._passage_labels.get(unit) is Label.CORRECT:
                judged.update(self._passage_names.get(unit, ()))
        return frozenset(judged | {self.distinct_of(question, text) for text in known_answers})

    def right_passages(self, question: str) -> frozenset[str]:
        """Return the right passages of a question, as `passage_unit` names them."""
        if question not in self._right_passages:
            self._right_passages[question] = frozenset(
                f"{document}\t{key}"
                for name, document, key in self._units.get(question, ())
                if self._passage_labels.get((name, document, key)) is Label.CORRECT
            )
        return self._right_passages[question]

    def passage_unit(self, document: str, text: str) -> str:
        """Return the name of what is judged at once: passages of a document with one key."""
        return f"{document}\t{self._keys[text]}"

    def _build(self, judgments: Iterable[JudgmentLine], policy: Policy) -> frozenset[Kind]:
        units: dict[tuple[Kind, str, str, str], list[JudgmentLine]] = {}
        for judgment in judgments:
            unit = (judgment.kind, judgment.question, judgment.document, judgment.text)
            units.setdefault(unit, []).append(judgment)
        for (kind, question, document, text), lines in units.items():
            label = final_label([(line.assessor, line.label) for line in lines], policy)
            add = self._add_answer if kind is Kind.ANSWER else self._add_passage
            add(question, document, text, label, _names(lines))
        return frozenset(kind for kind, *_ in units)

    def _add_answer(
        self, question: str, document: str, text: str, label: Label | None, names: tuple[str, ...]
    ) -> None:
        key = self._keys[text]
        if names:
            self._answer_names.setdefault((question, text), names[0])
            self._answer_names.setdefault((question, key), names[0])
        by_document = self._exact.get((question, text))
        if by_document is None:
            by_document = self._exact[question, text] = {}
            self._groups.setdefault((question, key), []).append(by_document)
            self._texts.setdefault(question, []).append(text)
        if label is not None:
            by_document[document] = label

    def _add_passage(
        self, question: str, document: str, text: str, label: Label | None, names: tuple[str, ...]
    ) -> None:
        unit = (question, document, self._keys[text])
        if unit not in self._passages:
            self._passages[unit] = set()
            self._units.setdefault(question, []).append(unit)
        if label is not None:
            self._passages[unit].add(label)
        if names:
            self._passage_names[unit] = (*self._passage_names.get(unit, ()), *names)


def _label_on(labels: _ByDocument, document: str) -> Label | None:
    if document in labels:
        return labels[document]
    if "" in labels:
        return labels[""]
    return Label.INCORRECT if Label.INCORRECT in labels.values() else None


def _names(lines: Sequence[JudgmentLine]) -> tuple[str, ...]:
    """Return the keys of the distinct answers named: by the adjudicator, else by the first."""
    named = [line for line in lines if line.distinct]
    if not named:
        return ()
    chosen = next((line for line in named if line.assessor == ADJUDICATION), named[0])
    return tuple(matching_key(name) for name in chosen.distinct)
