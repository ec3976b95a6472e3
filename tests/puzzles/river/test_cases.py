"""Benchmark cases of river crossings: what is timed is right."""


def test_the_answers_are_those_known(answers_of):
    answers = answers_of("river")
    assert answers["river, shortest plans of 3 couples counted/kernel"] == [486]
    island = "river, 3 couples with an island"
    assert answers[f"{island}/kernel"] == answers[f"{island}/breadth-first over objects"] == [11]
    crossings = {
        tuple(answer) for name, answer in answers.items() if name.startswith("river, three missionaries")
    }
    assert crossings == {(11,)}
