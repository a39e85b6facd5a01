"""`python -m config.servers DOOR …`: the part of `./run` that is Python."""

from __future__ import annotations

import os
import sys

from config.servers.doors import DOORS
from config.servers.places import CannotStart


def main() -> int:
    door = DOORS.get(sys.argv[1]) if len(sys.argv) > 1 else None
    if door is None:
        sys.stderr.write(f"Doors: {', '.join(DOORS)}.\n")
        return 2
    try:
        code = door(sys.argv[2:])
        sys.stdout.flush()
    except CannotStart as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `head` has seen enough: what is left goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    return code


if __name__ == "__main__":
    sys.exit(main())
