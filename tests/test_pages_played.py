"""Puzzles that are played in their pages, by keyboard and by touch, in a real browser without network.

Needs what `test_pages` needs.
"""

import json
import re

import pytest

import unriddle as ur

SUDOKU = ur.Sudoku("..71..2.......946.....4..81....16....21.8.35....92....27..9.....963.......3..21..")
SMALL = ur.Sudoku("1.../..4./.3../...2")
SEVERAL = ur.Sudoku("12../..../..../....", variants="diagonal")
NUMBRIX = ur.Numbrix("1 . 3 / . . . / . . 9")
HIDATO = ur.Hidato("1 . . / . 5 . / . . .", topology="hex")
CROSS = ur.PegSolitaire("##***##/##***##/*******/***.***/*******/##***##/##***##", goal="d4")
PEG = ur.PegSolitaire("**.*")
SLIDING = ur.SlidingPuzzle("1 2 3 / 4 0 6 / 7 5 8")

PAGES = {
    "sudoku": lambda: SUDOKU.solve().to_html(),
    "small": lambda: SMALL.solve().to_html(),
    "several": lambda: SEVERAL.solve().to_html(),
    "unsolved": lambda: SMALL.to_html(),
    "large": lambda: ur.Sudoku.generate(16, seed=1, clues=200).solve().to_html(),
    "numbers": lambda: ur.Sudoku("." * 256, symbols=[f"{k:02}" for k in range(1, 17)]).to_html(),
    "numbrix": lambda: NUMBRIX.solve().to_html(),
    "hidato": lambda: HIDATO.solve().to_html(),
    "cross": lambda: CROSS.solve().to_html(),
    "peg": lambda: PEG.solve().to_html(),
    "sliding": lambda: SLIDING.solve().to_html(),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("played")


class Player:
    """Who plays a page: keys, taps, and what is seen."""

    def __init__(self, browser):
        self.browser = browser
        self.browser.driver.find_element("id", "game-switch").click()

    def press(self, *keys):
        from selenium.webdriver import ActionChains
        from selenium.webdriver.common.keys import Keys

        for key in keys:
            *held, last = key.split("+") if len(key) > 1 else [key]
            chain = ActionChains(self.browser.driver)
            for one in held:
                chain.key_down(getattr(Keys, one))
            chain.send_keys(getattr(Keys, last, last))
            for one in held:
                chain.key_up(getattr(Keys, one))
            chain.perform()

    def button(self, name):
        """Tap a button of the game by its id, or one of the pad by its text."""
        at = self.browser.run(
            """const one = document.getElementById("game-" + arguments[0])
                 || [...document.querySelectorAll(".pad button")].find((b) => b.textContent === arguments[0]);
               one.scrollIntoView({ block: "center" });
               const box = one.getBoundingClientRect();
               return [box.x + box.width / 2, box.y + box.height / 2];""",
            name,
        )
        self.touch(at)

    def touch(self, *points):
        """Put a finger on the first of some points, go to the others, and lift it."""
        send = self.browser.driver.execute_cdp_cmd
        for kind, point in [("touchStart", points[0]), *(("touchMove", point) for point in points[1:])]:
            send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": point[0], "y": point[1]}]})
        send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def points(self, *cells):
        return self.browser.run(
            """const game = JSON.parse(document.getElementById("game-data").textContent);
               const svg = document.querySelector("#game-board svg");
               svg.scrollIntoView({ block: "center" });
               const box = svg.getBoundingClientRect(), scale = box.width / svg.viewBox.baseVal.width;
               return arguments[0].map((cell) =>
                 [box.x + scale * game.centres[cell][0], box.y + scale * game.centres[cell][1]]);""",
            cells,
        )

    def tap(self, *cells):
        for cell in cells:
            self.touch(*self.points(cell))

    def says(self):
        return self.browser.run("return document.getElementById('game-says').textContent")

    def where(self):
        return self.browser.run("return document.querySelector('#game .heard').textContent")

    def count(self):
        return self.browser.run("return document.getElementById('game-count').textContent")

    def drawn(self, name):
        """Return the texts of what is drawn with a class."""
        return self.browser.run(
            "return [...document.querySelectorAll('#game-board .' + arguments[0])].map((e) => e.textContent)",
            name,
        )


@pytest.fixture
def play(browser, folder):
    """Open a page and begin to play; hold it to the console at the end."""
    send = browser.driver.execute_cdp_cmd
    send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def play(name, width=1000, scheme="light"):
        page = folder / f"{name}.html"
        if not page.exists():
            page.write_text(PAGES[name](), encoding="utf-8")
        browser.open(page, width, scheme)
        return Player(browser)

    yield play
    send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    assert browser.errors() == []


@pytest.mark.parametrize(("width", "scheme"), [(400, "dark"), (1000, "light")])
@pytest.mark.parametrize("name", sorted(PAGES))
def test_the_game_fits_and_every_button_has_a_name(play, name, width, scheme):
    player = play(name, width, scheme)
    run = player.browser.run
    assert run("return [document.documentElement.scrollWidth, innerWidth]") == [width, width]
    assert run("return getComputedStyle(document.getElementById('board')).display") == "none"
    assert run("return document.activeElement.id") == "game-board"
    buttons = run(
        """return [...document.querySelectorAll('#game button, #game-switch')].map((one) =>
             [one.type, one.getAttribute('aria-label'), one.getBoundingClientRect().height])"""
    )
    assert len(buttons) >= 6
    assert all(kind == "button" and label and height >= 36 for kind, label, height in buttons)
    assert not run("return [...document.querySelectorAll('#game *')].some((e) => e.onclick || e.onkeydown)")
    for _ in range(3):
        player.press("TAB")
        assert run("return getComputedStyle(document.activeElement).outlineStyle") != "none"


def test_the_page_comes_back(play):
    player = play("sudoku")
    before = player.browser.run("return document.getElementById('slider').value")
    player.press("ARROW_RIGHT", "ARROW_RIGHT")
    player.browser.driver.find_element("id", "game-switch").click()
    assert player.browser.run("return document.getElementById('slider').value") == before
    assert player.browser.run("return getComputedStyle(document.getElementById('game')).display") == "none"
    assert player.browser.run("return document.getElementById('figure').clientHeight") > 100


def solution_keys(puzzle):
    """Return the keys that fill a Sudoku from its upper left corner."""
    keys = []
    for row, line in enumerate(puzzle.solve().solution.grid):
        cells = list(zip(puzzle.grid[row], line, strict=True))
        for given, value in cells if row % 2 == 0 else cells[::-1]:
            keys += [] if given else [str(value)]
            keys.append("ARROW_RIGHT" if row % 2 == 0 else "ARROW_LEFT")
        keys.append("ARROW_DOWN")
    return keys


def test_a_sudoku_by_keyboard(play):
    player = play("small")
    player.press(*["ARROW_UP"] * 4, *["ARROW_LEFT"] * 4)
    assert player.where() == "row 1, column 1: 1"
    player.press("3")
    assert player.says() == "Row 1, column 1 is given."
    player.press(*solution_keys(SMALL))
    assert player.says() == "Solved!" and player.count() == "0 cells left"
    player.press("CONTROL+z")
    assert player.count() == "1 cell left" and player.says() == ""
    player.press("CONTROL+y")
    assert player.says() == "Solved!"


def test_a_sudoku_by_touch(play):
    player = play("small", 400)
    right = [value for row in SMALL.solve().solution.grid for value in row]
    false = next(value for value in "1234" if value != str(right[2]))
    player.tap(2)
    player.button(false)
    assert player.drawn("own") == [false]
    player.button("check")
    assert player.says() == "1 cell is wrong." and player.drawn("wrong") == [false]
    player.button("hint")
    assert player.says() == "There is a mistake on the board: Check shows it."
    player.button("undo")
    assert player.drawn("own") == player.drawn("wrong") == []
    player.button("redo")
    player.button("⌫")
    assert player.drawn("own") == []
    player.button("pencil")
    player.button("3")
    player.button("4")
    player.button("4")
    assert player.drawn("mark") == ["3"] and player.where() == "row 1, column 3: empty, marked 3"
    player.button("pencil")
    player.tap(3)
    player.button("3")
    assert player.drawn("mark") == []  # it is in the same row
    player.button("reset")
    assert player.drawn("own") == []


def test_a_hint_of_a_sudoku_names_the_technique_and_then_the_cell(play):
    player, steps = play("sudoku"), SUDOKU.steps()
    for step in [step for step in steps if step.cell is not None][:3]:
        player.press("?")
        assert player.says() == f"The next technique: {step.kind}. Press Hint again for the cell."
        player.press("?")
        assert player.says().lower() == f"{step.kind}: {step.text}".lower()
        row, col = step.cell
        assert player.where() == f"row {row + 1}, column {col + 1}: empty"
        player.press(str(step.value))
    player.button("check")
    assert player.says() == "There is no mistake; 51 cells left."


def test_a_sudoku_of_several_solutions_is_checked_by_its_rules(play):
    player = play("several")
    player.press(*["ARROW_UP"] * 4, *["ARROW_LEFT"] * 4, "ARROW_RIGHT", "ARROW_RIGHT", "1")
    player.button("check")
    assert player.says() == "1 cell is wrong by the rules."
    player.press("BACKSPACE")
    player.button("check")
    assert player.says().startswith("There is no mistake by the rules")


def test_a_sudoku_without_a_stored_solution(play):
    player = play("unsolved")
    player.press("?")
    assert player.says() == "This page holds no solution, so there is no hint."
    player.press(*["ARROW_UP"] * 4, *["ARROW_LEFT"] * 4, *solution_keys(SMALL))
    assert player.says() == "Solved!"


def test_symbols_of_two_digits(play):
    player = play("numbers")
    player.press("0", "7", "ARROW_RIGHT", "1", "6")
    assert player.drawn("own") == ["07", "16"]


def test_a_numbrix_by_keyboard(play):
    player = play("numbrix")
    player.press("ARROW_LEFT")
    assert player.where() == "row 1, column 1: 1"
    player.press("SHIFT+ARROW_RIGHT", "ARROW_RIGHT", "SHIFT+ARROW_DOWN")
    assert player.drawn("own") == ["2", "4"] and player.where() == "row 2, column 3: 4"
    player.press("ARROW_LEFT", "9")
    assert player.says() == "9 is given in row 3, column 3."
    player.press("7")
    player.button("check")
    assert "wrong" in player.says()
    player.press("CONTROL+z", "5", "ARROW_LEFT", "6", "ARROW_DOWN", "7", "ARROW_RIGHT", "8")
    assert player.says() == "Solved!"


def test_a_numbrix_by_touch(play):
    player = play("numbrix", 400)
    player.touch(*player.points(0, 1, 2, 5, 4))
    assert player.drawn("own") == ["2", "5", "4"] and len(player.drawn("link")) == 4
    player.tap(8)
    player.button("down")
    player.tap(7)
    assert player.drawn("own")[-1] == "8"
    player.button("undo")
    player.tap(6)
    player.button("7")
    assert player.count() == "2 cells left"


def test_a_number_of_two_digits_takes_the_place_of_its_first(play):
    player = play("hidato")
    player.press("1")
    assert player.says().endswith("is given in row 1, column 1.")
    player.press("7")
    assert player.drawn("own") == ["7"]
    player.press("CONTROL+z")
    assert player.drawn("own") == []


def test_a_hint_of_a_numbrix(play):
    player = play("numbrix")
    player.press("?")
    assert re.fullmatch(r"The next technique: [a-z ]+\. Press Hint again for the cell\.", player.says())
    player.press("?")
    value = re.search(r"(\d)( at | is |$)", player.says())
    assert value and player.where().endswith("empty")


def test_peg_solitaire_by_keyboard(play):
    player = play("peg")
    assert player.count() == "3 pegs, 0 jumps made"
    player.press("ARROW_LEFT", "ARROW_LEFT", "ENTER")
    assert player.where() == "a1: peg, chosen" and len(player.drawn("ring")) == 2
    player.press("ARROW_RIGHT", "ARROW_RIGHT", " ")
    assert player.count() == "2 pegs, 1 jump made"
    player.press("?")
    assert player.says() == "The next jump: d1 over c1 to b1."
    player.press("ENTER", "ARROW_LEFT", "ARROW_LEFT", "ENTER")
    assert player.says() == "Solved in 2 jumps; the stored solution has 2."
    player.press("CONTROL+z", "CONTROL+z")
    assert player.count() == "3 pegs, 0 jumps made"


def test_peg_solitaire_by_touch(play):
    player = play("cross", 400)
    first = CROSS.solve().jumps[0]
    ways = [(3, 1, 3, 3), (1, 3, 3, 3), (3, 5, 3, 3), (5, 3, 3, 3)]
    away = next(way for way in ways if way[:2] != first.start)
    player.button("check")
    assert player.says() == "On the way of the stored solution: 31 jumps to go."
    player.tap(0 * 7 + 2)
    assert player.says() == "The peg in c1 has no jump."
    player.tap(away[0] * 7 + away[1], away[2] * 7 + away[3])
    assert player.count() == "31 pegs, 1 jump made"
    player.button("hint")
    assert player.says() == "The position has left the stored solution; undo leads back to it."
    player.button("undo")
    player.button("hint")
    assert player.says().startswith("The next jump: ") and len(player.drawn("look")) == 2


def test_peg_solitaire_that_is_stuck(play):
    player = play("peg")
    player.tap(3)
    assert player.says() == "The peg in d1 has no jump."
    player.tap(0, 2)
    player.tap(3, 1)
    assert player.says().startswith("Solved")


def test_a_sliding_puzzle_by_keyboard(play):
    player = play("sliding")
    player.press("?")
    assert player.says() == "The next move: 5 up."
    player.press("ARROW_RIGHT")
    assert player.count() == "1 move"
    player.press("?")
    assert player.says() == "The position has left the stored solution; undo leads back to it."
    player.press("CONTROL+z", "ARROW_UP", "ARROW_LEFT")
    assert player.says() == "Solved in 2 moves; the stored solution has 2."
    player.press("ARROW_LEFT")
    assert player.says() == "No tile can move that way."


def test_a_sliding_puzzle_by_touch(play):
    player = play("sliding", 400)
    player.tap(7)
    player.tap(6)
    assert player.count() == "2 moves" and player.drawn("home").count("") == 6
    player.button("undo")
    player.tap(8)
    assert player.says() == "Solved in 2 moves; the stored solution has 2."
    player.button("reset")
    player.tap(4, 0)
    assert player.count() == "0 moves"
    player.tap(7, 1)
    assert player.count() == "3 moves"  # two tiles at once


def game_of(text):
    found = re.search(r'<script type="application/json" id="game-data">([^<]*)</script>', text)
    return found and json.loads(found[1])


def test_what_has_no_solution_is_not_played():
    assert game_of(ur.Numbrix("1 . 2").solve().to_html()) is None
    assert game_of(ur.RiverCrossing.farmer().solve().to_html()) is None
    assert game_of(ur.Numbrix("1 . 3").solve().to_html())["solution"] == [1, 2, 3]


def test_hostile_names_stay_data():
    name = "</script><img src=x onerror=alert(1)>"
    made = ur.SlidingPuzzle([[1, name], [0, 3]], [[1, name], [3, 0]]).to_html()
    assert "<img" not in made and name in game_of(made)["values"]
