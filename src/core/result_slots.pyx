"""Sets the fields of a new record that refuses to be changed; twin: `reference.result_slots`."""

cdef extern from "Python.h":
    int PyObject_GenericSetAttr(object record, object name, object value) except -1


def put(record, tuple names not None, tuple values not None):
    """Set attributes of an object, past a `__setattr__` of its class.

    Equivalent: ``for name, value in zip(names, values, strict=True): object.__setattr__(record, name, value)``.

    Parameters
    ----------
    record : object
    names : tuple of str
    values : tuple
        As many.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> point = SimpleNamespace()
    >>> put(point, ("x", "y"), (3, 4))
    >>> point.x, point.y
    (3, 4)
    """
    cdef Py_ssize_t k
    if len(names) != len(values):
        raise ValueError(f"{len(values)} values, expected {len(names)}")
    for k in range(len(values)):
        PyObject_GenericSetAttr(record, names[k], values[k])
