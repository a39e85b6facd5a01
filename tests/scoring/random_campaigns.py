"""Small random campaigns as files: all that makes scoring hard, from a seed."""

from __future__ import annotations

import random
from dataclasses import dataclass

from campaign.formats.questions import QuestionType

TYPES = (QuestionType.FACTUAL, QuestionType.LIST, QuestionType.DEFINITION, QuestionType.YES_NO)
DOCUMENTS = ("D1", "D2", "D3")
ASSESSORS = ("assessor-1", "assessor-2", "assessor-3", "adjudication")
# Spellings of one answer that the matching rules bring together, and one that they do not.
SPELLINGS = ("{0}", "{0}.", "  {0}", "{0} !", "« {0} »", "le {0}")


@dataclass(frozen=True)
class RandomCampaign:
    """The files of a campaign, header first, and the questions to withdraw."""

    questions: list[str]
    runs: dict[str, list[str]]
    judgments: list[str]
    withdrawn: frozenset[str]


def random_campaign(seed: int) -> RandomCampaign:
    """Return a campaign with all that makes scoring hard.

    Repeats, distinct answers, variants of spelling, several assessors, withdrawn questions,
    partial judgments and missing questions.
    """
    draw = random.Random(seed)
    types = {f"Q{number:02}": draw.choice(TYPES) for number in range(draw.randint(4, 12))}
    runs = {f"run-{number}": _run(draw, types) for number in range(draw.randint(2, 4))}
    withdrawn = [name for name in types if draw.random() < 0.1]
    return RandomCampaign(
        questions=[
            "id\ttype\tanswer_type\ttext\texpected_count\tlanguage\ttags\tknown_answers\tnil",
            *(_question(draw, name, type_) for name, type_ in types.items()),
        ],
        runs=runs,
        judgments=[
            "question\tkind\tdocument\ttext\tassessor\tlabel\tdistinct",
            *_judgments(draw, types, runs),
        ],
        withdrawn=frozenset(withdrawn),
    )


def _question(draw: random.Random, name: str, type_: QuestionType) -> str:
    expected = str(draw.randint(1, 4)) if type_ is QuestionType.LIST and draw.random() < 0.7 else ""
    known = "alpha|omega" if draw.random() < 0.2 else ""
    return f"{name}\t{type_}\t\tQuestion {name} ?\t{expected}\tfr\t\t{known}\t0"


def _run(draw: random.Random, types: dict[str, QuestionType]) -> list[str]:
    lines = ["question\trank\tdocument\tshort_answer\tpassage\tconfidence"]
    for name, type_ in types.items():
        if draw.random() < 0.15:
            continue
        ranks = 1 if type_ is QuestionType.YES_NO else draw.randint(1, 5)
        lines.extend(_answer(draw, name, type_, rank) for rank in range(1, ranks + 1))
    return lines if len(lines) > 1 else [*lines, "Q00\t1\tD1\toui\t\t0.5"]


def _answer(draw: random.Random, name: str, type_: QuestionType, rank: int) -> str:
    if type_ is QuestionType.YES_NO:
        text = draw.choice(("oui", "non", "Oui", "yes"))
    else:
        text = draw.choice(SPELLINGS).format(draw.choice(("alpha", "beta", "gamma", "delta")))
    if draw.random() < 0.1:
        text = ""
    passage = draw.choice((f"passage {draw.randint(1, 3)} of {name}", "Passage 1."))
    document = draw.choice(DOCUMENTS)
    return f"{name}\t{rank}\t{document}\t{text}\t{passage}\t{draw.random():.3f}"


def _judgments(
    draw: random.Random, types: dict[str, QuestionType], runs: dict[str, list[str]]
) -> list[str]:
    texts = sorted(
        {
            (name, kind, document, text)
            for lines in runs.values()
            for line in lines[1:]
            for name, _rank, document, answer, passage, _confidence in [line.split("\t")]
            for kind, text in (("answer", answer), ("passage", passage))
            if text.strip()
        }
    )
    lines = []
    for name, kind, document, text in texts:
        if draw.random() < 0.2:
            continue
        place = document if draw.random() < 0.9 or kind == "passage" else ""
        for assessor in draw.sample(ASSESSORS, draw.choice((1, 1, 1, 2, 3))):
            label = _label(draw, kind)
            distinct = _distinct(draw, kind, text) if types[name] is QuestionType.LIST else ""
            lines.append(f"{name}\t{kind}\t{place}\t{text}\t{assessor}\t{label}\t{distinct}")
    return _without_contradictions(lines)


def _label(draw: random.Random, kind: str) -> str:
    if kind == "passage":
        return draw.choice(("correct", "incorrect"))
    return draw.choice(("correct", "correct", "incorrect", "inexact", "unsupported"))


def _distinct(draw: random.Random, kind: str, text: str) -> str:
    if draw.random() < 0.3:
        return ""
    if kind == "passage":
        return "|".join(sorted(draw.sample(("alpha", "beta", "gamma"), 2)))
    return next((n for n in ("alpha", "beta", "gamma", "delta") if n in text), "")


def _without_contradictions(lines: list[str]) -> list[str]:
    first: dict[tuple[str, ...], str] = {}
    for line in lines:
        first.setdefault(tuple(line.split("\t")[:5]), line)
    return list(first.values())


def renamed_and_permuted(campaign: RandomCampaign, seed: int) -> RandomCampaign:
    """Return the same campaign under other identifiers, its lines in another order."""
    draw = random.Random(seed)
    old = [line.split("\t")[0] for line in campaign.questions[1:]]
    new = dict(zip(old, draw.sample([f"X{number}" for number in range(99)], len(old)), strict=True))

    def rename(lines: list[str]) -> list[str]:
        renamed = []
        for line in lines[1:]:
            name, _tab, rest = line.partition("\t")
            renamed.append(f"{new[name]}\t{rest}")
        return [lines[0], *draw.sample(renamed, len(renamed))]

    return RandomCampaign(
        questions=rename(campaign.questions),
        runs={name: rename(lines) for name, lines in campaign.runs.items()},
        judgments=rename(campaign.judgments),
        withdrawn=frozenset(new[name] for name in campaign.withdrawn),
    )
