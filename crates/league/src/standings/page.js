// Shows a game move by move. The record is in the page; the rules are few.
const neighbours = [[0, 1], [0, -1], [1, 0], [-1, 0]];

function claim(board, row, column) {
  const fruit = board[row][column];
  const rest = [[row, column]];
  const claimed = board.map((line) => line.map(() => false));
  while (rest.length) {
    const [r, c] = rest.pop();
    if (board[r]?.[c] !== fruit || claimed[r][c]) continue;
    claimed[r][c] = true;
    for (const [dr, dc] of neighbours) rest.push([r + dr, c + dc]);
  }
  return claimed;
}

function settle(board, claimed) {
  const size = board.length;
  const after = board.map((line) => line.map(() => "*"));
  for (let c = 0; c < size; c++) {
    let to = size - 1;
    for (let r = size - 1; r >= 0; r--)
      if (board[r][c] !== "*" && !claimed[r][c]) after[to--][c] = board[r][c];
  }
  return after;
}

function replay(details) {
  const lines = details.querySelector("pre").textContent.split("\n");
  const size = Number(lines.find((line) => line.startsWith("size ")).slice(5));
  const start = lines.indexOf("board") + 1;
  const names = lines.slice(1, 3).map((line) => line.slice(line.indexOf(" ") + 1));
  const moves = lines.slice(start + size + 1).filter((line) => /^\d+ [A-Z]\d+ /.test(line));
  let board = lines.slice(start, start + size).map((line) => [...line]);
  const score = [0, 0];
  const frames = [];
  moves.forEach((line, index) => {
    const [, cell, points, seconds] = line.split(" ");
    const row = Number(cell.slice(1)) - 1;
    const claimed = claim(board, row, cell.charCodeAt(0) - 65);
    score[index % 2] += Number(points);
    const text = `${index + 1}. ${names[index % 2]}: ${cell}, ${points} points in ${seconds} s`;
    frames.push({ board, claimed, text, score: [...score] });
    board = settle(board, claimed);
  });
  const end = lines.find((line) => line.startsWith("end ")) ?? "";
  frames.push({ board, claimed: null, text: end.slice(4), score: [...score] });
  const view = document.createElement("div");
  const slider = document.createElement("input");
  Object.assign(slider, { type: "range", min: 0, max: frames.length - 1, value: 0 });
  slider.setAttribute("aria-label", "move");
  const caption = document.createElement("p");
  const table = document.createElement("table");
  table.className = "board";
  const show = () => {
    const frame = frames[slider.value];
    caption.textContent = `${frame.score[0]} to ${frame.score[1]} · ${frame.text}`;
    table.replaceChildren(...frame.board.map((line, r) => {
      const row = document.createElement("tr");
      row.append(...line.map((fruit, c) => {
        const cell = document.createElement("td");
        cell.textContent = fruit === "*" ? "" : fruit;
        cell.className = (fruit === "*" ? "empty" : "fruit" + fruit) + (frame.claimed?.[r][c] ? " claimed" : "");
        return cell;
      }));
      return row;
    }));
  };
  slider.addEventListener("input", show);
  view.append(slider, caption, table);
  details.append(view);
  show();
}

document.querySelectorAll("details.game").forEach((details) =>
  details.addEventListener("toggle", () => replay(details), { once: true }));

function openTarget() {
  const details = document.getElementById(location.hash.slice(1));
  if (details?.tagName === "DETAILS") details.open = true;
}
addEventListener("hashchange", openTarget);
openTarget();
