// @ts-check
/** The view of a game being played. */

/** @import { Look } from "../board/types.js" */
/** @import { Child, Node } from "../dom/element.js" */
/** @import { Send } from "../flow/types.js" */
/** @import { Play } from "../state/play.js" */
/** @import { State } from "../state/state.js" */
import { groupsOf } from "../board/groups.js";
import { h, lazy } from "../dom/element.js";
import { boardAt, clocksAt } from "../state/game.js";
import { isEmpty } from "../state/grid.js";
import {
    afterTakeBack,
    canFinish,
    clockFace,
    hintOf,
    isEnginesTurn,
    isOver,
    isPersonsTurn,
    shownPly,
} from "../state/play.js";
import { isPerson } from "../state/players.js";
import { CONTROLS } from "../words/controls.js";
import {
    PLAY,
    aboutText,
    accuracyLine,
    aimStatus,
    claimLabel,
    displayName,
    endingText,
    resultText,
    turnStatus,
} from "../words/game.js";
import { engineFailed } from "../words/problems.js";
import { boardView, mayMove, pointing } from "./board.js";
import { button, stepper } from "./controls.js";
import { movesView } from "./moves.js";
import { playersView } from "./players.js";
import { ratingChange } from "./results.js";
import { welcomeView } from "./welcome.js";

/** The eye needs to find what the engine claims before it goes. */
const PAUSE = 420;

/** @param {State} state @param {Send} send @returns {Node} */
export function playView(state, send) {
    const { play } = state;
    const { game } = play;
    const ply = shownPly(play);
    const standing = (/** @type {0 | 1} */ player) => {
        const left = clocksAt(game, ply)?.[player];
        return left === undefined ? null : { left, since: null };
    };
    return h(
        "div",
        { class: "table", key: "play" },
        playersView(game, ply, {
            clocks: play.shown === null ? [clockFace(play, 0), clockFace(play, 1)] : [standing(0), standing(1)],
            toMove: game.toMove,
            thinking: isEnginesTurn(play) && play.reply?.status !== "failed",
            ...(play.shown === null ? { scores: game.scores } : {}),
        }),
        h(
            "div",
            { class: "board-area" },
            boardView(lookOf(state), {
                ...pointing(send),
                choose: (cell, how) => send({ type: "choose", cell, ...how }),
            }),
            statusView(state, send),
        ),
        h(
            "div",
            { class: "panel" },
            play.reply?.status === "failed" && problemView(play.reply.message, send),
            isOver(play) && outcomeView(state, send),
            // Below the tools nobody would find it on a phone.
            state.welcome !== null && !isOver(play) && welcomeView(state.welcome, send),
            controlsView(play, send),
            h(
                "section",
                { class: "card moves-card", "aria-label": PLAY.game },
                h(
                    "div",
                    { class: "card-head" },
                    h("h2", null, PLAY.moves),
                    stepper(
                        {
                            first: () => send({ type: "show", ply: 0 }),
                            previous: () => send({ type: "step", plies: -1 }),
                            next: () => send({ type: "step", plies: 1 }),
                            last: () => send({ type: "show", ply: Infinity }),
                        },
                        { start: ply === 0, end: play.shown === null },
                    ),
                ),
                lazy(gameMoves, game, ply - 1, send),
                h("p", { class: "quiet" }, aboutText(play)),
            ),
        ),
    );
}

/** @param {Play["game"]} game @param {number} current @param {Send} send */
const gameMoves = (game, current, send) =>
    movesView(game, current, (index) => send({ type: "show", ply: index + 1 }), null);

/** @param {State} state @returns {Look} */
function lookOf({ play, aim, cursor, fruitNames }) {
    const { game } = play;
    const ply = shownPly(play);
    const board = ply === game.turns.length ? game.board : boardAt(game, ply);
    const groups = groupsOf(board);
    const usable = isPersonsTurn(play);
    const cells = (/** @type {string | null | undefined} */ cell) =>
        cell ? (groups.get(cell)?.cells ?? []) : [];
    const turn = game.turns[ply - 1];
    const watched = turn && play.shown === null && !isPerson(game.draft.players[turn.player]);
    return {
        name: `play ${play.games}`,
        board,
        groups,
        fruitNames,
        cursor,
        aim: usable ? (aim?.cell ?? null) : null,
        marks: {
            taken: turn && !isOver(play) ? turn.group.cells : [],
            // Between its moves, stepping back shows what was played next.
            played: cells(play.shown === null ? null : game.turns[play.shown]?.cell),
            hint: cells(play.shown === null ? hintOf(play)?.cell : null),
            aim: usable ? cells(aim?.cell) : [],
        },
        takenBy: turn?.player ?? 0,
        usable,
        claim: turn
            ? {
                  cells: turn.group.cells,
                  points: turn.group.points,
                  side: turn.player,
                  pause: watched ? PAUSE : 0,
              }
            : null,
        banner: isOver(play) && isEmpty(board) ? resultText(game) : "",
        motion: mayMove(),
    };
}

