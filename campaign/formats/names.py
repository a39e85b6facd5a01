"""How a run is called after its file."""

from __future__ import annotations

from pathlib import Path

# Signs that turn the order of what follows, and control characters: a name needs none.
_BLIND = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_UNSEEN = dict.fromkeys((*range(0x20), *range(0x7F, 0xA0), *_BLIND))


def plain_name(text: str) -> str:
    r"""Return a name of a person, team, task or campaign without signs that nobody sees.

    >>> plain_name(" Véga\u202e oN ")
    'Véga oN'
    """
    return text.translate(_UNSEEN).strip()


def run_name(path: Path) -> str:
    """Return a run's name: its file's without `.gz` or `.zip` and one more extension.

    >>> run_name(Path("runs/lexi1.tsv.gz")), run_name(Path("my.run.txt")), run_name(Path("lexi1"))
    ('lexi1', 'my.run', 'lexi1')
    """
    name = path.name
    for packing in (".gz", ".zip"):
        name = name.removesuffix(packing)
    return Path(name).stem
