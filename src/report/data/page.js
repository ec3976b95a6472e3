"use strict";
// Tables sort by their heads: a click, or Enter or Space on the focused button; once more turns the order.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const status = document.getElementById("status");
  const body = table.tBodies[0];
  heads.forEach((head, column) => {
    head.querySelector("button").addEventListener("click", () => {
      const numeric = head.classList.contains("n");
      const before = head.getAttribute("aria-sort");
      const down = before ? before === "ascending" : false;
      const value = (row) => {
        const cell = row.cells[column];
        const told = cell.getAttribute("data-v");
        return told === null ? (numeric ? null : cell.firstChild.textContent) : Number(told);
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
