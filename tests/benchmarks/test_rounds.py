"""Contenders take turns, and goals are told."""

from __future__ import annotations

import pytest

from benchmarks._rounds import goal, median_seconds, print_table


def test_contenders_take_turns_in_alternating_order() -> None:
    turns: list[str] = []

    def contender(name: str, seconds: list[float]) -> float:
        turns.append(name)
        return seconds.pop(0)

    a, b = [9.0, 1.0, 3.0, 2.0], [9.0, 5.0, 5.0, 8.0]
    contenders = {"a": lambda: contender("a", a), "b": lambda: contender("b", b)}
    assert median_seconds(contenders, rounds=3) == {"a": 2.0, "b": 5.0}
    assert "".join(turns) == "baabbaab"


@pytest.mark.parametrize(
    ("value", "limits", "reached"),
    [
        (0.5, {"at_least": 0.4}, True),
        (0.3, {"at_least": 0.4}, False),
        (0.5, {"at_most": 0.4}, False),
    ],
)
def test_goals(value: float, limits: dict[str, float], *, reached: bool) -> None:
    assert goal("ratio", value, **limits) is reached


def test_tables_are_aligned(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("", "time"), [("import", "5 ms"), ("peer", "10 ms")])
    assert capsys.readouterr().out == "         time\nimport   5 ms\npeer    10 ms\n"
