"""Benchmark cases of river crossings: what is timed is right."""


def test_the_answers_are_those_known(answers_of):
    answers = answers_of("river")
    assert answers["river, shortest plans of 3 couples counted/kernel"] == [486]
    island = "river, 3 couples with an island"
    assert answers[f"{island}/kernel"] == answers[f"{island}/breadth-first over objects"] == [11]
    for group, known in {"the Japanese family": 17, "loads by weight": 9}.items():
        assert {tuple(found) for name, found in answers.items() if name.startswith(f"river, {group}/")} == {
            (known,)
        }
    crossings = {
        tuple(answer) for name, answer in answers.items() if name.startswith("river, three missionaries")
    }
    assert crossings == {(11,)}
