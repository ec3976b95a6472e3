"use strict";
const status = document.getElementById("status");
// Tables sort by their heads: a click, or Enter or Space on the focused button; once more turns the order.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  heads.forEach((head, column) => {
    head.querySelector("button").addEventListener("click", () => {
      const numeric = head.classList.contains("n");
      const before = head.getAttribute("aria-sort");
      const down = before ? before === "ascending" : false;
      const value = (row) => {
        const cell = row.cells[column];
        const told = cell.getAttribute("data-v");
        return told === null ? (numeric ? null : cell.textContent) : Number(told);
      };
      const rows = [...body.rows].map((row) => [value(row), row]);
      rows.sort(([a], [b]) => {
        if (a === null || b === null) return (a === null) - (b === null);
        const order = typeof a === "number" && typeof b === "number" ? a - b
          : String(a).localeCompare(String(b), "en", { numeric: true });
        return down ? -order : order;
      });
      body.append(...rows.map(([, row]) => row));
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      status.textContent = `sorted by ${head.textContent.trim()}, ${down ? "descending" : "ascending"}`;
    });
  });
}
// The rounds of a case, as points from its best one on, when the case is opened; a stroke at the median.
const shape = (name, settings, parent) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(settings)) made.setAttribute(key, value);
  parent.append(made);
  return made;
};
for (const opened of document.querySelectorAll("details.rounds[data-rounds]")) {
  opened.addEventListener("toggle", () => {
    if (!opened.open || opened.querySelector("svg")) return;
    const rounds = opened.dataset.rounds.split(" ").map(Number);
    const most = Math.max(10, ...rounds);
    const strip = shape("svg", { class: "strip", role: "img", "aria-label": opened.lastChild.textContent }, opened);
    const across = (value) => `${2 + 94 * value / most}%`;
    rounds.forEach((value, at) => shape("circle", { cx: across(value), cy: 6 + 20 * ((at * 0.618034) % 1), r: 3 }, strip));
    const ordered = [...rounds].sort((a, b) => a - b);
    const middle = (ordered[(ordered.length - 1) >> 1] + ordered[ordered.length >> 1]) / 2;
    shape("line", { x1: across(middle), x2: across(middle), y1: 1, y2: 31 }, strip);
    shape("text", { x: "2%", y: 43 }, strip).textContent = "best";
    shape("text", { x: "98%", y: 43, "text-anchor": "end" }, strip).textContent = `+${(most / 10).toFixed(most < 100 ? 1 : 0)} %`;
  });
}
// What is searched for or chosen stays; its parts are opened, the others are out of sight.
const entries = [...document.querySelectorAll("details.entry")];
const parts = [...document.querySelectorAll("details.part")].filter((part) => part.querySelector("details.entry"));
const [form, search, puzzle, kind, fold, found] = [".chooser", "#search", "#puzzle", "#kind", "#fold", "#found"]
  .map((name) => document.querySelector(name));
const texts = entries.map((entry) => entry.textContent.toLowerCase());
const choose = () => {
  const words = search.value.toLowerCase().replaceAll(/(\d)x(?=\d)/g, "$1×").split(/\s+/).filter(Boolean);
  const asked = words.length > 0 || puzzle.value !== "" || kind.value !== "";
  let count = 0;
  entries.forEach((entry, at) => {
    const fits = words.every((word) => texts[at].includes(word))
      && (!puzzle.value || entry.dataset.puzzle === puzzle.value)
      && (!kind.value || (entry.dataset.kinds || "").split(" ").includes(kind.value));
    entry.toggleAttribute("data-out", !fits);
    count += fits;
  });
  for (const part of parts) {
    const any = part.querySelector("details.entry:not([data-out])") !== null;
    part.toggleAttribute("data-out", !any);
    part.open = asked && any;
  }
  found.textContent = asked ? `${count} of ${entries.length} groups` : `${count} groups`;
};
for (const input of [search, puzzle, kind]) input.addEventListener("input", choose);
form.addEventListener("submit", (event) => event.preventDefault());
fold.addEventListener("click", () => {
  const open = fold.textContent === "Open all";
  for (const one of document.querySelectorAll("details.part,details.entry:not([data-out])")) one.open = open;
  fold.textContent = open ? "Close all" : "Open all";
});
form.hidden = false;
// A link into what is folded opens it; the contents follow what is read.
const reveal = () => {
  const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (!target) return;
  for (let at = target; at; at = at.parentElement) if (at.matches("details.part,details.entry")) at.open = true;
  for (let at = target; at; at = at.parentElement) at.removeAttribute("data-out");
  target.scrollIntoView();
};
addEventListener("hashchange", reveal);
const links = [...document.querySelectorAll("nav a")];
const targets = links.map((link) => document.getElementById(link.hash.slice(1)));
let waiting = false;
const follow = () => {
  waiting = false;
  let current = 0;
  let top = -Infinity;
  targets.forEach((target, at) => {
    const place = target.getBoundingClientRect().top;
    if (place < innerHeight / 3 && place > top) [current, top] = [at, place];
  });
  links.forEach((link, at) => {
    if (at === current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  });
};
addEventListener("scroll", () => {
  if (!waiting) requestAnimationFrame(follow);
  waiting = true;
}, { passive: true });
document.querySelector("nav details").open = matchMedia("(min-width:70rem)").matches;
reveal();
follow();
