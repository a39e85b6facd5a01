"""What is said of questions, runs and judgments."""

from campaign.formats.wordings import Wording, gettext_noop

RUN_WORDINGS: dict[str, Wording] = {
    "unknown-question": Wording(
        gettext_noop("The question is unknown."),
        gettext_noop("A question of this task. Lines with this identifier: {lines}."),
        gettext_noop("Correct the identifier or remove its lines."),
    ),
    "unknown-question/suggestion": Wording(
        gettext_noop("The question is unknown."),
        gettext_noop("A question of this task. Lines with this identifier: {lines}."),
        gettext_noop("Did you mean {suggestion}?"),
    ),
    "unknown-question/none-known": Wording(
        gettext_noop("No question of the file belongs to this task."),
        gettext_noop(
            "Questions such as {examples}. In the task: {known}; unknown in the file: {unknown}."
        ),
        gettext_noop(
            "Check that the file answers this task and that its identifiers are written as in the question file."
        ),
    ),
    "unknown-question/none-in-task": Wording(
        gettext_noop("No question of the file belongs to this task."),
        gettext_noop("Questions of this task. Unknown in the file: {unknown}."),
        gettext_noop(
            "Check that the file belongs to this task and that its identifiers are written as in the question file."
        ),
    ),
    "unknown-document": Wording(
        gettext_noop("The document is not in the collection."),
        gettext_noop("A document of the collection. Lines with this identifier: {lines}."),
        gettext_noop("Correct the identifier; it is compared character by character."),
    ),
    "unknown-document/suggestion": Wording(
        gettext_noop("The document is not in the collection."),
        gettext_noop("A document of the collection. Lines with this identifier: {lines}."),
        gettext_noop("Did you mean {suggestion}?"),
    ),
    "unknown-document/none-known": Wording(
        gettext_noop("No document of the file is in the collection."),
        gettext_noop("Documents of the collection. Unknown in the file: {unknown}."),
        gettext_noop(
            "Check that the file was made from this collection and that the columns are in order."
        ),
    ),
    "missing-rank": Wording(
        gettext_noop("The rank is missing."),
        gettext_noop("A whole number, 1 for the best answer."),
        gettext_noop("Write the rank."),
    ),
    "rank-not-a-number": Wording(
        gettext_noop("The rank is not a whole number."),
        gettext_noop("A whole number, 1 for the best answer."),
        gettext_noop("Write the rank with digits only."),
    ),
    "rank-out-of-range": Wording(
        gettext_noop("The rank is out of range."),
        gettext_noop("A rank from 1 to {limit}."),
        gettext_noop("Keep the best answers, at most {limit} for this question."),
    ),
    "repeated-rank": Wording(
        gettext_noop("The rank is used twice in this question."),
        gettext_noop("Each rank once; this one stands on line {first}."),
        gettext_noop("Remove one of the two answers: no rank up to {limit} is free."),
    ),
    "repeated-rank/suggestion": Wording(
        gettext_noop("The rank is used twice in this question."),
        gettext_noop("Each rank once; this one stands on line {first}."),
        gettext_noop("Remove one of the two answers, or use rank {free}, the next free one."),
    ),
    "ranks-from-zero/from-zero": Wording(
        gettext_noop("Ranks start at 0."),
        gettext_noop("Ranks that start at 1."),
        gettext_noop("Add 1 to every rank, or agree to have it done."),
    ),
    "ranks-from-zero/all-zero": Wording(
        gettext_noop("Every rank is 0."),
        gettext_noop("Ranks from 1, each once in a question."),
        gettext_noop(
            "Number the answers of each question, or agree to have them numbered in the order of the lines."
        ),
    ),
    "passage-too-long": Wording(
        gettext_noop("The passage is too long."),
        gettext_noop("At most {limit} characters; this one has {length}."),
        gettext_noop("Characters to remove: {excess}."),
    ),
    "not-yes-or-no": Wording(
        gettext_noop("The answer is neither yes nor no."),
        gettext_noop("yes, no, oui or non, in any case."),
        gettext_noop("Write one of the four words; the passage may hold the rest."),
    ),
    "nil-not-accepted": Wording(
        gettext_noop("This task does not accept NIL."),
        gettext_noop("A document of the collection."),
        gettext_noop("Give an answer, or leave the question out."),
    ),
    "nil-with-answer": Wording(
        gettext_noop("NIL stands beside an answer."),
        gettext_noop("NIL with an empty short answer and an empty passage."),
        gettext_noop("Empty the answer, or replace NIL by the document that holds it."),
    ),
    "missing-document": Wording(
        gettext_noop("The document is missing."),
        gettext_noop("The document that supports the answer."),
        gettext_noop("Write the identifier of the document."),
    ),
    "missing-passage": Wording(
        gettext_noop("The passage is missing."),
        gettext_noop("A passage of the document that holds the answer."),
        gettext_noop("Copy the passage from the document."),
    ),
    "document-not-asked": Wording(
        gettext_noop("This task does not ask for documents."),
        gettext_noop("An empty column. Lines that fill it: {lines}."),
        gettext_noop("Nothing to do: the documents are not judged."),
    ),
    "passage-not-asked": Wording(
        gettext_noop("This task does not ask for passages."),
        gettext_noop("An empty column. Lines that fill it: {lines}."),
        gettext_noop("Nothing to do: the passages are not judged."),
    ),
    "score-not-a-number": Wording(
        gettext_noop("The confidence is not a finite number."),
        gettext_noop("A number such as 0.75, or nothing."),
        gettext_noop("Correct the number or empty the cell."),
    ),
    "score-not-a-number/comma": Wording(
        gettext_noop("The confidence is not a finite number."),
        gettext_noop("A number such as 0.75, or nothing."),
        gettext_noop("Write a point instead of the comma."),
    ),
    "empty-answer": Wording(
        gettext_noop("The answer is empty."),
        gettext_noop("A short answer or a passage."),
        gettext_noop(
            "It holds its rank and counts as not answered; remove the line if that is not meant."
        ),
    ),
    "same-file-as": Wording(
        gettext_noop("The same file was submitted before."),
        gettext_noop("Another file than that of the run {run}."),
        gettext_noop("Nothing to do if that is meant; else withdraw one of the two runs."),
    ),
    "repeated-answer": Wording(
        gettext_noop("The same answer and document stand twice in this question."),
        gettext_noop("Each answer once; this one stands on line {first}."),
        gettext_noop(
            "The repeat keeps its rank and gains nothing; use the rank for another answer."
        ),
    ),
    "passage-not-in-document": Wording(
        gettext_noop("The passage does not occur in its document."),
        gettext_noop("A passage copied from {document}."),
        gettext_noop(
            "Check the document and the passage; the answer may be judged as not supported."
        ),
    ),
    "questions-unanswered": Wording(
        gettext_noop("Some questions have no answer."),
        gettext_noop("An answer to each question. Without one: {count} of {total}."),
        gettext_noop("They score 0; add answers if they were left out by mistake."),
    ),
    "answered-question-missing": Wording(
        gettext_noop("The file drops a question that has answers or judgments."),
        gettext_noop("Every question that has answers or judgments."),
        gettext_noop("Keep the question and withdraw it if it must not count."),
    ),
    "answered-question-type": Wording(
        gettext_noop("The file changes the type of a question that has answers or judgments."),
        gettext_noop("The type {type}."),
        gettext_noop("Keep the type, or withdraw the question and add another."),
    ),
    "answered-question-changes": Wording(
        gettext_noop("The file changes a question that has answers or judgments."),
        gettext_noop("The text, expected answer, expected count and NIL to which people answered."),
        gettext_noop(
            "If it is meant, send the file again and tick “Confirm the changes”: answers and labels"
            " then stand under the new wording."
        ),
    ),
    "questions-vanish": Wording(
        gettext_noop("Questions of the present set are missing from the file and vanish."),
        gettext_noop("Every question of the present set; missing: {count}."),
        gettext_noop(
            "If it is meant, send the file again and tick “Confirm the changes”; else add them."
        ),
    ),
    "unknown-type": Wording(
        gettext_noop("The question type is unknown."),
        gettext_noop("factual, list, definition or yes-no."),
        gettext_noop("Write one of the four types."),
    ),
    "unknown-type/suggestion": Wording(
        gettext_noop("The question type is unknown."),
        gettext_noop("factual, list, definition or yes-no."),
        gettext_noop("Did you mean {suggestion}?"),
    ),
    "language-not-a-tag": Wording(
        gettext_noop("The language is not a language code."),
        gettext_noop("A code such as fr or en."),
        gettext_noop("Write the code of the language."),
    ),
    "expected-count-not-a-number": Wording(
        gettext_noop("The expected count is not a whole number above 0."),
        gettext_noop("A whole number, or nothing."),
        gettext_noop("Correct the number or empty the cell."),
    ),
    "expected-count-too-large": Wording(
        gettext_noop("The expected count is too large."),
        gettext_noop("A number up to {limit}, or nothing."),
        gettext_noop("Correct the number or empty the cell."),
    ),
    "expected-count-not-a-list": Wording(
        gettext_noop("An expected count stands beside a question that is not a list."),
        gettext_noop("Nothing, or the type list."),
        gettext_noop("Empty the cell or correct the type; the count is not used."),
    ),
    "nil-not-a-flag": Wording(
        gettext_noop("The column nil holds neither 0 nor 1."),
        gettext_noop("1 if the collection has no answer, else 0."),
        gettext_noop("Write 0 or 1."),
    ),
    "nil-with-known-answers": Wording(
        gettext_noop("The question is marked as having no answer, and has known answers."),
        gettext_noop("Either nil or known answers."),
        gettext_noop("Write 0 in nil or remove the known answers."),
    ),
    "unknown-kind": Wording(
        gettext_noop("The kind is unknown."),
        gettext_noop("answer or passage."),
        gettext_noop("Write one of the two words."),
    ),
    "unknown-label": Wording(
        gettext_noop("The label is unknown."),
        gettext_noop("correct, inexact, unsupported or incorrect."),
        gettext_noop("Write one of the four labels."),
    ),
    "unknown-label/suggestion": Wording(
        gettext_noop("The label is unknown."),
        gettext_noop("correct, inexact, unsupported or incorrect."),
        gettext_noop("Did you mean {suggestion}?"),
    ),
    "no-label": Wording(
        gettext_noop("The line has no label."),
        gettext_noop("correct, inexact, unsupported or incorrect."),
        gettext_noop(
            "The answer counts as unjudged, not as incorrect; add the label if it was forgotten."
        ),
    ),
    "label-not-for-passages": Wording(
        gettext_noop("The label does not exist for passages."),
        gettext_noop("correct or incorrect."),
        gettext_noop("Judge the passage as correct or incorrect."),
    ),
    "missing-assessor": Wording(
        gettext_noop("The assessor is missing."),
        gettext_noop("A name, the same on all lines of one person."),
        gettext_noop("Write a name; a pseudonym will do."),
    ),
    "several-distinct": Wording(
        gettext_noop("A short answer names several distinct answers."),
        gettext_noop("One name; only a passage may hold several."),
        gettext_noop("Keep the name of the answer."),
    ),
    "nil-judgment": Wording(
        gettext_noop("NIL needs no judgment."),
        gettext_noop("Judgments of answers and passages."),
        gettext_noop("Nothing to do: whether NIL is right follows from the question."),
    ),
    "repeated-judgment": Wording(
        gettext_noop("The judgment stands twice."),
        gettext_noop("Each judgment once; this one stands on line {first}."),
        gettext_noop("Nothing to do: it counts once."),
    ),
    "contradicting-judgment": Wording(
        gettext_noop("The assessor says two things about one answer."),
        gettext_noop("The same as on line {first}: {before}."),
        gettext_noop("Keep the line that is meant."),
    ),
    "unknown-judgment-code": Wording(
        gettext_noop("The judgment code is unknown."),
        gettext_noop("-1 for wrong, 1 for right, 2 for not supported, 3 for inexact."),
        gettext_noop("Write one of the four codes; leave out what was not judged."),
    ),
    "unknown-distinct-flag": Wording(
        gettext_noop("The mark of a distinct answer is unknown."),
        gettext_noop("1 for one of several equal right answers, 0 for all others."),
        gettext_noop("Write 0 or 1; the column may only be missing from all lines."),
    ),
    "distinct-not-right": Wording(
        gettext_noop("An answer that is not right is marked as a distinct answer."),
        gettext_noop("The mark 1 for right answers only."),
        gettext_noop("Nothing to do: the mark is passed over; check the code."),
    ),
    "unclear-repeat": Wording(
        gettext_noop("The file does not say which answer this one repeats."),
        gettext_noop("The same answer marked as distinct, or a name of the distinct answer."),
        gettext_noop("Until the distinct answer is named, this answer counts as one of its own."),
    ),
    "tab-in-text": Wording(
        gettext_noop("The text holds a tab."),
        gettext_noop("A text without tabs."),
        gettext_noop("Replace the tab by a space."),
    ),
    "labels-given-here": Wording(
        gettext_noop("The file changes labels that their assessors gave on these pages."),
        gettext_noop("The labels as they are; changed: {count}."),
        gettext_noop(
            "If it is meant, send the file again and tick “Confirm the changes”; else remove the lines or name another assessor."
        ),
    ),
    "labels-given-here/confirmed": Wording(
        gettext_noop("The file changes labels that their assessors gave on these pages."),
        gettext_noop("Confirmed when it was sent; changed: {count}."),
        gettext_noop("Nothing to do: what was said before is kept."),
    ),
    "judgments-outside-pool": Wording(
        gettext_noop("No run of this task gave this text with this document."),
        gettext_noop("Texts of the pool. Labels without any: {count} of {total}."),
        gettext_noop(
            "They count once a run gives the same text with the same document. If many are meant to count now, check question, document and spelling."
        ),
    ),
    "relevance-of-documents": Wording(
        gettext_noop("The file says which documents are relevant, not which answers are right."),
        gettext_noop("Judgments of answers or passages, with their texts."),
        gettext_noop(
            "Send judgments in the tab-separated form or that of TREC QA: a relevant document does not say which of its strings are right. Passages can be judged by document: load the file into the task and say that passages were judged."
        ),
    ),
    "document-without-passages": Wording(
        gettext_noop("No run gave a passage of this document."),
        gettext_noop("Documents of pooled passages. Without any in the file: {documents}."),
        gettext_noop("Nothing to do: relevance is laid on passages, and here are none."),
    ),
    "relevance-not-a-number": Wording(
        gettext_noop("The relevance is not a whole number."),
        gettext_noop("A whole number from -127 to 127."),
        gettext_noop("Write 0 for not relevant, 1 or more for relevant."),
    ),
    "contradicting-relevance": Wording(
        gettext_noop("The file says two things about one document."),
        gettext_noop("The same as on line {first}: {before}."),
        gettext_noop("Keep the line that is meant."),
    ),
}

RUN_TITLES: dict[str, str] = {
    "unknown-question": gettext_noop("The question is unknown."),
    "unknown-document": gettext_noop("The document is not in the collection."),
    "ranks-from-zero": gettext_noop("Ranks start at 0."),
}
"""Titles of a code whose wordings have titles of their own, for a list of codes."""
