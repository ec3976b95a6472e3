import pickle

from unriddle import Lexicon
from unriddle.puzzles.ladder.records import LadderRecords

WORDS = Lexicon(["cost", "cast", "case", "cave", "save", "cat"])


def test_records_share_a_graph_and_take_options():
    batch = LadderRecords("solutions", {"insert-delete": True}, WORDS)
    puzzles = [batch.parse("cost save"), batch.parse("CAT,save -> cast")]
    assert puzzles[0].graph is puzzles[1].graph
    statuses, solutions, _ = batch.solve(puzzles)
    assert statuses == ["SOLVED", "SOLVED"]
    assert solutions == ["cost -> cast -> case -> cave -> save", "cat -> cast"]
    again = pickle.loads(pickle.dumps(batch))
    assert again.solve([again.parse("cost save")])[1] == solutions[:1]
