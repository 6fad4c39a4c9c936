// The replay page: shows one step at a time. All texts enter the page as text, never as markup.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const steps = data.steps;
  const byId = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const COVERED = "?FQ";
  const KEPT_IMAGES = 120;
  const GUESS = "guess", MISTAKE = "mistake", DIFFERENCE = "difference";

  function make(tag, className, text) {
    const node = document.createElement(tag);
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  }
  function draw(parent, tag, attributes) {
    const node = document.createElementNS(SVG, tag);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    parent.appendChild(node);
    return node;
  }
  const strokePath = (strokes) =>
    strokes.map((stroke) => "M" + stroke.map((point) => point.join(" ")).join("L")).join("");

  let now = -1;        // the step that is shown
  let timer = 0;       // of autoplay; 0 while it rests
  let remembering = 0; // timer that writes the step into the address
  let here = null;     // number of the cell under the pointer or with the focus
  let focused = 0;     // cell that the board's tab stop is on

  // ---- what a step is -------------------------------------------------------------------------
  const kinds = {
    [GUESS]: steps.map((step, i) => (step.moves.some((move) => move.guess) ? i : -1)).filter((i) => i >= 0),
    [MISTAKE]: steps.map((step, i) => (step.moves.some((move) => move.bad) ? i : -1)).filter((i) => i >= 0),
    [DIFFERENCE]: steps.map((step, i) => (step.diff.length ? i : -1)).filter((i) => i >= 0),
  };
  const chance = (step, cell) => {
    const code = step.p ? step.p.substr(2 * cell, 2) : "..";
    return code === ".." ? null : parseInt(code, 36) / 1000;
  };
  const place = (step, cell) => Math.floor(cell / step.cols) + "," + (cell % step.cols);
  function percent(value) {
    if (value === 0 || value === 1) return 100 * value + "%";
    if (value < 0.1) return (100 * value).toFixed(1) + "%";
    return (value > 0.9 ? (100 * value).toFixed(1) : Math.round(100 * value)) + "%";
  }
  const differing = (step) =>
    step.diff.map(([what]) => /^cell (\d+),(\d+)$/.exec(what)).filter(Boolean)
      .map((found) => Number(found[1]) * step.cols + Number(found[2]));

  const SYMBOLS = {
    "?": "hidden", F: "flag", Q: "question mark", "*": "mine", X: "exploded mine", W: "wrong flag",
    "!": "could not be read",
  };
  function describe(step, cell) {
    const symbol = step.board[cell];
    const lines = [];
    if (symbol in SYMBOLS) lines.push(SYMBOLS[symbol]);
    else lines.push(symbol === "0" ? "open, no mine round it" : "open, " + symbol);
    if (COVERED.includes(symbol)) {
      const risk = chance(step, cell);
      if (step.safe && step.safe.includes(cell)) lines.push("proven safe");
      else if (step.mine && step.mine.includes(cell)) lines.push("proven mine");
      else if (risk !== null) {
        const usual = step.assumed ? ", if there are the usual " + step.assumed + " mines" : "";
        lines.push("mine with " + percent(risk) + usual);
      }
    }
    if (step.wrong && step.wrong.includes(cell)) lines.push("the flag is wrong");
    if (step.guess === cell) lines.push("best guess");
    if (step.doubt && step.doubt.includes(cell)) lines.push("not read for certain");
    for (const move of step.moves) {
      if (move.cell === cell) lines.push(move.text + ": " + move.says);
      if (move.better === cell) lines.push("was better than what was clicked");
      if (move.exploded.includes(cell)) lines.push("exploded");
    }
    for (const [what, recorded, found] of step.diff) {
      if (what === "cell " + place(step, cell)) lines.push("recorded as " + recorded + ", read as " + found + " now");
    }
    return lines;
  }

  // ---- the picture ----------------------------------------------------------------------------
  const canvas = byId("picture");
  const brush = canvas.getContext("2d");
  const images = new Map();
  let drawn = -1;      // the step that the canvas holds
  let request = 0;        // counts requests, so that a late image does not replace a newer one

  function image(number) {
    let found = images.get(number);
    if (found) images.delete(number);
    else {
      const element = new Image();
      element.src = "data:image/png;base64," + data.images[number];
      found = element.decode().then(() => element);
    }
    images.set(number, found);
    if (images.size > KEPT_IMAGES) images.delete(images.keys().next().value);
    return found;
  }
  async function showPicture(index) {
    const mine = ++request;
    let from = index;
    while (from > 0 && !(steps[from].view && steps[from].view.whole) && from !== drawn + 1) from--;
    const views = [];
    for (let i = from; i <= index; i++) if (steps[i].view) views.push(steps[i].view);
    const ready = await Promise.all(views.map((view) => (view.image === null ? null : image(view.image))));
    if (mine !== request) return;
    const view = steps[index].view;
    byId("stage").hidden = !view;
    if (!view) return;
    views.forEach((each, k) => {
      if (each.whole && (canvas.width !== each.size[0] || canvas.height !== each.size[1])) {
        canvas.width = each.size[0];
        canvas.height = each.size[1];
      }
      if (ready[k]) brush.drawImage(ready[k], each.at[0], each.at[1]);
    });
    drawn = index;
    byId("stage").classList.toggle("sharp", canvas.clientWidth > 1.5 * canvas.width);
  }

  // ---- what is drawn on the picture -------------------------------------------------------------
  const overlay = byId("overlay");
  const shown = { lattice: true, labels: false, hints: true };

  function rectangle(step, cell) {
    const [rows, cols] = data.grids[step.grid];
    const r = Math.floor(cell / step.cols), c = cell % step.cols;
    return { x: cols[c], y: rows[r], w: cols[c + 1] - cols[c], h: rows[r + 1] - rows[r] };
  }
  function plate(box, text, across, down, width, height, doubtful) {
    const kind = doubtful ? "doubt " : "";
    const x = box.x + (box.w - width) * across, y = box.y + (box.h - height) * down;
    draw(overlay, "rect", { class: kind + "plate", x, y, width, height, rx: height / 5 });
    const size = Math.min(height * 0.86, (width / text.length) * (text.endsWith("%") ? 1.22 : 1.5));
    const label = draw(overlay, "text", {
      class: kind + "plate-text", x: x + width / 2, y: y + height / 2, style: "font-size:" + size + "px",
    });
    label.textContent = text;
  }
  function strokes(box, name, className) {
    const path = strokePath(data.strokes[name]);
    const move = "translate(" + box.x + " " + box.y + ") scale(" + box.w + " " + box.h + ")";
    for (const [kind, width] of [["rim", 0.25], [className, 0.13]]) {
      draw(overlay, "path", {
        d: path, transform: move, class: kind, fill: "none", "stroke-width": width,
        "stroke-linecap": "round", "stroke-linejoin": "round",
      });
    }
  }
  function ring(box, className, dashed) {
    const thick = Math.max(2, box.w / 11);
    for (const [kind, width] of [["rim", thick + 2], [className, thick]]) {
      draw(overlay, "rect", {
        class: kind, x: box.x + thick / 2, y: box.y + thick / 2, width: box.w - thick, height: box.h - thick,
        rx: dashed ? 2 : box.w / 2, "stroke-width": width, fill: "none",
        "stroke-dasharray": dashed && kind !== "rim" ? thick * 1.6 : "none",
      });
    }
  }
  function corners(box) {
    const a = 0.06, b = 0.34;
    const path = [[a, a, 1, 1], [1 - a, a, -1, 1], [a, 1 - a, 1, -1], [1 - a, 1 - a, -1, -1]]
      .map(([x, y, sx, sy]) => "M" + (x + sx * (b - a)) + " " + y + "L" + x + " " + y + "L" + x + " " + (y + sy * (b - a)))
      .join("");
    const move = "translate(" + box.x + " " + box.y + ") scale(" + box.w + " " + box.h + ")";
    for (const [kind, width] of [["best-rim", 0.18], ["best", 0.08]]) {
      draw(overlay, "path", { d: path, transform: move, class: kind, fill: "none", "stroke-width": width });
    }
  }
  function showOverlay(step) {
    overlay.replaceChildren();
    if (!step.view) return;
    overlay.setAttribute("viewBox", "0 0 " + step.view.size.join(" "));
    if (step.grid === undefined) return;
    const [rows, cols] = data.grids[step.grid];
    if (shown.lattice) {
      const path =
        rows.map((y) => "M" + cols[0] + " " + y + "H" + cols[cols.length - 1]).join("") +
        cols.map((x) => "M" + x + " " + rows[0] + "V" + rows[rows.length - 1]).join("");
      draw(overlay, "path", { d: path, class: "rim", "stroke-width": 2.4 });
      draw(overlay, "path", { d: path, class: "ink", "stroke-width": 0.9 });
    }
    if (shown.hints) {
      for (const cell of step.shown || []) {
        const box = rectangle(step, cell), value = Math.round(100 * chance(step, cell));
        const text = Math.min(99, Math.max(1, value)) + (box.w >= 30 ? "%" : "");
        plate(box, text, 0.5, 0.5, box.w * 0.82, box.h * 0.56, false);
      }
      for (const cell of step.safe || []) {
        if (!(step.wrong || []).includes(cell)) strokes(rectangle(step, cell), "tick", "safe");
      }
      for (const cell of step.mine || []) {
        if (step.board[cell] !== "F") strokes(rectangle(step, cell), "cross", "mine");
      }
      for (const cell of step.wrong || []) {
        ring(rectangle(step, cell), "wrong", false);
        strokes(rectangle(step, cell), "slash", "wrong");
      }
      if (step.guess !== null && step.guess !== undefined) corners(rectangle(step, step.guess));
    }
    const doubtful = new Set(step.doubt || []);
    if (shown.labels) {
      for (let cell = 0; cell < step.board.length; cell++) {
        const box = rectangle(step, cell);
        plate(box, step.board[cell], 0.97, 0.97, box.w * 0.34, box.h * 0.42, doubtful.has(cell));
      }
    } else {
      for (const cell of doubtful) plate(rectangle(step, cell), "?", 0.97, 0.97, rectangle(step, cell).w * 0.34, rectangle(step, cell).h * 0.42, true);
    }
    for (const move of step.moves) ring(rectangle(step, move.cell), "made", false);
    for (const cell of differing(step)) ring(rectangle(step, cell), "differs", true);
    if (here !== null && here < step.board.length) {
      const box = rectangle(step, here);
      draw(overlay, "rect", { class: "here", x: box.x, y: box.y, width: box.w, height: box.h, "stroke-width": 2 });
    }
  }

  // ---- the board --------------------------------------------------------------------------------
  const board = byId("board");
  let cells = [];
  let shape = "";

  function shapeBoard(step) {
    const wanted = step.rows + "x" + step.cols;
    if (wanted === shape) return;
    shape = wanted;
    board.replaceChildren();
    board.style.setProperty("--cols", step.cols);
    board.toggleAttribute("data-large", step.cols > 20);
    byId("main").classList.toggle("wide", step.cols > 18);
    board.setAttribute("aria-rowcount", step.rows);
    board.setAttribute("aria-colcount", step.cols);
    cells = [];
    for (let r = 0; r < step.rows; r++) {
      const row = make("div", "row");
      row.setAttribute("role", "row");
      for (let c = 0; c < step.cols; c++) {
        const cell = make("div", "cell");
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = -1;
        cell.dataset.cell = cells.length;
        cells.push(cell);
        row.appendChild(cell);
      }
      board.appendChild(row);
    }
    focused = 0;
  }
  function mark(name) {
    const picture = document.createElementNS(SVG, "svg");
    picture.setAttribute("viewBox", "0 0 1 1");
    picture.setAttribute("aria-hidden", "true");
    draw(picture, "use", { href: "#" + name });
    return picture;
  }
  function showBoard(step) {
    board.hidden = !step.board;
    if (!step.board) return;
    shapeBoard(step);
    const safe = new Set(step.safe), mine = new Set(step.mine), made = new Set(step.moves.map((move) => move.cell));
    const differs = new Set(differing(step));
    // What a cell is told to be, besides its symbol and its chance; few cells have any of it.
    const special = new Set([...made, ...differs, ...step.doubt, ...step.wrong, step.guess, here, focused]);
    for (const move of step.moves) [move.better, ...move.exploded].forEach((cell) => special.add(cell));
    cells.forEach((node, i) => {
      const symbol = step.board[i];
      const state = symbol + step.p.substr(2 * i, 2) + safe.has(i) + mine.has(i) + step.assumed;
      if (node.state === state && !special.has(i)) return;
      node.state = special.has(i) ? "" : state;
      const names = ["cell"];
      let content = "";
      let picture = null;
      let risk = null;
      if (COVERED.includes(symbol)) {
        names.push("covered");
        if (symbol === "F") names.push("flag");
        if (symbol === "Q") names.push("query");
        risk = chance(step, i);
        if (safe.has(i)) { names.push("safe"); picture = "tick"; }
        else if (mine.has(i)) { names.push("mine"); picture = "cross"; }
        else if (risk !== null) content = Math.min(99, Math.max(1, Math.round(100 * risk)));
      } else if (symbol === "*" || symbol === "X") {
        names.push(symbol === "X" ? "blown" : "shown");
        content = symbol === "X" ? "\u2739" : "\u25cf";
      } else if (symbol === "W") { names.push("shown"); content = "W"; }
      else if (symbol === "!") { names.push("unread"); content = "!"; }
      else if (symbol !== "0") { names.push("n" + symbol); content = symbol; }
      if (risk > 0.955) names.push("hot");
      if (step.guess === i) names.push("best");
      if (made.has(i)) names.push("made");
      if (differs.has(i)) names.push("differs");
      if (here === i) names.push("here");
      node.className = names.join(" ");
      if (risk === null) node.style.removeProperty("--p");
      else node.style.setProperty("--p", Math.round(80 * risk));
      if (picture) node.replaceChildren(mark(picture));
      else if (risk !== null && content !== "") node.replaceChildren(make("span", "odds", String(content)));
      else node.textContent = content;
      node.setAttribute("aria-label", "row " + Math.floor(i / step.cols) + ", column " + (i % step.cols) + ": " + describe(step, i).join(", "));
      node.tabIndex = i === focused ? 0 : -1;
    });
  }

  // ---- words --------------------------------------------------------------------------------------
  function showWords(step) {
    const moves = byId("moves");
    moves.setAttribute("aria-live", timer ? "off" : "polite");
    moves.replaceChildren();
    const status = step.note || { won: "The game is won.", lost: "The game is lost." }[step.phase] || "";
    if (status) moves.appendChild(make("p", "status", status));
    if (step.moves.length) {
      const list = make("ol");
      for (const move of step.moves) {
        const item = make("li", (move.bad ? "bad " : "") + (move.guess ? "guess" : move.verdict === "safe" ? "safe" : ""));
        item.appendChild(make("div", "action", move.text[0].toUpperCase() + move.text.slice(1)));
        item.appendChild(make("div", "verdict", (move.bad ? "\u26a0 " : "") + move.says + (move.exploded.length ? ", exploded" : "")));
        if (move.why) item.appendChild(make("p", "why", move.why));
        list.appendChild(item);
      }
      list.tabIndex = 0;
      list.setAttribute("aria-label", "Clicks up to the next frame");
      moves.appendChild(list);
    } else if (!status) moves.appendChild(make("p", "status", "Nothing was clicked up to the next frame."));
    if (step.diff.length) {
      const box = make("div", "diff");
      box.appendChild(make("b", "", "Today's program differs"));
      for (const [what, recorded, found] of step.diff) box.appendChild(make("div", "", what + " was " + recorded + ", is " + found));
      moves.appendChild(box);
    }
    if (step.advice) moves.appendChild(make("p", "advice", step.advice));
    const caption = [step.name];
    if (step.time !== null) caption.push("at " + step.time.toFixed(1) + " s");
    if (step.theme) caption.push("theme " + step.theme);
    if (step.doubt && step.doubt.length) caption.push(step.doubt.length + " cells not sure");
    byId("caption").textContent = caption.join(" \u00b7 ");
    const known = [];
    if (step.safe) {
      known.push(step.safe.length + " proven safe", step.mine.length + " proven mines");
      if (step.low !== null && step.low > 0) known.push("least risk " + percent(step.low));
      if (step.mines !== null) known.push(step.mines + " mines in total");
      else if (step.assumed) known.push("reckoned with the usual " + step.assumed + " mines");
    }
    byId("knowledge").textContent = known.join(" \u00b7 ");
    canvas.setAttribute("aria-label", "Screenshot " + step.name + (step.board ? ", a board of " + step.rows + " by " + step.cols : ", no board"));
  }

  // ---- the plot -----------------------------------------------------------------------------------
  const plot = byId("plot");
  const LEFT = 40, RIGHT = 10, TOP = 8, BOTTOM = 22, HEIGHT = 152;
  let width = 600, cursor = null;
  const x = (i) => LEFT + ((width - LEFT - RIGHT) * (i + 0.5)) / steps.length;
  const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value);

  function drawPlot() {
    width = Math.max(260, plot.clientWidth);
    plot.setAttribute("viewBox", "0 0 " + width + " " + HEIGHT);
    while (plot.lastChild && plot.lastChild.nodeName !== "title") plot.lastChild.remove();
    for (const value of [0, 0.5, 1]) {
      draw(plot, "line", { class: "axis", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) });
      draw(plot, "text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }).textContent = 100 * value + "%";
    }
    let survived = 1, taken = "", line = "";
    const least = [];
    steps.forEach((step, i) => {
      if (i === 0 || step.game !== steps[i - 1].game) {
        survived = 1;
        line += "M" + x(i) + " " + y(1);
        if (i) draw(plot, "line", { class: "border", x1: (x(i - 1) + x(i)) / 2, x2: (x(i - 1) + x(i)) / 2, y1: TOP, y2: y(0) });
      }
      line += "H" + x(i);
      if (step.risk) {
        taken += "M" + x(i) + " " + y(0) + "V" + y(step.risk);
        if (step.low !== null && step.moves.some((move) => move.guess)) least.push([i, step.low]);
        survived *= 1 - step.risk;
      }
      line += "V" + y(survived);
      if (step.diff.length) draw(plot, "path", { class: "other", d: "M" + (x(i) - 5) + " " + (y(0) + 12) + "l5 -9 5 9z" });
    });
    const bar = Math.max(1.5, Math.min(9, (width - LEFT - RIGHT) / steps.length - 1));
    draw(plot, "path", { class: "taken", d: taken, "stroke-width": bar, fill: "none" });
    draw(plot, "path", { class: "survival", d: line });
    for (const [i, value] of least) draw(plot, "circle", { class: "least", cx: x(i), cy: y(value), r: 3.4 });
    draw(plot, "text", { x: LEFT, y: HEIGHT - 4 }).textContent = "step 1";
    draw(plot, "text", { x: width - RIGHT, y: HEIGHT - 4, "text-anchor": "end" }).textContent = "step " + steps.length;
    cursor = draw(plot, "line", { class: "cursor", y1: TOP, y2: y(0) });
    byId("plot-text").textContent = "Risk over time: " + kinds[GUESS].length + " of " + steps.length + " steps took a risk.";
    moveCursor();
  }
  function moveCursor() {
    if (!cursor || now < 0) return;
    cursor.setAttribute("x1", x(now));
    cursor.setAttribute("x2", x(now));
  }

  // ---- going from step to step ----------------------------------------------------------------------
  function go(index, quietly) {
    const next = Math.max(0, Math.min(steps.length - 1, index));
    if (!steps.length || next === now) return;
    now = next;
    const step = steps[now];
    showPicture(now);
    showOverlay(step);
    showBoard(step);
    showWords(step);
    moveCursor();
    byId("slider").value = now;
    const text = "Step " + (now + 1) + " of " + steps.length;
    const game = data.games.length > 1 ? ", game " + (step.game + 1) : "";
    byId("position").textContent = text + game;
    byId("slider").setAttribute("aria-valuetext", text + game);
    for (const id of ["first", "previous"]) byId(id).disabled = now === 0;
    for (const id of ["next", "last"]) byId(id).disabled = now === steps.length - 1;
    for (const kind in kinds) {
      byId(kind + "-back").disabled = !kinds[kind].some((i) => i < now);
      byId(kind + "-next").disabled = !kinds[kind].some((i) => i > now);
    }
    if (!quietly) rememberSoon();
    refreshTip();
  }
  function rememberSoon() {
    // Browsers allow only so many changes of the address in a while; a slider makes more.
    clearTimeout(remembering);
    remembering = setTimeout(() => history.replaceState(null, "", "#step=" + (now + 1)), 150);
  }
  function jump(kind, forward) {
    const list = kinds[kind];
    const found = forward ? list.find((i) => i > now) : list.findLast((i) => i < now);
    if (found !== undefined) go(found);
  }
  function play(on) {
    clearTimeout(timer);
    timer = 0;
    if (on && now >= steps.length - 1) go(0);
    byId("play").classList.toggle("on", on);
    byId("play").setAttribute("aria-label", on ? "Stop" : "Play");
    if (!on) return;
    const tick = () => {
      const begun = performance.now();
      go(now + 1, true);
      if (now >= steps.length - 1) return play(false);
      timer = setTimeout(tick, Math.max(0, 1000 / Number(byId("speed").value) - (performance.now() - begun)));
    };
    timer = setTimeout(tick, 1000 / Number(byId("speed").value));
  }
  function faster(by) {
    const speed = byId("speed");
    speed.selectedIndex = Math.max(0, Math.min(speed.options.length - 1, speed.selectedIndex + by));
  }

  // ---- the cell under the pointer or with the focus ---------------------------------------------------
  const tip = byId("tip");
  let tipAt = null;

  function point(cell, box) {
    const before = here;
    here = cell;
    tipAt = box;
    if (before !== null && cells[before]) cells[before].classList.remove("here");
    if (cell !== null && cells[cell]) cells[cell].classList.add("here");
    if (before !== cell && now >= 0) showOverlay(steps[now]);
    refreshTip();
  }
  function refreshTip() {
    const step = steps[now];
    if (here === null || !tipAt || !step || !step.board || here >= step.board.length) {
      tip.hidden = true;
      return;
    }
    tip.replaceChildren(make("b", "", "Row " + Math.floor(here / step.cols) + ", column " + (here % step.cols)));
    for (const line of describe(step, here)) tip.appendChild(make("div", "", line));
    tip.hidden = false;
    const size = tip.getBoundingClientRect();
    const left = Math.min(innerWidth - size.width - 8, Math.max(8, tipAt.left + tipAt.width / 2 - size.width / 2));
    const above = tipAt.top - size.height - 10;
    tip.style.left = left + "px";
    tip.style.top = (above > 4 ? above : tipAt.bottom + 10) + "px";
  }
  function fromPicture(event) {
    const step = steps[now];
    if (!step || step.grid === undefined) return point(null, null);
    const frame = canvas.getBoundingClientRect();
    const scale = step.view.size[0] / frame.width;
    const px = (event.clientX - frame.left) * scale, py = (event.clientY - frame.top) * scale;
    const [rows, cols] = data.grids[step.grid];
    const r = rows.findLastIndex((edge) => edge <= py), c = cols.findLastIndex((edge) => edge <= px);
    if (r < 0 || c < 0 || r >= step.rows || c >= step.cols) return point(null, null);
    const box = rectangle(step, r * step.cols + c);
    point(r * step.cols + c, new DOMRect(frame.left + box.x / scale, frame.top + box.y / scale, box.w / scale, box.h / scale));
  }
  function focusCell(cell) {
    if (!cells[cell]) return;
    if (cells[focused]) cells[focused].tabIndex = -1;
    focused = cell;
    cells[cell].tabIndex = 0;
    cells[cell].focus();
  }
  const cellOf = (event) => {
    const node = event.target.closest("[data-cell]");
    return node ? Number(node.dataset.cell) : null;
  };
  for (const kind of ["pointerover", "pointerdown", "focusin"]) {
    board.addEventListener(kind, (event) => {
      const cell = cellOf(event);
      if (cell === null) return;
      if (kind === "focusin") focused = cell;
      point(cell, cells[cell].getBoundingClientRect());
    });
  }
  for (const kind of ["pointerleave", "focusout"]) board.addEventListener(kind, () => point(null, null));
  byId("stage").addEventListener("pointermove", fromPicture);
  byId("stage").addEventListener("pointerdown", fromPicture);
  byId("stage").addEventListener("pointerleave", () => point(null, null));
  addEventListener("scroll", () => point(null, null), { passive: true });

  // ---- light and dark -----------------------------------------------------------------------------------
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  let chosen = "";
  try { chosen = localStorage.getItem("autosweep-theme") || ""; } catch { chosen = ""; }
  function dress() {
    const dark = chosen ? chosen === "dark" : prefersDark.matches;
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    byId("theme").textContent = dark ? "Light" : "Dark";
    byId("theme").setAttribute("aria-label", dark ? "Light colours" : "Dark colours");
  }
  function changeDress() {
    chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    try { localStorage.setItem("autosweep-theme", chosen); } catch { /* a page without storage */ }
    dress();
  }
  prefersDark.addEventListener("change", dress);
  byId("theme").addEventListener("click", changeDress);

  // ---- controls -------------------------------------------------------------------------------------------
  function flip(name) {
    const box = byId("show-" + name);
    shown[name] = box.checked;
    if (now >= 0) showOverlay(steps[now]);
  }
  for (const name in shown) byId("show-" + name).addEventListener("change", () => flip(name));
  byId("show-numbers").addEventListener("change", (event) => board.classList.toggle("plain", !event.target.checked));
  const slider = byId("slider");
  slider.max = Math.max(0, steps.length - 1);
  slider.addEventListener("input", () => go(Number(slider.value)));
  const clicks = {
    first: () => go(0), previous: () => go(now - 1), next: () => go(now + 1), last: () => go(steps.length - 1),
    play: () => play(!timer), "help-button": () => byId("help").showModal(),
  };
  for (const kind in kinds) {
    const word = make("span", "word", " " + (kinds[kind].length === 1 ? kind : kind === GUESS ? "guesses" : kind + "s"));
    byId(kind + "-count").append(String(kinds[kind].length), word);
    byId(kind + "-count").parentNode.toggleAttribute("data-none", !kinds[kind].length);
    clicks[kind + "-back"] = () => jump(kind, false);
    clicks[kind + "-next"] = () => jump(kind, true);
  }
  for (const id in clicks) byId(id).addEventListener("click", clicks[id]);
  plot.addEventListener("click", (event) => {
    const frame = plot.getBoundingClientRect();
    const at = ((event.clientX - frame.left) * width) / frame.width;
    go(Math.round(((at - LEFT) / (width - LEFT - RIGHT)) * steps.length - 0.5));
  });
  const keys = {
    ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), Home: () => go(0), End: () => go(steps.length - 1),
    " ": () => play(!timer), "+": () => faster(1), "=": () => faster(1), "-": () => faster(-1),
    g: () => jump(GUESS, true), G: () => jump(GUESS, false), m: () => jump(MISTAKE, true), M: () => jump(MISTAKE, false),
    d: () => jump(DIFFERENCE, true), D: () => jump(DIFFERENCE, false), t: changeDress, b: () => focusCell(focused),
    "?": () => byId("help").showModal(),
    l: () => byId("show-lattice").click(), n: () => byId("show-labels").click(), h: () => byId("show-hints").click(),
  };
  function moveOnBoard(event) {
    const step = steps[now];
    const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    if (event.key === "Escape") {
      document.activeElement.blur();
      return true;
    }
    if (!(event.key in moves) || !step.cols) return false;
    const [dr, dc] = moves[event.key];
    const r = Math.floor(focused / step.cols) + dr, c = (focused % step.cols) + dc;
    if (r >= 0 && c >= 0 && r < step.rows && c < step.cols) focusCell(r * step.cols + c);
    return true;
  }
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || byId("help").open) return;
    const target = event.target;
    if (board.contains(target) && moveOnBoard(event)) return event.preventDefault();
    if (target.matches("select")) return;
    // What has the focus keeps the keys that it needs itself.
    if (event.key === " " && target.matches("button, input[type=checkbox]")) return;
    if (target === slider && /^(Arrow|Home|End|Page)/.test(event.key)) return;
    if (event.key in keys) {
      event.preventDefault();
      keys[event.key]();
    }
  });

  // ---- the beginning ------------------------------------------------------------------------------------
  function showFrame() {
    byId("source").textContent = data.source;
    for (const name in data.strokes) draw(byId(name), "path", { d: strokePath(data.strokes[name]) });
    const chips = byId("outcomes");
    for (const game of data.games) {
      const word = data.games.length > 1 ? "Game " + (game.game + 1) + " " : "";
      const sign = { won: "\u2713 ", lost: "\u2715 " }[game.outcome] || "";
      if (data.games.length <= 8) chips.appendChild(make("span", "chip " + game.outcome, sign + word + game.outcome));
    }
    if (kinds[DIFFERENCE].length) chips.appendChild(make("span", "chip differs", "\u25b2 differs at " + kinds[DIFFERENCE].length + " steps"));
    for (const game of data.games) {
      const box = make("div", "game");
      const mines = game.mines === null ? "" : ", " + game.mines + " mines";
      box.appendChild(make("h3", "", "Game " + (game.game + 1) + ": " + game.outcome + mines));
      for (const sentence of game.text) box.appendChild(make("p", "", sentence));
      byId("games").appendChild(box);
    }
    for (const [name, value] of data.facts) byId("facts").append(make("dt", "", name), make("dd", "", value));
  }
  dress();
  showFrame();
  const asked = /^#step=(\d+)$/.exec(location.hash);
  const withBoard = steps.find((step) => step.board);
  if (withBoard) shapeBoard(withBoard);
  drawPlot();
  go(asked ? Number(asked[1]) - 1 : 0, true);
  drawPlot();
  addEventListener("resize", drawPlot);
  addEventListener("hashchange", () => {
    const found = /^#step=(\d+)$/.exec(location.hash);
    if (found) go(Number(found[1]) - 1, true);
  });
})();
