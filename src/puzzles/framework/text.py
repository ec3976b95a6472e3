"""Numbers with their nouns, as results say them."""

__all__ = ["amount"]


def amount(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural but for one.

    Examples
    --------
    >>> amount(1, "point"), amount(2000, "word"), amount(-3, "point")
    ('1 point', '2,000 words', '-3 points')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"
