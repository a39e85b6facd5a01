"""``leaderboard TASK [--format table|csv|json]``."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from campaign.management.task_command import TaskCommand
from scoring.evaluation import Profile
from scoring.exports import write_board
from scoring.leaderboard import Column, Leaderboard, Row, leaderboard
from scoring.models import Score


class Command(TaskCommand):
    help = "Print the leaderboard of a task."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--format", choices=["table", "csv", "json"], default="table")
        parser.add_argument(
            "--profile",
            choices=[profile.value for profile in Profile],
            default=Profile.STRICT.value,
        )

    def handle(self, *args: Any, **options: Any) -> None:
        board = leaderboard(self.find_task(options["task"]), profile=options["profile"])
        if board.scoring is None:
            raise CommandError("No score yet: run score_task, or start a worker.", returncode=1)
        if options["format"] == "table":
            self.stdout.write(_table(board))
        else:
            self.stdout.write(write_board(board, options["format"]))


def _columns(board: Leaderboard) -> tuple[Column, ...]:
    return (board.main, *board.others) if board.main else board.others


def _cells(row: Row) -> tuple[Score | None, ...]:
    return (row.main, *(score for _column, score in row.others))


def _table(board: Leaderboard) -> str:
    head = ["rank", "team", "run", *("-".join(column) for column in _columns(board))]
    rows = [
        [
            str(row.rank or "-"),
            row.run.team.name,
            row.run.tag,
            *("-" if cell is None else f"{cell.value:.4f}" for cell in _cells(row)),
        ]
        for row in board.rows
    ]
    widths = [max(len(line[column]) for line in [head, *rows]) for column in range(len(head))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in [head, *rows]
    )
