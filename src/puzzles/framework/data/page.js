"use strict";
// Elements, for this script and the one that plays the puzzle.
const make = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};
const button = (text, name, act) => {
  const made = make("button", { type: "button", "aria-label": name, title: name }, text);
  made.addEventListener("click", act);
  return made;
};
(async () => {
  const $ = (id) => document.getElementById(id);
  const number = (value) => value.toLocaleString("en");
  const plural = (n, noun) => `${number(n)} ${n === 1 && noun.endsWith("s") ? noun.slice(0, -1) : noun}`;

  // The data of the page: JSON, packed where it is long.
  const source = $("data");
  let text = source.textContent;
  if (source.type === "application/gzip") {
    if (typeof DecompressionStream === "undefined") {
      $("says").textContent = "This browser is too old to unpack the page: only the first picture is shown.";
      return;
    }
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    text = await new Response(stream).text();
  }
  const data = JSON.parse(text);
  const { table, letters, centres } = data;
  const figure = $("figure"), says = $("says"), side = $("side"), plain = $("plain");
  const paths = (table && table.paths || []).map((steps) => {
    let cell = 0;
    return steps.map((step) => (cell += step));
  });
  const rows = table ? table.values[0].length : 0;
  const cols = letters ? [...letters[0]].length : data.cols;
  const cells = letters ? letters.length * cols : centres.length;
  let chosen = -1, cursor = -1, only = -1, heat = false, overBoard = false; // a row; cells under the eye; the map
  if (letters) plain.hidden = true;

  // Pictures: each is kept as the numbers of its lines, or as what changed.
  const linesOf = (at) => {
    let from = at;
    while (!Array.isArray(data.frames[from])) from -= 1;
    const found = [...data.frames[from]];
    for (let k = from + 1; k <= at; k += 1) data.frames[k].at.forEach((place, n) => { found[place] = data.frames[k].is[n]; });
    return found;
  };
  const pictureOf = (at) => {
    const holder = document.createElement("template");
    holder.innerHTML = linesOf(at).map((line) => data.lines[line]).join("\n");
    return holder.content;
  };
  let first = 0, last = data.frames.length - 1, frame = last, solved = true;
  const fit = () => {
    const svg = figure.querySelector("svg");
    if (!svg || !svg.viewBox.baseVal.width) return;
    const { width, height } = svg.viewBox.baseVal;
    const most = Math.min(figure.clientWidth, 0.72 * innerHeight * width / height, 3 * width);
    svg.style.width = `${Math.max(Math.min(width, figure.clientWidth), most)}px`;
  };
  const draw = () => {
    if (data.frames.length) {
      figure.replaceChildren(pictureOf(frame));
      axes();
      fit();
      plain.querySelector("pre").textContent = data.texts[frame];
      plain.hidden = !data.texts[frame];
    }
    mark();
  };

  // What is drawn over a picture: the map of use, the path of a word, the cell under the eye.
  const NS = "http://www.w3.org/2000/svg";
  const shape = (parent, tag, attributes, content = "") => {
    const made = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = content;
    parent.append(made);
  };
  const inner = (parent, name) => {
    const made = document.createElementNS(NS, "g");
    made.setAttribute("class", name);
    parent.append(made);
    return made;
  };
  // The names of columns and rows, by which steps call the cells, on a margin that the picture gets for them.
  const axes = () => {
    if (!data.axes || !centres.length) return;
    const svg = figure.querySelector("svg"), box = svg.viewBox.baseVal, room = 0.45 * data.side;
    svg.setAttribute("viewBox", `${-room} ${-room} ${box.width + room} ${box.height + room}`);
    const axis = inner(svg, "axis"), size = { "font-size": 0.28 * data.side }, away = 0.5 * (data.side + room) + 0.05 * data.side;
    for (let col = 0; col < cols; col += 1)
      shape(axis, "text", { ...size, x: centres[col][0], y: centres[col][1] - away }, data.axes === "a" && cols <= 26 ? String.fromCharCode(97 + col) : col + 1);
    for (let row = 0; row * cols < cells; row += 1)
      shape(axis, "text", { ...size, x: centres[row * cols][0] - away, y: centres[row * cols][1] }, row + 1);
  };
  let use = null;
  const byPaths = () => {
    const found = new Uint32Array(cells);
    for (const path of paths) for (const cell of path) found[cell] += 1;
    return found;
  };
  const uses = () => {
    if (!use) use = data.uses.length ? Float64Array.from(data.uses) : byPaths();
    return use;
  };
  const heads = (points) => points.slice(1).map(([x2, y2], k) => {
    const [x1, y1] = points[k], length = Math.hypot(x2 - x1, y2 - y1) || 1;
    return [(x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1) / length, (y2 - y1) / length];
  });
  const mark = () => {
    const svg = figure.querySelector("svg");
    if (!svg || !centres.length) return;
    svg.querySelector(".over")?.remove();
    const over = inner(svg, "over"), size = data.side;
    const square = (cell, style) => {
      const [x, y] = centres[cell];
      shape(over, "rect", { x: x - 0.45 * size, y: y - 0.45 * size, width: 0.9 * size, height: 0.9 * size, rx: 0.1 * size, ...style });
    };
    if (heat) {
      const most = uses().reduce((a, b) => Math.max(a, b), 1);
      centres.forEach(([x, y], cell) => {
        if (!use[cell]) return;
        square(cell, { class: "heat", "fill-opacity": 0.08 + 0.6 * use[cell] / most });
        shape(over, "text", { x: x + 0.4 * size, y: y + 0.36 * size, "font-size": 0.2 * size, "text-anchor": "end" }, number(use[cell]));
      });
    }
    for (const cell of new Set([only, overBoard ? cursor : -1]))
      if (cell >= 0) square(cell, { class: "way", "stroke-width": 0.06 * size });
    if (chosen < 0 || !paths[chosen]?.length) return;
    for (const cell of paths[chosen]) square(cell, { class: "on" });
    const points = paths[chosen].map((cell) => centres[cell]);
    const wide = 0.09 * size;
    shape(over, "polyline", { points: points.map((point) => point.join()).join(" "), class: "way", "stroke-width": wide, "stroke-linejoin": "round", "stroke-linecap": "round", opacity: 0.45 });
    for (const [x, y, dx, dy] of heads(points)) {
      const a = 1.1 * wide;
      shape(over, "polygon", { points: `${x + a * dx},${y + a * dy} ${x - a * (dx + dy)},${y - a * (dy - dx)} ${x - a * (dx - dy)},${y - a * (dy + dx)}`, class: "accent" });
    }
    points.forEach(([x, y], k) => {
      const corner = [x - 0.32 * size, y - 0.32 * size];
      shape(over, "circle", { cx: corner[0], cy: corner[1], r: 0.13 * size, class: k ? "open" : "accent", "stroke-width": 0.03 * size });
      shape(over, "text", { x: corner[0], y: corner[1], "font-size": (k < 9 ? 0.16 : 0.13) * size, class: k ? "accent text" : "paper text", "text-anchor": "middle", "dominant-baseline": "central", "font-weight": "bold" }, k + 1);
    });
  };

  // Steps: forward, back, played.
  let slider, count, timer = 0, reasons = [], ends = [];
  const show = (at) => {
    frame = Math.max(first, Math.min(last, at));
    draw();
    for (const [one, end] of ends) one.setAttribute("aria-pressed", frame === (end ? last : first));
    const kind = data.kinds[frame];
    says.replaceChildren(...(kind ? [make("b", {}, kind), ": "] : []), data.says[frame]);
    if (!slider) return;
    slider.max = last - first;
    slider.value = frame - first;
    slider.setAttribute("aria-valuetext", data.says[frame]);
    count.textContent = `${number(frame - first)} of ${number(last - first)}`;
    for (const one of reasons) one.removeAttribute("aria-current");
    const here = reasons[frame];
    if (here) {
      here.setAttribute("aria-current", "step");
      const list = here.closest("ol"), top = here.offsetTop - list.offsetTop;
      if (list.scrollHeight > list.clientHeight && (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40)) list.scrollTop = top - list.clientHeight / 3;
    }
  };
  const pause = () => { clearInterval(timer); timer = 0; $("play").textContent = "Play"; };
  // Solved or unsolved: solved at first, then as it was chosen, also for the next puzzle of a list.
  const chooser = () => {
    ends = [["Puzzle", false], ["Solution", true]].map(([name, end]) => [button(name, end ? "Show the solution" : "Show the puzzle", () => {
      solved = end;
      move(solved ? last : first);
      refresh();
    }), end]);
    figure.before(make("div", { class: "switch", role: "group", "aria-label": "Solved or unsolved" }, ...ends.map(([one]) => one)));
  };
  const play = () => {
    if (timer) return pause();
    if (frame === last) show(first);
    $("play").textContent = "Pause";
    timer = setInterval(() => (frame < last ? show(frame + 1) : pause()), last - first > 60 ? 250 : 700);
  };
  const move = (at) => { if (timer) pause(); show(at); };
  const stepper = () => {
    slider = make("input", { type: "range", min: 0, max: 1, step: 1, "aria-label": "Step", id: "slider" });
    slider.addEventListener("input", () => move(first + Number(slider.value)));
    count = make("output");
    const running = button("Play", "Play or pause", play);
    running.id = "play";
    says.before(make("div", { class: "steps", role: "group", "aria-label": "Steps" },
      button("«", "First step", () => move(first)), button("‹", "Step back", () => move(frame - 1)), running,
      button("›", "Step forward", () => move(frame + 1)), button("»", "Last step", () => move(last)), slider, count));
    says.after(make("p", { class: "keys" }, make("kbd", {}, "←"), " ", make("kbd", {}, "→"), " a step, ", make("kbd", {}, "Home"), " ",
      make("kbd", {}, "End"), " first and last, ", make("kbd", {}, "p"), " play"));
    if (table && table.spans || data.frames.length < 3) return;
    reasons = data.says.map((said, k) => {
      const made = make("button", { type: "button" }, ...(data.kinds[k] ? [make("b", {}, data.kinds[k]), ": "] : []), said);
      made.addEventListener("click", () => move(k));
      return made;
    });
    side.append(make("h2", {}, "Steps"), make("ol", { class: "reasons", start: 0 }, ...reasons.map((one) => make("li", {}, one))));
  };
  document.addEventListener("keydown", (event) => {
    if (!slider || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (event.target.closest("input,select,canvas,tbody,figure,summary,.chips")) return;
    const act = { ArrowLeft: () => move(frame - 1), ArrowRight: () => move(frame + 1), Home: () => move(first), End: () => move(last), p: play }[event.key];
    if (act) { event.preventDefault(); act(); }
  });

  // The table: words or puzzles; searched, chosen among, sorted; a row at a time by the arrow keys.
  const AT_A_TIME = 400;
  let kept = [], shown = 0, refill = () => {}, refresh = () => {};
  const choose = (row, focus = true) => {
    chosen = row;
    for (const one of side.querySelectorAll("[data-row]")) {
      const here = Number(one.dataset.row) === row;
      one.setAttribute("aria-selected", here);
      one.tabIndex = here ? 0 : -1;
      if (here && focus) { one.focus({ preventScroll: true }); one.scrollIntoView({ block: "nearest" }); }
    }
    if (table.spans) {
      [first, last] = table.spans[row];
      if (last >= first) show(solved ? last : first);
      else says.textContent = "There is no picture of this puzzle on the page.";
    } else mark();
    if (letters) map.follow(row);
    tell();
  };
  const tell = () => {
    if (!paths[chosen]?.length) return;
    const values = table.values.map((column) => column[chosen]);
    const named = values.map((value, k) => (typeof value !== "number" ? value : table.columns[k].endsWith("s") ? plural(value, table.columns[k]) : `${table.columns[k]} ${number(value)}`));
    says.replaceChildren(make("b", {}, named[0]), named.slice(1).map((one) => `, ${one}`).join(""), make("span", { class: "heard" }, `: ${paths[chosen].map(spot).join(", ")}`));
  };
  const rowsAt = (cell) => (map ? map.through(cell) : [...paths.keys()].filter((row) => paths[row].includes(cell)));
  const spot = (cell) => `row ${Math.floor(cell / cols) + 1}, column ${cell % cols + 1}`;
  const fill = () => {
    const search = make("input", { type: "search", "aria-label": `Search ${table.noun}`, placeholder: `Search ${table.noun}`, id: "search" });
    const order = new Intl.Collator("en", { numeric: true }), filters = [];
    const chips = table.chips !== null, body = chips ? make("div", { class: "chips", role: "listbox", "aria-label": table.noun }) : make("tbody"), status = make("p", { role: "status", class: "keys", id: "found" });
    const more = button("", "Show more rows", () => add());
    more.classList.add("more");
    const numeric = table.values.map((column) => column.length > 0 && column.every((value) => typeof value === "number"));
    let by = -1, down = false;
    const lines = () => [...body.querySelectorAll("[data-row]")];
    // A chip in the group of its length, which is begun where the length changes.
    const chip = (row) => {
      const name = plural(table.values[table.chips][row], table.columns[table.chips]);
      if (body.lastElementChild?.getAttribute("aria-label") !== name)
        body.append(make("section", { class: "group", role: "group", "aria-label": name }, make("h3", {}, name), make("p", { class: "words" })));
      const one = make("button", { type: "button", role: "option", "data-row": row, tabindex: -1, "aria-selected": row === chosen }, table.values[0][row]);
      body.lastElementChild.lastElementChild.append(one);
    };
    // A small picture of each puzzle, drawn when it comes into view.
    const pictured = Boolean(table.spans);
    const seen = new IntersectionObserver((met) => met.forEach(({ target, isIntersecting }) => {
      if (!isIntersecting) return;
      seen.unobserve(target);
      const [start, end] = table.spans[target.parentElement.dataset.row];
      if (end >= start) target.replaceChildren(pictureOf(solved ? end : start));
    }), { rootMargin: "200px" });
    const thumb = () => {
      const made = make("td", { class: "thumb drawn" });
      seen.observe(made);
      return made;
    };
    refresh = () => { for (const one of body.querySelectorAll(".thumb")) seen.observe(one); };
    const add = (many = chips ? 2000 : AT_A_TIME) => {
      for (const row of kept.slice(shown, shown + many)) {
        if (chips) { chip(row); continue; }
        const line = make("tr", { "data-row": row, tabindex: -1, "aria-selected": row === chosen });
        table.values.forEach((column, k) => line.append(make("td", numeric[k] ? { class: "n" } : column[row].length > 24 ? { class: "long" } : {}, numeric[k] ? number(column[row]) : column[row])));
        if (pictured) line.prepend(thumb());
        body.append(line);
      }
      shown = Math.min(kept.length, shown + many);
      more.hidden = shown === kept.length;
      more.textContent = `Show more (${number(kept.length - shown)} left)`;
      const here = lines();
      if (here.length && !body.querySelector("[tabindex='0']")) here[0].tabIndex = 0;
    };
    refill = () => {
      const wanted = search.value.trim().toLowerCase(), asked = filters.filter((one) => one.select.value);
      const through = only < 0 || !paths.length ? null : new Set(rowsAt(only));
      kept = [];
      for (let row = 0; row < rows; row += 1) {
        if (through && !through.has(row)) continue;
        if (asked.some((one) => !one.tests[one.select.selectedIndex - 1](table.values[one.column][row]))) continue;
        if (wanted && !table.values.some((column) => String(column[row]).toLowerCase().includes(wanted))) continue;
        kept.push(row);
      }
      if (by >= 0) {
        const column = table.values[by];
        kept.sort((a, b) => (down ? -1 : 1) * (numeric[by] ? column[a] - column[b] : order.compare(column[a], column[b])));
      }
      shown = 0;
      body.replaceChildren();
      add();
      status.textContent = kept.length === rows ? plural(rows, table.noun) : `${number(kept.length)} of ${plural(rows, table.noun)}`;
      if (only >= 0) status.textContent += ` through ${spot(only)}`;
      clear.hidden = only < 0;
    };
    const clear = button("All cells", "Show the rows of all cells", () => { only = -1; refill(); mark(); });
    clear.id = "clear";
    search.addEventListener("input", refill);
    const bar = make("div", { class: "bar" }, search);
    for (const column of table.choices) {
      const values = [...new Set(table.values[column])].sort(numeric[column] ? (a, b) => a - b : order.compare);
      if (values.length < 2) continue;
      const most = numeric[column] ? 24 : 200, name = table.columns[column];
      if (values.length > most && !numeric[column]) continue;
      let tests = values.map((value) => (one) => one === value), labels = values.map((value) => numeric[column] ? number(value) : value || "unknown");
      if (values.length > most) {
        // Six ranges that hold as many rows each as ties allow.
        const sorted = [...table.values[column]].sort((a, b) => a - b);
        const ends = [...new Set([1, 2, 3, 4, 5, 6].map((k) => sorted[Math.ceil(k * rows / 6) - 1]))];
        tests = ends.map((end, k) => (one) => one <= end && (k === 0 || one > ends[k - 1]));
        labels = ends.map((end, k) => { const within = sorted.filter(tests[k]); return `${number(within[0])} to ${number(end)}`; });
      }
      const select = make("select", { "aria-label": name, id: filters.length ? `choice-${column}` : "choice" });
      select.append(make("option", { value: "" }, `any ${name}`), ...labels.map((label) => make("option", { value: label }, label)));
      select.addEventListener("change", refill);
      filters.push({ column, select, tests });
      bar.append(select);
    }
    bar.append(clear);
    if (data.heat && !letters) {
      const legend = legendOf();
      legend.hidden = true;
      figure.after(legend);
      const toggle = button("Heat map", "Show how often each cell is used", () => {
        heat = !heat;
        legend.hidden = !heat;
        toggle.setAttribute("aria-pressed", heat);
        mark();
      });
      toggle.setAttribute("aria-pressed", "false");
      toggle.id = "heat";
      bar.append(toggle);
    }
    const head = make("tr", {}, ...(pictured ? [make("td")] : []));
    table.columns.forEach((name, column) => {
      const one = make("th", { scope: "col", ...(numeric[column] ? { class: "n" } : {}) });
      const sorter = make("button", { type: "button" }, name);
      sorter.addEventListener("click", () => {
        down = by === column ? !down : false;
        by = column;
        for (const other of head.children) other.removeAttribute("aria-sort");
        one.setAttribute("aria-sort", down ? "descending" : "ascending");
        refill();
      });
      one.append(sorter);
      head.append(one);
    });
    const rowOf = (event) => event.target.closest("[data-row]");
    body.addEventListener("click", (event) => { const row = rowOf(event); if (row) choose(Number(row.dataset.row)); });
    body.addEventListener("focusin", (event) => { if (!rowOf(event)) return; const row = Number(rowOf(event).dataset.row); if (row !== chosen) choose(row, false); });
    if (paths.length && !letters) body.addEventListener("pointerover", (event) => {
      const row = rowOf(event);
      if (row && event.pointerType === "mouse") { chosen = Number(row.dataset.row); mark(); tell(); }
    });
    body.addEventListener("keydown", (event) => {
      const at = lines().indexOf(rowOf(event)), across = chips ? { ArrowRight: at + 1, ArrowLeft: at - 1 } : {};
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines().length - 1, PageDown: at + 12, PageUp: at - 12, ...across }[event.key];
      if (to === undefined) {
        if (table.spans && (event.key === "ArrowLeft" || event.key === "ArrowRight")) { event.preventDefault(); move(frame + (event.key === "ArrowLeft" ? -1 : 1)); }
        return;
      }
      event.preventDefault();
      if (to >= lines().length && shown < kept.length) add();
      const row = lines()[Math.max(0, Math.min(lines().length - 1, to))];
      choose(Number(row.dataset.row));
    });
    const grid = chips ? body : make("table", { role: "grid", "aria-label": table.noun }, make("thead", {}, head), body);
    side.append(make("h2", {}, table.noun[0].toUpperCase() + table.noun.slice(1)), bar, status, make("div", { class: "scroll" }, grid, more));
    refill();
    // Paper has no "Show more", and shows one puzzle after the other.
    addEventListener("beforeprint", () => (table.spans ? book() : add(kept.length)));
    addEventListener("afterprint", () => document.querySelector(".book")?.remove());
  };

  // The puzzles of a list as they are printed: grids, several on a page, and after them their solutions.
  const book = () => {
    document.querySelector(".book")?.remove();
    const kind = table.columns.indexOf("difficulty"), grids = [], solutions = [];
    for (const row of kept) {
      const [start, end] = table.spans[row], name = number(table.values[0][row]);
      if (end < start) continue;
      const grade = kind < 0 ? "" : table.values[kind][row];
      grids.push(make("figure", {}, pictureOf(start), make("figcaption", {}, grade ? `${name} · ${grade}` : name)));
      if (end > start) solutions.push(make("figure", {}, pictureOf(end), make("figcaption", {}, name)));
    }
    if (!grids.length) return;
    const made = make("section", { class: "book", "aria-hidden": "true" }, make("div", { class: "grids" }, ...grids));
    if (solutions.length) made.append(make("h2", {}, "Solutions"), make("div", { class: "grids small" }, ...solutions));
    document.querySelector("main").after(made);
  };

  // What the colours of a map say.
  const legendOf = () => make("p", { class: "legend" }, "0 ", make("i"), ` ${number(uses().reduce((a, b) => Math.max(a, b), 0))} ${data.used || table.noun} through a cell`);

  // A board of cells: a pointer or the arrow keys go over it, a click or Enter keeps the words of a cell.
  const announce = (cell) => {
    const here = rowsAt(cell);
    const words = here.slice(0, 12).map((row) => table.values[0][row]).join(", ");
    const letter = letters ? ` ${[...letters[Math.floor(cell / cols)]][cell % cols]}` : "";
    const counted = data.uses.length ? `${data.used} ${number(data.uses[cell])}; listed through it: ` : "";
    says.textContent = `Row ${spot(cell).slice(4)}${letter}: ${counted}${plural(here.length, table.noun)}${words ? `: ${words}` : ""}${here.length > 12 ? ", …" : ""}`;
  };
  const onBoard = (target, cellAt, after) => {
    target.tabIndex = 0;
    target.setAttribute("role", "application");
    target.setAttribute("aria-label", "The board: arrow keys go from cell to cell, Enter lists the words through one");
    const keep = (cell) => { only = only === cell ? -1 : cell; refill(); after(); };
    const go = (cell) => { cursor = cell; overBoard = true; announce(cell); after(); };
    target.addEventListener("pointermove", (event) => {
      const cell = cellAt(event);
      if (cell >= 0 && cell !== cursor && !event.buttons) go(cell);
    });
    target.addEventListener("pointerleave", () => { overBoard = false; after(); });
    target.addEventListener("click", (event) => { const cell = cellAt(event); if (cell >= 0) { go(cell); keep(cell); } });
    target.addEventListener("keydown", (event) => {
      const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] || [0, 0];
      if (down || right) {
        const row = Math.floor(Math.max(0, cursor) / cols) + (cursor < 0 ? 0 : down), col = Math.max(0, cursor) % cols + (cursor < 0 ? 0 : right);
        event.preventDefault();
        if (row >= 0 && row * cols < cells && col >= 0 && col < cols) go(row * cols + col);
      } else if (event.key === "Enter" && cursor >= 0) {
        event.preventDefault();
        keep(cursor);
      } else if (event.key === "Escape") {
        only = -1;
        refill();
        after();
      }
    });
  };
  const nearest = (event) => {
    const svg = figure.querySelector("svg"), box = svg?.getBoundingClientRect();
    if (!box) return -1;
    const scale = svg.viewBox.baseVal.width / box.width, x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
    return centres.findIndex(([a, b]) => Math.abs(a - x) < data.side / 2 && Math.abs(b - y) < data.side / 2);
  };

  // A board too large for a picture: one canvas, painted from the part that is seen.
  const density = () => {
    const canvas = make("canvas"), pen = canvas.getContext("2d");
    const height = letters.length, tiles = letters.map((row) => [...row]);
    const image = document.createElement("canvas"), counts = uses();
    image.width = cols;
    image.height = height;
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const paint = () => {
      const dots = new ImageData(cols, height);
      const most = counts.reduce((a, b) => Math.max(a, b), 1), [paper, ink] = dark.matches ? [[15, 20, 26], [224, 123, 26]] : [[255, 255, 255], [224, 123, 26]];
      counts.forEach((n, cell) => {
        const share = n ? 0.08 + 0.92 * Math.sqrt(n / most) : 0;
        for (let k = 0; k < 3; k += 1) dots.data[4 * cell + k] = paper[k] + share * (ink[k] - paper[k]);
        dots.data[4 * cell + 3] = 255;
      });
      image.getContext("2d").putImageData(dots, 0, 0);
    };
    // Words by cell: where those of each cell begin in one long array.
    const listed = byPaths(), begins = new Uint32Array(cells + 1), words = new Uint32Array(listed.reduce((a, b) => a + b, 0));
    listed.forEach((n, cell) => { begins[cell + 1] = begins[cell] + n; });
    const next = begins.slice();
    paths.forEach((path, row) => { for (const cell of path) { words[next[cell]] = row; next[cell] += 1; } });
    const through = (cell) => [...words.subarray(begins[cell], begins[cell + 1])];
    let scale = 0, left = 0, top = 0, waiting = false;
    const bound = () => {
      const least = Math.min(canvas.width / cols, canvas.height / height);
      scale = Math.max(least, Math.min(64 * devicePixelRatio, scale || least));
      const clamp = (value, whole, part) => (part >= whole ? (whole - part) / 2 : Math.max(0, Math.min(whole - part, value)));
      left = clamp(left, cols, canvas.width / scale);
      top = clamp(top, height, canvas.height / scale);
    };
    const now = () => {
      waiting = false;
      bound();
      const at = (cell) => [(cell % cols + 0.5 - left) * scale, (Math.floor(cell / cols) + 0.5 - top) * scale];
      pen.fillStyle = dark.matches ? "#21262d" : "#eaeef2";
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.imageSmoothingEnabled = scale < 1;
      pen.drawImage(image, -left * scale, -top * scale, cols * scale, height * scale);
      if (scale >= 12) {
        pen.font = `${0.6 * scale}px sans-serif`;
        pen.textAlign = "center";
        pen.textBaseline = "middle";
        pen.fillStyle = dark.matches ? "#fff" : "#111";
        for (let row = Math.max(0, Math.floor(top)); row < Math.min(height, top + canvas.height / scale); row += 1)
          for (let col = Math.max(0, Math.floor(left)); col < Math.min(cols, left + canvas.width / scale); col += 1)
            pen.fillText(tiles[row][col], ...at(row * cols + col));
      }
      pen.strokeStyle = pen.fillStyle = dark.matches ? "#6cb6ff" : "#1a5fd0";
      pen.lineWidth = Math.max(2, 0.08 * scale);
      for (const cell of new Set([only, overBoard ? cursor : -1])) {
        const [x, y] = at(cell), half = Math.max(4, scale / 2);
        if (cell >= 0) pen.strokeRect(x - half, y - half, 2 * half, 2 * half);
      }
      const points = (paths[chosen] || []).map(at);
      if (!points.length) return;
      const ink = pen.strokeStyle, wide = Math.max(3, 0.1 * scale);
      for (const [colour, width] of [[dark.matches ? "#0d1117" : "#fff", 2 * wide], [ink, wide]]) {
        pen.strokeStyle = colour;
        pen.lineWidth = width;
        pen.beginPath();
        points.forEach(([x, y]) => pen.lineTo(x, y));
        pen.stroke();
      }
      const a = Math.max(3, 0.18 * scale);
      for (const [x, y, dx, dy] of scale > 6 ? heads(points) : []) {
        pen.beginPath();
        for (const [u, v] of [[dx, dy], [-dx - dy, dx - dy], [dy - dx, -dx - dy]]) pen.lineTo(x + a * u, y + a * v);
        pen.fill();
      }
      pen.beginPath();
      pen.arc(...points[0], Math.max(6, 0.4 * scale), 0, 7);
      pen.stroke();
    };
    const repaint = () => { if (!waiting) { waiting = true; requestAnimationFrame(now); } };
    const resize = () => {
      canvas.width = canvas.clientWidth * devicePixelRatio;
      canvas.height = canvas.clientHeight * devicePixelRatio;
      repaint();
    };
    const place = (event) => {
      const box = canvas.getBoundingClientRect();
      return [(event.clientX - box.left) * devicePixelRatio, (event.clientY - box.top) * devicePixelRatio];
    };
    const zoom = (factor, x = canvas.width / 2, y = canvas.height / 2) => {
      const before = scale;
      scale *= factor;
      const least = Math.min(canvas.width / cols, canvas.height / height);
      scale = Math.max(least, Math.min(64 * devicePixelRatio, scale));
      left += x / before - x / scale;
      top += y / before - y / scale;
      repaint();
    };
    const cellAt = (event) => {
      if (event.type === "click" && dragged) return -1;
      const [x, y] = place(event), col = Math.floor(x / scale + left), row = Math.floor(y / scale + top);
      return col >= 0 && col < cols && row >= 0 && row < height ? row * cols + col : -1;
    };
    const see = (cell) => {
      const col = cell % cols, row = Math.floor(cell / cols), across = canvas.width / scale, along = canvas.height / scale;
      if (col < left || col >= left + across - 1) left = col - across / 2;
      if (row < top || row >= top + along - 1) top = row - along / 2;
    };
    let from = null, dragged = false;
    canvas.addEventListener("pointerdown", (event) => { from = place(event); dragged = false; canvas.setPointerCapture(event.pointerId); });
    canvas.addEventListener("pointermove", (event) => {
      if (!from || !event.buttons) return;
      const to = place(event);
      if (!dragged && Math.hypot(to[0] - from[0], to[1] - from[1]) < 4) return;
      dragged = true;
      left -= (to[0] - from[0]) / scale;
      top -= (to[1] - from[1]) / scale;
      from = to;
      repaint();
    });
    canvas.addEventListener("pointerup", () => { from = null; });
    canvas.addEventListener("wheel", (event) => { event.preventDefault(); zoom(event.deltaY < 0 ? 1.25 : 0.8, ...place(event)); }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      if (event.key === "+" || event.key === "=") zoom(1.5);
      else if (event.key === "-") zoom(1 / 1.5);
      else if (event.key === "0") { scale = 0; repaint(); }
      else if (event.key.startsWith("Arrow") && cursor >= 0) { see(cursor); repaint(); }
    });
    dark.addEventListener("change", () => { paint(); repaint(); });
    new ResizeObserver(resize).observe(canvas);
    const follow = (row) => {
      const path = paths[row];
      if (path && path.length) {
        scale = Math.max(scale, 24 * devicePixelRatio);
        left = path[0] % cols - canvas.width / scale / 2;
        top = Math.floor(path[0] / cols) - canvas.height / scale / 2;
      }
      repaint();
    };
    paint();
    canvas.style.aspectRatio = `${cols} / ${height}`;
    figure.replaceChildren(canvas);
    figure.after(legendOf());
    says.before(make("div", { class: "bar", role: "group", "aria-label": "Zoom" }, button("+", "Zoom in", () => zoom(1.5)),
      button("−", "Zoom out", () => zoom(1 / 1.5)), button("Whole board", "Show the whole board", () => { scale = 0; repaint(); })));
    says.after(make("p", { class: "keys" }, make("kbd", {}, "+"), " ", make("kbd", {}, "−"), " ",
      make("kbd", {}, "0"), " zoom, arrow keys go from cell to cell, ", make("kbd", {}, "Enter"), " lists the words there; drag to move."));
    return { canvas, cellAt, repaint, through, follow };
  };

  // Put together.
  if (!data.frames.length && !letters) $("board").hidden = true;
  if (data.frames.length === 1 && !paths.length && !letters) says.hidden = !data.kinds[0] && data.says[0].startsWith("the "); // it would say what is seen
  const map = letters ? density() : null;
  for (const one of document.querySelectorAll("noscript")) one.remove();
  const most = table && table.spans ? Math.max(...table.spans.map(([one, other]) => other - one)) : data.frames.length - 1;
  if (most > 0) chooser();
  if (most > 1) stepper();
  if (table) fill();
  const twoColumns = side.childElementCount && (centres.length || data.frames.length > 1 || letters);
  document.querySelector("main").classList.add(...(twoColumns ? ["two"] : []), ...(table && table.columns.length > 3 ? ["wide"] : []));
  if (map) onBoard(map.canvas, map.cellAt, map.repaint);
  else if (paths.length) {
    onBoard(figure, nearest, mark);
    says.after(make("p", { class: "keys" }, `Point at one of the ${table.noun}, or go through the list with `, make("kbd", {}, "↑"), " ", make("kbd", {}, "↓"), `; a click on a cell lists the ${table.noun} through it.`));
  }
  if (table && table.spans && rows) choose(0, false);
  else if (data.frames.length) show(frame);
  if (paths.length && table.chips !== null && data.frames.length === 1) choose(0, false);
  addEventListener("resize", fit);
})();
