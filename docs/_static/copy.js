// A button on each block of code that copies what is typed: of a session the commands alone, without their output.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const typed = (text) => {
    const lines = text.replace(/\n$/, "").split("\n");
    const mark = lines.some((line) => line.startsWith(">>> ")) ? /^(>>>|\.\.\.)( |$)/ : /^\$ /;
    if (!lines.some((line) => mark.test(line))) return text.replace(/\n$/, "");
    const kept = [];
    let goesOn = false; // a command that ends with a backslash, whose next line is no output
    for (const line of lines) {
      if (mark.test(line)) kept.push(line.replace(mark, ""));
      else if (goesOn) kept.push(line.replace(/^> /, ""));
      goesOn = kept.length > 0 && kept[kept.length - 1].endsWith("\\") && (goesOn || mark.test(line));
    }
    return kept.join("\n");
  };

  const copied = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Pages that are opened from a disk, or older browsers.
      const area = document.createElement("textarea");
      area.value = text;
      area.setAttribute("aria-hidden", "true");
      area.className = "copy-source";
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  };

  for (const block of document.querySelectorAll("div.highlight")) {
    const pre = block.querySelector("pre");
    if (!pre || pre.querySelector(".viewcode-back")) continue; // the source of a module
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy this code");
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      button.textContent = (await copied(typed(pre.textContent))) ? "Copied" : "Not copied";
      button.focus();
      setTimeout(() => (button.textContent = "Copy"), 2000); // long enough to be read
    });
    block.append(button);
  }
});
