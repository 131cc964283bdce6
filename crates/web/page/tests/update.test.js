import assert from "node:assert/strict";
import { test } from "node:test";
import { groupsOf } from "../board/groups.js";
import { meaning } from "../flow/input.js";
import { draftOf } from "../state/draft.js";
import { clockOf } from "../state/play.js";
import { DEFAULT_PREFERENCES } from "../state/preferences.js";
import { NO_PROGRESS, dailyIndex, progressFrom } from "../state/puzzle.js";
import { DEFAULT_SETTINGS } from "../state/settings.js";
import { begin } from "../state/state.js";
import { LOOK_MILLISECONDS } from "../update/play.js";
import { update } from "../update/update.js";
import { rules } from "./twin.js";

/** A page whose events are told one by one, at moments of our own. */
function visit(settings = {}) {
    const chosen = { ...DEFAULT_SETTINGS, size: 4, fruits: 2, seed: "7", first: "you", ...settings };
    const game = rules.replay(draftOf(chosen, "1", null, rules));
    const start = { progress: NO_PROGRESS, results: [], game, spent: 0, now: 0, settings: chosen, theme: "auto", preferences: DEFAULT_PREFERENCES };
    const page = {
        state: begin({ ...start, fruitNames: ["apple", "pear"], view: "play", review: null, analysed: null, welcome: false }),
        effects: [],
        send(happening, at = 0) {
            const change = update(page.state, { day: 100, ...happening, at, chance: 5 }, rules);
            page.state = change.state;
            page.effects = [...change.effects];
            return page;
        },
        /** The effect of this kind among those of the last event. */
        effect: (type) => page.effects.find((effect) => effect.type === type),
        claim(cell, at = 0, more = {}) {
            const { board } = page.state.play.game;
            return page.send({ type: "choose", cell, means: "mouse", sure: true, board, ...more }, at);
        },
        moves: () => page.state.play.game.turns.length,
    };
    return page.send({ type: "resume" });
}

const report = (cell) => ({ depth: 1, nodes: 1, seconds: 1, lines: [{ value: 1, exact: false, moves: [cell] }] });

test("only the board that was seen can be claimed on", () => {
    const page = visit({ opponent: "person" });
    const seen = page.state.play.game.board;
    page.claim("A4");
    assert.equal(page.moves(), 1);
    page.claim("A4", 1, { board: seen });
    assert.equal(page.moves(), 1, "a click for the board before");
});

test("a finger's first tap aims, and its second or the button claims", () => {
    const page = visit({ opponent: "person" });
    page.claim("B4", 0, { means: "touch", sure: false });
    assert.deepEqual([page.moves(), page.state.aim], [0, { cell: "B4", means: "touch" }]);
    page.send({ type: "claim aim" });
    assert.deepEqual([page.moves(), page.state.aim], [1, null]);
});

test("an answer counts for its own question alone", () => {
    const page = visit();
    const asked = page.claim("A4").effect("ask");
    assert.equal(asked.question.kind, "move");
    page.send({ type: "take back" });
    assert.deepEqual(page.effect("stop"), { type: "stop", ticket: asked.ticket });
    page.send({ type: "answered", ticket: asked.ticket, found: report("A1") }, 9000);
    assert.equal(page.moves(), 0, "what was taken back is not played");
});

test("the engine's move waits to be seen, and its clock does not", () => {
    const page = visit({ clock: 60 });
    const { ticket } = page.claim("A4", 1000).effect("ask");
    const cell = "D4";
    page.send({ type: "answered", ticket, found: report(cell) }, 1100);
    assert.equal(page.moves(), 1);
    assert.equal(page.effect("wait").milliseconds, LOOK_MILLISECONDS - 100);
    page.send({ type: "moment", ticket, what: "look" }, 1000 + LOOK_MILLISECONDS);
    assert.equal(page.moves(), 2);
    assert.equal(page.state.play.game.turns[1].seconds, 0.1);
    assert.equal(clockOf(page.state.play, 0, 1000 + LOOK_MILLISECONDS), 59);
});

