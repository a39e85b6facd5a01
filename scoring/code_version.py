"""The version of the code that computes scores: the same code, the same version."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCORING_CODE = (
    "scoring/evaluation.py",
    "scoring/measures/*.py",
    "judging/answer_matching.py",
    "judging/labels.py",
)


@cache
def code_version() -> str:
    """Return a digest of the pure modules that scores depend on.

    It changes with their text and with nothing else, on every machine alike, so that scores
    are computed anew after an upgrade that touches them and only then.
    """
    digest = hashlib.sha256()
    for pattern in SCORING_CODE:
        for path in sorted(ROOT.glob(pattern)):
            digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]
