"""Pages of results in a real browser without network: no error, walked by keyboard, words where they are.

Needs Chromium with its driver, and selenium; where they are missing the tests are skipped, or fail if
UNRIDDLE_BROWSER is set.
"""

import base64
import json
import re

import pytest

import unriddle as ur
from unriddle.puzzles import registry
from unriddle.puzzles.boggle import survey
from unriddle.puzzles.placement.layouts import layout

SUDOKU = "..71..2.......946.....4..81....16....21.8.35....92....27..9.....963.......3..21.."
HOSTILE = "</script><img src=x onerror=alert(1)>\"'"


def boggle(size=4):
    return ur.Boggle.random(size, seed=1).solve()


PAGES = {
    **{name: (lambda name=name: example(name)) for name in registry.names()},
    "river": lambda: ur.RiverPuzzle.farmer().solve().to_html(),
    "9x9": lambda: ur.SudokuPuzzle.parse(SUDOKU).solve().to_html(),
    "4x4": lambda: boggle().to_html(),
    "words": lambda: ur.Boggle.parse("perslatgsineters").solve().to_html(),
    "map": lambda: boggle(40).to_html(),
    "layout": lambda: layout(["ANSWER", "DESK", "DONE", "GLUE", "LEARN", "STUDY"], seed=0).to_html(),
    "index": lambda: ur.Numbrix.solve_many([ur.Numbrix.generate(4, seed=k) for k in range(12)]).to_html(),
    "hostile": lambda: ur.MNPuzzle([[HOSTILE, 1], [3, 0]], [[0, HOSTILE], [3, 1]]).solve().to_html(),
    "survey": lambda: survey("1987", boards=100, seed=1).to_html(),
}


def example(name):
    spec = registry.spec(name)
    return spec.load(spec.puzzle).parse(spec.example).solve().to_html()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("pages")


@pytest.fixture
def opened(browser, folder):
    """Open a page, wait for its script, and hold it to the console at the end."""
    from selenium.webdriver.support.ui import WebDriverWait

    def ready(_):
        return browser.run(
            "return document.querySelectorAll('noscript').length === 0 "
            "&& !!document.querySelector('#figure svg, #figure canvas')"
        )

    def opened(name, width=1000, scheme="light"):
        page = folder / f"{name}.html"
        if not page.exists():
            page.write_text(PAGES[name](), encoding="utf-8")
        browser.open(page, width, scheme)
        WebDriverWait(browser.driver, 60, 0.02).until(ready)
        return browser

    yield opened
    assert browser.errors() == []


def press(browser, *keys):
    from selenium.webdriver import ActionChains

    for key in keys:
        ActionChains(browser.driver).send_keys(key).perform()


def says(browser):
    return browser.run("return document.getElementById('says').textContent")


def keys():
    from selenium.webdriver.common.keys import Keys

    return Keys


@pytest.mark.parametrize(("width", "scheme"), [(400, "light"), (1000, "dark"), (1400, "light")])
@pytest.mark.parametrize("name", sorted(PAGES))
def test_page(opened, name, width, scheme):
    browser = opened(name, width, scheme)
    root = "document.documentElement"
    assert browser.run(f"return [{root}.scrollWidth, {root}.clientWidth]") == [width, width]
    assert browser.run("return performance.getEntriesByType('resource').length") == 0
    box = browser.run(
        "const one = document.querySelector('#figure svg, #figure canvas').getBoundingClientRect();"
        "return [one.left, one.right, one.width, one.height]"
    )
    assert box[0] >= 0 and box[1] <= width and min(box[2:]) > 40
    ground = browser.run("return getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") == (scheme == "light")
    main = browser.run("return document.querySelector('main').getBoundingClientRect()")
    assert main["width"] <= 1100 and abs(main["left"] + main["right"] - width) <= 1
    assert browser.run("return document.querySelector('.lead').textContent.length") > 5
    assert browser.run("return document.querySelector('header details').open") is False


def luminance(colour):
    red, green, blue = (int(part) / 255 for part in colour.strip("rgba()").split(",")[:3])
    return 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["9x9", "4x4", "index"])
