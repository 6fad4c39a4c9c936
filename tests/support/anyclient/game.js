// The game of the page; game.py is the same for the Tk program.
"use strict";

class Game {
  constructor(options, number) {
    const fates = options.fates.split("|");
    this.options = options;
    this.fate = fates[number % fates.length];
    this.rows = +options.rows;
    this.cols = +options.cols;
    this.state = (+options.seed * 7919 + number * 104729) | 0;
    this.mines = new Set();
    this.open = new Set();
    this.marks = new Map();
    this.result = "";
    this.hit = null;
    this.pair = null;
  }

  random() { // mulberry32
    this.state = (this.state + 0x6D2B79F5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = t ^ (t + Math.imul(t ^ (t >>> 7), 61 | t));
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  around(cell) {
    const r = Math.floor(cell / this.cols), c = cell % this.cols, found = [];
    for (let y = Math.max(0, r - 1); y <= Math.min(this.rows - 1, r + 1); y++) {
      for (let x = Math.max(0, c - 1); x <= Math.min(this.cols - 1, c + 1); x++) {
        if (y !== r || x !== c) found.push(y * this.cols + x);
      }
    }
    return found;
  }

  number(cell) { return this.around(cell).filter(c => this.mines.has(c)).length; }

  click(cell) { // returns the cells that were opened, nearest first
    if (this.result || this.marks.get(cell) === "flag") return [];
    let targets = [cell];
    if (this.open.has(cell)) {
      if (!+this.options.open_around || !this.number(cell)) return [];
      targets = this.around(cell).filter(c => this.marks.get(c) !== "flag");
    }
    if (!this.mines.size) this.lay(cell);
    this.decidePair(cell);
    const opened = targets.flatMap(c => this.reveal(c));
    if (!this.result && +this.options.autoflag) this.flagSatisfied();
    if (!this.result && this.open.size === this.rows * this.cols - this.mines.size) this.result = "won";
    return opened;
  }

  mark(cell) {
    if (this.result || this.open.has(cell)) return;
    const after = {"": "flag", flag: +this.options.question ? "question" : "", question: ""};
    this.marks.set(cell, after[this.marks.get(cell) || ""]);
  }

  reveal(cell) {
    if (this.result || this.open.has(cell) || this.marks.get(cell) === "flag") return [];
    if (this.mines.has(cell)) {
      this.result = "lost";
      this.hit = cell;
      return [];
    }
    const queue = [cell], opened = [];
    while (queue.length) {
      const here = queue.shift();
      if (this.open.has(here) || this.marks.get(here) === "flag") continue;
      this.open.add(here);
      this.marks.delete(here);
      opened.push(here);
      if (this.number(here) !== 0 || this.options.zeros === "none") continue;
      const crosswise = c => c % this.cols === here % this.cols ||
        Math.floor(c / this.cols) === Math.floor(here / this.cols);
      queue.push(...this.around(here).filter(c => this.options.zeros === "8" || crosswise(c)));
    }
    return opened;
  }

  flagSatisfied() {
    for (const cell of this.open) {
      const hidden = this.around(cell).filter(c => !this.open.has(c));
      if (this.number(cell) === hidden.length) hidden.forEach(c => this.marks.set(c, "flag"));
    }
  }

  lay(first) {
    const free = new Set(Array(this.rows * this.cols).keys());
    if (this.fate === "first") this.mines.add(first);
    else if (this.fate !== "fair" || this.options.first === "zero") {
      [first, ...this.around(first)].forEach(c => free.delete(c));
    } else if (this.options.first === "safe") free.delete(first);
    if (this.fate === "won" || this.fate === "lost") {
      // A pair that nothing tells apart, mines that hide it from the rest of the board, and free
      // cells through which its clues are opened.
      this.pair = this.corner([[0, 0], [1, 0]], first);
      const wall = this.corner([[2, 0], [2, 1]], first);
      const way = this.corner([[0, 1], [1, 1], [0, 2], [1, 2], [0, 3], [1, 3]], first);
      [this.pair[0], ...wall].forEach(c => this.mines.add(c));
      [...this.pair, ...way].forEach(c => free.delete(c));
    }
    const rest = [...free].filter(c => !this.mines.has(c));
    while (this.mines.size < +this.options.mines) {
      this.mines.add(rest.splice(Math.floor(this.random() * rest.length), 1)[0]);
    }
  }

  corner(cells, first) { // cells of the corner that is farthest from the first click
    const low = Math.floor(first / this.cols) < this.rows / 2, right = first % this.cols < this.cols / 2;
    return cells.map(([r, c]) =>
      (low ? this.rows - 1 - r : r) * this.cols + (right ? this.cols - 1 - c : c));
  }

  decidePair(cell) { // a guess between two equal cells goes as it must
    if (!this.pair || !this.pair.includes(cell)) return;
    const other = this.pair[0] === cell ? this.pair[1] : this.pair[0];
    this.pair.forEach(c => this.mines.delete(c));
    this.mines.add(this.fate === "lost" ? cell : other);
    this.pair = null;
  }
}
