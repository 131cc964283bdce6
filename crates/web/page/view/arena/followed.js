// @ts-check
/** A game under way, move by move. */

/** @import { Look } from "../../board/types.js" */
/** @import { Child, Node } from "../../dom/element.js" */
/** @import { Game } from "../../engine/types.js" */
/** @import { Send } from "../../flow/types.js" */
/** @import { Followed } from "../../state/live.js" */
/** @import { State } from "../../state/state.js" */
import { groupsOf } from "../../board/groups.js";
import { h, lazy } from "../../dom/element.js";
import { boardAt, clocksAt, playerAt } from "../../state/game.js";
import { followedPly } from "../../state/live.js";
import { ARENA, followedText } from "../../words/arena.js";
import { cellStatus } from "../../words/board.js";
import { boardView, mayMove, pointing } from "../board.js";
import { button, stepper } from "../controls.js";
import { movesView } from "../moves.js";
import { playersView } from "../players.js";

/** @param {State} state @param {Followed} followed @param {Send} send @returns {Node} */
export function followedView(state, followed, send) {
    const { game } = followed;
    const back = button("previous", ARENA.back, () => send({ type: "stop following" }));
    if (!game)
        return h(
            "div",
            { class: "narrow", key: "followed" },
            h("section", { class: "card" }, h("p", { role: "status" }, followed.over ? overText(followed) : ARENA.loading), lookButton(followed, send), back),
        );
    const ply = followedPly(followed);
    const standing = (/** @type {0 | 1} */ player) => {
        const left = clocksAt(game, ply)?.[player];
        return left === undefined ? null : { left, since: null };
    };
    const goesOn = !followed.over && game.toMove !== null;
    return h(
        "div",
        { class: "table", key: "followed" },
        playersView(game, ply, {
            clocks: [standing(0), standing(1)],
            toMove: ply < game.turns.length || goesOn ? playerAt(ply) : null,
            thinking: goesOn && ply === game.turns.length,
        }),
        h(
            "div",
            { class: "board-area" },
            boardView(lookOf(state, followed, game), { ...pointing(send), choose: () => {} }),
            h(
                "div",
                { class: "status-area" },
                h("p", { class: "status", role: "status" }, followedText(followed, ply)),
                h("p", { class: "status aimed" }, aimText(state, game, ply)),
            ),
        ),
        h(
            "div",
            { class: "panel" },
            followed.over && h("section", { class: "card" }, h("p", { role: "status" }, overText(followed)), lookButton(followed, send)),
            h("div", { class: "controls" }, back),
            h(
                "section",
                { class: "card moves-card", "aria-label": ARENA.game },
                h(
                    "div",
                    { class: "card-head" },
                    h("h2", null, ARENA.moves),
                    stepper(
                        {
                            first: () => send({ type: "show followed", ply: 0 }),
                            previous: () => send({ type: "step followed", plies: -1 }),
                            next: () => send({ type: "step followed", plies: 1 }),
                            last: () => send({ type: "show followed", ply: Infinity }),
                        },
                        { start: ply === 0, end: ply === game.turns.length },
                    ),
                ),
                lazy(followedMoves, game, ply - 1, send),
            ),
        ),
    );
}

/** @param {Game} game @param {number} current @param {Send} send */
const followedMoves = (game, current, send) =>
    movesView(game, current, (index) => send({ type: "show followed", ply: index + 1 }), null);

/** @param {Followed} followed */
const overText = ({ kept }) => (kept === null ? ARENA.overSoon : ARENA.over);

/** @param {Followed} followed @param {Send} send @returns {Child} */
const lookButton = ({ kept }, send) =>
    kept !== null && button("review", ARENA.look, () => send({ type: "watch", id: kept }), { class: "primary" });

/** @param {State} state @param {Game} game @param {number} ply */
function aimText({ aim, fruitNames }, game, ply) {
    const group = aim ? groupsOf(boardAt(game, ply)).get(aim.cell) : undefined;
    return aim && group ? cellStatus(aim.cell, group, fruitNames) : "";
}

/** @param {State} state @param {Followed} followed @param {Game} game @returns {Look} */
function lookOf({ aim, cursor, fruitNames }, followed, game) {
    const ply = followedPly(followed);
    const board = boardAt(game, ply);
    const groups = groupsOf(board);
    const turn = game.turns[ply - 1];
    return {
        name: `live ${followed.which.pair} ${followed.which.number}`,
        board,
        groups,
        fruitNames,
        cursor,
        aim: null,
        marks: {
            taken: turn?.group.cells ?? [],
            aim: aim ? (groups.get(aim.cell)?.cells ?? []) : [],
        },
        takenBy: turn?.player ?? 0,
        usable: false,
        claim: turn ? { cells: turn.group.cells, points: turn.group.points, side: turn.player, pause: 0 } : null,
        motion: mayMove(),
    };
}
