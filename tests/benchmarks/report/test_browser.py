"""A report in a real browser without network: no error, every plot seen, tables sorted by keyboard.

Needs Chromium with its driver, and selenium; where they are missing the tests are skipped, or fail if
UNRIDDLE_BROWSER is set.
"""

import json

import pytest


@pytest.fixture(scope="module")
def page(full_run, tmp_path_factory):
    from benchmarks.report.write import make_report

    folder = tmp_path_factory.mktemp("report")
    sources = [folder / "a.json", folder / "b.json"]
    for source, run in zip(sources, (full_run(1), full_run(2, slowed={"kernel 4": 1.6})), strict=True):
        source.write_text(json.dumps(run))
    make_report(sources, folder)
    return folder / "report.html"


OPEN = "for (const one of document.querySelectorAll('details')) one.open = true;"
PLOTS = """
return [...document.querySelectorAll("svg.plot")].map(svg => {
  const box = svg.closest(".drawn").getBoundingClientRect();
  const out = [...svg.querySelectorAll("text")].filter(text => {
    const one = text.getBoundingClientRect();
    return one.left < box.left - 1 || one.right > box.right + 1 || one.top < box.top - 1 || one.bottom > box.bottom + 1;
  });
  const texts = [...svg.querySelectorAll("text")].map(text => [text.textContent, text.getBoundingClientRect()]);
  const meet = [];
  texts.forEach(([name, one], at) => texts.slice(0, at).forEach(([other, two]) => {
    if (one.left < two.right - 1 && two.left < one.right - 1 && one.top < two.bottom - 4 && two.top < one.bottom - 4)
      meet.push(`${name} / ${other}`);
  }));
  const filled = [...svg.querySelectorAll("path,rect")].filter(shape => {
    const one = shape.getBoundingClientRect();
    return getComputedStyle(shape).fill !== "none" && one.width * one.height > 4
      && one.left > box.left - 2 && one.right < box.right + 2;
  });
  return {width: box.width, height: box.height, filled: filled.length, meet,
          page: svg.closest(".body").getBoundingClientRect().width,
          out: out.map(text => text.textContent), name: svg.querySelector("title").textContent};
});
"""  # fmt: skip  # noqa: E501


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1000, 1400])
def test_page(browser, page, width, scheme):
    browser.open(page, width, scheme)
    assert browser.errors() == []
    root = "document.documentElement"
    assert browser.run(f"return {root}.scrollHeight") < 5 * 900  # a few screens before anything is opened
    browser.run(OPEN)
    assert browser.run(f"return [{root}.scrollWidth, {root}.clientWidth]") == [width, width]
    plots = browser.run(PLOTS)
    assert len(plots) > 5
    for plot in plots:
        assert plot["page"] - 40 < plot["width"] and plot["height"] > 60 and plot["name"], plot
        assert plot["filled"] > 1 and plot["out"] == [] and plot["meet"] == [], plot
    assert browser.run("return performance.getEntriesByType('resource').length") == 0


def test_search_and_choices(browser, page):
    browser.open(page, 1400)
    shown = """return [...document.querySelectorAll("details.entry")]
                 .filter(entry => entry.checkVisibility()).map(entry => entry.id)"""
    assert browser.run(shown) == []
    search = browser.driver.find_element("id", "search")
    search.send_keys("4x4 wordgrid")
    found = browser.run(shown)
    assert len(found) == 2 and all("boggle-many-4x4" in one for one in found)
    assert browser.driver.find_element("id", "found").text.startswith("2 of ")
    search.clear()
    search.send_keys("nothing has this name")
    assert browser.run(shown) == [] and browser.driver.find_element("id", "found").text.startswith("0 of ")
    search.clear()
    search.send_keys(" ")
    browser.run(
        """const one = document.getElementById("kind"); one.value = "threads";
           one.dispatchEvent(new Event("input", {bubbles: true}));"""
    )
    assert browser.run(shown) == ["curve-growth-boggle-many-by-threads"]
    browser.run(
        """const one = document.getElementById("puzzle"); one.value = "Sudoku";
           one.dispatchEvent(new Event("input", {bubbles: true}));"""
    )
    assert browser.run(shown) == []
    assert browser.errors() == []


def test_links_open_what_they_lead_to_and_the_contents_follow(browser, page):
    browser.open(page, 1400)
    link = browser.driver.find_element("css selector", '#summary a[href^="#group-sudoku"]')
    target = link.get_attribute("href").partition("#")[2]
    assert not browser.run("return document.getElementById(arguments[0]).checkVisibility()", target)
    link.click()
    # The page hears of the new address after the click; a time-out is the failure.
    browser.driver.execute_async_script(
        """const [target, done] = arguments;
           (function look() {
               if (document.getElementById(target).open) done(); else requestAnimationFrame(look);
           })();""",
        target,
    )
    browser.run("document.documentElement.style.scrollBehavior = 'auto'")
    browser.run(
        """const growth = document.getElementById("growth");
           for (const one of [growth, ...growth.querySelectorAll("details.entry")]) one.open = true;
           growth.scrollIntoView();"""
    )
    browser.run("dispatchEvent(new Event('scroll'))")
    browser.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
    assert browser.run("return document.querySelector('nav [aria-current]').hash") == "#growth"


