from typing import Final

COMPILER: Final[str]
FLAGS: Final[str]
CHECKED: Final[bool]
