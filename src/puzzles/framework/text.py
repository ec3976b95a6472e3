"""Numbers with their nouns, as results say them."""

__all__ = ["pluralize"]


def pluralize(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural but for one.

    Examples
    --------
    >>> pluralize(1, "point"), pluralize(2000, "word"), pluralize(-3, "point")
    ('1 point', '2,000 words', '-3 points')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"
