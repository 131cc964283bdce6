const $words_replay=(()=>{
const REPLAY = {
play: "Play the moves",
pause: "Pause",
slider: "Moves shown",
somebody: "Player",
unreadable: (problem) => `This game cannot be shown: ${problem}`,
none: "No game is given: the address of this frame ends like a link, from its # on.",
};
return{REPLAY}})();
const $state_grid=(()=>{
const rowsOf = (board) => board.split("/");
const sizeOf = (board) => (board.indexOf("/") < 0 ? board.length : board.indexOf("/"));
const cellAt = (column, row) => String.fromCharCode(65 + column) + (row + 1);
const placeOf = (cell) => ({ column: cell.charCodeAt(0) - 65, row: Number(cell.slice(1)) - 1 });
function fruitAt(board, cell) {
const { column, row } = placeOf(cell);
return rowsOf(board)[row]?.[column] ?? "*";
}
const isEmpty = (board) => !/\d/.test(board);
const fruitsLeft = (board) => board.replace(/[^\d]/g, "").length;
function painted(board, cell, fruit) {
const { column, row } = placeOf(cell);
return rowsOf(board)
.map((text, place) => (place === row ? text.slice(0, column) + fruit + text.slice(column + 1) : text))
.join("/");
}
const emptyBoard = (size) => Array.from({ length: size }, () => "*".repeat(size)).join("/");
function resized(board, size) {
const rows = rowsOf(board).map((row) => row.slice(0, size).padEnd(size, "*"));
const kept = rows.slice(Math.max(0, rows.length - size));
return [...Array.from({ length: size - kept.length }, () => "*".repeat(size)), ...kept].join("/");
}
const STEPS = {
ArrowLeft: [-1, 0],
ArrowRight: [1, 0],
ArrowUp: [0, -1],
ArrowDown: [0, 1],
Home: [-Infinity, 0],
End: [Infinity, 0],
PageUp: [0, -Infinity],
PageDown: [0, Infinity],
};
function walked(cell, key, size) {
const step = STEPS[key];
if (!step) return null;
const { column, row } = placeOf(cell);
const within = (/** @type {number} */ place) => Math.max(0, Math.min(size - 1, place));
return cellAt(within(column + step[0]), within(row + step[1]));
}
return{rowsOf,sizeOf,cellAt,placeOf,fruitAt,isEmpty,fruitsLeft,painted,emptyBoard,resized,walked}})();
const $board_groups=(()=>{
const { cellAt, rowsOf }=$state_grid;
const known = new Map();
const MOST_KNOWN = 64;
function groupsOf(board) {
const found = known.get(board);
if (found) return found;
const made = connected(board);
const oldest = known.keys().next().value;
if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest);
known.set(board, made);
return made;
}
function connected(board) {
const rows = rowsOf(board);
const groups = new Map();
rows.forEach((fruits, row) => {
for (let column = 0; column < fruits.length; column++) {
if (fruits[column] === "*" || groups.has(cellAt(column, row))) continue;
const cells = flood(rows, column, row);
const group = { fruit: Number(fruits[column]), cells, points: cells.length ** 2 };
for (const cell of cells) groups.set(cell, group);
}
});
return groups;
}
function flood(rows, column, row) {
const fruit = rows[row]?.[column];
const seen = new Set([`${column},${row}`]);
const places = [[column, row]];
for (const [x = 0, y = 0] of places) {
for (const [nextX, nextY] of [
[x, y - 1],
[x + 1, y],
[x, y + 1],
[x - 1, y],
]) {
const name = `${nextX},${nextY}`;
if (rows[nextY ?? -1]?.[nextX ?? -1] !== fruit || seen.has(name)) continue;
seen.add(name);
places.push([nextX ?? 0, nextY ?? 0]);
}
}
return places.map(([x = 0, y = 0]) => cellAt(x, y));
}
const isAllSingles = (board) => {
const groups = [...groupsOf(board).values()];
return groups.length > 0 && groups.every(({ cells }) => cells.length === 1);
};
return{groupsOf,isAllSingles}})();
const $board_claim=(()=>{
const { cellAt, rowsOf, sizeOf }=$state_grid;
const { groupsOf }=$board_groups;
function claimed(board, cell) {
const group = groupsOf(board).get(cell);
if (!group) throw new Error(`expected a fruit at ${cell}, found none`);
const size = sizeOf(board);
const rows = rowsOf(board);
const taken = new Set(group.cells);
const columns = Array.from({ length: size }, (_, column) =>
rows
.map((row, place) => (taken.has(cellAt(column, place)) ? "" : (row[column] ?? "")))
.join("")
.replaceAll("*", "")
.padStart(size, "*"),
);
const fallen = rows.map((_, row) => columns.map((column) => column[row]).join(""));
return { group, board: fallen.join("/") };
}
return{claimed}})();
const $replay_game=(()=>{
const { claimed }=$board_claim;
const { isEmpty, sizeOf }=$state_grid;
function replayed(draft, outcome) {
const turns = [];
let { board, clocks } = draft;
let scores = draft.handicap ?? [0, 0];
draft.moves.forEach(({ cell, seconds }, index) => {
const player = index % 2 === 0 ? 0 : 1;
const { group, board: after } = claimed(board, cell);
board = after;
scores = added(scores, player, group.points);
clocks = clocks && added(clocks, player, -seconds);
const taken = { name: cell, fruit: group.fruit, cells: [...group.cells], points: group.points };
turns.push({ cell, player, group: taken, seconds, board, scores, clocks });
});
const known = outcome ?? outcomeOf(draft, board, scores);
return {
draft,
size: sizeOf(draft.board),
turns,
board,
scores,
clocks,
toMove: known.ending ? null : turns.length % 2 === 0 ? 0 : 1,
leadIsFinal: false,
...known,
};
}
const added = ([first, second], player, more) => (player === 0 ? [first + more, second] : [first, second + more]);
function outcomeOf({ forfeit, callsFinalLeads }, board, [first, second]) {
if (forfeit) return { ending: forfeit.cause, winner: forfeit.loser === 0 ? "second" : "first" };
const isFinal = callsFinalLeads && Math.abs(first - second) > mostLeft(board);
if (!isEmpty(board) && !isFinal) return { ending: null, winner: null };
const winner = first > second ? "first" : first < second ? "second" : "draw";
return { ending: isEmpty(board) ? "finished" : "final-lead", winner };
}
function mostLeft(board) {
const counts = Array.from({ length: 10 }, (_, kind) => board.split(String(kind)).length - 1);
return counts.reduce((sum, count) => sum + count ** 2, 0);
}
function gameIn(text) {
const lines = text.split(/\r?\n/);
if (lines[0]?.trim() !== "fruitrage record 1")
throw new Error("expected a record that begins with “fruitrage record 1”");
const value = (/** @type {string} */ name) =>
lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1).trim() ?? "";
const size = Number(value("size"));
const start = lines.indexOf("board") + 1;
const clocks = value("clock").split(" ").map(Number);
const [first = 0, second = 0] = clocks;
const [firstPoints = 0, secondPoints = 0] = value("handicap").split(" ").map(Number);
const [ending = "", loser, ...detail] = value("end").split(" ");
const isForfeit = loser === "first" || loser === "second";
const draft = {
players: [value("first"), value("second")],
board: lines.slice(start, start + size).join("/"),
kinds: Number(value("fruits")),
handicap: [firstPoints, secondPoints],
callsFinalLeads: value("final-leads") === "call",
clocks: clocks.some(Number.isNaN) ? null : [first, second],
moves: lines.flatMap((line) => {
const found = /^\d+ ([A-Z]\d+) \d+ ([\d.]+)$/.exec(line.trim());
return found ? [{ cell: found[1] ?? "", seconds: Number(found[2]) }] : [];
}),
forfeit: isForfeit
? { cause: /** @type {Cause} */ (ending), loser: loser === "first" ? 0 : 1, detail: detail.join(" ") }
: null,
};
return replayed(draft, {
ending: /** @type {Game["ending"]} */ (ending || null),
winner: /** @type {Game["winner"]} */ (value("winner") || null),
});
}
return{replayed,gameIn}})();
const $dom_element=(()=>{
const SVG = "http://www.w3.org/2000/svg";
function h(tag, properties, ...children) {
return { kind: "element", tag, namespace: null, properties: properties ?? {}, children: flat(children) };
}
function drawing(tag, properties, ...children) {
return { ...h(tag, properties, ...children), namespace: SVG };
}
function lazy(draw, ...values) {
return { kind: "lazy", draw, values };
}
function flat(children) {
return children.flatMap((child) => {
if (child === false || child === undefined || child === null) return [null];
if (typeof child === "number") return [String(child)];
return isList(child) ? flat(child) : [child];
});
}
const isList = (child) => Array.isArray(child);
return{h,drawing,lazy}})();
const $dom_patch=(()=>{
function patchChildren(parent, before, after) {
if (after.some((description) => keyOf(description) !== undefined) && before.length > 0)
return patchKeyed(parent, before, after);
after.forEach((description, place) => {
const present = parent.childNodes[place];
if (present === undefined) parent.append(create(description));
else patch(present, before[place] ?? null, description);
});
while (parent.childNodes.length > after.length) remove(/** @type {ChildNode} */ (parent.lastChild));
}
function patchKeyed(parent, before, after) {
const present = [...parent.childNodes];
const places = new Map();
before.forEach((description, place) => places.set(keyOf(description) ?? `place ${place}`, place));
const kept = new Set();
const made = after.map((description, place) => {
const old = places.get(keyOf(description) ?? `place ${place}`);
const node = old === undefined ? undefined : present[old];
if (old === undefined || node === undefined) return create(description);
kept.add(node);
return patch(node, before[old] ?? null, description);
});
for (const node of present) if (!kept.has(node)) remove(node);
made.forEach((node, place) => {
const there = parent.childNodes[place] ?? null;
if (there !== node) parent.insertBefore(node, there);
});
}
function keyOf(description) {
return description !== null && typeof description === "object" && description.kind === "element"
? description.properties["key"]
: undefined;
}
function remove(node) {
closeDialog(node);
node.remove();
}
function closeDialog(node) {
if (!(node instanceof HTMLDialogElement) || !node.open) return;
node.onclose = null;
node.close();
}
function replace(present, description) {
const made = create(description);
closeDialog(present);
present.replaceWith(made);
return made;
}
function patch(present, before, after) {
if (after !== null && typeof after === "object" && after.kind === "lazy") {
const earlier =
before !== null && typeof before === "object" && before.kind === "lazy" ? before : null;
if (earlier?.drawn !== undefined && isSame(earlier, after)) {
after.drawn = earlier.drawn;
return present;
}
after.drawn = after.draw(...after.values);
return patch(present, earlier?.drawn ?? (earlier ? null : before), after.drawn);
}
if (before !== null && typeof before === "object" && before.kind === "lazy")
return patch(present, before.drawn ?? null, after);
if (isText(after)) {
if (!isText(before)) return replace(present, after);
if (before !== after) present.nodeValue = after ?? "";
return present;
}
if (isText(before) || !isAlike(before, after)) return replace(present, after);
const element = /** @type {Element & ChildNode} */ (present);
patchProperties(element, before.properties, after.properties);
if (!after.properties["own"]) patchChildren(element, before.children, after.children);
afterwards(element, after.properties);
return element;
}
const isText = (description) => description === null || typeof description === "string";
function isAlike(before, after) {
return (
before.kind === "element" &&
before.tag === after.tag &&
before.properties["key"] === after.properties["key"]
);
}
function isSame(before, after) {
return (
before.draw === after.draw &&
before.values.length === after.values.length &&
before.values.every((value, place) => Object.is(value, after.values[place]))
);
}
function create(description) {
if (isText(description)) return document.createTextNode(description ?? "");
if (description.kind === "lazy") {
description.drawn = description.draw(...description.values);
return create(description.drawn);
}
const element = description.namespace
? document.createElementNS(description.namespace, description.tag)
: document.createElement(description.tag);
patchProperties(element, {}, description.properties);
element.append(...description.children.map(create));
if (element instanceof HTMLSelectElement) patchProperties(element, {}, description.properties);
afterwards(element, description.properties);
return element;
}
function afterwards(element, properties) {
const told = properties["ref"];
if (typeof told === "function") told(element);
}
function patchProperties(element, before, after) {
for (const name of Object.keys({ ...before, ...after })) {
if (name === "ref" || name === "key" || name === "own") continue;
if (name === "value" || name === "checked") setLive(element, name, after[name]);
else if (before[name] === after[name]) continue;
else if (name.startsWith("on")) Object.assign(element, { [name]: after[name] ?? null });
else if (name === "style") setStyle(element, before[name], after[name]);
else setAttribute(element, name, after[name]);
}
}
function setLive(element, name, value) {
const live = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element));
if (live[name] !== value) live[name] = value ?? "";
}
function setStyle(element, before, after) {
if (!(element instanceof HTMLElement || element instanceof SVGElement)) return;
const values = /** @type {Record<string, string>} */ (after ?? {});
const earlier = /** @type {Record<string, string>} */ (before ?? {});
for (const name of Object.keys({ ...earlier, ...values })) {
if (earlier[name] !== values[name]) element.style.setProperty(name, values[name] ?? null);
}
}
function setAttribute(element, name, value) {
if (value === false || value === undefined || value === null) element.removeAttribute(name);
else element.setAttribute(name, value === true ? "" : String(value));
}
return{patchChildren}})();
const $state_game=(()=>{
const playerAt = (ply) => (ply % 2 === 0 ? 0 : 1);
const boardAt = (game, ply) => game.turns[ply - 1]?.board ?? game.draft.board;
const scoresAt = (game, ply) => game.turns[ply - 1]?.scores ?? game.draft.handicap ?? [0, 0];
const clocksAt = (game, ply) => game.turns[ply - 1]?.clocks ?? game.draft.clocks;
function leadAt(game, ply) {
const [first, second] = scoresAt(game, ply);
return first - second;
}
const withMove = (draft, cell, seconds) => ({ ...draft, moves: [...draft.moves, { cell, seconds }] });
const withoutMoves = (draft, count) => ({
...draft,
moves: draft.moves.slice(0, Math.max(0, draft.moves.length - count)),
forfeit: null,
});
const withForfeit = (draft, loser, cause) => ({ ...draft, forfeit: { cause, loser } });
return{playerAt,boardAt,scoresAt,clocksAt,leadAt,withMove,withoutMoves,withForfeit}})();
const $state_players=(()=>{
const ENGINE = /^engine(?::(?:.*,)?level=(10|[1-9])(?:,.*)?)?$/;
const engineName = (level) => `engine:level=${level}`;
function levelOf(name) {
const found = ENGINE.exec(name);
return found ? Number(found[1] ?? 10) : null;
}
const isPerson = (name) => levelOf(name) === null;
return{engineName,levelOf,isPerson}})();
const $state_review=(()=>{
const { groupsOf }=$board_groups;
const { boardAt, leadAt, playerAt }=$state_game;
const { isPerson }=$state_players;
const reviewing = (game) => ({
game,
ply: 0,
judgements: [],
result: null,
ticket: null,
touched: false,
exercise: null,
});
const steppedTo = (review, ply) => ({
...review,
ply: Math.max(0, Math.min(review.game.turns.length, ply)),
touched: true,
exercise: null,
});
function judged(review, judgement) {
const judgements = [...review.judgements];
judgements[judgement.index] = judgement;
return { ...review, judgements };
}
const judgedCount = (review) =>
review.judgements.filter((judgement) => judgement !== undefined).length;
const MISTAKE = 0.15;
const BLUNDER = 0.4;
function gradeOf(judgement) {
if (!judgement) return null;
const part = judgement.lost / Math.max(1, judgement.largest);
if (judgement.lost === 0) return "best";
if (part < MISTAKE || judgement.lost < 3) return "fine";
return part < BLUNDER ? "mistake" : "blunder";
}
function mistakes({ judgements, game }) {
const { players } = game.draft;
const anybody = !players.some(isPerson) || players.every(isPerson);
return judgements.flatMap((judgement, index) => {
const grade = gradeOf(judgement);
const counts = anybody || isPerson(players[playerAt(index)]);
return counts && (grade === "mistake" || grade === "blunder") ? [index] : [];
});
}
function nextMistake(review, direction) {
const found = mistakes(review);
const beyond = found.filter((index) => (index - review.ply) * direction > 0);
return (direction > 0 ? beyond[0] : beyond.at(-1)) ?? null;
}
function isBetter({ game, judgements, ply }, cell) {
const best = judgements[ply]?.best[0];
const groups = groupsOf(boardAt(game, ply));
return best !== undefined && groups.get(best) === groups.get(cell);
}
function headingFor({ game, judgements, result }, ply) {
if (result) return result.margins[ply] ?? null;
const next = judgements[ply];
if (next) return leadAt(game, ply) + (playerAt(ply) === 0 ? next.bestValue : -next.bestValue);
return ply === game.turns.length && game.ending === "finished" ? leadAt(game, ply) : null;
}
function exactFrom({ judgements, game }) {
const moves = game.turns.length;
let from = moves;
while (from > 0 && judgements[from - 1]?.exact) from--;
return from < moves ? from : null;
}
const LEAST_SECONDS = 0.1;
const MOST_SECONDS = 1;
const reviewLimits = (game, whole) => ({
moveSeconds: Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, whole / Math.max(1, game.turns.length))),
});
return{reviewing,steppedTo,judged,judgedCount,gradeOf,mistakes,nextMistake,isBetter,headingFor,exactFrom,reviewLimits}})();
const $words_board=(()=>{
const pointsText = (points) => `${points} point${points === 1 ? "" : "s"}`;
const groupText = ({ cells, points }) =>
cells.length === 1 ? `single, ${pointsText(points)}` : `group of ${cells.length}, ${pointsText(points)}`;
const cellLabel = (cell, group, names) =>
group ? `${cell}, ${names[group.fruit] ?? group.fruit}, ${groupText(group)}` : `${cell}, empty`;
function cellStatus(cell, group, names, withPoints = true) {
const parts = cellLabel(cell, group, names).split(", ");
return (withPoints || !group ? parts : parts.slice(0, -1)).join(" · ");
}
const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");
return{pointsText,cellLabel,cellStatus,signed}})();
const $state_clock=(()=>{
const STOPPED = { spent: 0, since: null };
const running = (now, spent = 0) => ({ spent, since: now });
function elapsed({ spent, since }, now) {
const milliseconds = since === null ? 0 : Math.max(0, now - since);
return Math.round(spent * 1000 + milliseconds) / 1000;
}
return{STOPPED,running,elapsed}})();
const $state_play=(()=>{
const { isAllSingles }=$board_groups;
const { STOPPED, elapsed, running }=$state_clock;
const { playerAt, withForfeit, withMove, withoutMoves }=$state_game;
const { isPerson }=$state_players;
const playing = (game, games, now, spent = 0) => ({
game,
games,
turn: game.toMove === null ? STOPPED : running(now, spent),
turnTicket: 0,
carried: [0, 0],
aided: false,
shown: null,
hint: null,
reply: null,
judging: null,
judged: null,
});
const goneOn = (play, game, now, carried) => ({
...playing(game, play.games, now),
carried,
aided: play.aided,
});
const isOver = (play) => play.game.toMove === null;
const isPersonsTurn = ({ game, shown }) =>
game.toMove !== null && shown === null && isPerson(game.draft.players[game.toMove]);
const isEnginesTurn = ({ game }) => game.toMove !== null && !isPerson(game.draft.players[game.toMove]);
const hintOf = ({ hint }) => (hint !== null && "cell" in hint ? hint : null);
function clockFace(play, player) {
const left = play.game.clocks?.[player];
if (left === undefined) return null;
const rest = left - play.carried[player];
if (play.game.toMove !== player) return { left: Math.max(0, rest), since: null };
return { left: Math.max(0, rest - play.turn.spent), since: play.turn.since };
}
function clockOf(play, player, now) {
const face = clockFace(play, player);
if (!face) return null;
return face.since === null ? face.left : Math.max(0, face.left - Math.max(0, now - face.since) / 1000);
}
const hasRunOut = (play, now) =>
play.game.toMove !== null && clockOf(play, play.game.toMove, now) === 0;
function afterMove(play, cell, now) {
const mover = play.game.toMove ?? 0;
const seconds = elapsed(play.turn, now) + (play.game.clocks ? play.carried[mover] : 0);
return withMove(play.game.draft, cell, Math.round(seconds * 1000) / 1000);
}
const carriedAfterMove = ({ game, carried }) =>
game.toMove === 0 ? [0, carried[1]] : [carried[0], 0];
const afterTime = (play) => withForfeit(play.game.draft, play.game.toMove ?? 0, "out-of-time");
const afterResigning = (play) => withForfeit(play.game.draft, resigning(play), "resigned");
function resigning({ game }) {
const { players } = game.draft;
if (game.toMove !== null && isPerson(players[game.toMove])) return game.toMove;
return isPerson(players[0]) ? 0 : 1;
}
function afterTakeBack(play, now) {
const { draft } = play.game;
if (draft.forfeit && draft.forfeit.cause !== "resigned") return null;
const count = draft.forfeit ? 0 : takeBackCount(play);
if (count === 0 && !draft.forfeit) return null;
const carried = [...play.carried];
if (play.game.toMove !== null) carried[play.game.toMove] += elapsed(play.turn, now);
const kept = draft.moves.length - count;
draft.moves.slice(kept).forEach(({ seconds }, index) => (carried[playerAt(kept + index)] += seconds));
return { draft: withoutMoves(draft, count), carried: play.game.clocks ? carried : [0, 0] };
}
function takeBackCount({ game }) {
const moves = game.turns.length;
for (let ply = moves - 1; ply >= 0; ply--) {
if (isPerson(game.draft.players[playerAt(ply)])) return moves - ply;
}
return 0;
}
const canFinish = (play) =>
isPersonsTurn(play) && (play.game.leadIsFinal || isAllSingles(play.game.board));
function showing(play, ply) {
const moves = play.game.turns.length;
const within = Math.max(0, Math.min(moves, ply));
return { ...play, shown: within === moves ? null : within };
}
const shownPly = (play) => play.shown ?? play.game.turns.length;
const isAtStake = (play) => !isOver(play) && play.game.turns.length > 0;
return{playing,goneOn,isOver,isPersonsTurn,isEnginesTurn,hintOf,clockFace,clockOf,hasRunOut,afterMove,carriedAfterMove,afterTime,afterResigning,afterTakeBack,canFinish,showing,shownPly,isAtStake}})();
const $words_plain=(()=>{
const UNSEEN =
/[\p{Cc}\u{ad}\u{61c}\u{180e}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}]/gu;
const LONGEST = 60;
function plain(text, longest = LONGEST) {
const letters = [...text.slice(0, 2 * longest + 2)];
const shown = letters.slice(0, longest).join("");
const written = shown.replace(UNSEEN, (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`);
return letters.length > longest ? `${written}…` : written;
}
return{plain}})();
const $words_game=(()=>{
const { groupsOf }=$board_groups;
const { leadAt }=$state_game;
const { hintOf, isEnginesTurn, isPersonsTurn }=$state_play;
const { levelOf }=$state_players;
const { cellStatus, pointsText, signed }=$words_board;
const { plain }=$words_plain;
function displayName(name) {
const level = levelOf(name);
return level === null ? plain(name) : `Engine, level ${level}`;
}
const doing = (name, verb) => `${displayName(name)} ${verb}${name === "You" ? "" : "s"}`;
const LONGEST_DETAIL = 500;
function endingText(game) {
const { forfeit, players } = game.draft;
const loser = forfeit ? displayName(players[forfeit.loser]) : "";
switch (game.ending) {
case null:
return "";
case "finished":
return "The board is empty.";
case "final-lead":
return "What is left cannot change the winner.";
case "agreed":
return "Both agreed on a draw.";
case "interrupted":
return "The game was broken off.";
case "out-of-time":
return `${loser} ran out of time.`;
case "resigned":
return `${loser} resigned.`;
default: {
const detail = forfeit?.detail;
return `${loser} ${FAULTS[game.ending] ?? game.ending}${detail ? `: ${plain(detail, LONGEST_DETAIL)}` : ""}.`;
}
}
}
const FAULTS = {
crashed: "crashed",
"no-output": "wrote no answer",
"malformed-output": "wrote an answer that cannot be read",
"illegal-move": "made an illegal move",
"wrong-board": "wrote a wrong board",
memory: "used too much memory",
"output-too-large": "wrote too much",
"protocol-error": "broke the protocol",
"out-of-time": "ran out of time",
resigned: "resigned",
};
function winnerText(game) {
switch (game.winner) {
case "first":
return doing(game.draft.players[0], "win");
case "second":
return doing(game.draft.players[1], "win");
case "draw":
return "A draw";
case "undecided":
return "Undecided";
default:
return "";
}
}
function resultText(game) {
const lead = leadAt(game, game.turns.length);
const counts = game.ending === "finished" || game.ending === "final-lead";
return counts && lead !== 0 ? `${winnerText(game)} by ${Math.abs(lead)}` : winnerText(game);
}
const claimedText = (game, turn) =>
`${displayName(game.draft.players[turn.player])} claimed ${turn.cell} for ${turn.group.points}`;
function scoreText({ draft, scores }) {
return `${displayName(draft.players[0])} ${scores[0]}, ${displayName(draft.players[1])} ${scores[1]}.`;
}
function moveText(game, fruitNames) {
const turn = game.turns.at(-1);
if (!turn) return "";
const { cells, points, fruit } = turn.group;
const who = displayName(game.draft.players[turn.player]);
const what = `${turn.cell}, ${fruitNames[fruit] ?? fruit}, group of ${cells.length}, ${pointsText(points)}`;
return `${who}: ${what}. ${scoreText(game)}${outcomeText(game)}`;
}
const outcomeText = (game) => (game.ending ? ` ${endingText(game)} ${winnerText(game)}.` : "");
function turnStatus(play) {
const { game, shown } = play;
if (shown !== null) return `After move ${shown} of ${game.turns.length}`;
if (game.toMove === null) return `${winnerText(game)}. ${endingText(game)}`;
const name = displayName(game.draft.players[game.toMove]);
const turn = game.turns.at(-1);
const before = turn ? `${claimedText(game, turn)} · ` : "";
if (play.reply?.status === "failed") return `${before}${name} cannot think`;
if (isEnginesTurn(play)) return `${before}${name} is thinking…`;
return `${before}${name === "You" ? "your move" : `${name} to move`}`.replace(/^y/, "Y");
}
function aimStatus(play, aim, fruitNames, withPoints) {
if (!isPersonsTurn(play)) return "";
const group = aim === null ? undefined : groupsOf(play.game.board).get(aim);
if (aim !== null && group) return cellStatus(aim, group, fruitNames, withPoints);
if (play.hint === null) return "";
const hint = hintOf(play);
return hint
? `Hint: ${hint.cell} · ${signed(hint.value)} from here with best play${hint.exact ? "" : ", estimated"}`
: "Looking for a good move…";
}
function aboutText({ game }) {
const seed = game.draft.notes?.find((note) => note.startsWith("seed "));
const kinds = `${game.draft.kinds} kind${game.draft.kinds === 1 ? "" : "s"} of fruit`;
return [`${game.size} × ${game.size}`, kinds, seed].filter(Boolean).join(" · ");
}
function clockText(seconds) {
const left = Math.max(0, seconds);
if (left < 10) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
const whole = Math.floor(left);
const parts = [Math.floor(whole / 60) % 60, whole % 60];
if (whole >= 3600) parts.unshift(Math.floor(whole / 3600));
return parts.map((part, place) => (place === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
function clockName(seconds) {
if (seconds === 0) return "No clock";
return seconds < 60
? `${seconds} seconds each`
: `${seconds / 60} minute${seconds === 60 ? "" : "s"} each`;
}
function spanText(seconds) {
const whole = Math.round(seconds);
if (whole < 60) return `${whole} s`;
if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
function levelName(level) {
const names = ["", "beginner", "beginner", "casual", "casual", "good", "good", "strong", "strong"];
return `${level} · ${names[level] ?? (level === 9 ? "very strong" : "full strength")}`;
}
const accuracyText = (accuracy) => (accuracy === null ? "–" : `${Math.round(accuracy)}%`);
return{displayName,doing,endingText,FAULTS,winnerText,resultText,claimedText,scoreText,moveText,outcomeText,turnStatus,aimStatus,aboutText,clockText,clockName,spanText,levelName,accuracyText}})();
const $words_review=(()=>{
const { doing, endingText, winnerText }=$words_game;
function reviewStatus({ game, ply, judgements }) {
const turn = game.turns[ply];
if (!turn) return `${winnerText(game)}. ${endingText(game)}`;
const judgement = judgements[ply];
const played = `Move ${ply + 1}: ${doing(game.draft.players[turn.player], "claim")} ${turn.cell} for ${turn.group.points}`;
if (!judgement) return played;
if (judgement.lost === 0) return `${played}, the best move`;
return `${played}. ${judgement.best[0]} was better by ${judgement.lost}${judgement.exact ? "" : ", estimated"}`;
}
function exerciseText({ game, ply, judgements, exercise }) {
const turn = game.turns[ply];
const judgement = judgements[ply];
if (!exercise || !turn || !judgement) return "";
if (exercise.found)
return `Yes: ${judgement.best[0]} is better than ${turn.cell} by ${judgement.lost}${judgement.exact ? "" : ", estimated"}`;
const wrong = exercise.wrong === null ? "" : `${exercise.wrong} is not it. `;
return `${wrong}Move ${ply + 1}: find a better claim than ${turn.cell}`;
}
return{reviewStatus,exerciseText}})();
const $board_input=(()=>{
const { sizeOf, walked }=$state_grid;
const COMFORTABLE_PIXELS = 40;
function listen(grid, { look, listeners, settle }) {
let finger = null;
let pressedWith = "mouse";
let spent = false;
let claimed = false;
const isNarrow = () => grid.clientWidth / sizeOf(look().board) < COMFORTABLE_PIXELS;
const isSameGroup = (/** @type {Cell | null} */ one, /** @type {Cell} */ other) =>
one !== null && look().groups.get(one) === look().groups.get(other);
grid.addEventListener("pointerdown", (event) => {
pressedWith = event.pointerType || "mouse";
spent = settle();
if (pressedWith === "mouse" || !look().usable) return;
const cell = cellOf(event.target);
finger = { armed: look().aim };
if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId))
event.target.releasePointerCapture(event.pointerId);
if (cell && isNarrow() && !spent) listeners().aim(cell, "touch");
});
grid.addEventListener("pointermove", (event) => {
if (!finger || event.pointerType === "mouse" || !isNarrow()) return;
const cell = cellOf(document.elementFromPoint(event.clientX, event.clientY));
if (!cell || isSameGroup(look().aim, cell)) return;
finger.armed = null;
listeners().aim(cell, "touch");
});
grid.addEventListener("pointerover", (event) => {
if (event.pointerType !== "mouse") return;
const cell = cellOf(event.target);
const { drag, aim } = listeners();
if (cell && event.buttons === 1 && drag) drag(cell);
else aim(cell, "mouse");
});
grid.addEventListener("pointerleave", (event) => {
if (event.pointerType === "mouse") listeners().aim(null, "mouse");
});
grid.addEventListener("click", (event) => {
const cell = cellOf(event.target);
const armed = finger?.armed ?? null;
finger = null;
if (event.detail <= 1) claimed = false;
if (spent || !cell) return void (spent = false);
if (pressedWith === "mouse" && event.detail > 1 && claimed) return;
claimed = true;
const means = pressedWith === "mouse" ? "mouse" : "touch";
const sure = means === "mouse" || !isNarrow() || isSameGroup(armed, cell);
listeners().choose(cell, { means, sure, board: look().board });
});
grid.addEventListener("focusin", (event) => {
const cell = cellOf(event.target);
const shows = event.target instanceof Element && event.target.matches(":focus-visible");
if (cell && shows) listeners().walk(cell);
});
grid.addEventListener("focusout", (event) => {
if (!cellOf(event.relatedTarget)) listeners().aim(null, "key");
});
grid.addEventListener("keydown", (event) => {
if (event.ctrlKey || event.altKey || event.metaKey) return;
const cell = cellOf(event.target) ?? look().cursor;
const target = walked(cell, event.key, sizeOf(look().board));
if (target) elementOf(grid, target)?.focus();
else if (event.key === "Enter" || event.key === " ") press(event, cell);
else if (event.repeat || !listeners().type?.(cell, event.key)) return;
event.preventDefault();
event.stopPropagation();
});
function press(event, cell) {
if (event.repeat || settle()) return;
listeners().choose(cell, { means: "key", sure: true, board: look().board });
}
}
function cellOf(target) {
const element = target instanceof Element ? target.closest("[data-cell]") : null;
return element instanceof HTMLElement ? (element.dataset["cell"] ?? null) : null;
}
const elementOf = (grid, cell) => grid.querySelector(`[data-cell="${cell}"]`);
return{COMFORTABLE_PIXELS,listen,cellOf,elementOf}})();
const $board_fruits=(()=>{
const SVG = "http://www.w3.org/2000/svg";
function fruitElement(fruit) {
const drawing = document.createElementNS(SVG, "svg");
drawing.setAttribute("viewBox", "-6 -6 112 112");
drawing.setAttribute("class", "fruit");
drawing.setAttribute("aria-hidden", "true");
const use = document.createElementNS(SVG, "use");
use.setAttribute("href", `#fruit-${fruit}`);
drawing.append(use);
return drawing;
}
return{fruitElement}})();
const $board_outline=(()=>{
const { placeOf }=$state_grid;
function outline(cells) {
const places = cells.map(placeOf);
const inside = new Set(places.map(({ column, row }) => `${column},${row}`));
const has = (/** @type {number} */ column, /** @type {number} */ row) => inside.has(`${column},${row}`);
const edges = new Map();
const edge = (/** @type {number[]} */ [x = 0, y = 0, toX = 0, toY = 0]) => {
const from = `${x},${y}`;
edges.set(from, [...(edges.get(from) ?? []), [toX, toY]]);
};
for (const { column, row } of places) {
if (!has(column, row - 1)) edge([column, row, column + 1, row]);
if (!has(column + 1, row)) edge([column + 1, row, column + 1, row + 1]);
if (!has(column, row + 1)) edge([column + 1, row + 1, column, row + 1]);
if (!has(column - 1, row)) edge([column, row + 1, column, row]);
}
let path = "";
for (const start of edges.keys()) {
while ((edges.get(start)?.length ?? 0) > 0) path += loop(edges, start);
}
return path;
}
function loop(edges, start) {
let path = `M${start}`;
let here = start;
do {
const next = edges.get(here)?.pop();
if (!next) break;
here = next.join(",");
if (here !== start) path += `L${here}`;
} while (here !== start);
return `${path}Z`;
}
return{outline}})();
const $board_difference=(()=>{
const { cellAt, rowsOf, sizeOf }=$state_grid;
function difference(before, after) {
const size = sizeOf(before);
if (sizeOf(after) !== size || before === after) return null;
const earlier = rowsOf(before);
const later = rowsOf(after);
const found = { gone: [], fallen: [] };
for (let column = 0; column < size; column++) {
if (!follow(column, earlier, later, found)) return null;
}
const kinds = new Set(found.gone.map(({ fruit }) => fruit));
return kinds.size === 1 ? found : null;
}
function follow(column, earlier, later, found) {
let target = later.length - 1;
for (let row = earlier.length - 1; row >= 0; row--) {
const fruit = earlier[row]?.[column] ?? "*";
if (fruit === "*") continue;
if (target >= 0 && later[target]?.[column] === fruit) {
if (target !== row) found.fallen.push({ cell: cellAt(column, target), rows: target - row });
target--;
} else {
found.gone.push({ cell: cellAt(column, row), fruit });
}
}
return later.slice(0, target + 1).every((row) => row[column] === "*");
}
return{difference}})();
const $board_scene=(()=>{
const { placeOf, rowsOf, sizeOf }=$state_grid;
const { difference }=$board_difference;
const POP = 260;
const SETTLING = 110;
const SCORE = 1300;
const BACK = 220;
const fallTime = (rows) => 150 + 95 * Math.sqrt(rows);
function begun(look, now) {
const empty = {
look,
pieces: [],
ghosts: [],
score: null,
movingUntil: null,
shownUntil: null,
nextKey: 0,
};
return dealt(empty, look, now, true);
}
function changed(scene, look, now) {
const before = scene.look;
if (look.board === before.board) return { ...scene, look };
if (look.name !== before.name) return dealt(scene, look, now, true);
const forward = difference(before.board, look.board);
if (forward) return fallen(scene, look, forward, now);
const backward = difference(look.board, before.board);
if (backward) return risen(scene, look, backward, now);
return dealt(scene, look, now, false);
}
function settled(scene) {
if (scene.movingUntil === null) return scene;
const pieces = scene.pieces.map((piece) => (piece.movement ? { ...piece, movement: null } : piece));
return { ...scene, pieces, ghosts: [], movingUntil: null };
}
function at(scene, now) {
const still = scene.movingUntil !== null && now >= scene.movingUntil ? settled(scene) : scene;
return still.shownUntil !== null && now >= still.shownUntil
? { ...still, score: null, shownUntil: null }
: still;
}
const isMoving = (scene) => scene.movingUntil !== null;
function nextMoment({ movingUntil, shownUntil }) {
const moments = [movingUntil, shownUntil].filter((moment) => moment !== null);
return moments.length > 0 ? Math.min(...moments) : null;
}
function dealt(scene, look, now, falls) {
const size = sizeOf(look.board);
let key = scene.nextKey;
const pieces = filled(look.board).map(({ fruit, column, row }) => {
const delay = (180 * (size - row)) / size + ((column * 7) % 5) * 14;
const movement = !look.motion
? null
: falls
? { kind: "deal", delay, rows: row + 1 }
: { kind: "appear", delay: 0 };
return { key: key++, fruit, column, row, movement };
});
const movingUntil = look.motion ? now + (falls ? 640 : 160) : null;
return { look, pieces, ghosts: [], score: null, movingUntil, shownUntil: null, nextKey: key };
}
const filled = (board) =>
rowsOf(board).flatMap((fruits, row) =>
[...fruits].flatMap((fruit, column) => (fruit === "*" ? [] : [{ fruit, column, row }])),
);
const nameOf = ({ column, row }) => `${column},${row}`;
function fallen(scene, look, { gone, fallen }, now) {
const pause = look.claim?.pause ?? 0;
const leaving = new Set(gone.map(({ cell }) => nameOf(placeOf(cell))));
const falls = new Map(
fallen.map(({ cell, rows }) => {
const { column, row } = placeOf(cell);
return [nameOf({ column, row: row - rows }), rows];
}),
);
const pieces = [];
const ghosts = [];
for (const piece of scene.pieces) {
const name = nameOf(piece);
const rows = falls.get(name);
const { key, fruit, column, row } = piece;
if (leaving.has(name)) ghosts.push({ key, fruit, column, row, side: look.claim?.side ?? 0, pause });
else if (rows === undefined) pieces.push(piece.movement ? { ...piece, movement: null } : piece);
else {
const movement = { kind: /** @type {const} */ ("fall"), delay: pause + SETTLING, rows };
pieces.push({ ...piece, row: row + rows, movement: look.motion ? movement : null });
}
}
const furthest = Math.max(0, ...fallen.map(({ rows }) => fallTime(rows)));
return {
look,
pieces,
ghosts: look.motion ? ghosts : [],
score: scoreOf(look, ghosts),
movingUntil: look.motion ? now + pause + Math.max(POP, SETTLING + furthest) : null,
shownUntil: now + pause + SCORE,
nextKey: scene.nextKey,
};
}
function scoreOf({ claim }, ghosts) {
if (!claim || ghosts.length === 0) return null;
const middle = (/** @type {"column" | "row"} */ axis) =>
ghosts.reduce((sum, ghost) => sum + ghost[axis] + 0.5, 0) / ghosts.length;
return {
text: `+${claim.points}`,
side: claim.side,
x: middle("column"),
y: middle("row"),
pause: claim.pause,
};
}
function risen(scene, look, { gone, fallen }, now) {
const rises = new Map(fallen.map(({ cell, rows }) => [nameOf(placeOf(cell)), rows]));
let key = scene.nextKey;
const stayed = scene.pieces.map((piece) => {
const rows = rises.get(nameOf(piece));
if (rows === undefined) return piece.movement ? { ...piece, movement: null } : piece;
const movement = { kind: "rise", delay: 0, rows };
return { ...piece, row: piece.row - rows, movement: look.motion ? movement : null };
});
const back = gone.map(({ cell, fruit }) => ({
key: key++,
fruit,
...placeOf(cell),
movement: look.motion ? { kind: "appear", delay: 120 } : null,
}));
return {
look,
pieces: [...stayed, ...back],
ghosts: [],
score: null,
movingUntil: look.motion ? now + BACK + 60 : null,
shownUntil: null,
nextKey: key,
};
}
return{POP,SCORE,fallTime,begun,changed,settled,at,isMoving,nextMoment}})();
const $board_renderer=(()=>{
const { cellAt, placeOf, rowsOf, sizeOf }=$state_grid;
const { cellLabel }=$words_board;
const { fruitElement }=$board_fruits;
const { outline }=$board_outline;
const { POP, SCORE, fallTime }=$board_scene;
const SVG = "http://www.w3.org/2000/svg";
const MARKS = ["taken", "played", "hint", "aim"];
const CROWDED = 14;
class Renderer {
#drawn = null;
#fruits = new Map();
#cells = [];
#letters = division("letters");
#numbers = division("numbers");
#marks = document.createElementNS(SVG, "svg");
#pieces = division("pieces");
#effects = division("effects");
#bubble = division("bubble");
#banner = division("banner");
grid = division("grid");
#board = division("board");
constructor(parent) {
this.#marks.setAttribute("class", "marks");
this.#marks.append(
...MARKS.map((kind) => {
const path = document.createElementNS(SVG, "path");
path.setAttribute("class", kind);
return path;
}),
);
for (const hidden of [this.#letters, this.#numbers, this.#marks, this.#pieces, this.#effects])
hidden.setAttribute("aria-hidden", "true");
for (const hidden of [this.#bubble, this.#banner]) hidden.setAttribute("aria-hidden", "true");
this.grid.setAttribute("role", "grid");
const frame = division("frame");
const ground = division("ground");
ground.append(this.#marks, this.#pieces, this.grid, this.#effects, this.#bubble);
frame.append(ground, this.#banner);
this.#board.append(this.#letters, this.#numbers, frame);
parent.replaceChildren(this.#board);
}
draw(scene) {
const before = this.#drawn;
this.#drawn = scene;
const { look } = scene;
if (!before || sizeOf(before.look.board) !== sizeOf(look.board)) this.#layOut(look);
if (before?.pieces !== scene.pieces || before?.ghosts !== scene.ghosts) this.#drawFruits(scene);
if (before?.score !== scene.score) this.#drawScore(scene.score);
this.grid.toggleAttribute("data-moving", scene.movingUntil !== null);
this.#mark(before && seen(before), seen(scene));
this.#point(seen(scene));
if (before?.look === look) return;
this.#describe(before?.look ?? null, look);
this.grid.classList.toggle("usable", look.usable);
setOrRemove(this.grid, "aria-readonly", look.usable ? null : "true");
this.#banner.textContent = look.banner ?? "";
}
#layOut({ board }) {
const size = sizeOf(board);
this.#board.classList.toggle("crowded", size > CROWDED);
this.#board.style.setProperty("--size", String(size));
this.#marks.setAttribute("viewBox", `0 0 ${size} ${size}`);
this.grid.setAttribute("aria-label", `Board, ${size} by ${size}`);
const each = (/** @type {(index: number) => string} */ text) =>
Array.from({ length: size }, (_, index) => {
const label = document.createElement("span");
label.textContent = text(index);
return label;
});
this.#letters.replaceChildren(...each((column) => cellAt(column, 0).charAt(0)));
this.#numbers.replaceChildren(...each((row) => String(row + 1)));
this.#cells = [];
const rows = Array.from({ length: size }, (_, row) => {
const line = division("row");
line.setAttribute("role", "row");
for (let column = 0; column < size; column++) line.append(this.#cell(cellAt(column, row)));
return line;
});
this.grid.replaceChildren(...rows);
}
#cell(name) {
const cell = division("cell");
cell.setAttribute("role", "gridcell");
cell.dataset["cell"] = name;
cell.tabIndex = -1;
this.#cells.push(cell);
return cell;
}
#describe(before, look) {
const size = sizeOf(look.board);
const resized = before === null || sizeOf(before.board) !== size;
if (resized || before.board !== look.board || before.fruitNames !== look.fruitNames) {
const fruits = rowsOf(look.board).join("");
this.#cells.forEach((cell, place) => {
const name = cell.dataset["cell"] ?? "";
const fruit = fruits[place] ?? "*";
const label = cellLabel(name, look.groups.get(name), look.fruitNames);
if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
if (cell.dataset["fruit"] !== fruit) cell.dataset["fruit"] = fruit;
});
}
if (!resized && before.cursor === look.cursor) return;
if (before) this.#at(before.cursor, size)?.setAttribute("tabindex", "-1");
(this.#at(look.cursor, size) ?? this.#cells[0])?.setAttribute("tabindex", "0");
}
#at(cell, size) {
const { column, row } = placeOf(cell);
return column < size && row < size ? this.#cells[row * size + column] : undefined;
}
#mark(before, look) {
MARKS.forEach((kind, place) => {
if (before && before.marks[kind] === look.marks[kind]) return;
const path = this.#marks.children[place];
const cells = look.marks[kind];
if (path) setOrRemove(path, "d", cells?.length ? outline(cells) : null);
});
this.#marks.dataset["takenBy"] = String(look.takenBy ?? "");
}
#point({ aim, groups, board }) {
const group = aim === null ? undefined : groups.get(aim);
this.#bubble.hidden = !group;
if (!group) return;
const size = sizeOf(board);
const places = group.cells.map(placeOf);
const top = Math.min(...places.map(({ row }) => row));
const columns = places.filter(({ row }) => row === top).map(({ column }) => column);
const middle = (Math.min(...columns) + Math.max(...columns) + 1) / 2;
const below = top === 0;
const bottom = Math.max(...places.map(({ row }) => row)) + 1;
this.#bubble.textContent = `+${group.points}`;
this.#bubble.classList.toggle("below", below);
this.#bubble.style.left = `${Math.min(Math.max((100 * middle) / size, 8), 92)}%`;
this.#bubble.style.top = `${(100 * (below ? bottom : top)) / size}%`;
}
#drawFruits({ pieces, ghosts }) {
const kept = new Set();
for (const piece of [...pieces, ...ghosts]) {
kept.add(piece.key);
const known = this.#fruits.get(piece.key);
if (known?.piece === piece) continue;
const element = known?.element ?? this.#newFruit(piece.fruit);
place(element, piece);
animate(element, piece);
this.#fruits.set(piece.key, { element, piece });
}
for (const [key, { element }] of this.#fruits) {
if (kept.has(key)) continue;
element.remove();
this.#fruits.delete(key);
}
}
#newFruit(fruit) {
const element = fruitElement(fruit);
this.#pieces.append(element);
return element;
}
#drawScore(score) {
this.#effects.replaceChildren();
const size = this.#drawn ? sizeOf(this.#drawn.look.board) : 1;
if (!score) return;
const label = division(`score side-${score.side}`);
label.textContent = score.text;
label.style.left = `${Math.min(Math.max((100 * score.x) / size, 8), 92)}%`;
label.style.top = `${Math.max((100 * score.y) / size, 8)}%`;
this.#effects.append(label);
if (this.#drawn?.look.motion) label.animate(FLOATING, { ...ONCE, duration: SCORE, delay: score.pause });
}
}
function seen({ look, movingUntil }) {
if (movingUntil === null) return look;
return { ...look, aim: null, marks: look.marks.taken ? { taken: look.marks.taken } : {} };
}
const ONCE = { easing: "ease-out", fill: "both" };
const FLOATING = [
{ translate: "0 30%", scale: 0.6, opacity: 0 },
{ translate: "0 0", scale: 1, opacity: 1, offset: 0.15 },
{ translate: "0 -30%", opacity: 1, offset: 0.75 },
{ translate: "0 -90%", opacity: 0 },
];
function place(element, { column, row }) {
element.style.transform = `translate(${100 * column}%, ${100 * row}%)`;
}
function animate(element, piece) {
for (const animation of element.getAnimations()) animation.cancel();
const isGhost = "side" in piece;
element.classList.toggle("ghost", isGhost);
if (isGhost) {
element.classList.add(`side-${piece.side}`);
element.animate(POPPING, { duration: POP, delay: piece.pause, easing: "ease-in", fill: "both" });
} else if (piece.movement) {
const { frames, duration } = motionOf(piece.movement);
element.animate(frames, { duration, delay: piece.movement.delay, fill: "backwards" });
}
}
const POPPING = [
{ scale: 1, opacity: 1 },
{ scale: 1.22, opacity: 1, offset: 0.4 },
{ scale: 0, opacity: 0 },
];
function motionOf(movement) {
switch (movement.kind) {
case "appear":
return { frames: [{ scale: 0.4, opacity: 0 }, { scale: 1, opacity: 1 }], duration: 150 };
case "rise":
return {
frames: [{ translate: `0 ${movement.rows * 100}%` }, { translate: "0 0" }],
duration: 220,
};
case "deal":
return {
frames: [
{ translate: `0 -${movement.rows * 100}%`, opacity: 0, easing: "cubic-bezier(.3,.1,.3,1)" },
{ opacity: 1, offset: 0.4 },
{ translate: "0 0" },
],
duration: 380,
};
case "fall":
return {
frames: [
{ translate: `0 -${movement.rows * 100}%`, easing: "cubic-bezier(.5,.05,.9,.65)" },
{ translate: "0 0", offset: 0.76, easing: "ease-out" },
{ translate: "0 -7%", offset: 0.87, easing: "ease-in" },
{ translate: "0 0" },
],
duration: fallTime(movement.rows),
};
}
}
function division(name) {
const element = document.createElement("div");
element.className = name;
return element;
}
function setOrRemove(element, name, value) {
if (value === null) element.removeAttribute(name);
else element.setAttribute(name, value);
}
return{Renderer}})();
const $board_board=(()=>{
const { listen }=$board_input;
const { Renderer }=$board_renderer;
const { at, begun, changed, isMoving, nextMoment, settled }=$board_scene;
class Board {
#scene;
#listeners;
#renderer;
#timer = 0;
constructor(element, look, listeners) {
this.#scene = begun(look, performance.now());
this.#listeners = listeners;
this.#renderer = new Renderer(element);
listen(this.#renderer.grid, {
look: () => this.#scene.look,
listeners: () => this.#listeners,
settle: () => this.settle(),
});
this.#show(this.#scene);
}
set(look, listeners) {
if (listeners) this.#listeners = listeners;
this.#show(changed(this.#scene, look, performance.now()));
}
settle() {
const moved = isMoving(this.#scene);
this.#show(settled(this.#scene));
return moved;
}
#show(scene) {
this.#scene = scene;
this.#renderer.draw(scene);
clearTimeout(this.#timer);
const moment = nextMoment(scene);
if (moment === null) return;
const wait = Math.max(0, moment - performance.now());
this.#timer = window.setTimeout(() => this.#show(at(this.#scene, performance.now())), wait);
}
}
return{Board}})();
const $view_board=(()=>{
const { Board }=$board_board;
const { drawing, h }=$dom_element;
const boards = new WeakMap();
const boardView = (look, listeners) =>
h("div", {
class: "board-host",
own: true,
ref: (/** @type {HTMLElement} */ element) => {
const board = boards.get(element);
if (board) board.set(look, listeners);
else boards.set(element, new Board(element, look, listeners));
},
});
const pointing = (send) => ({
aim: (cell, means) => send({ type: "aim", cell, means }),
walk: (cell) => send({ type: "walk", cell }),
});
const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");
const mayMove = () => !still?.matches;
const fruitDrawing = (fruit) =>
drawing(
"svg",
{ viewBox: "-6 -6 112 112", class: "fruit", "aria-hidden": "true" },
drawing("use", { href: `#fruit-${fruit}` }),
);
return{boardView,pointing,mayMove,fruitDrawing}})();
const $view_controls=(()=>{
const { drawing, h }=$dom_element;
const ICONS = {
new: "M12 5v14M5 12h14",
hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.5 1 2.5h6c0-1 .3-1.800 1-2.500A6 6 0 0 0 12 3Z",
back: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 8h-2",
flag: "M6 21V4M6 5h11l-2 4 2 4H6",
share: "M12 15V4M8 8l4-4 4 4M6 12v8h12v-8",
save: "M12 4v11M8 11l4 4 4-4M5 20h14",
open: "M4 19V6h6l2 2h8v11Z",
play: "M8 5v14l11-7Z",
stop: "M7 7h10v10H7Z",
previous: "M15 5l-7 7 7 7",
next: "M9 5l7 7-7 7",
first: "M18 5l-7 7 7 7M7 5v14",
last: "M6 5l7 7-7 7M17 5v14",
help: "M9 9a3 3 0 1 1 4 2.800c-.8.3-1 .8-1 1.700M12 17.500v.1",
light: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M4 12H2M22 12h-2M5 5l1.500 1.500M17.500 17.500 19 19M5 19l1.500-1.500M17.500 6.500 19 5",
dark: "M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10Z",
auto: "M12 3a9 9 0 1 0 0 18ZM12 3a9 9 0 0 1 0 18",
close: "M6 6l12 12M18 6 6 18",
review: "M4 18l5-6 4 3 7-9",
claim: "M5 12l5 5L20 7",
finish: "M5 5v14l7-7ZM12 5v14l7-7Z",
sound: "M4 10v4h4l5 4V6l-5 4ZM16 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11",
silent: "M4 10v4h4l5 4V6l-5 4ZM16 10l5 4M21 10l-5 4",
analyse: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l5 5",
};
const icon = (name) =>
drawing(
"svg",
{ viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
drawing("path", { d: ICONS[name] }),
);
const button = (sign, label, action, more) =>
h("button", { type: "button", onclick: action, ...more }, sign && icon(sign), h("span", null, label));
const signButton = (sign, label, action, more) =>
h(
"button",
{ type: "button", class: "sign", onclick: action, "aria-label": label, title: label, ...more },
icon(sign),
);
const stepper = (go, at) =>
h(
"div",
{ class: "stepper", role: "group", "aria-label": "Steps" },
signButton("first", "To the start", go.first, { disabled: at.start }),
signButton("previous", "Back", go.previous, { disabled: at.start }),
signButton("next", "Forward", go.next, { disabled: at.end }),
signButton("last", "To the end", go.last, { disabled: at.end }),
);
const field = (label, control, name = "") =>
h("label", { class: `field ${name}` }, h("span", null, label), control);
return{icon,button,signButton,stepper,field}})();
const $view_graph=(()=>{
const { drawing, h }=$dom_element;
const { leadAt }=$state_game;
const { exactFrom, headingFor }=$state_review;
const { displayName }=$words_game;
const WIDTH = 400;
const HEIGHT = 170;
const EDGE = 12;
function graphView(review, turning, show) {
const { game, ply } = review;
const plies = game.turns.length;
const leads = Array.from({ length: plies + 1 }, (_, at) => leadAt(game, at));
const heading = leads.map((_, at) => headingFor(review, at));
const most = Math.max(10, ...leads.map(Math.abs), ...heading.map((value) => Math.abs(value ?? 0)));
const x = (/** @type {number} */ at) => EDGE + ((WIDTH - 2 * EDGE) * at) / Math.max(1, plies);
const y = (/** @type {number} */ value) => HEIGHT / 2 - ((HEIGHT / 2 - EDGE) * value) / most;
const path = (/** @type {readonly (number | null)[]} */ values) =>
values.reduce(
(/** @type {string} */ text, value, at) =>
value === null
? text
: `${text}${text && values[at - 1] !== null ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`,
"",
);
return h(
"figure",
{ class: "graph" },
drawing(
"svg",
{
viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
role: "img",
"aria-label": `Margin of the first player over ${plies} moves; at the end ${leads[plies]}`,
onclick: (/** @type {MouseEvent} */ event) => show(Math.round(plies * along(event))),
},
provedView(exactFrom(review), plies, x),
drawing("path", { class: "zero", d: `M${EDGE} ${HEIGHT / 2}H${WIDTH - EDGE}` }),
drawing("path", { class: "lead", d: path(leads) }),
drawing("path", { class: "heading", d: path(heading) }),
turning.map((index) =>
drawing("circle", {
class: "turning",
cx: x(index + 1),
cy: y(heading[index + 1] ?? leads[index + 1] ?? 0),
r: 5,
}),
),
drawing("path", { class: "here", d: `M${x(ply).toFixed(1)} ${EDGE / 2}V${HEIGHT - EDGE / 2}` }),
[0, 1].map((player) =>
drawing(
"text",
{ class: `scale side-${player}`, x: EDGE, y: player === 0 ? EDGE + 4 : HEIGHT - 4 },
`${displayName(game.draft.players[player === 0 ? 0 : 1])} +${most}`,
),
),
),
h(
"figcaption",
null,
h("span", { class: "key lead" }, "points so far"),
h("span", { class: "key heading" }, "heading for, with best play"),
h("span", { class: "key turning" }, "turning point"),
exactFrom(review) !== null && h("span", { class: "key proved" }, "proved"),
),
);
}
const provedView = (from, plies, x) =>
from === null
? null
: drawing("rect", { class: "proved", x: x(from), y: 0, width: x(plies) - x(from), height: HEIGHT });
function along({ currentTarget, clientX }) {
if (!(currentTarget instanceof Element)) return 0;
const { left, width } = currentTarget.getBoundingClientRect();
const edge = (EDGE * width) / WIDTH;
return Math.max(0, Math.min(1, (clientX - left - edge) / (width - 2 * edge)));
}
return{graphView}})();
const $view_look=(()=>{
const { groupsOf }=$board_groups;
const { boardAt }=$state_game;
const { mayMove }=$view_board;
function reviewedLook({ game, ply, judgements, exercise }, { aim, cursor, fruitNames }) {
const board = boardAt(game, ply);
const groups = groupsOf(board);
const cells = (/** @type {Cell | null | undefined} */ cell) => (cell ? (groups.get(cell)?.cells ?? []) : []);
const turn = game.turns[ply - 1];
const judgement = judgements[ply];
const better = judgement && judgement.lost > 0 ? judgement.best[0] : undefined;
return {
name: `review ${game.draft.board} ${game.draft.players.join()}`,
board,
groups,
fruitNames,
cursor,
aim: exercise ? aim : null,
marks: {
taken: turn?.group.cells ?? [],
played: cells(exercise ? exercise.wrong : game.turns[ply]?.cell),
hint: cells(!exercise || exercise.found ? better : null),
aim: cells(aim),
},
takenBy: turn?.player ?? 0,
usable: exercise !== null && !exercise.found,
claim: turn
? { cells: turn.group.cells, points: turn.group.points, side: turn.player, pause: 0 }
: null,
motion: mayMove(),
};
}
return{reviewedLook}})();
const $view_moves=(()=>{
const { h }=$dom_element;
const { gradeOf }=$state_review;
function movesView(game, current, choose, remark) {
if (game.turns.length === 0) return h("p", { class: "quiet" }, "No moves yet.");
const reachable = Math.max(0, Math.min(game.turns.length - 1, current));
return h(
"ol",
{
class: "moves",
"aria-label": "Moves",
ref: (/** @type {HTMLElement} */ list) => queueMicrotask(() => keepInSight(list)),
},
game.turns.map((turn, index) =>
h(
"li",
{ class: `side-${turn.player}` },
h(
"button",
{
type: "button",
tabindex: index === reachable ? undefined : "-1",
"aria-current": current === index ? "true" : undefined,
onclick: () => choose(index),
},
h("span", { class: "number" }, index + 1),
h("span", { class: "cell-name" }, turn.cell),
h("span", { class: "scored" }, `+${turn.group.points}`),
remark?.(index),
),
),
),
);
}
const judgedMoves = (game, judgements, ply, choose) =>
movesView(game, ply, choose, (index) => lostView(judgements[index]));
function lostView(judgement) {
const grade = gradeOf(judgement);
if (!judgement || !grade) return null;
if (grade === "best") return h("span", { class: "lost best" }, "best");
const sign = { fine: "", mistake: "?", blunder: "??" }[grade];
return h("span", { class: `lost ${grade}`, title: grade }, `−${judgement.lost}${sign}`);
}
function keepInSight(list) {
const current = list.querySelector("[aria-current]")?.parentElement;
if (!current) return;
const top = current.offsetTop - list.offsetTop;
if (top < list.scrollTop) list.scrollTop = top;
else if (top + current.offsetHeight > list.scrollTop + list.clientHeight) {
list.scrollTop = top + current.offsetHeight - list.clientHeight;
}
}
return{movesView,judgedMoves}})();
const $dom_clock=(()=>{
const { clockText }=$words_game;
const LOW_SECONDS = 10;
const running = new WeakMap();
function showClock(element, face) {
const known = running.get(element);
if (known && known.face.left === face.left && known.face.since === face.since) return;
if (known) clearTimeout(known.timer);
tick(element, face);
}
function tick(element, face) {
const passed = face.since === null ? 0 : Math.max(0, performance.now() - face.since) / 1000;
const left = Math.max(0, face.left - passed);
const text = clockText(left);
if (element.textContent !== text) element.textContent = text;
element.classList.toggle("low", left < LOW_SECONDS);
const step = left < LOW_SECONDS ? 0.1 : 1;
const wait = Math.max(20, 1000 * (left % step) + 5);
const goesOn = face.since !== null && left > 0;
const timer = goesOn ? window.setTimeout(() => element.isConnected && tick(element, face), wait) : 0;
running.set(element, { face, timer });
}
return{showClock}})();
const $view_players=(()=>{
const { showClock }=$dom_clock;
const { h }=$dom_element;
const { leadAt, scoresAt }=$state_game;
const { displayName }=$words_game;
function playersView(game, ply, now) {
const scores = now.scores ?? scoresAt(game, ply);
const lead = now.scores ? now.scores[0] - now.scores[1] : leadAt(game, ply);
return h(
"section",
{ class: "players", "aria-label": "Players" },
playerView(game, 0, scores[0], now),
leadView(game, lead),
playerView(game, 1, scores[1], now),
);
}
function leadView(game, lead) {
const leader = lead > 0 ? 0 : 1;
const text = lead === 0 ? "Equal points" : `${displayName(game.draft.players[leader])} leads by ${Math.abs(lead)}`;
return h(
"div",
{ class: `margin ${lead === 0 ? "" : `side-${leader}`}`, title: text },
h("span", { "aria-hidden": "true" }, lead === 0 ? "=" : `${lead > 0 ? "◀ " : ""}${Math.abs(lead)}${lead < 0 ? " ▶" : ""}`),
h("span", { class: "visually-hidden" }, text),
);
}
function playerView(game, player, points, now) {
const moves = now.toMove === player;
const face = now.clocks[player] ?? null;
const name = displayName(game.draft.players[player]);
return h(
"div",
{ class: `player side-${player}${moves ? " moves" : ""}` },
h("span", { class: "name" }, name, moves && h("span", { class: "visually-hidden" }, ", to move")),
h("span", { class: "points" }, points, h("span", { class: "visually-hidden" }, " points")),
face !== null &&
h("span", {
class: "clock",
own: true,
role: "timer",
"aria-label": `Clock of ${name}`,
ref: (/** @type {HTMLElement} */ element) => showClock(element, face),
}),
moves &&
now.thinking &&
h("span", { class: "thinking", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
);
}
return{playersView}})();
const $replay_replay=(()=>{
const { groupsOf }=$board_groups;
const { h }=$dom_element;
const { patchChildren }=$dom_patch;
const { boardAt, clocksAt, playerAt }=$state_game;
const { reviewing, steppedTo }=$state_review;
const { cellStatus }=$words_board;
const { REPLAY }=$words_replay;
const { reviewStatus }=$words_review;
const { boardView }=$view_board;
const { signButton, stepper }=$view_controls;
const { graphView }=$view_graph;
const { reviewedLook }=$view_look;
const { judgedMoves }=$view_moves;
const { playersView }=$view_players;
const PACE_MILLISECONDS = 1400;
class Replay {
#element;
#options;
#review;
#drawn = [];
#cursor = "A1";
#aim = null;
#timer = 0;
constructor(element, game, options) {
this.#element = element;
this.#options = options;
const { judged } = options;
const result = judged && { ...judged, startValue: judged.margins[0] ?? 0, players: NOBODY };
this.#review = { ...reviewing(game), judgements: judged?.judgements ?? [], result };
element.replaceChildren();
this.#draw();
}
show(ply) {
this.pause();
this.#go(ply);
}
step(plies) {
this.show(this.#review.ply + plies);
}
get length() {
return this.#review.game.turns.length;
}
pause() {
clearInterval(this.#timer);
this.#timer = 0;
this.#draw();
}
#play() {
if (this.#timer) return this.pause();
if (this.#review.ply === this.length) this.#go(0);
this.#timer = window.setInterval(() => {
if (!this.#element.isConnected || this.#review.ply === this.length) this.pause();
else this.#go(this.#review.ply + 1);
}, PACE_MILLISECONDS);
this.#draw();
}
#go(ply) {
this.#review = steppedTo(this.#review, ply);
this.#draw();
this.#options.shown(this.#review.ply);
}
#draw() {
const after = this.#view();
patchChildren(this.#element, this.#drawn, after);
this.#drawn = after;
}
#view() {
const review = this.#review;
const { game, ply, judgements, result } = review;
const standing = (/** @type {0 | 1} */ player) => {
const left = clocksAt(game, ply)?.[player];
return left === undefined ? null : { left, since: null };
};
const show = (/** @type {number} */ to) => this.show(to);
return [
playersView(game, ply, {
clocks: [standing(0), standing(1)],
toMove: game.turns[ply] ? playerAt(ply) : null,
thinking: false,
}),
h("div", { class: "replay-board" }, this.#boardView(), this.#statusView(), this.#stepsView()),
result && graphView(review, result.turningPoints, show),
this.#options.listsMoves ? judgedMoves(game, judgements, ply, show) : null,
];
}
#boardView() {
const { fruitNames } = this.#options;
return boardView(reviewedLook(this.#review, { aim: this.#aim, cursor: this.#cursor, fruitNames }), {
aim: (cell) => {
if (cell === this.#aim) return;
this.#aim = cell;
this.#draw();
},
walk: (cell) => {
this.#cursor = this.#aim = cell;
this.#draw();
},
choose: () => this.step(1),
});
}
#statusView() {
const groups = groupsOf(boardAt(this.#review.game, this.#review.ply));
const aim = this.#aim;
return h(
"div",
{ class: "status-area" },
h("p", { class: "status", role: "status" }, reviewStatus(this.#review)),
h("p", { class: "status aimed" }, aim ? cellStatus(aim, groups.get(aim), this.#options.fruitNames) : ""),
);
}
#stepsView() {
const { ply } = this.#review;
const plays = this.#timer !== 0;
return h(
"div",
{ class: "under-board controls" },
signButton(plays ? "stop" : "play", plays ? REPLAY.pause : REPLAY.play, () => this.#play()),
stepper(
{
first: () => this.show(0),
previous: () => this.step(-1),
next: () => this.step(1),
last: () => this.show(Infinity),
},
{ start: ply === 0, end: ply === this.length },
),
h("input", {
type: "range",
min: 0,
max: this.length,
value: String(ply),
"aria-label": REPLAY.slider,
oninput: (/** @type {Event} */ { target }) => target instanceof HTMLInputElement && this.show(Number(target.value)),
}),
);
}
}
const NONE = { moves: 0, flawless: 0, lost: 0, accuracy: null, worst: [] };
const NOBODY = [NONE, NONE];
return{Replay}})();
const $replay_main=(()=>{
const { REPLAY }=$words_replay;
const { gameIn }=$replay_game;
const { Replay }=$replay_replay;
const replays = new Map();
let current = null;
const fruitNames = Array.from(document.querySelectorAll(".sprite symbol"), (symbol) =>
symbol.getAttribute("aria-label") ?? "",
);
function opened(details) {
const known = replays.get(details);
if (known) return known;
const place = details.querySelector(".replay");
if (!(place instanceof HTMLElement)) return null;
const rows = [...details.querySelectorAll("[data-index]")];
try {
const replay = new Replay(place, gameIn(details.querySelector("pre.record")?.textContent ?? ""), {
fruitNames,
judged: judgedIn(details),
listsMoves: rows.length === 0,
shown: (ply) => markRow(rows, ply),
});
rows.forEach((row, index) => row.addEventListener("click", () => replay.show(index)));
details.addEventListener("pointerdown", () => (current = replay));
details.addEventListener("focusin", () => (current = replay));
replays.set(details, replay);
markRow(rows, 0);
return replay;
} catch (problem) {
place.textContent = REPLAY.unreadable(problem instanceof Error ? problem.message : String(problem));
return null;
}
}
function judgedIn(details) {
const data = details.querySelector("script[type='application/json']")?.textContent;
return data ? JSON.parse(data) : null;
}
function markRow(rows, ply) {
rows.forEach((row, index) => {
if (index === ply) row.setAttribute("aria-current", "step");
else row.removeAttribute("aria-current");
});
const row = rows[ply];
const box = row?.closest(".moves");
if (row instanceof HTMLElement && box) box.scrollTop = row.offsetTop - box.clientHeight / 2;
}
function openTarget() {
const [, game, move] = /^#(game-\d+)(?:-move-(\d+))?$/.exec(location.hash) ?? [];
const details = game ? document.getElementById(game) : null;
if (!(details instanceof HTMLDetailsElement)) return;
details.open = true;
const replay = opened(details);
if (!replay) return;
current = replay;
replay.show(move ? Number(move) - 1 : 0);
details.querySelector(".replay")?.scrollIntoView();
}
function onKey(event) {
if (!current || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
if (step === undefined) return;
event.preventDefault();
current.step(step);
}
for (const details of document.querySelectorAll("details.game")) {
if (!(details instanceof HTMLDetailsElement)) continue;
details.addEventListener("toggle", () => {
if (details.open) current = opened(details) ?? current;
else replays.get(details)?.pause();
});
if (details.open) current ??= opened(details);
}
addEventListener("hashchange", openTarget);
addEventListener("keydown", onKey);
openTarget();
return{}})();
