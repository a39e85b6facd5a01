"""Steps of judging through a real server, beside the least that a step in Django does.

50 assessors think and decide, then eight decide without a pause: at the desk, and at a page that
only finds out who asks and keeps what came. Both stand behind the same server and database, and
take turns. P8 asks for 50 ms at p99 and 250 steps a second where such a bare step has 7 to 10 ms
and 530 to 690: the goals are these shares, which hold on any machine.
"""

from __future__ import annotations

import http.client
import json
import random
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple
from uuid import uuid4

from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from benchmarks._assessors import add_assessors, fill_pool, served
from benchmarks._rounds import goal, milliseconds, print_table
from benchmarks._scratch import scratch_database
from campaign.models import Campaign, Task, User
from judging.models import PoolItem

SLOWEST_STEP = 50 / 8.5  # of the bare step's p99
STEPS = 250 / 610  # of the bare steps a second
ASSESSORS, THINKING = 50, 2.0
SECONDS, ROUNDS = 8, 3
OK = 200


class Seat(NamedTuple):
    """What an assessor decides on, again and again, and the cookie of their session."""

    user: User
    item: PoolItem
    document: str
    cookie: str


class Walker:
    """One assessor at one connection: the same answer, right and wrong in turns."""

    def __init__(self, port: int, seat: Seat, address: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.address = address
        token = "a" * 32
        self.headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "X-Assessor": str(seat.user.pk),
            "X-CSRFToken": token,
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={seat.cookie}; csrftoken={token}",
        }
        self.seat = seat
        self.seen, self.steps = "", 0

    def step(self) -> float:
        """Decide once; return the seconds until the answer was read."""
        key = str(uuid4())
        choice = {
            "item": self.seat.item.token,
            "document": self.seat.document,
            "decision": ("right", "wrong")[self.steps % 2],
            "seen": self.seen,
        }
        body = json.dumps({"key": key, "means": "key", "choices": [choice]})
        began = time.perf_counter()
        self.connection.request("POST", self.address, body, self.headers)
        response = self.connection.getresponse()
        answer = response.read()
        taken = time.perf_counter() - began
        if response.status != OK:
            raise AssertionError(answer)
        self.seen, self.steps = key, self.steps + 1
        return taken


def think_and_step(walkers: list[Walker], *, seconds: float) -> list[float]:
    """Let every assessor decide, think and decide again; return the seconds of all steps."""
    until = time.monotonic() + seconds

    def work(walker: Walker, seed: int) -> list[float]:
        pause = random.Random(seed)  # noqa: S311 -- thinking, not hiding
        taken = []
        time.sleep(pause.random() * THINKING)
        while time.monotonic() < until:
            walker.connection.close()  # the server has closed it while the person thought
            taken.append(walker.step())
            time.sleep(THINKING * (0.5 + pause.random()))
        return taken

    with ThreadPoolExecutor(len(walkers)) as pool:
        return [one for taken in pool.map(work, walkers, range(len(walkers))) for one in taken]


def steps_a_second(walkers: list[Walker], *, seconds: float) -> float:
    """Return how many steps the server takes a second from assessors who never think."""
    stop = threading.Event()

    def work(walker: Walker) -> int:
        walker.connection.close()  # the server has closed it meanwhile
        steps = 0
        while not stop.is_set():
            walker.step()
            steps += 1
        return steps

    threading.Timer(seconds, stop.set).start()
    with ThreadPoolExecutor(len(walkers)) as pool:
        return sum(pool.map(work, walkers)) / seconds


class Figures:
    """Seconds of single steps, and steps a second, of one kind of page."""

    def __init__(self, walkers: list[Walker]) -> None:
        self.walkers = walkers
        self.taken: list[float] = []
        self.rates: list[float] = []
        for walker in walkers:
            walker.step()  # warms up, and gives everybody a name to judge under

    def add_round(self) -> None:
        self.taken += think_and_step(self.walkers, seconds=SECONDS)
        self.rates.append(steps_a_second(self.walkers[:8], seconds=SECONDS))

    @property
    def slowest(self) -> float:
        return quantiles(self.taken, n=100)[-1]

    @property
    def rate(self) -> float:
        return median(self.rates)


def seats_of(task: Task) -> list[Seat]:
    """Give each assessor an answer of their own."""
    items = list(PoolItem.objects.answers().pooled().filter(question__task=task)[:ASSESSORS])
    seats = []
    for user, item in zip(add_assessors(task, ASSESSORS), items, strict=True):
        client = Client()
        client.force_login(user)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
        seats.append(Seat(user, item, item.texts.values_list("document", flat=True)[0], cookie))
    return seats


def measure(task: Task, folder: Path) -> tuple[Figures, Figures]:
    """Return the figures of the desk and of the bare step, measured in turns."""
    seats = seats_of(task)
    desk_of = f"/campaigns/{task.campaign.slug}/{task.slug}/judge/act/{{}}/"
    with (
        served(folder) as port,
        served(folder, settings_module="benchmarks._bare_settings") as bare_port,
    ):
        desk = Figures(
            [Walker(port, seat, desk_of.format(seat.item.question.identifier)) for seat in seats]
        )
        bare = Figures([Walker(bare_port, seat, "/bare-step/") for seat in seats])
        for _round in range(ROUNDS):
            bare.add_round()
            desk.add_round()
    return desk, bare


def main() -> int:
    with scratch_database() as folder:
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("load_demonstration", anyway=True, verbosity=0)
        task = max(Campaign.objects.get().tasks.all(), key=lambda task: task.runs.count())
        fill_pool(task, at=timezone.now())
        desk, bare = measure(task, folder)
    print_table(
        (f"{ASSESSORS} assessors thinking {THINKING:g} s", "desk", "bare step", "desk is"),
        [
            (
                "a step, median",
                *map(milliseconds, seconds := (median(desk.taken), median(bare.taken))),
                f"{seconds[0] / seconds[1]:.2f}",
            ),
            (
                "a step, p99",
                *map(milliseconds, seconds := (desk.slowest, bare.slowest)),
                f"{seconds[0] / seconds[1]:.2f}",
            ),
            (
                "steps a second without pauses",
                f"{desk.rate:.0f}",
                f"{bare.rate:.0f}",
                f"{desk.rate / bare.rate:.2f}",
            ),
        ],
    )
    reached = [
        goal("p99 of a step / bare step", desk.slowest / bare.slowest, at_most=SLOWEST_STEP),
        goal("steps a second / bare steps", desk.rate / bare.rate, at_least=STEPS),
    ]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