test("time is over when it is, whoever is late to say so", () => {
    const page = visit({ clock: 10 });
    const ticket = page.state.play.turnTicket;
    page.send({ type: "moment", ticket, what: "time" }, 9000);
    assert.equal(page.state.play.game.ending, null, "too early is asked again");
    assert.equal(page.effect("wait").what, "time");
    page.send({ type: "moment", ticket: ticket + 99, what: "time" }, 20_000);
    assert.equal(page.state.play.game.ending, null, "another turn's moment");
    page.claim("A4", 10_001);
    assert.equal(page.state.play.game.ending, "out-of-time");
    assert.equal(page.moves(), 0);
});

test("an engine that fails says so and can be asked again", () => {
    const page = visit();
    const { ticket } = page.claim("A4").effect("ask");
    page.send({ type: "engine failed", ticket, message: "unreachable" });
    assert.deepEqual(page.state.play.reply, { status: "failed", message: "unreachable" });
    const again = page.send({ type: "try again" }).effect("ask");
    assert.notEqual(again.ticket, ticket);
    page.send({ type: "answered", ticket: again.ticket, found: report("D4") }, 9000);
    assert.equal(page.moves(), 2);
});

test("a hint that fails is not waited for any longer", () => {
    const page = visit();
    const { ticket } = page.send({ type: "hint" }).effect("ask");
    page.send({ type: "engine failed", ticket, message: "unreachable" });
    assert.equal(page.state.play.hint, null);
    assert.match(page.state.alert, /unreachable/);
});

test("singles are played out at once", () => {
    const page = visit({ opponent: "person" });
    page.send({ type: "begin", draft: { players: ["A", "B"], board: "01/10", kinds: 2, clocks: null, moves: [] }, spent: 0 });
    page.send({ type: "finish" });
    assert.equal(page.state.play.game.ending, "finished");
    assert.deepEqual(page.state.play.game.scores, [2, 2]);
    const early = visit({ opponent: "person" }).send({ type: "finish" });
    assert.equal(early.moves(), 0, "not while something is left to decide");
});

test("a game in progress is not replaced without a question", () => {
    const page = visit();
    page.send({ type: "new game" });
    assert.equal(page.state.dialog, null);
    page.claim("A4").send({ type: "new game" });
    assert.equal(page.state.dialog.kind, "replace");
    assert.equal(page.moves(), 1);
});

test("who starts takes turns", () => {
    const page = visit({ first: "turns" });
    assert.equal(page.state.play.game.draft.players[0], "You");
    page.claim("A4").send({ type: "resign" });
    const { question } = page.send({ type: "new game" }).effect("ask");
    assert.equal(question.kind, "move", "the engine begins");
    assert.equal(page.state.play.game.draft.players[1], "You");
});

test("the analysis shows the game being played until something else is set up", () => {
    const page = visit({ opponent: "person" });
    page.send({ type: "go", view: "analyse" }).send({ type: "go", view: "play" });
    page.claim("A4").send({ type: "go", view: "analyse" });
    assert.equal(page.state.analysis.board, page.state.play.game.board);
    page.send({ type: "clear" }).send({ type: "go", view: "play" }).send({ type: "go", view: "analyse" });
    assert.equal(page.state.analysis.board, "****/****/****/****");
    page.send({ type: "from the game" });
    assert.equal(page.state.analysis.board, page.state.play.game.board);
});

test("what is set up is what was typed by then", () => {
    const page = visit().send({ type: "go", view: "analyse" });
    page.send({ type: "type", text: "0" }).send({ type: "type", text: "01\n10" }).send({ type: "set up" });
    assert.deepEqual([page.state.analysis.board, page.state.analysis.text], ["01/10", ""]);
});

