// @ts-check
/** The view of a game being played. */

/** @import { Actions } from "../actions/actions.js" */
/** @import { Child, Node } from "../dom/element.js" */
/** @import { Play } from "../state/play.js" */
/** @import { State } from "../state/state.js" */
import { h, lazy } from "../dom/element.js";
import { groupsOf } from "../services/rules.js";
import { boardAt, clocksAt, endingText, leadAt, winnerText } from "../state/game.js";
import { fruitAt, isEmpty } from "../state/grid.js";
import { afterTakeBack, clockOf, isEnginesTurn, isOver, isPersonsTurn, shownPly } from "../state/play.js";
import { displayName, isPerson } from "../state/players.js";
import { boardView, cellLabel } from "./board.js";
import { button, signed, stepper } from "./controls.js";
import { movesView } from "./moves.js";
import { playersView } from "./players.js";

/** The eye needs to find what the engine claims before it goes. */
const PAUSE = 420;

/** @param {State} state @param {Actions} actions @returns {Node} */
export function playView(state, actions) {
    const { play } = state;
    const { game } = play;
    const ply = shownPly(play);
    const board = boardAt(game, ply);
    return h(
        "div",
        { class: "table", key: "play" },
        playersView(game, ply, {
            clocks:
                play.shown === null
                    ? [clockOf(play, 0, state.now), clockOf(play, 1, state.now)]
                    : (clocksAt(game, ply) ?? [null, null]),
            toMove: game.toMove,
            thinking: isEnginesTurn(play),
        }),
        h(
            "div",
            { class: "board-area" },
            boardView(
                {
                    name: `play:${state.games}`,
                    board,
                    groups: groupsOf(board),
                    fruitNames: state.fruitNames,
                    cursor: state.cursor,
                    aim: isPersonsTurn(play) ? state.aim : null,
                    marks: marksOf(state, board),
                    usable: isPersonsTurn(play),
                    claim: claimOf(play),
                    banner: isOver(play) && isEmpty(board) ? resultText(game) : "",
                },
                { ...actions.page.board, choose: actions.play.choose },
            ),
            h("p", { class: "status" }, statusText(state, board)),
        ),
        h(
            "div",
            { class: "panel" },
            isOver(play) && outcomeView(state, actions),
            controlsView(play, actions),
            h(
                "section",
                { class: "card moves-card", "aria-label": "Game" },
                h(
                    "div",
                    { class: "card-head" },
                    h("h2", null, "Moves"),
                    stepper(
                        {
                            first: () => actions.play.show(0),
                            previous: () => actions.play.step(-1),
                            next: () => actions.play.step(1),
                            last: () => actions.play.show(Infinity),
                        },
                        { start: ply === 0, end: play.shown === null },
                    ),
                ),
                lazy(movesView, game, ply - 1, actions.play.showMove, null),
                h("p", { class: "quiet" }, aboutText(play)),
            ),
        ),
    );
}

/** @param {State} state @param {string} board */
function marksOf({ play, aim }, board) {
    const groups = groupsOf(board);
    const cells = (/** @type {string | null | undefined} */ cell) =>
        cell ? (groups.get(cell)?.cells ?? []) : [];
    const hint =
        play.hint !== null && play.hint !== "thinking" && play.shown === null ? play.hint.cell : null;
    // Between its moves, stepping back shows what was played next.
    const next = play.shown === null ? null : play.game.turns[play.shown]?.cell;
    return { aim: isPersonsTurn(play) ? cells(aim) : [], hint: cells(hint), played: cells(next) };
}

/** How the newest move on the board is shown. @param {Play} play */
function claimOf({ game, shown }) {
    const turn = game.turns[(shown ?? game.turns.length) - 1];
    if (!turn) return { pause: 0, score: "", side: "" };
    const watched = shown === null && !isPerson(game.draft.players[turn.player]);
    return { pause: watched ? PAUSE : 0, score: `+${turn.group.points}`, side: `side-${turn.player}` };
}

/** @param {State} state @param {string} board @returns {string} */
function statusText({ play, aim, fruitNames, cursor }, board) {
    const { game } = play;
    if (play.shown !== null) return `After move ${play.shown} of ${game.turns.length}`;
    if (game.toMove === null) return `${winnerText(game)}. ${endingText(game)}`;
    const name = displayName(game.draft.players[game.toMove]);
    if (isEnginesTurn(play)) return `${name} is thinking…`;
    if (play.hint === "thinking") return "Looking for a good move…";
    const groups = groupsOf(board);
    if (aim && groups.has(aim)) {
        const label = cellLabel(aim, fruitAt(board, aim), groups, fruitNames).replaceAll(", ", " · ");
        return cursor === aim && matchMedia("(pointer: coarse)").matches
            ? `${label} · tap again to claim`
            : label;
    }
    if (play.hint)
        return `Hint: ${play.hint.cell} · ${signed(play.hint.value)} from here with best play${play.hint.exact ? "" : ", estimated"}`;
    const turn = game.turns.at(-1);
    const before = turn
        ? `${displayName(game.draft.players[turn.player])} claimed ${turn.cell} for ${turn.group.points} · `
        : "";
    return `${before}${name === "You" ? "your move" : `${name} to move`}`.replace(/^y/, "Y");
}

/** @param {Play} play @param {Actions} actions @returns {Node} */
function controlsView(play, actions) {
    return h(
        "div",
        { class: "controls", role: "toolbar", "aria-label": "Game" },
        button("new", "New game", actions.page.askNew, { class: "primary", "aria-keyshortcuts": "n" }),
        button("hint", "Hint", () => void actions.play.hint(), {
            disabled: !isPersonsTurn(play) || play.hint !== null,
            "aria-keyshortcuts": "h",
        }),
        button("back", "Take back", actions.play.takeBack, {
            disabled: afterTakeBack(play) === null,
            "aria-keyshortcuts": "u",
        }),
        button("flag", "Resign", actions.play.resign, {
            disabled: isOver(play) || play.game.turns.length === 0,
        }),
        button("share", "Share", () => void actions.play.share()),
        button("save", "Save", actions.play.save),
        button("open", "Load", actions.play.load),
        button("analyse", "Analyse", () => actions.analyse.visit(boardAt(play.game, shownPly(play)))),
    );
}

/** @param {Play["game"]} game */
function resultText(game) {
    const lead = leadAt(game, game.turns.length);
    return game.ending === "finished" && lead !== 0
        ? `${winnerText(game)} by ${Math.abs(lead)}`
        : winnerText(game);
}

/** @param {State} state @param {Actions} actions @returns {Child} */
function outcomeView({ play: { game } }, actions) {
    return h(
        "section",
        {
            class: `card outcome ${game.winner === "first" ? "side-0" : game.winner === "second" ? "side-1" : ""}`,
            "aria-label": "Result",
        },
        h("h2", null, resultText(game)),
        h("p", null, endingText(game)),
        h(
            "div",
            { class: "controls" },
            button("review", "Review this game", () => actions.review.openGame(game.draft), {
                class: "primary",
                disabled: game.turns.length === 0,
            }),
            button("new", "Play again", actions.play.newGame),
        ),
    );
}

/** @param {Play} play */
function aboutText({ game }) {
    const seed = game.draft.notes?.find((note) => note.startsWith("seed "));
    const kinds = `${game.draft.kinds} kind${game.draft.kinds === 1 ? "" : "s"} of fruit`;
    return [`${game.size} × ${game.size}`, kinds, seed].filter(Boolean).join(" · ");
}
