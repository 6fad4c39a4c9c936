// The fixture page: draws the game, tells the truth to the server of the test, ends and restarts as it is told.
"use strict";

const options = Object.fromEntries(new URLSearchParams(location.search));
const flagOf = name => !!+options[name];
const listOf = (name, mark) => (options[name] || "").split(mark).filter(Boolean);
const $ = id => document.getElementById(id);
const MINE = "\u2739", FLAG = "\u2691", FLOWER = "\u273F";
const ALLOWED = {above: "button", below: "button", card: "card", face: "face", start: "start"};
let game, shown, seen, size, running = 0, busy = false, asleep = false;

function tell(event, more) { // at once and in order, so that an alert cannot hold it back
  const request = new XMLHttpRequest();
  request.open("POST", "truth", false);
  request.send(JSON.stringify({event, ...more}));
}
const place = cell => [Math.floor(cell / game.cols), cell % game.cols];

// ------------------------------------------------------------------ controls

function button(text, name, action) {
  const made = document.createElement("button");
  made.textContent = text;
  made.dataset.control = name;
  if (action) made.onclick = action;
  return made;
}

function control(kind) { // the button that starts a new game
  const text = kind === "face" ? "\u263A" : options.label;
  const made = button(text, "allowed:" + ALLOWED[kind], () => newGame(ALLOWED[kind]));
  if (kind === "face") made.classList.add("face");
  return made;
}

function controls() {
  const above = $("above"), below = $("below");
  document.body.className = options.look + (options.ink === "one" ? " one" : "") +
    (options.after_first === "scroll" ? " tall" : "");
  if (options.restart === "face" || options.restart === "above") above.append(control(options.restart));
  if (options.restart === "below") below.append(control("below"));
  for (const text of listOf("waits", "|")) above.append(button(text, "allowed:waits", () => {
    asleep = false;
    $("message").textContent = "";
    if (flagOf("clock")) setInterval(() => { $("hint").textContent = (performance.now() / 1000).toFixed(2); }, 10);
  }));
  const side = options.restart === "below" ? below : above;
  for (const text of listOf("extras", "|")) side.append(button(text, "forbidden:" + text));
  if (options.restart === "key") $("hint").textContent = `Press ${options.key} for a new game.`;
  if (/banner/.test(options.win + options.loss)) $("message").classList.add("reserved");
}

document.addEventListener("mousedown", event => {
  const cell = event.target.closest(".cell"), pressed = event.target.closest("button");
  let on = "outside";
  if (cell) on = "cell";
  else if (pressed) on = pressed.dataset.control;
  else if (event.target.closest("#holder")) on = "board";
  tell("press", {on, button: event.button + 1, cell: cell ? place(+cell.dataset.cell) : null});
}, true);
document.addEventListener("contextmenu", event => event.preventDefault());
document.addEventListener("keydown", event => {
  tell("key", {key: event.key});
  if (options.restart === "key" && event.key.toLowerCase() === options.key.toLowerCase()) {
    event.preventDefault();
    newGame("key");
  }
});

// ------------------------------------------------------------------ a game

function newGame(by) {
  const number = +(sessionStorage.getItem("games") || 0);
  sessionStorage.setItem("games", number + 1);
  running++;
  game = new Game(options, number);
  shown = new Set();
  seen = {};
  size = +options.cell;
  busy = false;
  asleep = !!options.waits;
  document.title = "Mines";
  $("game").hidden = false;
  $("game").className = "";
  $("endpage").hidden = true;
  $("holder").className = "";
  $("holder").querySelectorAll(".veil, .over, .card").forEach(found => found.remove());
  $("message").textContent = asleep ? `Press ${listOf("waits", "|")[0]} first.` : "";
  $("message").classList.remove("pushing");
  $("board").textContent = "";
  for (let cell = 0; cell < game.rows * game.cols; cell++) $("board").append(made(cell));
  scrollTo(0, 0);
  draw();
  tell("game", {by, number});
}

function made(cell) {
  const tile = document.createElement("div");
  tile.dataset.cell = cell;
  let down = false;
  tile.addEventListener("mousedown", event => {
    if (event.button === 2) mark(cell);
    if (event.button !== 0) return;
    if (options.press === "down") click(cell);
    down = true;
    if (options.press === "poll") polled = cell;
  });
  tile.addEventListener("mouseup", event => {
    if (event.button === 0 && down && options.press === "up") click(cell);
    down = false;
  });
  return tile;
}

let polled = null;
addEventListener("mouseup", () => { polled = null; }); // a click shorter than the interval is missed
setInterval(() => {
  if (polled !== null) click(polled);
  polled = null;
}, 50);

function mark(cell) {
  if (busy) return;
  game.mark(cell);
  draw();
}

function click(cell) {
  if (busy || asleep || game.result) return;
  const first = !game.mines.size, opened = game.click(cell), time = +options.animate;
  if (first && game.mines.size) afterFirst();
  if (flagOf("wobble") && opened.length > 1) shake();
  opened.forEach((each, k) => {
    if (!time) shown.add(each);
    else later(time * (k + 1) / opened.length, () => { shown.add(each); draw(); });
  });
  if (time) later(time, () => { busy = false; });
  busy = time > 0;
  if (game.result) finish(time);
  else draw();
}

function later(milliseconds, action) { // of this game only
  const now = running;
  setTimeout(() => { if (now === running) action(); }, milliseconds);
}

function afterFirst() {
  if (options.after_first === "scroll") scrollBy(0, 70);
  if (options.after_first === "recentre") $("game").className = "recentred";
  if (options.after_first === "resize") size = Math.round(size * 1.25);
}