def test_all_text_stands_out(opened, name, scheme):
    """Contrast of at least 4.5 between text and what is behind it."""
    browser = opened(name, 1400, scheme)
    pairs = browser.run(
        """const behind = (one) => {
             for (; one; one = one.parentElement) {
               const colour = getComputedStyle(one).backgroundColor;
               if (!colour.endsWith(", 0)")) return colour;
             }
             return "rgb(255, 255, 255)";
           };
           const found = new Set();
           for (const one of document.querySelectorAll("p,td,th,h1,h2,dt,dd,button,select,summary,kbd,li,b"))
             found.add(getComputedStyle(one).color + "|" + behind(one));
           return [...found];"""
    )
    assert len(pairs) > 2
    for pair in pairs:
        low, high = sorted(map(luminance, pair.split("|")))
        assert (high + 0.05) / (low + 0.05) > 4.5, pair


@pytest.mark.parametrize("name", sorted(PAGES))
def test_a_walk_by_keyboard_comes_to_every_part(opened, name):
    browser, seen = opened(name), []
    for _ in range(60):
        press(browser, keys().TAB)
        here = browser.run(
            "const one = document.activeElement;"
            "if (one === document.body) return null;"
            "return [one.tagName, one.id, one.getAttribute('aria-label') || one.textContent,"
            "getComputedStyle(one).outlineStyle]"
        )
        if here is None or (seen and here == seen[0]):
            break
        assert here[2].strip(), f"{here} has no name"
        assert here[3] != "none", here
        seen.append(here)
    tags = {tag for tag, *_ in seen}
    has = browser.run("return ['#slider', '[data-row]'].map((one) => !!document.querySelector(one))")
    assert not has[0] or {"INPUT", "BUTTON"} <= tags
    assert not has[1] or "TR" in tags or "BUTTON" in tags
    assert seen


@pytest.mark.parametrize("name", ["9x9", "peg", "sliding", "river", "ladder", "gogen", "numbrix", "hostile"])
def test_steps_go_forward_and_back(opened, name):
    browser = opened(name)
    frames = browser.run("return document.querySelector('#slider').max")
    solved = says(browser)
    browser.driver.find_element("css selector", "[aria-label='Show the puzzle']").click()
    shown = "return [document.querySelector('#figure').innerHTML,document.getElementById('says').textContent]"
    seen = [browser.run(shown)]
    for _ in range(int(frames)):
        press(browser, keys().ARROW_RIGHT)
        seen.append(browser.run(shown))
    pictures, texts = zip(*seen, strict=True)
    assert all(texts) and len(set(pictures)) > 1
    press(browser, keys().ARROW_RIGHT)
    assert says(browser) == texts[-1] == solved
    for k in range(int(frames) - 1, max(-1, int(frames) - 6), -1):
        press(browser, keys().ARROW_LEFT)
        assert browser.run("return document.querySelector('#figure').innerHTML") == pictures[k]
    press(browser, keys().HOME)
    assert says(browser) == texts[0]
    press(browser, keys().END)
    assert (
        says(browser) == texts[-1] and browser.run("return document.querySelector('#slider').value") == frames
    )
    browser.driver.find_element("css selector", "[aria-label='First step']").click()
    assert says(browser) == texts[0]


def test_hostile_names_are_shown_and_do_nothing(opened):
    browser = opened("hostile")
    assert HOSTILE in browser.run("return document.querySelector('#figure').textContent")
    assert browser.run("return document.images.length") == 0


def test_play(opened):
    from selenium.webdriver.support.ui import WebDriverWait

    browser = opened("river")
    press(browser, "p")
    assert browser.run("return document.querySelector('#play').textContent") == "Pause"
    last = browser.run("return document.querySelector('#slider').max")
    WebDriverWait(browser.driver, 60, 0.02).until(
        lambda _: browser.run("return document.querySelector('#slider').value") == last
    )
    WebDriverWait(browser.driver, 60, 0.02).until(
        lambda _: browser.run("return document.querySelector('#play').textContent") == "Play"
    )


def rows(browser, column=0):
    """Return the texts of a column, or of the chips."""
    return browser.run(
        "return [...document.querySelectorAll('[data-row]')].map("
        "(row) => (row.cells ? row.cells[arguments[0]] : row).textContent)",
        column,
    )


def longest_first(words):
    return sorted(words, key=lambda word: -len(word))


