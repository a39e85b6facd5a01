"""Values of options: read strictly, refused with a sentence."""

import argparse
from collections.abc import Callable
from enum import StrEnum

from campaign.formats.messages import translate

DIGITS = 18
"""A longer number is a slip, and more than 64 bits hold."""


def whole_number(lang: str, *, least: int, most: int = 10**DIGITS) -> Callable[[str], int]:
    """Return a reader of whole numbers within bounds, written in plain digits.

    >>> whole_number("en", least=1)("5")
    5
    """

    def read(written: str) -> int:
        is_number = written.isascii() and written.isdigit() and len(written) <= DIGITS
        if is_number and least <= int(written) <= most:
            return int(written)
        if most < 10**DIGITS:
            sentence = translate("{found}: write a whole number from {least} to {most}.", lang)
        else:
            sentence = translate("{found}: write a whole number, {least} or more.", lang)
        raise argparse.ArgumentTypeError(sentence.format(found=written, least=least, most=most))

    return read


def one_of[Choice: StrEnum](choices: type[Choice], lang: str) -> Callable[[str], Choice]:
    """Return a reader of one of the names of an enumeration."""

    def read(written: str) -> Choice:
        try:
            return choices(written)
        except ValueError as failure:
            sentence = translate("{found}: write one of {choices}.", lang)
            raise argparse.ArgumentTypeError(
                sentence.format(found=written, choices=", ".join(choices))
            ) from failure

    return read
