"""A kind of puzzle and the options by which it is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from unriddle.options import flag_of

__all__ = ["Variant"]


@dataclass(frozen=True)
class Variant:
    """What a campaign tries: `unriddle generate` of one kind, by some of its options.

    Attributes
    ----------
    name : str
        The kind of puzzle.
    options : mapping
        Option -> value; True of one that has none.
    """

    name: str
    options: Mapping[str, str | bool] = field(default_factory=dict)

    @classmethod
    def asked(cls, name: str, options: Sequence[str]) -> Variant:
        """Return the variant of options as they are written: NAME=VALUE, or NAME."""
        pairs = (option.lstrip("-").partition("=") for option in options)
        return cls(name, {option: value if equal else True for option, equal, value in pairs})

    def arguments(self) -> list[str]:
        """Return what stands on the command line."""
        return [
            flag_of(name) if value is True else f"{flag_of(name)}={value}"
            for name, value in self.options.items()
        ]

    def __str__(self) -> str:
        return " ".join([self.name, *self.arguments()])
