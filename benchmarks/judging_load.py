"""Steps of judging through a real server: 50 assessors who think, then eight who do not."""

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

SLOWEST_STEP, STEPS = 0.050, 250  # seconds at p99; a second
ASSESSORS, THINKING, SECONDS = 50, 2.0, 15
OK = 200


class Walker:
    """One assessor at one connection: the same answer, right and wrong in turns."""

    def __init__(self, port: int, task: Task, user: User, item: PoolItem, document: str) -> None:
        client = Client()
        client.force_login(user)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.address = (
            f"/campaigns/{task.campaign.slug}/{task.slug}/judge/act/{item.question.identifier}/"
        )
        token = "a" * 32
        self.headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "X-Assessor": str(user.pk),
            "X-CSRFToken": token,
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={cookie}; csrftoken={token}",
        }
        self.item, self.document = item, document
        self.seen, self.steps = "", 0

    def step(self) -> float:
        """Decide once; return the seconds until the answer was read."""
        key = str(uuid4())
        choice = {
            "item": self.item.token,
            "document": self.document,
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


def measure(task: Task, folder: Path) -> tuple[list[float], float]:
    """Return the seconds of each step of thinking assessors, and steps a second without pauses."""
    items = list(PoolItem.objects.answers().pooled().filter(question__task=task)[:ASSESSORS])
    people = add_assessors(task, ASSESSORS)
    with served(folder) as port:
        walkers = [
            Walker(port, task, user, item, item.texts.values_list("document", flat=True)[0])
            for user, item in zip(people, items, strict=True)
        ]
        for walker in walkers:
            walker.step()  # warms up, and gives everybody a name to judge under
        taken = think_and_step(walkers, seconds=SECONDS)
        rate = steps_a_second(walkers[:8], seconds=SECONDS)
    return taken, rate


def main() -> int:
    with scratch_database() as folder:
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("load_demonstration", anyway=True, verbosity=0)
        task = max(Campaign.objects.get().tasks.all(), key=lambda task: task.runs.count())
        fill_pool(task, at=timezone.now())
        taken, rate = measure(task, folder)
    slowest = quantiles(taken, n=100)[-1]
    print_table(
        (f"a step, {ASSESSORS} assessors thinking {THINKING:g} s", "measured"),
        [
            ("median", milliseconds(median(taken))),
            ("p99", milliseconds(slowest)),
            ("steps a second without pauses", f"{rate:.0f}"),
        ],
    )
    reached = [
        goal("a step at p99, seconds", slowest, at_most=SLOWEST_STEP),
        goal("steps a second", rate, at_least=STEPS),
    ]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
