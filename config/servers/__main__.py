"""`python -m config.servers DOOR …`: the part of `./run` that is Python."""

from __future__ import annotations

import sys

from config.servers.doors import DOORS
from config.servers.places import CannotStart


def main() -> int:
    door = DOORS.get(sys.argv[1]) if len(sys.argv) > 1 else None
    if door is None:
        sys.stderr.write(f"Doors: {', '.join(DOORS)}.\n")
        return 2
    try:
        return door(sys.argv[2:])
    except CannotStart as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
