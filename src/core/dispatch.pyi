from typing import Final

VARIABLE: Final[str]
PATHS: Final[tuple[str, ...]]

def best() -> str: ...
def chosen() -> str: ...