def test_words_are_grouped_searched_and_drawn(opened):
    result = boggle()
    browser = opened("4x4")
    words = longest_first(result.words)
    assert rows(browser) == words and says(browser).startswith(words[0])
    heads = browser.run("return [...document.querySelectorAll('.group h3')].map((one) => one.textContent)")
    assert heads == [f"{n} letters" for n in sorted({len(word) for word in words}, reverse=True)]
    box = browser.driver.find_element("id", "search")
    part = result.words[0][:2]
    box.send_keys(part)
    assert rows(browser) == [word for word in words if part in word]
    box.clear()
    box.send_keys(" ")
    longest = max(map(len, result.words))
    browser.run(
        "const c = document.getElementById('choice'); c.value = arguments[0];"
        "c.dispatchEvent(new Event('change'))",
        str(longest),
    )
    assert rows(browser) == [word for word in result.words if len(word) == longest]
    browser.run(
        "const c = document.getElementById('choice'); c.value = ''; c.dispatchEvent(new Event('change'))"
    )
    browser.run("document.querySelector('[data-row]').focus()")
    press(browser, keys().ARROW_DOWN)
    word = browser.run("return document.querySelector('[data-row][aria-selected=true]').textContent")
    assert word == rows(browser)[1]
    drawn = browser.run(
        """const svg = document.querySelector('#figure svg');
           const cells = [...svg.querySelector('.over polyline').getAttribute('points').split(' ')];
           return [cells, svg.querySelectorAll('.over polygon').length,
                   [...svg.querySelectorAll('.over text')].map((one) => one.textContent)]"""
    )
    view = result.board.view(result)
    path = next(row.cells for row in view.table.rows if row.values[0] == word)
    assert [tuple(map(float, cell.split(","))) for cell in drawn[0]] == [view.centres[cell] for cell in path]
    assert drawn[1] == len(path) - 1 and drawn[2] == [str(k + 1) for k in range(len(path))]
    assert says(browser).startswith(word)


def test_pointing_at_a_word_tells_it(opened):
    browser = opened("4x4")
    browser.run(
        "document.querySelectorAll('[data-row]')[3].dispatchEvent(new PointerEvent('pointerover', "
        "{ bubbles: true, pointerType: 'mouse' }))"
    )
    assert says(browser).startswith(longest_first(boggle().words)[3])


def test_heat_map_counts_the_paths_through_each_cell(opened):
    result = boggle()
    browser = opened("4x4")
    uses, shown_through = [0] * 16, 0
    for row in result.board.view(result).table.rows:
        for path in result.paths(row.values[0]):
            for cell in path:
                uses[cell] += 1
        shown_through += 1 in row.cells
    toggle = browser.driver.find_element("id", "heat")
    toggle.click()
    shown = browser.run("return [...document.querySelectorAll('.over text')].map((one) => one.textContent)")
    used = [n for n in uses if n]  # and after them the numbers on the longest word
    assert [int(text.replace(",", "")) for text in shown[: len(used)]] == used
    assert toggle.get_attribute("aria-pressed") == "true"
    legend = browser.run("return document.querySelector('.legend').textContent")
    assert legend == f"0  {max(uses)} paths of words through a cell"
    browser.run("document.getElementById('figure').focus()")
    press(browser, keys().ARROW_DOWN, keys().ARROW_RIGHT, keys().ENTER)
    assert browser.run("return document.getElementById('found').textContent").endswith(
        "through row 1, column 2"
    )
    assert len(rows(browser)) == shown_through
    press(browser, keys().ESCAPE)
    assert len(rows(browser)) == len(result)


