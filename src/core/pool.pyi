from typing import final

@final
class Pool: ...
