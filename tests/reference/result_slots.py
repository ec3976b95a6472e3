"""Plain-Python twin of `core.result_slots`: same names, same answers."""

__all__ = ["put"]


def put(record: object, names: tuple[str, ...], values: tuple[object, ...]) -> None:
    """Set attributes of an object, past a `__setattr__` of its class.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> point = SimpleNamespace()
    >>> put(point, ("x", "y"), (3, 4))
    >>> point.x, point.y
    (3, 4)
    """
    for name, value in zip(names, values, strict=True):
        object.__setattr__(record, name, value)
