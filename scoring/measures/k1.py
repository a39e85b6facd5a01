"""K1 of CLEF: how far stated confidence agrees with being right."""


def k1(*, is_right: bool, confidence: float | None) -> float:
    """Return the confidence, positive if the answer at rank 1 is right, negative if it is wrong.

    Parameters
    ----------
    is_right : bool
    confidence : float or None
        In [0, 1]; None if the question is not answered.

    Returns
    -------
    float
        In [-1, 1], higher is better; 0 for a question that is not answered.

    Raises
    ------
    ValueError
        If the confidence lies outside [0, 1].

    References
    ----------
    Herrera, Peñas and Verdejo, Question Answering Pilot Task at CLEF 2004.

    Examples
    --------
    >>> k1(is_right=True, confidence=0.75), k1(is_right=False, confidence=0.5)
    (0.75, -0.5)
    """
    if confidence is None:
        return 0.0
    if not 0 <= confidence <= 1:
        message = f"K1 needs a confidence between 0 and 1, not {confidence}"
        raise ValueError(message)
    return confidence if is_right else -confidence