def test_map_of_a_large_board(opened):
    result = boggle(40)
    browser = opened("map")
    words = {}
    for row in result.board.view(result).table.rows:
        for cell in row.cells:
            words.setdefault(cell, []).append(row.values[0])
    browser.run("document.querySelector('canvas').focus()")
    press(browser, keys().ARROW_RIGHT, keys().ARROW_DOWN, keys().ARROW_RIGHT)
    there = words.get(41, [])
    used = result.board.view(result).uses[41]
    head = f"Row 2, column 2 {result.board.tile(41)}: paths of words {used:,}; "
    assert says(browser).startswith(f"{head}listed through it: {len(there):,} word")
    press(browser, keys().ENTER)
    assert rows(browser) == longest_first(there)[:2000]
    press(browser, "+", "+", "-", "0", keys().ESCAPE)
    before = browser.run("return document.querySelector('canvas').toDataURL().length")
    browser.run("document.querySelectorAll('[data-row]')[5].click()")
    browser.run("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert browser.run("return document.querySelector('canvas').toDataURL().length") != before
    assert says(browser).startswith(longest_first(result.words)[5])
    press(browser, keys().TAB)


def test_index_of_many(opened):
    from selenium.webdriver.support.ui import WebDriverWait

    many = ur.Numbrix.solve_many([ur.Numbrix.generate(4, seed=k) for k in range(12)])
    browser = opened("index")
    assert rows(browser, 1) == [str(k) for k in range(1, 13)]
    thumb = "return document.querySelectorAll('td.thumb')[1].innerHTML"
    before = browser.run(thumb)
    assert before.startswith("<svg") and says(browser) == "the solution"
    browser.driver.find_element("css selector", "[aria-label='Show the puzzle']").click()
    WebDriverWait(browser.driver, 60, 0.02).until(lambda _: browser.run(thumb) != before)
    press(browser, keys().TAB)
    browser.run("document.querySelector('tbody tr').focus()")
    press(browser, keys().ARROW_DOWN, keys().ARROW_RIGHT)
    own = many[1].puzzle.view(many[1]).frames[1]
    assert says(browser) == (f"{own.kind}: {own.says}" if own.kind else own.says)
    browser.run("document.querySelector('[aria-label=\"Last step\"]').click()")
    assert says(browser) == "the solution"
    text = browser.run("return document.querySelector('#plain pre').textContent")
    assert text == many[1].puzzle.format(many[1].solution)
    browser.driver.find_element("id", "search").send_keys("nothing of the kind")
    assert rows(browser) == [] and "0 of 12" in browser.run(
        "return document.getElementById('found').textContent"
    )


def choose(browser, label, value):
    browser.run(
        "const one = document.querySelector(`select[aria-label='${arguments[0]}']`);"
        "one.value = arguments[1]; one.dispatchEvent(new Event('change'))",
        label,
        value,
    )


def test_an_index_is_filtered_by_what_is_known(opened):
    browser = opened("index")
    heads = browser.run("return [...document.querySelectorAll('thead th')].map((one) => one.textContent)")
    for label in browser.run("return [...document.querySelectorAll('select')].map((one) => one.ariaLabel)"):
        column, seen = heads.index(label), []
        for option in browser.run(
            "return [...document.querySelector(`select[aria-label='${arguments[0]}']`).options]"
            ".slice(1).map((one) => one.value)",
            label,
        ):
            choose(browser, label, option)
            found = rows(browser, column)
            assert found
            seen += found
        choose(browser, label, "")
        assert sorted(seen) == sorted(rows(browser, column))
    assert {"clues", "nodes"} <= set(heads)


def test_print_has_every_word_and_every_puzzle(opened):
    browser = opened("map")
    assert len(rows(browser)) == 2000
    browser.run("dispatchEvent(new Event('beforeprint'))")
    assert len(rows(browser)) == len(boggle(40))
    browser = opened("index")
    browser.run("dispatchEvent(new Event('beforeprint'))")
    grids, solutions = browser.run(
        "return [...document.querySelectorAll('.book .grids')].map((one) => one.children.length)"
    )
    assert (grids, solutions) == (12, 12)
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        seen = browser.run(
            "return ['main', '.book'].map((one) => getComputedStyle(document.querySelector(one)).display)"
        )
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert seen == ["none", "block"]
    browser.run("dispatchEvent(new Event('afterprint'))")
    assert browser.run("return document.querySelector('.book')") is None


def test_a_board_with_all_words_is_printed_on_two_sheets(opened):
    browser = opened("words")
    printed = browser.driver.execute_cdp_cmd("Page.printToPDF", {"paperWidth": 8.27, "paperHeight": 11.69})
    assert len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(printed["data"]))) <= 2


def test_steps_name_cells_as_the_margin_does(opened):
    for name, texts in (("peg", "abcd1"), ("9x9", "123456789" * 2)):
        browser = opened(name)
        found = browser.run(
            "return [...document.querySelectorAll('.axis text')].map((one) => one.textContent)"
        )
        assert "".join(found) == texts


def test_print_shows_what_is_there_to_read(opened):
    browser = opened("9x9")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        shown = browser.run(
            "return ['.steps', '.keys', 'ol.reasons', '#figure svg'].map("
            "(one) => document.querySelector(one).getBoundingClientRect().height > 0)"
        )
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert shown == [False, False, True, True]


def test_a_frame_in_another_page(browser, tmp_path):
    page = tmp_path / "notebook.html"
    frame = ur.RiverPuzzle.farmer().solve()._repr_html_()
    page.write_text(f"<!doctype html><title>a notebook</title>{frame}", encoding="utf-8")
    browser.open(page, 1000)
    browser.driver.find_element("css selector", "summary").click()
    browser.driver.switch_to.frame(browser.driver.find_element("css selector", "iframe"))
    try:
        browser.driver.find_element("css selector", "[aria-label='Last step']").click()
        assert says(browser) == "farmer and goat cross"
    finally:
        browser.driver.switch_to.default_content()
    assert json.dumps(browser.errors()) == "[]"
