"""How a run is called after its file."""

from __future__ import annotations

from pathlib import Path


def run_name(path: Path) -> str:
    """Return a run's name: its file's without `.gz` or `.zip` and one more extension.

    >>> run_name(Path("runs/lexi1.tsv.gz")), run_name(Path("my.run.txt")), run_name(Path("lexi1"))
    ('lexi1', 'my.run', 'lexi1')
    """
    name = path.name
    for packing in (".gz", ".zip"):
        name = name.removesuffix(packing)
    return Path(name).stem