test("an analysis goes on with what is there, and is stopped by who leaves", () => {
    const page = visit({ opponent: "person" }).send({ type: "go", view: "analyse" });
    const first = page.send({ type: "toggle analysis" }).effect("ask");
    page.send({ type: "progress", ticket: first.ticket, found: report("A4") });
    assert.equal(page.state.analysis.report.depth, 1);
    const second = page.send({ type: "set lines", lines: 2 }).effect("ask");
    assert.deepEqual(page.effect("stop"), { type: "stop", ticket: first.ticket });
    page.send({ type: "progress", ticket: first.ticket, found: { ...report("A4"), depth: 9 } });
    assert.equal(page.state.analysis.report.depth, 1, "the question before");
    page.send({ type: "answered", ticket: second.ticket, found: report("A4") });
    assert.equal(page.state.analysis.progress, "complete");
    const third = page.send({ type: "use", cell: "A4" }).effect("ask");
    page.send({ type: "go", view: "play" });
    assert.deepEqual(page.effects, [{ type: "stop", ticket: third.ticket }]);
    assert.equal(page.state.analysis.progress, "stopped");
});

test("a position is opened wherever it is dropped, and a record reviewed", () => {
    const page = visit();
    page.send({ type: "take in", text: "01\n10", from: "input.txt" });
    assert.deepEqual([page.state.view, page.state.analysis.board], ["analyse", "01/10"]);
    const record = rules.writeRecord({ players: ["a", "b"], board: "0", kinds: 1, clocks: null, moves: [{ cell: "A1", seconds: 0 }] });
    page.send({ type: "take in", text: record });
    assert.equal(page.state.view, "review");
    assert.equal(page.effect("ask").question.kind, "review");
    page.send({ type: "take in", text: "01\n1", from: "input.txt" });
    assert.match(page.state.alert, /^input.txt: expected/);
});

test("a review ends at the first mistake, unless the visitor is elsewhere", () => {
    const judgement = (index, lost) => ({ index, lost, largest: 10, best: ["A1"], exact: true });
    const found = { judgements: [judgement(0, 0), judgement(1, 0), judgement(2, 9)], margins: [], turningPoints: [], players: [] };
    const page = visit({ opponent: "person" });
    for (const cell of ["A4", "B4", "C4"]) page.claim(cell);
    const { ticket } = page.send({ type: "open game" }).effect("ask");
    page.send({ type: "answered", ticket, found });
    assert.equal(page.state.review.ply, 2);
    const again = page.send({ type: "judge" }).effect("ask");
    page.send({ type: "step review", plies: -1 }).send({ type: "answered", ticket: again.ticket, found });
    assert.equal(page.state.review.ply, 1);
});

test("the better move is looked for on the board", () => {
    const page = visit({ opponent: "person" });
    page.claim("A4").send({ type: "open game" });
    const best = "D4";
    const judgement = { index: 0, lost: 9, largest: 10, best: [best], exact: true };
    page.state = { ...page.state, review: { ...page.state.review, judgements: [judgement], ply: 0 } };
    page.send({ type: "solve mistake" }).send({ type: "guess", cell: "A1" });
    assert.equal(page.state.review.exercise.found, false);
    page.send({ type: "guess", cell: best });
    assert.equal(page.state.review.exercise.found, true);
});

test("a list of games stays under the hand until newer ones are asked for", () => {
    const entry = (id) => ({ id });
    const page = visit();
    const { query } = page.send({ type: "go", view: "arena" }).effect("fetch tournament");
    page.send({ type: "listed", query, list: { total: 1, offset: 0, games: [entry(1)] } });
    page.send({ type: "listed", query, list: { total: 2, offset: 0, games: [entry(2), entry(1)] } });
    assert.deepEqual(page.state.arena.games, [entry(1)]);
    page.send({ type: "show newer" });
    assert.deepEqual(page.state.arena.games, [entry(2), entry(1)]);
    page.send({ type: "listed", query: "offset=99", list: { total: 9, offset: 99, games: [] } });
    assert.equal(page.state.arena.newest, null, "an answer to another question");
});

