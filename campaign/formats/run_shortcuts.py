"""Short ways to see that a run keeps a rule: whole columns compared at once, no answer looked at.

`KEPT` names, for a check of `run_checks.py`, a function that is only true if the check would say
nothing. If it is false the check decides, so that a short way may give up early.
"""

from collections.abc import Callable, Mapping
from itertools import repeat
from operator import le

from campaign.formats.identifiers import NIL
from campaign.formats.questions import QuestionType
from campaign.formats.run_checks import (
    Check,
    RunContext,
    empty_answers,
    missing_parts,
    neither_yes_nor_no,
    nil_answers,
    parts_not_asked,
    passages_too_long,
    ranks_out_of_range,
    repeated_answers,
    repeated_ranks,
    unanswered_questions,
    unknown_questions,
)

type Shortcut = Callable[[RunContext], bool]


def _all_questions_known(context: RunContext) -> bool:
    return context.questions.keys() >= set(context.columns.questions)


def _all_ranks_allowed(context: RunContext) -> bool:
    questions, ranks = context.columns.questions, context.columns.ranks
    limits = context.rules.answers
    lowest = min(map(limits.__getitem__, context.questions.values()), default=0)
    if min(ranks) >= 1 and max(ranks) <= lowest:
        return True
    highest = {question: limits[kind] for question, kind in context.questions.items()}
    allowed = map(highest.get, questions, repeat(0))
    return min(ranks) >= 1 and all(map(le, ranks, allowed))


def _no_rank_twice(context: RunContext) -> bool:
    questions, ranks = context.columns.questions, context.columns.ranks
    return len(set(zip(questions, ranks, strict=True))) == len(ranks)


def _no_passage_too_long(context: RunContext) -> bool:
    limit = context.rules.passage_limit
    return limit is None or max(map(len, context.columns.passages)) <= limit


def _no_yes_no_questions(context: RunContext) -> bool:
    return QuestionType.YES_NO not in context.questions.values()


def _no_nil(context: RunContext) -> bool:
    return NIL not in context.columns.documents


def _no_part_missing(context: RunContext) -> bool:
    has_documents = not context.rules.asks_documents or "" not in context.columns.documents
    has_passages = not context.rules.asks_passages or "" not in context.columns.passages
    return has_documents and has_passages


def _all_parts_asked(context: RunContext) -> bool:
    return context.rules.asks_documents is not False and context.rules.asks_passages is not False


def _no_answer_empty(context: RunContext) -> bool:
    return "" not in context.columns.passages or "" not in context.columns.short_answers


def _no_answer_twice(context: RunContext) -> bool:
    columns = context.columns
    if "" in columns.short_answers:
        return False
    answers = zip(columns.questions, columns.documents, columns.short_answers, strict=True)
    # What hashes apart is not the same. A hundred thousand tuples kept would set the garbage
    # collector going.
    return len(set(map(hash, answers))) == len(columns.lines)


def _all_questions_answered(context: RunContext) -> bool:
    return _no_answer_empty(context) and context.questions.keys() <= set(context.columns.questions)


KEPT: Mapping[Check, Shortcut] = {
    unknown_questions: _all_questions_known,
    ranks_out_of_range: _all_ranks_allowed,
    repeated_ranks: _no_rank_twice,
    passages_too_long: _no_passage_too_long,
    neither_yes_nor_no: _no_yes_no_questions,
    nil_answers: _no_nil,
    missing_parts: _no_part_missing,
    parts_not_asked: _all_parts_asked,
    empty_answers: _no_answer_empty,
    repeated_answers: _no_answer_twice,
    unanswered_questions: _all_questions_answered,
}
