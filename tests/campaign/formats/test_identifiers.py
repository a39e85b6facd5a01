import pytest

from campaign.formats.identifiers import closest, resembling

KNOWN = {"LEMONDE94-002276", "ATS.951127.0054", "l1"}


@pytest.mark.parametrize(
    ("identifier", "meant"),
    [
        ("lemonde94-002276", "LEMONDE94-002276"),
        (" ATS.951127.0054", "ATS.951127.0054"),
        ("ATS.951127.0O54", "ATS.951127.0054"),
        ("ATS.95ll27.0054", "ATS.951127.0054"),
        ("LEMONDE94-O02276", "LEMONDE94-002276"),
        ("ll", "l1"),
        ("LEMONDE94-002277", None),
        ("LEMONDE94-002276", None),
    ],
)
def test_look_alikes_are_found_without_a_search(identifier: str, meant: str | None) -> None:
    assert resembling(identifier, KNOWN) == meant


def test_the_closest_is_found_among_few() -> None:
    assert closest("LEMONDE94-002277", sorted(KNOWN)) == "LEMONDE94-002276"
    assert closest("MD15", sorted(KNOWN)) is None


def test_what_is_longer_than_any_identifier_resembles_none() -> None:
    endless = "l" * 1_000_000
    assert (resembling(endless, KNOWN), closest(endless, sorted(KNOWN))) == (None, None)