test("digits are fruit, never a way to another view, and letters can be switched off", () => {
    const { state } = visit();
    assert.equal(meaning("4", state), null);
    assert.deepEqual(meaning("h", state), { type: "hint" });
    const quiet = { ...state, preferences: { ...state.preferences, shortcuts: false } };
    assert.equal(meaning("h", quiet), null);
    assert.deepEqual(meaning("ArrowLeft", quiet), { type: "step", plies: -1 });
});

test("a puzzle is solved by its one best move, at the first try or later", () => {
    const puzzle = (difficulty) => ({ board: "00*/112/112", best: "C2", value: 9, second: 3, largest: "A2", difficulty });
    const puzzles = [puzzle(1), puzzle(2), puzzle(1)];
    const page = visit().send({ type: "go", view: "puzzles" });
    assert.deepEqual(page.effects, [{ type: "fetch puzzles" }]);
    page.send({ type: "puzzles", puzzles });
    assert.equal(page.state.puzzle.index, dailyIndex(100, 3));
    const guess = (cell, day = 100) => page.send({ type: "try", cell, board: puzzles[0].board, day });
    guess("A3");
    assert.deepEqual([page.state.puzzle.status, page.state.puzzle.wrong], ["open", "A3"]);
    guess("C3");
    assert.equal(page.state.puzzle.status, "solved");
    assert.deepEqual(page.state.puzzle.progress, { solved: [], streak: 1, lastDay: 100 }, "not at the first try");
    page.send({ type: "puzzle of the day", day: 101 });
    guess("C2", 101);
    assert.equal(page.state.puzzle.progress.streak, 2);
    assert.equal(page.state.puzzle.progress.solved.length, 1);
    page.send({ type: "set difficulty", difficulty: 2 });
    assert.equal(page.state.puzzle.index, 1);
    page.send({ type: "try", cell: "C2", board: "another" });
    assert.equal(page.state.puzzle.status, "open", "another board was seen");
});

test("every day has its puzzle, and none comes twice before all have come", () => {
    for (const count of [1, 89, 178, 300]) {
        const days = Array.from({ length: count }, (_, day) => dailyIndex(20_000 + day, count));
        assert.equal(new Set(days).size, count, String(count));
    }
    assert.deepEqual(progressFrom({ solved: [1, "x"], streak: -3 }), { solved: [1], streak: 0, lastDay: null });
});

test("what a finger aims at stays when the focus goes", () => {
    const page = visit({ opponent: "person" });
    page.send({ type: "aim", cell: "B4", means: "touch" }).send({ type: "aim", cell: null, means: "key" });
    assert.equal(page.state.aim.cell, "B4");
    page.send({ type: "aim", cell: "C4", means: "mouse" }).send({ type: "aim", cell: null, means: "mouse" });
    assert.equal(page.state.aim, null);
});

test("a game that ends is kept with its accuracy, and one with help is marked", () => {
    const play = (page) => {
        for (let at = 1; page.state.play.game.toMove !== null; at++) {
            const { board, toMove } = page.state.play.game;
            if (page.state.play.game.draft.players[toMove] === "You") {
                const cell = [...groupsOf(board).keys()][0];
                page.claim(cell, at * 10_000);
            } else {
                const { ticket } = page.state.play.reply;
                page.send({ type: "answered", ticket, found: report([...groupsOf(board).keys()][0]) }, at * 10_000);
            }
        }
        return page;
    };
    const page = play(visit());
    assert.equal(page.state.results.length, 1);
    assert.deepEqual([page.state.results[0].level, page.state.results[0].aided], [3, false]);
    const summary = { moves: 1, flawless: 1, lost: 0, accuracy: 77, worst: [] };
    const judged = { judgements: [], margins: [], turningPoints: [], startValue: 0, players: [summary, { ...summary, accuracy: 1 }] };
    page.send({ type: "answered", ticket: page.state.play.judging.ticket, found: judged });
    assert.equal(page.state.results[0].accuracy, 77);
    page.send({ type: "resume" });
    assert.equal(page.state.results.length, 1, "a reload is no other game");

    const helped = visit();
    helped.send({ type: "hint" });
    assert.ok(play(helped).state.results[0].aided);
    helped.send({ type: "export results" });
    assert.match(helped.effect("save file").text, /^fruitrage record/);
    helped.send({ type: "ask forget" }).send({ type: "forget results" });
    assert.deepEqual(helped.state.results, []);
});

