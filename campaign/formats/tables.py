"""Tab-separated text without quoting: what questions, runs and judgments share."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

from campaign.formats.known_forms import WITHOUT_TABS, recognise_form
from campaign.formats.problems import ProblemList, error, warning

SEPARATOR = "|"
HEADER_STARTS = ("id", "question")
_SAMPLE = 50


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a kind of file, in the order they have without a header."""

    required: tuple[str, ...]
    optional: tuple[str, ...] = ()

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
        Receives what is wrong with the header and with the number of columns.

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
        self._lines = _split_lines(text)
        self._first = 1
        self._names: tuple[str, ...] | None = ()
        if not self._lines:
            return
        form = recognise_form(text)
        if form is None:
            self._names = self._read_header()
        else:
            self._names = None
            said = {"wording": "no-tabs"} if form == WITHOUT_TABS else {"form": form}
            problems.add(error("other-format", 1, found=form, parameters=said))

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns that the file has, in its own order."""
        return self._names or ()

    def records(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield (line number, cells in the order of the layout); absent columns are empty."""
        if not self._names:
            return
        width = len(self._names)
        arrange = self._arrangement()
        lines = self._lines
        for index in range(self._first - 1, len(lines)):
            cells = lines[index].split("\t")
            if len(cells) == width:
                yield index + 1, arrange(cells)
            else:
                self._refuse_width(index + 1, cells)

    def place(self, line: int, name: str) -> int:
        """Return the 1-based character at which a named cell of a line starts."""
        names = self.columns
        if name not in names:
            return 1
        before = self._lines[line - 1].split("\t")[: names.index(name)]
        return sum(map(len, before)) + len(before) + 1

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
        cells = self._lines[0].split("\t")
        if cells[0] in HEADER_STARTS:
            self._first = 2
            return tuple(cells) if self._check_header(cells) else None
        if self._resembles_header(cells):
            expected = " · ".join(self._layout.columns)
            parameters = {"first": self._layout.required[0], "columns": expected}
            self._problems.add(
                error("header-not-recognised", 1, found=cells[0], parameters=parameters)
            )
            return None
        return self._layout.columns[: self._usual_width()]

    def _resembles_header(self, cells: Sequence[str]) -> bool:
        names = {cell.strip().casefold() for cell in cells}
        return len(names) > 1 and names <= {*self._layout.columns, *HEADER_STARTS}

    def _check_header(self, cells: Sequence[str]) -> bool:
        columns = self._layout.columns
        complete = True
        expected = ", ".join(columns)
        for name, count in Counter(cells).items():
            if name not in columns:
                code = "unknown-column"
            elif count > 1:
                code = "repeated-column"
            else:
                continue
            complete = False
            self._problems.add(error(code, 1, found=name, parameters={"columns": expected}))
        for name in self._layout.required:
            if name not in cells:
                complete = False
                self._problems.add(error("missing-column", 1, parameters={"column": name}))
        return complete

    def _usual_width(self) -> int:
        fewest, most = len(self._layout.required), len(self._layout.columns)
        widths = Counter(line.count("\t") + 1 for line in self._lines[:_SAMPLE] if line)
        fitting = [width for width, _ in widths.most_common() if fewest <= width <= most]
        return fitting[0] if fitting else fewest

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


type _Arrangement = Callable[[Sequence[str]], tuple[str, ...]]


def _split_lines(text: str) -> list[str]:
    # Not splitlines(): U+2028, U+0085 and form feeds are characters of a field.
    lines = text.split("\n")
    if "\r" in text:
        lines = [line.removesuffix("\r") for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines


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
