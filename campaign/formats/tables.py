"""Tab-separated text without quoting: what questions, runs and judgments share."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from itertools import islice
from operator import itemgetter

from campaign.formats.known_forms import WITHOUT_TABS, recognise_form
from campaign.formats.problems import Problem, ProblemList, error, warning

SEPARATOR = "|"
HEADER_STARTS = ("id", "question")
CELL_LIMIT = 50_000
"""Characters allowed in a cell whose column has no limit of its own."""
_SAMPLE = 50
_GUESSED = 50
"""Characters of an unknown column's name that are compared with the known ones."""
MOST_COLUMNS = 50
"""A header of more names no columns of any form: what is below it is not read."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a kind of file, in the order they have without a header.

    `limits` holds the characters allowed in a cell, by column.
    """

    required: tuple[str, ...]
    optional: tuple[str, ...] = ()
    limits: Mapping[str, int] = field(default_factory=dict)

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns, required ones first."""
        return self.required + self.optional


class Unwritable(ValueError):
    """A value holds a tab or a line break, which tab-separated text cannot express."""


class Table:
    r"""The records of one file, in the order of the layout whatever the file's own order.

    Parameters
    ----------
    text : str
        The decoded file.
    layout : Layout
    problems : ProblemList
        Receives what is wrong with the header, the number of columns and the length of cells.

    Examples
    --------
    >>> problems = ProblemList()
    >>> layout = Layout(("question", "rank"), ("confidence",))
    >>> table = Table("question\tconfidence\trank\nGB1\t0.5\t1\n", layout, problems)
    >>> list(table.records())
    [(2, ('GB1', '1', '0.5'))]
    """

    def __init__(self, text: str, layout: Layout, problems: ProblemList) -> None:
        self._layout = layout
        self._problems = problems
        self._text = _without_line_ends(text)
        self._first = 1
        self._names: tuple[str, ...] | None = ()
        self.lacking: frozenset[str] = frozenset()
        """Required columns that the header does not name: nothing can be said of their cells."""
        self._has_sound_header = True
        if not self._text:
            return
        form = recognise_form(text)
        if form is None:
            self._names = self._read_header()
        else:
            self._names = None
            said = {"wording": "no-tabs"} if form == WITHOUT_TABS else {"form": form}
            problems.add(error("other-format", 1, found=form, parameters=said))

    @cached_property
    def _lines(self) -> list[str]:
        return self._text.split("\n")

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns that the file has, in its own order."""
        return self._names or ()

    def records(
        self, misfit: Callable[[int, Mapping[str, str]], None] | None = None
    ) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield (line number, cells in the order of the layout); absent columns are empty.

        Lines with another number of cells are refused; ``misfit`` hears the cells that they have.
        """
        if not self._names:
            return
        width = len(self._names)
        arrange = self._arrangement()
        limits = [self._layout.limits.get(name, CELL_LIMIT) for name in self._names]
        shortest = min(limits)
        lines = self._lines
        for index in range(self._first - 1, len(lines)):
            cells = lines[index].split("\t")
            if len(cells) == width:
                if len(lines[index]) > shortest:
                    self._refuse_length(index + 1, cells, limits)
                yield index + 1, arrange(cells)
            else:
                self._refuse_width(index + 1, cells)
                if misfit is not None and cells != [""]:
                    misfit(index + 1, dict(zip(self._names, cells, strict=False)))

    def sound_columns(self) -> tuple[range, list[list[str]]] | None:
        r"""Return the records' line numbers and all columns, in the order of the layout.

        None if `records` has something to say, or if there are no records: this is its short way,
        a few passes over the whole file instead of several calls a line.

        >>> table = Table("GB1\t1\nGB2\t1\n", Layout(("question", "rank")), ProblemList())
        >>> table.sound_columns()
        (range(1, 3), [['GB1', 'GB2'], ['1', '1']])
        """
        names, text = self._names, self._text
        if self._first > 1:
            text = text.partition("\n")[2]
        if not names or not text or not self._has_sound_header:
            return None
        width = len(names)
        shortest = min(self._layout.limits.get(name, CELL_LIMIT) for name in names)
        # Each line after the first begins a cell, which keeps the line break. If there are as many
        # cells as there should be, and all line breaks are in first cells, all lines are as wide.
        cut = text.replace("\n", "\t\n")
        cells, number = cut.split("\t"), len(cut) - len(text) + 1
        first_cells = "".join(cells[::width]).split("\n")
        if len(cells) != width * number or len(first_cells) != number:
            return None
        if _may_hold_longer(text, shortest):
            return None
        columns = {name: cells[place::width] for place, name in enumerate(names)}
        columns[names[0]] = first_cells
        absent = [""] * number
        numbers = range(self._first, self._first + number)
        return numbers, [columns.get(name, absent) for name in self._layout.columns]

    def place(self, line: int, name: str) -> int:
        """Return the 1-based character at which a named cell of a line starts."""
        names = self.columns
        if name not in names:
            return 1
        return cell_start(self._lines[line - 1].split("\t"), names.index(name))

    def _arrangement(self) -> "_Arrangement":
        names = self._names or ()
        if names == self._layout.columns:
            return tuple
        places = [
            names.index(name) if name in names else len(names) for name in self._layout.columns
        ]
        choose = itemgetter(*places)
        return lambda cells: choose([*cells, ""])

    def _read_header(self) -> tuple[str, ...] | None:
        cells = self._text.partition("\n")[0].split("\t")
        if cells[0] in HEADER_STARTS:
            return self._follow_header(cells, list(header_problems(cells, self._layout)))
        if self._resembles_header(cells):
            expected = " · ".join(self._layout.columns)
            parameters = {"first": self._layout.required[0], "columns": expected}
            problem = error(
                "header-not-recognised", 1, column=1, found=cells[0], parameters=parameters
            )
            return self._follow_header(cells, [problem])
        return self._layout.columns[: self._usual_width()]

    def _resembles_header(self, cells: Sequence[str]) -> bool:
        names = {cell.strip().casefold() for cell in cells}
        return len(names) > 1 and names <= {*self._layout.columns, *HEADER_STARTS}

    def _follow_header(self, cells: Sequence[str], found: list[Problem]) -> tuple[str, ...]:
        """Say what is wrong with the header, and read on as far as its columns can be told."""
        self._first = 2
        self._problems.extend(found)
        self._has_sound_header = not found
        names = meant_columns(cells, self._layout) if found else tuple(cells)
        if len(names) > MOST_COLUMNS:
            return ()
        self.lacking = frozenset(self._layout.required) - set(names)
        return names

    def _usual_width(self) -> int:
        fewest, most = len(self._layout.required), len(self._layout.columns)
        sample = self._text.split("\n", _SAMPLE)[:_SAMPLE]
        widths = Counter(line.count("\t") + 1 for line in sample if line)
        fitting = [width for width, _ in widths.most_common() if fewest <= width <= most]
        return fitting[0] if fitting else fewest

    def _refuse_length(self, number: int, cells: Sequence[str], limits: Sequence[int]) -> None:
        for position, (cell, limit) in enumerate(zip(cells, limits, strict=True)):
            if len(cell) > limit:
                self._problems.add(
                    value_too_long(cell, limit, number, column=cell_start(cells, position))
                )

    def _refuse_width(self, number: int, cells: Sequence[str]) -> None:
        if cells == [""]:
            self._problems.add(warning("blank-line", number))
            return
        expected = len(self._names or ())
        parameters = {"expected": expected, "columns": ", ".join(self._names or ())}
        if len(cells) > expected:
            parameters["wording"] = "too-many"
        self._problems.add(
            error("column-count", number, found=str(len(cells)), parameters=parameters)
        )


def cell_start(cells: Sequence[str], position: int) -> int:
    """Return the 1-based character at which a cell of a line starts.

    >>> cell_start(["GB1", "1", "D1"], 2)
    7
    """
    return sum(map(len, cells[:position])) + position + 1


def header_problems(cells: Sequence[str], layout: Layout) -> Iterator[Problem]:
    """Yield what is wrong with the names of the columns, each where it stands.

    >>> [(p.code, p.column) for p in header_problems(["id", "id", "x"], Layout(("id", "text")))]
    [('repeated-column', 4), ('unknown-column', 7), ('missing-column', None)]
    """
    parameters: dict[str, str | int] = {"columns": ", ".join(layout.columns)}
    column, seen = 1, set()
    for name in cells:
        if name not in layout.columns:
            yield error("unknown-column", 1, column=column, found=name, parameters=parameters)
        elif name in seen:
            yield error("repeated-column", 1, column=column, found=name, parameters=parameters)
        seen.add(name)
        column += len(name) + 1
    for name in layout.required:
        if name not in cells:
            yield error("missing-column", 1, parameters={"column": name})


def meant_columns(cells: Sequence[str], layout: Layout) -> tuple[str, ...]:
    """Return the names of the columns, misspelt ones as they were meant where that is plain.

    The file is refused all the same: this is to see what else is wrong with it.

    >>> meant_columns(["question", "Text", "expected_cuont", "x"],
    ...               Layout(("id", "text", "expected_count")))
    ('id', 'text', 'expected_count', 'x')
    """
    absent = [name for name in layout.columns if name not in cells]
    names = [cell[:_GUESSED] for cell in cells]
    unknown = (place for place, name in enumerate(cells) if name not in layout.columns)
    for place in islice(unknown, MOST_COLUMNS):
        name = cells[place].strip().casefold()
        is_start = place == 0 and name in HEADER_STARTS
        meant = absent[:1] if is_start else get_close_matches(name[:_GUESSED], absent, n=1)
        if meant:
            names[place] = meant[0]
            absent.remove(meant[0])
    return tuple(names)


def value_too_long(value: str, limit: int, line: int, *, column: int | None = None) -> Problem:
    """Return the problem of a value that has more characters than can be kept.

    >>> value_too_long("Angers", 5, 3).parameters
    {'length': 6, 'limit': 5}
    """
    parameters = {"length": len(value), "limit": limit}
    return error("value-too-long", line, column=column, found=value, parameters=parameters)


type _Arrangement = Callable[[Sequence[str]], tuple[str, ...]]


def _without_line_ends(text: str) -> str:
    """Return the lines without carriage returns, and without empty ones at the end."""
    # Not splitlines(): U+2028, U+0085 and form feeds are characters of a field.
    if "\r" in text:
        text = "\n".join(line.removesuffix("\r") for line in text.split("\n"))
    return text.rstrip("\n")


def _may_hold_longer(text: str, limit: int) -> bool:
    # A cell over the limit would fill one of these stretches, half as long.
    step = limit // 2
    return any(text.find("\t", at, at + step) < 0 for at in range(0, len(text) - step, step))


def split_values(cell: str) -> tuple[str, ...]:
    """Return the values of a cell that holds several, separated by a vertical bar.

    >>> split_values("Mitterrand | Chirac|")
    ('Mitterrand', 'Chirac')
    """
    return tuple(value for value in map(str.strip, cell.split(SEPARATOR)) if value)


def join_values(values: Iterable[str]) -> str:
    """Return the cell that holds several values.

    Raises
    ------
    Unwritable
        If a value holds the separator.

    Examples
    --------
    >>> join_values(["Mitterrand", "Chirac"])
    'Mitterrand|Chirac'
    """
    listed = list(values)
    if any(SEPARATOR in value for value in listed):
        raise Unwritable(listed)
    return SEPARATOR.join(listed)


def format_line(cells: Sequence[str]) -> str:
    r"""Return one line of a file, with its end.

    Raises
    ------
    Unwritable
        If a cell holds a tab or a line break.

    Examples
    --------
    >>> format_line(["GB1", "1"])
    'GB1\t1\n'
    """
    line = "\t".join(cells)
    if line.count("\t") != len(cells) - 1 or "\n" in line or "\r" in line:
        raise Unwritable(line)
    return line + "\n"