function shake() {
  $("holder").classList.remove("shaking");
  void $("holder").offsetWidth;
  $("holder").classList.add("shaking");
}

// ------------------------------------------------------------------ ends

function finish(time) {
  const result = game.result, won = result === "won";
  const effects = new Set(listOf(won ? "win" : "loss", "+"));
  const text = won ? "You have won!" : "Game over, you hit a mine.";
  tell("end", {result, mines: [...game.mines].map(place), hit: game.hit === null ? null : place(game.hit)});
  if (effects.has("alert-first")) alert(text);
  later(time, () => {
    end(effects, text);
    draw();
    if (effects.has("alert")) later(60, () => alert(text));
    if (effects.has("confirm")) later(60, () => { if (confirm(text + " Play again?")) newGame("question"); });
  });
  if (options.restart === "auto") later(time + 1500, () => newGame("auto"));
}

function end(effects, text) {
  const holder = $("holder");
  seen = {end: true, all: effects.has("mines"), sign: MINE, hit: effects.has("hit") || effects.has("exploded"),
          exploded: effects.has("exploded")};
  if (effects.has("flags")) seen = {...seen, all: true, sign: FLAG};
  if (effects.has("flowers")) seen = {...seen, all: true, sign: FLOWER};
  if (effects.has("pop")) {
    seen.some = new Set();
    [...game.mines].forEach((cell, k, all) => later(1000 * (k + 1) / all.length, () => { seen.some.add(cell); draw(); }));
  }
  if (effects.has("dim")) holder.append(box("veil"));
  if (effects.has("banner") || effects.has("push")) $("message").textContent = text;
  if (effects.has("push")) $("message").classList.add("pushing");
  if (effects.has("over")) holder.append(box("over", game.result === "won" ? "You win!" : "Boom!"));
  if (effects.has("card")) holder.append(card(text));
  if (effects.has("shrink")) $("game").classList.add("small");
  if (effects.has("title")) document.title = game.result === "won" ? "Won! - Mines" : "Lost - Mines";
  if (effects.has("shake")) shake();
  if (effects.has("vanish")) endPage(text);
  if (effects.has("fresh")) newGame("auto");
}

function entryPage() { // what is shown before the first board, and after each reload
  const page = $("endpage"), begin = () => { if (!options.entry.includes("level") || page.dataset.level) newGame("load"); };
  $("game").hidden = true;
  page.hidden = false;
  page.append(box("text", "Minesweeper"));
  for (const level of options.entry.includes("level") ? listOf("levels", "|") : []) {
    page.append(button(level, "allowed:level", () => { page.dataset.level = level; }), " ");
  }
  if (options.entry.includes("slow")) page.append(button("Start", "allowed:start", () => {
    page.textContent = "Please wait";
    setTimeout(begin, 5000);
  }));
  else if (options.entry.includes("start")) page.append(button("Start", "allowed:start", begin));
  if (options.entry.includes("key")) {
    page.append(box("text", "Press ENTER to start"));
    document.addEventListener("keydown", event => { if (event.key === "Enter" && !page.hidden) begin(); });
  }
  if (options.entry.includes("ask")) page.append(button("Iniciar partida", "allowed:start", () => {
    if (prompt("N\u00famero de filas") === options.rows) begin();
  }));
  for (const text of listOf("extras", "|")) page.append(button(text, "forbidden:" + text));
}

function box(kind, text) {
  const made = document.createElement("div");
  made.className = kind;
  if (text) made.append(Object.assign(document.createElement("p"), {textContent: text}));
  return made;
}

function card(text) {
  const made = box("card", text);
  if (options.restart === "card") made.append(control("card"));
  return made;
}

function endPage(text) {
  $("game").hidden = true;
  const page = $("endpage");
  page.hidden = false;
  page.textContent = "";
  page.append(box("text", text));
  if (options.restart === "card") page.append(control("card"));
  if (options.restart === "start") {
    for (const level of listOf("levels", "|")) page.append(button(level, "allowed:start", () => newGame("start")), " ");
  }
}

// ------------------------------------------------------------------ drawing

function draw() {
  const gap = {dark: 2, rounded: 4, table: 1}[options.look] || 0, edge = size - gap, board = $("board");
  board.style.gridTemplateColumns = `repeat(${game.cols}, ${edge}px)`;
  board.style.gridAutoRows = edge + "px";
  board.style.fontSize = Math.round(size * 0.55) + "px";
  const marks = [...game.marks.values()].filter(each => each === "flag").length;
  $("counter").textContent = flagOf("counter") ? `Mines left: ${+options.mines - marks}` : "";
  [...board.children].forEach((tile, cell) => drawCell(tile, cell));
}

function drawCell(tile, cell) {
  const names = ["cell"];
  let text = "";
  const [row, col] = place(cell);
  if ((row + col) % 2) names.push("odd");
  if (shown.has(cell)) {
    const number = game.number(cell);
    text = number || flagOf("zero_text") ? String(number) : "";
    names.push("open", "n" + number);
  } else if (seen.end && game.mines.has(cell) &&
             (seen.all || (seen.some && seen.some.has(cell)) || (seen.hit && cell === game.hit))) {
    text = cell === game.hit ? MINE : seen.sign;
    names.push(text === FLAG ? "flag" : "mine");
    if (seen.exploded && cell === game.hit) names.push("exploded");
  } else if (game.marks.get(cell)) {
    text = game.marks.get(cell) === "flag" ? FLAG : "?";
    names.push("flag");
  }
  tile.className = names.join(" ");
  if (tile.textContent !== text) tile.textContent = text;
}

controls();
if (options.entry) entryPage();
else newGame(sessionStorage.getItem("games") ? "load" : "start of the program");
