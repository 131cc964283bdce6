// Shows a game move by move. All that is shown is in the page: boards, groups and words.
const cellWidth = 36;
const left = 28;
const namespace = "http://www.w3.org/2000/svg";

function element(name, attributes, ...children) {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const place = (size, index) => [left + (index % size) * cellWidth, left + Math.floor(index / size) * cellWidth];

function edge(size, cells, kind) {
  const within = new Set(cells);
  let path = "";
  for (const index of cells) {
    const [x, y] = place(size, index);
    const column = index % size;
    if (!within.has(index - size)) path += `M${x} ${y}h${cellWidth}`;
    if (!within.has(index + size)) path += `M${x} ${y + cellWidth}h${cellWidth}`;
    if (column === 0 || !within.has(index - 1)) path += `M${x} ${y}v${cellWidth}`;
    if (column === size - 1 || !within.has(index + 1)) path += `M${x + cellWidth} ${y}v${cellWidth}`;
  }
  return element("path", { class: kind, d: path });
}

function draw(size, frame) {
  const side = left + size * cellWidth + 8;
  const board = element("svg", { viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": frame.text });
  board.append(element("rect", { class: "paper", width: side, height: side, rx: 10 }));
  for (let index = 0; index < size; index++) {
    const middle = left + index * cellWidth + cellWidth / 2;
    board.append(element("text", { class: "letter", x: middle, y: 20 }, String.fromCharCode(65 + index)));
    board.append(element("text", { class: "letter", x: 15, y: middle + 5 }, String(index + 1)));
  }
  const claimed = new Set(frame.claimed);
  [...frame.board].forEach((fruit, index) => {
    const [x, y] = place(size, index);
    const inner = cellWidth - 2;
    const kind = claimed.has(index) ? "claimed" : "cell";
    board.append(element("rect", { class: kind, x: x + 1, y: y + 1, width: inner, height: inner, rx: 6 }));
    if (fruit !== "*")
      board.append(element("use", { href: `#fruit-${fruit}`, x: x + 4, y: y + 4, width: 28, height: 28 }));
  });
  board.append(edge(size, frame.claimed, "edge"), edge(size, frame.better, "edge better"));
  return board;
}

function button(label, sign, action) {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", textContent: sign, title: label });
  made.setAttribute("aria-label", label);
  made.addEventListener("click", action);
  return made;
}

// The game that the keys step through: the one that was touched last.
let current = null;

function replay(details) {
  const { size, names, frames } = JSON.parse(details.querySelector("script").textContent);
  const last = frames.length - 1;
  const graph = details.querySelector(".graph svg");
  const [from, to] = [Number(graph.dataset.from), Number(graph.dataset.to)];
  const cursor = element("line", { class: "cursor", y1: 30, y2: 230 });
  graph.append(cursor);
  const rows = [...details.querySelectorAll(".moves tr[data-index]")];
  const slider = Object.assign(document.createElement("input"), { type: "range", min: 0, max: last, value: 0 });
  slider.setAttribute("aria-label", "position");
  const board = document.createElement("div");
  const caption = document.createElement("p");
  caption.className = "caption";
  caption.setAttribute("aria-live", "polite");

  function go(index, quiet) {
    if (!quiet) current = game;
    const at = Math.max(0, Math.min(last, index));
    slider.value = at;
    const frame = frames[at];
    board.replaceChildren(draw(size, frame));
    const score = document.createElement("strong");
    score.textContent = `${names[0]} ${frame.scores[0]} – ${frame.scores[1]} ${names[1]}`;
    caption.replaceChildren(score, document.createElement("br"), frame.text);
    const x = from + (to - from) * at / Math.max(1, last);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    for (const row of rows) row.removeAttribute("aria-current");
    if (rows[at]) {
      rows[at].setAttribute("aria-current", "step");
      const box = rows[at].closest(".moves");
      box.scrollTop = rows[at].offsetTop - box.clientHeight / 2;
    }
  }
  const step = (by) => go(Number(slider.value) + by);
  const game = { go, step, last };
  const controls = document.createElement("div");
  controls.className = "controls";
  controls.append(
    button("to the start (Home)", "|◀", () => go(0)),
    button("back (left arrow)", "◀", () => step(-1)),
    slider,
    button("on (right arrow)", "▶", () => step(1)),
    button("to the end (End)", "▶|", () => go(last)),
  );
  slider.addEventListener("input", () => go(Number(slider.value)));
  rows.forEach((row) => row.addEventListener("click", () => go(Number(row.dataset.index))));
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * graph.viewBox.baseVal.width;
    go(Math.round((x - from) / (to - from) * last));
  });
  details.querySelector(".viewer").append(board, controls, caption);
  details.game = game;
  go(0, current !== null);
}

function show(details) {
  if (!details.game) replay(details);
  return details.game;
}

document.querySelectorAll("details.game").forEach((details) => {
  details.addEventListener("toggle", () => { if (details.open) current = show(details); });
  if (details.open) show(details);
});

function openTarget() {
  const [, game, move] = location.hash.match(/^#(game-\d+)(?:-move-(\d+))?$/) ?? [];
  const details = game && document.getElementById(game);
  if (!details) return;
  details.open = true;
  show(details).go(move ? Number(move) - 1 : 0);
  details.querySelector(".replay").scrollIntoView();
}

addEventListener("hashchange", openTarget);
addEventListener("keydown", (event) => {
  if (!current || event.altKey || event.ctrlKey || event.metaKey || event.target.type === "range") return;
  const actions = {
    ArrowLeft: () => current.step(-1),
    ArrowRight: () => current.step(1),
    Home: () => current.go(0),
    End: () => current.go(current.last),
  };
  if (!(event.key in actions)) return;
  event.preventDefault();
  actions[event.key]();
});
openTarget();