def test_a_case_shows_its_rounds(browser, page):
    browser.open(page, 400)
    browser.run(OPEN)
    browser.driver.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0], 50))")
    counts = browser.run(
        """return [...document.querySelectorAll(".rounds[data-rounds]")].map(one =>
             [one.dataset.rounds.split(" ").length, one.querySelectorAll(".strip circle").length])"""
    )
    assert len(counts) > 50 and all(told == drawn > 1 for told, drawn in counts)
    assert browser.errors() == []


def luminance(colour):
    red, green, blue = (int(part) / 255 for part in colour.strip("rgba()").split(",")[:3])
    return 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_stands_out(browser, page, scheme):
    """Contrast of at least 4.5, of the page's text and of the plots' on the page's ground."""
    browser.open(page, 1400, scheme)
    browser.run(OPEN)
    ground = luminance(browser.run("return getComputedStyle(document.body).backgroundColor"))
    colours = browser.run(
        """const seen = new Set();
        for (const one of document.querySelectorAll("p,td,th,h1,h2,h3,a,summary,small,dt,dd"))
          seen.add(getComputedStyle(one).color);
        for (const one of document.querySelectorAll("svg text")) seen.add(getComputedStyle(one).fill);
        return [...seen];"""
    )
    assert (ground > 0.9) == (scheme == "light") and len(colours) > 3
    for colour in colours:
        pair = sorted((luminance(colour), ground))
        assert (pair[1] + 0.05) / (pair[0] + 0.05) > 4.5, colour


def test_tables_sort_by_keyboard(browser, page):
    from selenium.webdriver.common.keys import Keys

    browser.open(page, 1400)
    browser.run(OPEN)
    tables = browser.run("return document.querySelectorAll('table.sortable').length")
    assert tables > 15
    table = browser.driver.find_element("css selector", "#group-sudoku-order-4 table.sortable")
    heads = table.find_elements("css selector", "thead th")
    at = next(k for k, head in enumerate(heads) if head.text.startswith("time a"))

    def column():
        return [
            float(row.find_elements("css selector", "th,td")[at].get_attribute("data-v"))
            for row in table.find_elements("css selector", "tbody tr")
        ]

    before = column()
    button = heads[at].find_element("css selector", "button")
    browser.driver.execute_script("arguments[0].focus()", button)
    assert browser.driver.switch_to.active_element == button
    button.send_keys(Keys.ENTER)
    assert heads[at].get_attribute("aria-sort") == "ascending" and column() == sorted(before)
    button.send_keys(Keys.SPACE)
    assert heads[at].get_attribute("aria-sort") == "descending"
    assert column() == sorted(before, reverse=True)
    other = heads[0].find_element("css selector", "button")
    other.send_keys(Keys.ENTER)
    assert heads[0].get_attribute("aria-sort") == "ascending" and heads[at].get_attribute("aria-sort") is None
    names = [
        row.find_element("css selector", "th").text for row in table.find_elements("css selector", "tbody tr")
    ]
    assert names == sorted(names, key=str.lower)
    assert "sorted by case, ascending" in browser.run("return document.getElementById('status').textContent")


def test_every_head_can_be_reached_with_tab(browser, page):
    browser.open(page, 400)
    heads = browser.run(
        """return [...document.querySelectorAll("table.sortable thead th")].filter(
             head => !head.querySelector("button") || head.querySelector("button").tabIndex !== 0).length"""
    )
    assert heads == 0
    assert browser.run("return document.querySelectorAll('.scroll:not([tabindex=\"0\"])').length") == 0


def test_nothing_sorts_wrong_where_figures_are_missing(browser, page):
    """Cells without a figure stay at the end, whichever way a table is sorted."""
    browser.open(page, 1400)
    for _ in range(2):
        browser.run(
            """for (const table of document.querySelectorAll("table.sortable"))
                 table.tHead.rows[0].cells[Math.min(5, table.tHead.rows[0].cells.length - 1)]
                   .querySelector("button").click();"""
        )
        wrong = browser.run(
            """return [...document.querySelectorAll("table.sortable")].filter(table => {
                 const last = table.tHead.rows[0].cells.length - 1;
                 const empty = [...table.tBodies[0].rows].map(
                   row => row.cells[Math.min(5, last)].textContent === "–");
                 return empty.some((one, at) => one && empty.slice(at).includes(false));
               }).length"""
        )
        assert wrong == 0
    assert browser.errors() == []
