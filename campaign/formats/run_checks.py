"""The rules a run is checked against: one function each, in the order of the table `CHECKS`.

Most passes over all answers are spared by `run_shortcuts.py`, which sees what keeps a rule.
Rank 0 or below marks an answer whose rank was refused while reading.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import batched, islice

from campaign.formats.identifiers import NIL, closest, look_alikes, resembling
from campaign.formats.problems import Problem, error, warning
from campaign.formats.questions import QuestionType
from campaign.formats.run_answers import AnswerColumns, AnswerLine

YES_OR_NO = frozenset({"yes", "no", "oui", "non"})
NO_RANK = -1
"""Stands for a rank that could not be read; already reported."""
_SHOWN = 2
_LISTED = 500
_SEARCHED = 50
_COMPARED = 1000
_TEXTS_AT_ONCE = 500

type Lookup = Callable[[frozenset[str]], Callable[[], Container[str]]]
"""Asks which of the named identifiers are known; what it returns gives those, or more.

Between the two other checks are made, while a database looks for them."""
type DocumentTexts = Callable[[frozenset[str]], Mapping[str, str]]
"""Returns the texts of the named documents, as far as they are known."""


@dataclass(frozen=True, slots=True)
class RunRules:
    """What a task asks of a run.

    Parameters
    ----------
    answers : mapping
        Highest rank allowed, for each question type.
    passage_limit : int or None
        Code points allowed in a passage; None for no limit.
    asks_documents, asks_passages : bool or None
        True: missing ones are refused; False: given ones are ignored with a warning; None: the
        task is not known (the offline client), so neither is said.
    accepts_nil : bool
        Whether the document NIL with an empty answer means "no answer in the collection".
    """

    answers: Mapping[QuestionType, int]
    passage_limit: int | None
    asks_documents: bool | None
    asks_passages: bool | None
    accepts_nil: bool


@dataclass(frozen=True)
class RunContext:
    """A run and all that it is checked against."""

    columns: AnswerColumns
    questions: Mapping[str, QuestionType]
    documents: Lookup | None
    rules: RunRules
    document_texts: DocumentTexts | None
    place: Callable[[int, str], int]
    """First character of a named cell of a line."""
    lacking: frozenset[str] = frozenset()
    """Columns that the header does not name: what needs them is not checked."""

    @cached_property
    def named_documents(self) -> frozenset[str]:
        return frozenset(self.columns.documents) - {"", NIL}

    @cached_property
    def known_documents(self) -> Callable[[], Container[str]] | None:
        """What gives the documents named that are known; the first look here asks for them."""
        if self.documents is None:
            return None
        return self.documents(self.named_documents)

    @cached_property
    def answers(self) -> list[AnswerLine]:
        """The answers one by one: of a file that keeps all rules nobody asks for them."""
        return self.columns.answers()


type Check = Callable[[RunContext], Iterator[Problem]]


def _at(context: RunContext, answer: AnswerLine, column: str) -> dict[str, int | str]:
    return {"column": context.place(answer.line, column), "question": answer.question}


def unknown_questions(context: RunContext) -> Iterator[Problem]:
    """Refuse identifiers that the task does not have, each once at its first line."""
    known = context.questions
    used = dict.fromkeys(context.columns.questions)
    unknown = [identifier for identifier in used if identifier not in known]
    if unknown and len(unknown) == len(used):
        parameters: dict[str, str | int] = {
            "wording": "none-known",
            "unknown": len(unknown),
            "known": len(known),
            "examples": ", ".join(islice(known, _SHOWN)),
        }
        yield error("unknown-question", found=", ".join(unknown[:_SHOWN]), parameters=parameters)
        return
    near = {identifier: closest(identifier, list(known)) for identifier in unknown[:_SEARCHED]}
    yield from _unknown(context, "question", unknown, near)


def unknown_documents(context: RunContext) -> Iterator[Problem]:
    """Refuse documents outside the collection, each once at its first line."""
    if context.documents is None or context.known_documents is None:
        return
    known = context.known_documents()
    if context.named_documents == known:
        return
    used = [one for one in dict.fromkeys(context.columns.documents) if one not in {"", NIL}]
    unknown = [identifier for identifier in used if identifier not in known]
    if len(unknown) == len(used) > 1:
        parameters: dict[str, str | int] = {"wording": "none-known", "unknown": len(unknown)}
        yield error("unknown-document", found=", ".join(unknown[:_SHOWN]), parameters=parameters)
        return
    compared = unknown[:_COMPARED]
    if not compared:
        return
    meant = context.documents(frozenset(alike for one in compared for alike in look_alikes(one)))()
    near = {identifier: resembling(identifier, meant) for identifier in compared}
    yield from _unknown(context, "document", unknown, near)


def _unknown(
    context: RunContext, column: str, unknown: Iterable[str], near: Mapping[str, str | None]
) -> Iterator[Problem]:
    lines: dict[str, list[AnswerLine]] = {identifier: [] for identifier in unknown}
    for answer in context.answers if lines else ():
        identifier = getattr(answer, column)
        if identifier in lines:
            lines[identifier].append(answer)
    for identifier, answers in lines.items():
        parameters: dict[str, str | int] = {"lines": len(answers)}
        suggestion = near.get(identifier)
        if suggestion is not None:
            parameters |= {"wording": "suggestion", "suggestion": suggestion}
        yield error(
            f"unknown-{column}",
            answers[0].line,
            found=identifier,
            parameters=parameters,
            **_at(context, answers[0], column),
        )


def repeated_ranks(context: RunContext) -> Iterator[Problem]:
    """Refuse a rank given twice in one question, and offer the next free one."""
    answers = context.answers
    used = {(answer.question, answer.rank) for answer in answers}
    first_lines: dict[tuple[str, int], int] = {}
    for answer in answers:
        first = first_lines.setdefault((answer.question, answer.rank), answer.line)
        if first == answer.line or answer.rank == NO_RANK:
            continue
        limit = _limit(context, answer)
        free = next((n for n in range(1, limit + 1) if (answer.question, n) not in used), None)
        parameters: dict[str, str | int] = {"first": first, "limit": limit}
        if free is not None:
            used.add((answer.question, free))
            parameters |= {"wording": "suggestion", "free": free}
        yield error(
            "repeated-rank",
            answer.line,
            found=str(answer.rank),
            parameters=parameters,
            **_at(context, answer, "rank"),
        )


def _limit(context: RunContext, answer: AnswerLine) -> int:
    limits = context.rules.answers
    kind = context.questions.get(answer.question)
    return max(limits.values()) if kind is None else limits[kind]


def ranks_out_of_range(context: RunContext) -> Iterator[Problem]:
    """Refuse rank 0 and ranks beyond what the type of the question allows."""
    limits = context.rules.answers
    highest = {question: limits[kind] for question, kind in context.questions.items()}
    anywhere = max(limits.values())
    for answer in context.answers:
        limit = highest.get(answer.question, anywhere)
        if 1 <= answer.rank <= limit or answer.rank == NO_RANK:
            continue
        yield error(
            "rank-out-of-range",
            answer.line,
            found=str(answer.rank),
            parameters={"limit": limit},
            **_at(context, answer, "rank"),
        )


def passages_too_long(context: RunContext) -> Iterator[Problem]:
    """Refuse passages over the limit, counted in code points."""
    limit = context.rules.passage_limit
    if limit is None:
        return
    for answer in context.answers:
        length = len(answer.passage)
        if length > limit:
            yield error(
                "passage-too-long",
                answer.line,
                column=context.place(answer.line, "passage") + limit,
                question=answer.question,
                found=str(length),
                parameters={"length": length, "limit": limit, "excess": length - limit},
            )


def neither_yes_nor_no(context: RunContext) -> Iterator[Problem]:
    """Refuse other words than yes, no, oui, non in answer to a yes/no question."""
    asked = {name for name, kind in context.questions.items() if kind is QuestionType.YES_NO}
    for answer in context.answers:
        text = answer.short_answer
        if answer.question in asked and text and text.strip().casefold() not in YES_OR_NO:
            yield error(
                "not-yes-or-no",
                answer.line,
                found=text,
                **_at(context, answer, "short_answer"),
            )


def nil_answers(context: RunContext) -> Iterator[Problem]:
    """Refuse NIL where the task has none, and NIL together with an answer."""
    for answer in context.answers:
        if answer.document != NIL:
            continue
        if not context.rules.accepts_nil:
            code, found = "nil-not-accepted", NIL
        elif answer.short_answer or answer.passage:
            code, found = "nil-with-answer", answer.short_answer or answer.passage
        else:
            continue
        yield error(code, answer.line, found=found, **_at(context, answer, "document"))


def missing_parts(context: RunContext) -> Iterator[Problem]:
    """Refuse an answer without the document or the passage that the task asks for."""
    rules = context.rules
    for answer in context.answers:
        if rules.asks_documents and not answer.document and (answer.short_answer or answer.passage):
            yield error("missing-document", answer.line, **_at(context, answer, "document"))
        if rules.asks_passages and answer.short_answer and not answer.passage:
            yield error("missing-passage", answer.line, **_at(context, answer, "passage"))


def parts_not_asked(context: RunContext) -> Iterator[Problem]:
    """Warn once that the task ignores the documents or the passages given."""
    for column, asked in (
        ("document", context.rules.asks_documents),
        ("passage", context.rules.asks_passages),
    ):
        if asked is not False:
            continue
        given = [answer for answer in context.answers if getattr(answer, column) not in ("", NIL)]
        if given:
            yield warning(
                f"{column}-not-asked",
                given[0].line,
                found=getattr(given[0], column),
                parameters={"lines": len(given)},
                **_at(context, given[0], column),
            )


def empty_answers(context: RunContext) -> Iterator[Problem]:
    """Warn of lines that hold a rank and nothing else."""
    for answer in context.answers:
        if not answer.short_answer and not answer.passage and answer.document != NIL:
            yield warning("empty-answer", answer.line, question=answer.question)


def repeated_answers(context: RunContext) -> Iterator[Problem]:
    """Warn of the same answer from the same document twice in one question."""
    first_lines: dict[tuple[str, str, str], int] = {}
    for answer in context.answers:
        text = answer.short_answer or answer.passage
        if not text:
            continue
        key = (answer.question, answer.document, text)
        first = first_lines.setdefault(key, answer.line)
        if first != answer.line:
            yield warning(
                "repeated-answer",
                answer.line,
                found=text,
                question=answer.question,
                parameters={"first": first},
            )


def passages_elsewhere(context: RunContext) -> Iterator[Problem]:
    """Warn of passages that do not occur in their document."""
    if context.document_texts is not None:
        yield from passages_not_in_documents(context.answers, context.document_texts, context.place)


def passages_not_in_documents(
    answers: Iterable[AnswerLine], document_texts: DocumentTexts, place: Callable[[int, str], int]
) -> Iterator[Problem]:
    """Warn of passages that do not occur in their document, white space apart."""
    by_document: dict[str, list[AnswerLine]] = {}
    for answer in answers:
        if answer.passage and answer.document not in ("", NIL):
            by_document.setdefault(answer.document, []).append(answer)
    # A collection does not fit into memory: its texts come by the hundred.
    for named in batched(by_document, _TEXTS_AT_ONCE):
        for identifier, text in document_texts(frozenset(named)).items():
            for answer in _missing_from(text, by_document.get(identifier, ())):
                yield warning(
                    "passage-not-in-document",
                    answer.line,
                    column=place(answer.line, "passage"),
                    question=answer.question,
                    found=answer.passage,
                    parameters={"document": identifier},
                )


def _missing_from(text: str, answers: Iterable[AnswerLine]) -> Iterator[AnswerLine]:
    # Most passages were copied as they are: the document is collapsed only for the others.
    odd = [answer for answer in answers if answer.passage not in text]
    collapsed = " ".join(text.split()) if odd else ""
    for answer in odd:
        if " ".join(answer.passage.split()) not in collapsed:
            yield answer


def unanswered_questions(context: RunContext) -> Iterator[Problem]:
    """List the questions of the task that the run leaves without an answer."""
    answered = {
        answer.question
        for answer in context.answers
        if answer.short_answer or answer.passage or answer.document == NIL
    }
    missing = [question for question in context.questions if question not in answered]
    if not missing or len(missing) == len(context.questions):
        return
    listed = ", ".join(missing[:_LISTED]) + (" …" if len(missing) > _LISTED else "")
    yield warning(
        "questions-unanswered",
        found=listed,
        parameters={
            "count": len(missing),
            "total": len(context.questions),
            "questions": listed,
        },
    )


_TEXTS = frozenset({"document", "short_answer", "passage"})
CHECKS: Mapping[Check, frozenset[str]] = {
    unknown_questions: frozenset({"question"}),
    unknown_documents: frozenset({"document"}),
    ranks_out_of_range: frozenset({"rank"}),
    repeated_ranks: frozenset({"question", "rank"}),
    passages_too_long: frozenset({"passage"}),
    neither_yes_nor_no: frozenset({"question", "short_answer"}),
    nil_answers: frozenset({"document"}),
    missing_parts: _TEXTS,
    parts_not_asked: frozenset(),
    empty_answers: _TEXTS,
    repeated_answers: _TEXTS | {"question"},
    passages_elsewhere: frozenset({"document", "passage"}),
    unanswered_questions: _TEXTS | {"question"},
}
"""The checks in their order, each with the columns that it needs."""
