"""Open a page in headless Chromium without network, say what is wrong with it, and keep pictures of it.

python tools/browse.py report/report.html build/screenshots
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def missing() -> str | None:
    """Return what is missing for a browser check, None where all is there."""
    try:
        import selenium  # noqa: F401
    except ImportError:
        return "selenium is not installed"
    if not any(shutil.which(name) for name in BROWSERS):
        return "no Chromium on the path"
    return None if shutil.which("chromedriver") else "no chromedriver on the path"


class Browser:
    """Headless Chromium with all hosts unreachable; a context manager."""

    def __enter__(self) -> Browser:
        from selenium import webdriver

        self._profile = tempfile.TemporaryDirectory(prefix="unriddle-browser-")
        options = webdriver.ChromeOptions()
        options.binary_location = next(found for name in BROWSERS if (found := shutil.which(name)))
        for flag in (
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--disable-background-networking",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            f"--user-data-dir={self._profile.name}",
        ):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd(
            "Network.emulateNetworkConditions",
            {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0},
        )
        return self

    def __exit__(self, *rest: object) -> None:
        self.driver.quit()
        self._profile.cleanup()

    def open(self, page: Path, width: int, scheme: str = "light") -> None:
        """Open a file in a window of so many pixels, light or dark."""
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False},
        )
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        )
        self.driver.get(page.resolve().as_uri())

    def run(self, script: str, *arguments: Any) -> Any:
        """Run a script in the page and return its value."""
        return self.driver.execute_script(script, *arguments)

    def errors(self) -> list[str]:
        """Return what the console has said since it was last asked."""
        return [entry["message"] for entry in self.driver.get_log("browser")]  # type: ignore[no-untyped-call]

    def picture(self, path: Path, top: int = 0, height: int | None = None) -> None:
        """Keep a picture of the whole page, or of so many pixels of it from the top."""
        import base64

        size = self.run("return [innerWidth, document.documentElement.scrollHeight]")
        clip = {
            "x": 0,
            "y": top,
            "width": size[0],
            "height": min(height or size[1], size[1] - top),
            "scale": 1,
        }
        shot = self.driver.execute_cdp_cmd(
            "Page.captureScreenshot", {"format": path.suffix[1:], "captureBeyondViewport": True, "clip": clip}
        )
        path.write_bytes(base64.b64decode(shot["data"]))


def main() -> None:
    """Open the page at two widths and in two schemes, print what the console said, keep the pictures."""
    page, folder = Path(sys.argv[1]), Path(sys.argv[2])
    if wanting := missing():
        raise SystemExit(wanting)
    folder.mkdir(parents=True, exist_ok=True)
    with Browser() as browser:
        for width in (400, 1400):
            for scheme in ("light", "dark"):
                browser.open(page, width, scheme)
                height = browser.run("return document.documentElement.scrollHeight")
                for at, top in enumerate(range(0, height, 2400)):
                    browser.picture(folder / f"{width}-{scheme}-{at:02d}.png", top, 2400)
                wide = browser.run("return document.documentElement.scrollWidth")
                print(f"{width} {scheme}: {height} pixels high, {wide} wide, console: {browser.errors()}")


if __name__ == "__main__":
    main()
