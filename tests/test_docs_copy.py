"""The button that copies a block of code: of a session what is typed, of anything else all of it."""

from html import escape
from pathlib import Path

ROOT = Path(__file__).parent.parent
BLOCKS = {
    ">>> a = 1\n>>> def f():\n...     return a\n...\n>>> f()\n1\n": "a = 1\ndef f():\n    return a\n\nf()",
    "$ unriddle play sudoku\n> quit\n$ cat x \\\n> y\nz\n": "unriddle play sudoku\ncat x \\\ny",
    "import unriddle\n\nprint(1)\n": "import unriddle\n\nprint(1)",
}
"""What stands there -> what is copied."""


def test_copy_buttons(browser, tmp_path):
    script = (ROOT / "docs" / "_static" / "copy.js").read_text(encoding="utf-8")
    blocks = "".join(f'<div class="highlight"><pre>{escape(text)}</pre></div>' for text in BLOCKS)
    source = '<div class="highlight"><pre><a class="viewcode-back">[docs]</a>x</pre></div>'
    kept = "Object.defineProperty(navigator,'clipboard',{value:{writeText:async t=>{window.kept=t}}});"
    page = f'<!doctype html><meta charset="utf-8"><script>{kept}{script}</script>{blocks}{source}'
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    browser.open(tmp_path / "page.html", 1000, "light")
    buttons = browser.driver.find_elements("css selector", "button.copy")
    assert len(buttons) == len(BLOCKS)
    for button, copied in zip(buttons, BLOCKS.values(), strict=True):
        assert button.get_attribute("aria-label") == "Copy this code"
        button.send_keys("\n")  # as the keyboard presses it
        browser.driver.execute_async_script("setTimeout(arguments[0], 0)")
        assert browser.driver.execute_script("return window.kept") == copied
        assert button.text == "Copied"
    assert not [line for line in browser.driver.get_log("browser") if line["level"] == "SEVERE"]