test("an address of a puzzle opens it, whenever the puzzles come", () => {
    const puzzles = Array.from({ length: 5 }, () => ({ board: "01/11", best: "A1" }));
    const page = visit().send({ type: "open puzzle", index: 3 });
    assert.deepEqual([page.state.view, page.effects], ["puzzles", [{ type: "fetch puzzles" }]]);
    page.send({ type: "puzzles", puzzles });
    assert.deepEqual([page.state.puzzle.index, page.state.puzzle.daily], [3, false]);
    page.send({ type: "open puzzle", index: 1 });
    assert.equal(page.state.puzzle.index, 1);
    page.send({ type: "open puzzle", index: 99 });
    assert.ok(page.state.puzzle.daily, "one that is not there");
});

/** A review of three moves of which the first gave something away. */
function reviewed() {
    const page = visit({ opponent: "person" });
    const { board, draft } = page.state.play.game;
    const cells = ["A4", "B4", "C4"];
    page.send({ type: "read record", text: rules.writeRecord({ ...draft, moves: cells.map((cell) => ({ cell, seconds: 0 })) }), judge: true });
    const { ticket } = page.effect("ask");
    const best = [];
    for (let left = board; /\d/.test(left); left = rules.play(left, best.at(-1)).board) best.push([...groupsOf(left).keys()].at(-1));
    const judgement = { index: 0, played: "A4", points: 1, largest: 9, playedValue: 0, bestValue: 9, lost: 9, best, exact: true };
    page.send({ type: "progress", ticket, found: judgement });
    return { page, best };
}

test("the better line plays itself out, move by move", () => {
    const { page, best } = reviewed();
    page.send({ type: "play line" });
    for (let ply = 1; ply < best.length; ply++) {
        assert.equal(page.state.review.line.ply, ply);
        page.send({ ...page.effect("wait"), type: "moment" });
    }
    const { line } = page.state.review;
    assert.deepEqual([line.ply, line.game.ending, page.effect("wait")], [best.length, "finished", undefined]);
    assert.equal(page.state.review.ply, 0, "the game stays where it was");
});

test("a step stops the better line, and back beyond its start is the game", () => {
    const { page } = reviewed();
    page.send({ type: "play line" });
    const next = page.effect("wait");
    page.send({ type: "step review", plies: 1 });
    page.send({ ...next, type: "moment" });
    assert.equal(page.state.review.line.ply, 2, "it went on by itself");
    page.send({ type: "step review", plies: -1 }).send({ type: "step review", plies: -1 });
    assert.deepEqual([page.state.review.line, page.state.review.ply], [null, 0]);
});

test("a better line that was left goes on no more", () => {
    for (const leave of [{ type: "leave line" }, { type: "show review", ply: 2 }, { type: "close review" }, { type: "go", view: "play" }]) {
        const { page } = reviewed();
        page.send({ type: "play line" });
        const next = page.effect("wait");
        const left = page.send(leave).state;
        page.send({ ...next, type: "moment" });
        assert.equal(page.state, left, leave.type);
    }
});

test("where nothing was better there is no line", () => {
    const { page } = reviewed();
    page.send({ type: "step review", plies: 1 }).send({ type: "play line" });
    assert.equal(page.state.review.line, null);
});
