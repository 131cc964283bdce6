// A test agent for Node: plays the first fruit that it finds.
const fs = require("fs");

const lines = fs.readFileSync("input.txt", "utf8").split("\n");
const size = Number(lines[0]);
const board = lines.slice(3, 3 + size).map((row) => row.split(""));
const row = board.findIndex((fruits) => fruits.some((fruit) => fruit !== "*"));
const column = board[row].findIndex((fruit) => fruit !== "*");
const kind = board[row][column];

const claim = (row, column) => {
  if (board[row]?.[column] !== kind) return;
  board[row][column] = "*";
  for (const [down, right] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) claim(row + down, column + right);
};
claim(row, column);
for (let column = 0; column < size; column++) {
  const fruits = board.map((row) => row[column]).filter((fruit) => fruit !== "*");
  const holes = Array(size - fruits.length).fill("*");
  [...holes, ...fruits].forEach((fruit, row) => (board[row][column] = fruit));
}
const move = String.fromCharCode(65 + column) + (row + 1);
fs.writeFileSync("output.txt", [move, ...board.map((row) => row.join("")), ""].join("\n"));
