"""What the parts of the signature must be; written by tools/record_signature.py."""

from __future__ import annotations

from typing import Final

__all__ = ["RECORDED"]

RECORDED: Final[dict[str, str]] = {
    "topology": "99f92b60cdcb13fd",
    "trie": "7f7cc566d106d40d",
    "boggle": "ceaaca9e08b0f883",
    "tiles": "c6215f000d7f8f21",
    "every_path": "1fc94da8b218dff2",
    "neighbours": "4bc3f52b5433ac57",
    "bounds": "5caff55c39ecb9f1",
    "path_count": "8fd83b3aca73b6cb",
    "sudoku": "889f8b49cee2758e",
    "sudoku9": "61e60738d317eed1",
    "gogen": "52d377fb67ea5d36",
    "numbrix": "5e30b9c07394b92f",
    "number_paths": "1ef5550a5ba3a24f",
    "clauses": "d5ec395240aa9fab",
    "placement": "bd9066abc4849d82",
    "search_engine": "5f069441a69356bd",
    "sliding": "0a0caf6612eba7f8",
    "table": "742fcb3ee7380c77",
    "peg": "822ee7e364fe31f8",
    "peg_layers": "0163a2e519b8cb3f",
    "peg_winning": "233028bedf279d5e",
    "graph": "1c3fffff13a22b4d",
    "ladder": "56b5a4a363262088",
    "river": "6287b2fa53da5732",
    "objects": "ca276da4f55a1ba3",
    "by_seeds": "27dbfaed4e9610e4",
    "variants": "768d6d695ee8f0c3",
    "dice": "c59c3134fbbd06d1",
    "grades": "a8920e7eb71e0982",
    "squares": "4f112ccf5c784d08",
    "answers": "665598673368639b",
    "layouts": "705b4eb72f7e0047",
    "sums": "0e07063843e6b13f",
}
"""Name of a part -> its digest."""
