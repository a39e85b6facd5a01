"""Reading the files named on the command line."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from campaign.formats.encodings import read_upload
from campaign.formats.names import run_name
from campaign.formats.problems import Problem, ProblemList, error
from campaign.formats.questions import QuestionFile, QuestionType, read_questions

RANK_CEILING = 10_000
"""Without --answers any rank passes up to here: a stray number must not fill the memory."""


class FileProblems(NamedTuple):
    """What is wrong with one of the files."""

    path: Path
    problems: ProblemList


class InputsRefused(Exception):
    """At least one file is refused."""

    def __init__(self, files: Sequence[FileProblems]) -> None:
        super().__init__(", ".join(str(file.path) for file in files))
        self.files = list(files)


def refuse(path: Path, *problems: Problem) -> InputsRefused:
    """Return the refusal of one file."""
    return InputsRefused([FileProblems(path, ProblemList(problems))])


def check_run_names(paths: Sequence[Path]) -> None:
    """Refuse two runs of one name: results could not tell them apart.

    :raises InputsRefused:
    """
    names: set[str] = set()
    for path in paths:
        name = run_name(path)
        if name in names:
            raise refuse(path, error("repeated-run-name", found=name))
        names.add(name)


def reading[T](path: Path, read: Callable[[Path], T]) -> T:
    """Read one file; a file that cannot be opened is a refusal like any other.

    :raises InputsRefused:
    """
    if path.is_dir():
        raise refuse(path, error("folder-instead-of-file", found=str(path)))
    try:
        return read(path)
    except OSError as failure:
        raise refuse(path, error("file-not-found", found=str(path))) from failure


def load_questions(path: Path, *, accept_windows_1252: bool) -> QuestionFile:
    """Read the question file, which everything else needs.

    :raises InputsRefused:
    """
    file = reading(
        path,
        lambda source: read_questions(
            source, name=source.name, accept_windows_1252=accept_windows_1252
        ),
    )
    if file.problems.refuses:
        raise InputsRefused([FileProblems(path, file.problems)])
    return file


def load_identifiers(path: Path) -> frozenset[str]:
    """Read document identifiers, one a line; further columns are passed over.

    :raises InputsRefused:
    """
    text, problems = reading(path, lambda source: read_upload(source, name=source.name))
    if problems.refuses:
        raise InputsRefused([FileProblems(path, problems)])
    cells = (line.removesuffix("\r").split("\t", 1)[0] for line in text.split("\n"))
    return frozenset(cell for cell in cells if cell)


def allowed_answers(answers: int) -> dict[QuestionType, int]:
    """Return the highest rank of each question type: one answer to a yes/no question.

    >>> allowed_answers(5)[QuestionType.YES_NO], allowed_answers(5)[QuestionType.LIST]
    (1, 5)
    """
    return {**dict.fromkeys(QuestionType, answers), QuestionType.YES_NO: 1}
