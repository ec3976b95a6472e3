"""Benchmark cases of Gogen: what is timed is right."""

from benchmarks.suites import gogen as cases
from unriddle import Gogen


def test_the_answers_of_a_group_agree(answers_of):
    grids = {name: answers for name, answers in answers_of("gogen").items() if name.startswith("gogen 5x5")}
    assert len(grids) >= 6
    for name, answers in grids.items():
        assert all(sorted(answer) == sorted(set(answer)) and len(answer) == 25 for answer in answers), name


def test_a_letter_that_no_word_has_takes_the_cell_that_is_left():
    puzzle = Gogen(["AB", "C."], ["ABC"], alphabet="ABCD")
    assert cases.letters_of(puzzle, [0, 1, 2, -1]) == "ABCD"
