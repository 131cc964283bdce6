// @ts-check
/** A game to step through: the page's own board, players, graph and moves, without an engine. */

/** @import { Node } from "../dom/element.js" */
/** @import { Review } from "../engine/types.js" */
/** @import { Cell } from "../state/grid.js" */
/** @import { Reviewing } from "../state/review.js" */
import { groupsOf } from "../board/groups.js";
import { h } from "../dom/element.js";
import { patchChildren } from "../dom/patch.js";
import { boardAt, clocksAt, playerAt } from "../state/game.js";
import { reviewing, steppedTo } from "../state/review.js";
import { cellStatus } from "../words/board.js";
import { REPLAY } from "../words/replay.js";
import { reviewStatus } from "../words/review.js";
import { boardView } from "../view/board.js";
import { signButton, stepper } from "../view/controls.js";
import { graphView } from "../view/graph.js";
import { reviewedLook } from "../view/look.js";
import { judgedMoves } from "../view/moves.js";
import { playersView } from "../view/players.js";

/** Between two moves that are shown by themselves. */
const PACE_MILLISECONDS = 1400;

/**
 * @typedef {Pick<Review, "judgements" | "margins" | "turningPoints">} Judged
 * @typedef {{fruitNames: readonly string[], judged: Judged | null, listsMoves: boolean, shown: (ply: number) => void}} Options
 */

export class Replay {
    #element;
    #options;
    /** @type {Reviewing} */
    #review;
    /** @type {Node[]} */
    #drawn = [];
    /** @type {Cell} */
    #cursor = "A1";
    /** @type {Cell | null} */
    #aim = null;
    #timer = 0;

    /** @param {HTMLElement} element whose content it becomes @param {Reviewing["game"]} game @param {Options} options */
    constructor(element, game, options) {
        this.#element = element;
        this.#options = options;
        const { judged } = options;
        const result = judged && { ...judged, startValue: judged.margins[0] ?? 0, players: NOBODY };
        this.#review = { ...reviewing(game), judgements: judged?.judgements ?? [], result };
        element.replaceChildren();
        this.#draw();
    }

    /** @param {number} ply how many moves the board shows */
    show(ply) {
        this.pause();
        this.#go(ply);
    }

    /** @param {number} plies */
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

    /** @param {number} ply */
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

    /** @returns {Node[]} */
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

/** Of the players nothing is told here: pages have tables of their own. @type {Review["players"]} */
const NOBODY = [NONE, NONE];