/** What happened last stays; what is aimed at has a line of its own. @param {State} state @param {Send} send @returns {Node} */
function statusView({ play, aim, fruitNames }, send) {
    const usable = isPersonsTurn(play);
    const group = aim && usable ? groupsOf(play.game.board).get(aim.cell) : undefined;
    const claims = aim?.means === "touch" && group;
    return h(
        "div",
        { class: "status-area" },
        h("p", { class: "status" }, turnStatus(play)),
        h("p", { class: "status aimed" }, aimStatus(play, aim?.cell ?? null, fruitNames, !claims)),
        claims &&
            button("claim", claimLabel(group.points), () => send({ type: "claim aim" }), {
                class: "primary claim",
            }),
    );
}

/** @param {string} message @param {Send} send @returns {Node} */
const problemView = (message, send) =>
    h(
        "section",
        { class: "card problem", "aria-label": PLAY.problem, role: "alert" },
        h("p", null, engineFailed(message)),
        h(
            "div",
            { class: "controls" },
            button(null, CONTROLS.tryAgain, () => send({ type: "try again" }), { class: "primary" }),
        ),
    );

/** @param {Play} play @param {Send} send @returns {Node} */
function controlsView(play, send) {
    return h(
        "div",
        { class: "controls", role: "toolbar", "aria-label": PLAY.game },
        button("new", PLAY.newGame, () => send({ type: "ask new" }), {
            class: "primary",
            "aria-keyshortcuts": "n",
        }),
        canFinish(play)
            ? button("finish", PLAY.finish, () => send({ type: "finish" }), {
                  title: play.game.leadIsFinal ? PLAY.finishDecided : PLAY.finishSingles,
              })
            : button("hint", PLAY.hint, () => send({ type: "hint" }), {
                  disabled: !isPersonsTurn(play) || play.hint !== null,
                  "aria-keyshortcuts": "h",
              }),
        button("back", PLAY.takeBack, () => send({ type: "take back" }), {
            disabled: afterTakeBack(play, 0) === null,
            "aria-keyshortcuts": "u",
        }),
        button("flag", PLAY.resign, () => send({ type: "resign" }), {
            disabled: isOver(play) || play.game.turns.length === 0,
        }),
        button("share", CONTROLS.share, () => send({ type: "share" })),
        button("save", PLAY.save, () => send({ type: "save" })),
        button("open", PLAY.open, () => send({ type: "load" })),
        button("analyse", CONTROLS.analyse, () =>
            send({ type: "visit", board: boardAt(play.game, shownPly(play)) }),
        ),
    );
}

/** @param {State} state @param {Send} send @returns {Child} */
function outcomeView({ play, results }, send) {
    const { game, judged, judging } = play;
    const side = game.winner === "first" ? "side-0" : game.winner === "second" ? "side-1" : "";
    return h(
        "section",
        { class: `card outcome ${side}`, "aria-label": PLAY.result },
        h("h2", null, resultText(game)),
        h("p", null, endingText(game)),
        h("p", { class: "quiet" }, ratingChange(game, results)),
        judging &&
            h("progress", {
                value: String(judging.done),
                max: game.turns.length,
                "aria-label": PLAY.looking,
            }),
        judged &&
            h(
                "dl",
                { class: "accuracies" },
                judged.players.map((player, index) => [
                    h("dt", { class: `side-${index}` }, displayName(game.draft.players[index === 0 ? 0 : 1])),
                    h("dd", null, accuracyLine(player.accuracy)),
                ]),
            ),
        h(
            "div",
            { class: "controls" },
            button("review", PLAY.review, () => send({ type: "open game" }), {
                class: "primary",
                disabled: game.turns.length === 0,
            }),
            button("new", PLAY.again, () => send({ type: "new game" })),
        ),
    );
}
