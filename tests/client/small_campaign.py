"""Texts of a small campaign: four questions, seven judgments, one run."""

from collections.abc import Callable
from typing import Any

type Equer = Callable[..., tuple[int, Any, str]]
"""Runs the command: exit code, standard output (parsed with --json), standard error."""

QUESTIONS = "".join(
    f"{line}\n"
    for line in (
        "id\ttype\tanswer_type\ttext\texpected_count\tlanguage\tnil",
        "GB1\tfactual\tplace\tOù est le château ?\t\tfr\t0",
        "GB2\tfactual\tplace\tOù est la mer ?\t\tfr\t1",
        "GL3\tlist\tcountry\tQuels pays ?\t2\tfr\t0",
        "GY4\tyes-no\t\tEst-ce en France ?\t\tfr\t0",
    )
)
JUDGMENTS = "".join(
    f"{line}\n"
    for line in (
        "question\tkind\tdocument\ttext\tassessor\tlabel",
        "GB1\tanswer\t\tAngers\ta1\tcorrect",
        "GB1\tanswer\t\tTours\ta1\tincorrect",
        "GB1\tanswer\t\tTours\ta2\tinexact",
        "GB1\tanswer\t\tTours\ta3\tinexact",
        "GL3\tanswer\t\tItalie\ta1\tcorrect",
        "GL3\tanswer\t\tFrance\ta1\tcorrect",
        "GY4\tanswer\t\toui\ta1\tcorrect",
    )
)
RUN = "".join(
    f"{line}\n"
    for line in (
        "question\trank\tdocument\tshort_answer\tpassage",
        "GB1\t1\t\tTours\t",
        "GB1\t2\t\tAngers\t",
        "GB2\t1\tNIL\t\t",
        "GL3\t1\t\tItalie\t",
        "GY4\t1\t\toui\t",
    )
)
