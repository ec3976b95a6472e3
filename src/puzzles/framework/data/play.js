"use strict";
// Play the puzzle in its page. The element "game-data" holds the board and, where it is known, the solution
// with its steps. A kind of puzzle draws its values and says what a cell, a key and a hint do; the history,
// the cursor, the buttons and the messages are the same for all.
(() => {
  const game = JSON.parse(document.getElementById("game-data").textContent);
  const { kind, cols, centres, side, solution } = game;
  const rows = centres.length / cols;
  const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

  // The history: each entry holds the values of all cells, their pencil marks, and the moves made.
  let past = [{ values: game.values, marks: {}, moves: 0 }], now = 0;
  let cursor = Math.max(0, centres.findIndex((centre, cell) => centre && !game.values[cell]));
  let wrong = new Set(), looked = [], hinted = null, picked = -1;
  const values = () => past[now].values;
  const settle = () => {
    wrong = new Set();
    looked = [];
    hinted = null;
    picked = -1;
    const end = rules.ending();
    says(end);
    draw();
  };
  const push = (changes) => {
    past = [...past.slice(0, now + 1), { ...past[now], moves: past[now].moves + 1, ...changes }];
    now += 1;
    settle();
    return true;
  };
  const go = (to) => {
    if (to < 0 || to >= past.length) return says(to < 0 ? "There is nothing to undo." : "There is nothing to redo.");
    now = to;
    typed = { cell: -1 };
    settle();
  };
  const changed = (...pairs) => {
    const found = [...values()];
    for (const [cell, value] of pairs) found[cell] = value;
    return found;
  };

  // The picture: the board, and on it what changes.
  const NS = "http://www.w3.org/2000/svg";
  let layer;
  const shape = (tag, attributes, content = "") => {
    const made = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = content;
    layer.append(made);
  };
  const square = (cell, name, inset = 1) => {
    const [x, y] = centres[cell], size = side - 2 * inset;
    shape("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 3, "stroke-width": 2, class: name });
  };
  const write = (cell, text, name, size) => {
    const [x, y] = centres[cell];
    shape("text", { x, y, "font-size": size / Math.max(1, 0.45 * text.length), class: wrong.has(cell) ? "wrong" : name }, text);
  };
  const round = (cell, radius, name) => {
    const [cx, cy] = centres[cell];
    shape("circle", { cx, cy, r: radius * side, "stroke-width": 2.5, class: name });
  };
  const draw = () => {
    layer.replaceChildren();
    rules.draw();
    if (kind !== "sliding") square(cursor, "at", 2);
    count.textContent = rules.count();
    where.textContent = `${spot(cursor)}: ${rules.named(cursor)}`;
  };

  // Cells by name, by place and by arrow.
  const column = (col) => (col < 26 ? "" : column(Math.floor(col / 26) - 1)) + String.fromCharCode(97 + col % 26);
  const spot = (cell) => {
    const row = Math.floor(cell / cols) + 1, col = cell % cols;
    return kind === "peg" ? `${column(col)}${row}` : `row ${row}, column ${col + 1}`;
  };
  const toward = (cell, [down, right]) => {
    let row = Math.floor(cell / cols) + down, col = cell % cols + right;
    for (; row >= 0 && row < rows && col >= 0 && col < cols; row += down, col += right)
      if (centres[row * cols + col]) return row * cols + col;
    return cell;
  };
  const cellAt = (event) => {
    const picture = figure.querySelector("svg"), box = picture.getBoundingClientRect();
    const scale = picture.viewBox.baseVal.width / box.width;
    const x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
    let best = -1, least = 0.71 * side;
    centres.forEach((centre, cell) => {
      const far = centre ? Math.hypot(centre[0] - x, centre[1] - y) : Infinity;
      if (far < least) [best, least] = [cell, far];
    });
    return best;
  };

  // Puzzles whose cells are filled: values are typed, checked and hinted at; 0 is an empty cell.
  let typed = { cell: -1 }, pencil = false, down = false;
  const fixed = (cell) => game.values[cell] !== 0;
  const put = (cell, value) => {
    if (fixed(cell)) return says(`${spot(cell)} is given.`);
    if (pencil && value) {
      if (values()[cell]) return says(`${spot(cell)} is filled; erase it first.`);
      const marks = new Set(past[now].marks[cell] || []);
      if (!marks.delete(value)) marks.add(value);
      return push({ marks: { ...past[now].marks, [cell]: [...marks] } });
    }
    return rules.fill(cell, value);
  };
  const type = (character) => {
    const before = typed.cell === cursor ? typed.text : "";
    for (const text of new Set([before + character, character])) {
      const value = rules.valueFor(text);
      if (!value && !rules.begins(text)) continue;
      const back = text.length > 1 && typed.entry === now && !pencil ? 1 : 0;
      now -= back; // 12 takes the place of 1
      const done = value && put(cursor, value);
      if (!done) now += back;
      typed = { cell: cursor, text, entry: done ? now : -1 };
      return true;
    }
    return false;
  };
  const erase = () => {
    typed = { cell: -1 };
    if (values()[cursor] || fixed(cursor)) put(cursor, 0);
    else if (past[now].marks[cursor]?.length) push({ marks: { ...past[now].marks, [cursor]: [] } });
  };
  const empty = () => values().filter((value) => value === 0).length;
  const own = () => values().map((value, cell) => cell).filter((cell) => values()[cell] > 0 && !fixed(cell));
  const mistakes = () => (game.unique && solution ? own().filter((cell) => values()[cell] !== solution[cell]) : rules.clashing());
  const filling = {
    ending: () => (empty() ? "" : rules.clashing().length ? "The board is full, but not right: Check shows where." : "Solved!"),
    count: () => `${plural(empty(), "cell")} left`,
    check: () => {
      wrong = new Set(mistakes());
      const by = game.unique && solution ? "" : " by the rules";
      says(wrong.size ? `${plural(wrong.size, "cell")} ${wrong.size === 1 ? "is" : "are"} wrong${by}.`
        : rules.ending() || `There is no mistake${by}; ${plural(empty(), "cell")} left.`);
      draw();
    },
    hint: () => {
      if (!empty() && !mistakes().length) return says("Solved!");
      if (!solution) return says("This page holds no solution, so there is no hint.");
      if (own().some((cell) => values()[cell] !== solution[cell]))
        return says(game.unique ? "There is a mistake on the board: Check shows it." : "The board has left the stored solution, one of several.");
      const step = nextStep(), [name, text, cell, cells, altered] = step;
      if (hinted !== step) {
        hinted = step;
        says(`The next technique: ${name}. Press Hint again for the cell.`);
        return;
      }
      says(`${name}: ${text}`);
      looked = [...cells, ...altered, ...(cell < 0 ? [] : [cell])];
      if (cell < 0) shown.add(step);
      else cursor = cell;
      hinted = null;
      draw();
    },
    follows: () => true,
    click: (cell) => { cursor = cell; },
    highlights: () => {
      for (const cell of wrong) square(cell, "bad");
      for (const cell of looked) square(cell, "look");
      const here = values()[cursor];
      values().forEach((value, cell) => { if (here > 0 && value === here && cell !== cursor) square(cell, "same"); });
    },
  };
  // The stored steps are followed in their order, without those whose cells the player has filled.
  const shown = new Set();
  const nextStep = () => {
    const now = values(), steps = game.steps;
    const next = steps.findIndex(([, , cell]) => cell >= 0 && now[cell] === 0);
    const before = steps.slice(0, Math.max(0, next)).find((step) => step[2] < 0 && !shown.has(step) && step[4].some((cell) => now[cell] === 0));
    if (before) return before;
    if (next >= 0) return steps[next];
    const free = now.map((value, cell) => cell).filter((cell) => now[cell] === 0);
    const cell = free.find(rules.follows) ?? free[0];
    game.steps.push(["from the solution", `${spot(cell)} is ${rules.text(solution[cell])}`, cell, [], []]);
    return game.steps.at(-1);
  };

  const has = (mask, value) => Math.floor(mask / 2 ** (value - 1)) % 2 === 1;
  const sudoku = () => ({
    ...filling,
    help: ["Arrow keys choose a cell, symbols fill it, Backspace erases, Space turns pencil marks on and off."],
    pad: game.symbols.map((symbol) => [symbol, `Enter ${symbol}`]),
    text: (value) => game.symbols[value - 1],
    named: (cell) => {
      const marks = past[now].marks[cell] || [];
      return values()[cell] ? rules.text(values()[cell]) : marks.length ? `empty, marked ${marks.map(rules.text).join(" ")}` : "empty";
    },
    valueFor: (text) => (game.symbols.indexOf(text) + 1) || game.symbols.findIndex((one) => one.toUpperCase() === text.toUpperCase()) + 1,
    begins: (text) => game.symbols.some((symbol) => symbol.length > text.length && symbol.startsWith(text)),
    fill: (cell, value) => {
      const marks = { ...past[now].marks, [cell]: [] };
      const peers = new Set(game.units.filter((unit) => unit.includes(cell)).flat());
      for (const peer of peers) if (marks[peer]) marks[peer] = marks[peer].filter((mark) => mark !== value);
      return push({ values: changed([cell, value]), marks });
    },
    clashing: () => {
      const now = values(), found = new Set();
      for (const unit of game.units)
        for (const cell of unit) if (now[cell] && unit.some((other) => other !== cell && now[other] === now[cell])) found.add(cell);
      now.forEach((value, cell) => { if (value && !has(game.allowed[cell], value)) found.add(cell); });
      for (const [first, second, kept] of game.between)
        if (now[first] && now[second] && !has(kept[now[first] - 1], now[second])) found.add(first).add(second);
      return [...found].filter((cell) => !fixed(cell));
    },
    draw: () => {
      rules.highlights();
      const columns = Math.max(3, Math.ceil(Math.sqrt(game.symbols.length)));
      for (const cell of own()) write(cell, rules.text(values()[cell]), "own", 20);
      for (const [cell, marks] of Object.entries(past[now].marks))
        for (const value of marks) {
          const [x, y] = centres[cell], step = side / columns, text = rules.text(value);
          const across = ((value - 1) % columns + 0.5) * step, along = (Math.floor((value - 1) / columns) + 0.5) * step;
          shape("text", { x: x - side / 2 + across, y: y - side / 2 + along, "font-size": step / Math.max(1, 0.6 * text.length), class: "mark" }, text);
        }
    },
  });

  const extend = (from, to) => {
    const value = values()[from];
    if (!(value > 0) || values()[to] !== 0 || !game.near[from].includes(to)) return false;
    const next = (down ? [value - 1, value + 1] : [value + 1, value - 1]).find((one) => one >= 1 && one <= game.most && !values().includes(one));
    if (next) put(to, next);
    return Boolean(next);
  };
  const path = () => ({
    ...filling,
    help: ["Choose a number and go on to empty cells next to it: tap them, draw over them, or hold Shift with the arrow keys.",
      "Digits enter a number, Backspace erases."],
    pad: [..."1234567890"].map((digit) => [digit, `Digit ${digit}`]),
    text: String,
    named: (cell) => String(values()[cell] || "empty"),
    valueFor: (text) => (/^[1-9]\d*$/.test(text) && Number(text) <= game.most ? Number(text) : 0),
    begins: () => false,
    follows: (cell) => [solution[cell] - 1, solution[cell] + 1].some((next) => values().includes(next)),
    fill: (cell, value) => {
      const other = value ? values().indexOf(value) : -1;
      if (other >= 0 && fixed(other)) return says(`${value} is given in ${spot(other)}.`);
      return push({ values: changed(...(other >= 0 ? [[other, 0]] : []), [cell, value]) });
    },
    clashing: () => own().filter((cell) => [values()[cell] - 1, values()[cell] + 1].some((next) => {
      const other = next ? values().indexOf(next) : -1;
      return other >= 0 && !game.near[cell].includes(other);
    })),
    click: (cell) => { if (cell !== cursor) extend(cursor, cell); cursor = cell; },
    draw: () => {
      rules.highlights();
      for (const cell of own()) {
        const value = values()[cell];
        for (const other of game.near[cell]) {
          const near = values()[other];
          if (near === value + 1 || (near === value - 1 && fixed(other))) link(centres[cell], centres[other]);
        }
        write(cell, String(value), "own", 15);
      }
    },
  });
  const link = ([x1, y1], [x2, y2]) => {
    const dx = x2 - x1, dy = y2 - y1;
    if (Math.hypot(dx, dy) > 2.3 * side) return; // across the edges
    shape("line", { x1: x1 + 0.34 * dx, y1: y1 + 0.34 * dy, x2: x2 - 0.34 * dx, y2: y2 - 0.34 * dy, "stroke-width": 3, class: "link" });
  };

  // Puzzles of moves: a hint is the next move of the stored solution, from any position on its way.
  const places = (made) => {
    const found = [game.values];
    for (const move of game.moves) found.push(made(found.at(-1), move));
    return found.map((position) => position.join("|"));
  };
  const moving = (noun, made, tell) => {
    const stored = game.moves.length ? places(made) : [];
    const at = () => stored.indexOf(values().join("|"));
    const away = () => (stored.length ? `The position has left the stored solution; undo leads back to it.` : "This page holds no solution.");
    return {
      ending: () => (rules.solved() ? `Solved in ${plural(past[now].moves, noun)}${stored.length ? `; the stored solution has ${game.moves.length}` : ""}.` : rules.stuck()),
      check: () => says(rules.ending() || (at() < 0 ? away() : `On the way of the stored solution: ${plural(game.moves.length - at(), noun)} to go.`)),
      hint: () => {
        if (rules.solved()) return says(rules.ending());
        if (at() < 0) return says(away());
        const { text, cells } = tell(game.moves[at()]);
        looked = cells;
        cursor = cells[0];
        says(`The next ${noun}: ${text}.`);
        draw();
      },
    };
  };
  const legal = (from) => game.jumps.filter(([start, over, end]) => start === from && values()[start] && values()[over] && !values()[end]);
  const after = (position, [start, over, end]) => position.map((peg, cell) => (cell === end ? 1 : cell === start || cell === over ? 0 : peg));
  const peg = () => ({
    ...moving("jump", after, ([start, over, end]) => ({ text: `${spot(start)} over ${spot(over)} to ${spot(end)}`, cells: [start, end] })),
    help: ["Choose a peg, then the hole to jump to: with a tap, or with the arrow keys and Enter."],
    named: (cell) => `${values()[cell] ? "peg" : "hole"}${cell === picked ? ", chosen" : picked >= 0 && legal(picked).some(([, , end]) => end === cell) ? ", a jump leads here" : ""}`,
    count: () => `${plural(pegs(), "peg")}, ${plural(past[now].moves, "jump")} made`,
    solved: () => (game.goal ? values().every((peg, cell) => Boolean(peg) === game.goal.includes(cell)) : pegs() === 1),
    stuck: () => (centres.some((centre, cell) => legal(cell).length) ? "" : `No jump is left, and ${plural(pegs(), "peg")} ${pegs() === 1 ? "is" : "are"} there.`),
    click: (cell) => {
      cursor = cell;
      const jump = picked < 0 ? null : legal(picked).find(([, , end]) => end === cell);
      if (jump) return push({ values: after(values(), jump) });
      picked = values()[cell] && cell !== picked ? cell : -1;
      says(picked >= 0 && !legal(picked).length ? `The peg in ${spot(cell)} has no jump.` : "");
    },
    draw: () => {
      for (const cell of game.goal || []) round(cell, 0.45, "goal");
      for (const cell of looked) square(cell, "look");
      values().forEach((peg, cell) => { if (peg) round(cell, 0.38, "peg"); });
      if (picked < 0) return;
      round(picked, 0.38, "ring");
      for (const [, , end] of legal(picked)) round(end, 0.3, "ring");
    },
  });
  const pegs = () => values().filter(Boolean).length;

  const WAYS = { U: [1, 0, "up"], D: [-1, 0, "down"], L: [0, 1, "left"], R: [0, -1, "right"] }; // where the tile is from the blank
  const blank = (position) => position.indexOf("");
  const tileFrom = (position, way) => {
    const row = Math.floor(blank(position) / cols) + WAYS[way][0], col = blank(position) % cols + WAYS[way][1];
    return row >= 0 && row < rows && col >= 0 && col < cols ? row * cols + col : -1;
  };
  const slid = (position, way) => {
    const found = [...position], from = tileFrom(position, way);
    [found[blank(position)], found[from]] = [found[from], ""];
    return found;
  };
  const slide = (way, times = 1) => {
    let position = values();
    for (let k = 0; k < times; k += 1) {
      if (tileFrom(position, way) < 0) return says("No tile can move that way.");
      position = slid(position, way);
    }
    push({ values: position, moves: past[now].moves + times });
  };
  const sliding = () => ({
    ...moving("move", slid, (way) => ({ text: `${values()[tileFrom(values(), way)]} ${WAYS[way][2]}`, cells: [tileFrom(values(), way)] })),
    help: ["Arrow keys move a tile into the gap; a tap moves a tile, or all tiles between it and the gap."],
    named: (cell) => values()[cell] || "the gap",
    count: () => plural(past[now].moves, "move"),
    solved: () => values().every((tile, cell) => tile === game.goal[cell]),
    stuck: () => "",
    arrow: (key) => slide(key[5]),
    click: (cell) => {
      const gap = blank(values()), right = cell % cols - gap % cols, below = Math.floor(cell / cols) - Math.floor(gap / cols);
      cursor = cell;
      if ((right === 0) !== (below === 0)) slide(right > 0 ? "L" : right < 0 ? "R" : below > 0 ? "U" : "D", Math.abs(right + below));
    },
    draw: () => values().forEach((tile, cell) => {
      if (!tile) return;
      square(cell, game.goal[cell] === tile ? "home" : "tile", 2);
      if (looked.includes(cell)) square(cell, "look", 2);
      write(cell, tile, "name", 20);
    }),
  });

  // The part of the page: the board, what can be pressed, what is said.
  const rules = { sudoku, path, peg, sliding }[kind]();
  const figure = make("figure", { id: "game-board", class: "drawn", tabindex: 0, role: "application", "aria-label": `The board. ${rules.help.join(" ")}` });
  const message = make("p", { id: "game-says", role: "status" });
  const says = (text) => { message.textContent = text && text[0].toUpperCase() + text.slice(1); };
  const where = make("p", { class: "heard", role: "status" }), count = make("output", { id: "game-count" });
  const toggle = (id, text, name, act) => {
    const made = button(text, name, () => made.setAttribute("aria-pressed", act()));
    made.id = id;
    made.setAttribute("aria-pressed", "false");
    return made;
  };
  const bar = make("div", { class: "bar", role: "group", "aria-label": "The game" });
  const pencilSwitch = kind === "sudoku" ? toggle("game-pencil", "Pencil", "Pencil marks", () => (pencil = !pencil)) : null;
  if (pencilSwitch) bar.append(pencilSwitch);
  if (kind === "path") bar.append(toggle("game-down", "Count down", "Count down from the chosen number", () => (down = !down)));
  for (const [id, text, name, act] of [
    ["game-undo", "Undo", "Undo", () => go(now - 1)],
    ["game-redo", "Redo", "Redo", () => go(now + 1)],
    ["game-check", "Check", "Check the board", () => rules.check()],
    ["game-hint", "Hint", "Hint", () => rules.hint()],
    ["game-reset", "Reset", "Begin again", () => { shown.clear(); push(past[0]); }],
  ]) {
    const made = button(text, name, act);
    made.id = id;
    bar.append(made);
  }
  const pad = rules.pad ? make("div", { class: "pad", role: "group", "aria-label": "Values" },
    ...rules.pad.map(([text, name]) => button(text, name, () => type(text))), button("⌫", "Erase", erase)) : "";
  const keys = make("p", { class: "keys" }, rules.help.join(" "), " ", make("kbd", {}, "Ctrl"), " ", make("kbd", {}, "Z"), " undoes, ", make("kbd", {}, "?"), " is a hint.");
  const section = make("section", { id: "game", "aria-label": "Play" }, figure, make("div", {}, count, message, where, pad, bar, keys));

  const holder = document.createElement("template");
  holder.innerHTML = game.svg;
  figure.append(holder.content);
  const picture = figure.querySelector("svg"), { width, height } = picture.viewBox.baseVal;
  picture.style.width = `min(100%, ${Math.round(3 * width)}px, ${(72 * width / height).toFixed(1)}vh)`;
  layer = document.createElementNS(NS, "g");
  picture.append(layer);

  // Pointer and keys.
  const act = (cell) => {
    if (cell < 0) return;
    typed = { cell: -1 };
    rules.click(cell);
    draw();
  };
  if (kind === "path") {
    figure.classList.add("traced");
    figure.addEventListener("pointerdown", (event) => { if (event.isPrimary) { figure.setPointerCapture(event.pointerId); act(cellAt(event)); } });
    figure.addEventListener("pointermove", (event) => {
      const cell = event.isPrimary && event.buttons ? cellAt(event) : -1;
      const goesOn = () => game.near[cursor].includes(cell) && Math.abs(values()[cell] - values()[cursor]) === 1;
      if (cell >= 0 && cell !== cursor && (extend(cursor, cell) || goesOn())) act(cell);
    });
  } else figure.addEventListener("click", (event) => act(cellAt(event)));
  const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const onKey = (event) => {
    const { key } = event, onBoard = event.target === figure;
    if (event.ctrlKey || event.metaKey) {
      const to = { z: event.shiftKey ? now + 1 : now - 1, y: now + 1 }[key.toLowerCase()];
      if (to !== undefined) go(to);
      return to !== undefined;
    }
    if (event.altKey) return false;
    if (key === "?" && !game.symbols?.includes(key)) { rules.hint(); return true; }
    if (!onBoard && (key === "Enter" || key === " ")) return false; // they press a button
    if (ARROWS[key]) {
      if (rules.arrow) rules.arrow(key);
      else {
        const to = toward(cursor, ARROWS[key]);
        if (event.shiftKey && kind === "path") extend(cursor, to);
        cursor = to;
        draw();
      }
      return true;
    }
    if ((key === "Enter" || key === " ") && kind === "peg") { act(cursor); return true; }
    if (key === " " && pencilSwitch) { pencilSwitch.click(); return true; }
    if ((key === "Backspace" || key === "Delete") && rules.fill) { erase(); return true; }
    return Boolean(rules.fill) && key.length === 1 && type(key);
  };
  section.addEventListener("keydown", (event) => {
    event.stopPropagation(); // the steps of the page below do not move
    if (onKey(event)) event.preventDefault();
  });

  // The switch between the page and the game.
  const main = document.querySelector("main");
  const playing = button("Play this puzzle", "Play this puzzle", () => {
    const on = main.classList.toggle("playing");
    playing.setAttribute("aria-pressed", on);
    if (on) figure.focus();
  });
  playing.id = "game-switch";
  playing.setAttribute("aria-pressed", "false");
  document.querySelector("header").append(playing);
  main.append(section);
  settle();
})();
