// @ts-check
/** What a visitor and the engine do in a game. */

/** @import { Cell, Draft, SearchLimits } from "../engine/engine.js" */
/** @import { Play } from "../state/play.js" */
/** @import { Settings } from "../state/settings.js" */
/** @import { Store } from "../store.js" */
/** @import { Means } from "../view/board.js" */
import { choose, save, textOf } from "../services/files.js";
import { linkOf } from "../services/link.js";
import { groupsOf, parseRecord, randomBoard, replay, writeRecord } from "../services/rules.js";
import { Thinker } from "../services/thinker.js";
import { endingText, winnerText } from "../state/game.js";
import {
    afterMove,
    afterResigning,
    afterTakeBack,
    afterTime,
    clockOf,
    hasRunOut,
    isAtStake,
    isEnginesTurn,
    isOver,
    isPersonsTurn,
    playing,
    showing,
    shownPly,
} from "../state/play.js";
import { displayName, engineName, levelOf } from "../state/players.js";
import { seedProblem } from "../state/settings.js";
import { pointsText } from "../view/board.js";

/** Without a clock the engine takes at most this long. */
const ENGINE_SECONDS = 3;
const HINT_SECONDS = 1.5;
/** The eye follows one move before the next comes, if the clock allows. */
const LOOK_MILLISECONDS = 700;
const HURRY_SECONDS = 5;
const TICK_MILLISECONDS = 100;

/** @typedef {ReturnType<typeof playActions>} PlayActions */

/** @param {Store} store */
export function playActions(store) {
    const thinker = new Thinker();
    thinker.prepare();
    const now = () => performance.now();

    /** @param {Draft} draft @param {number} [spent] */
    function go(draft, spent) {
        const game = replay(draft);
        thinker.stop();
        store.change(() => ({ play: playing(game, now(), spent), now: now() }));
        think();
    }

    /** @param {Draft} draft @param {number} [spent] */
    function begin(draft, spent) {
        store.change(({ games }) => ({
            games: games + 1,
            dialog: null,
            alert: null,
            view: "play",
            aim: null,
            said: "A new game.",
        }));
        go(draft, spent);
    }

    /** Begins, after asking if a game would be lost. @param {Draft} draft @param {number} [spent] */
    function beginOrAsk(draft, spent = 0) {
        if (isAtStake(store.state.play)) store.change(() => ({ dialog: { kind: "replace", draft, spent } }));
        else begin(draft, spent);
    }

    /** @param {Cell} cell */
    function claim(cell) {
        const { play } = store.state;
        if (loseOnTime()) return;
        const mover = play.game.toMove ?? 0;
        const group = groupsOf(play.game.board).get(cell);
        if (!group) return;
        go(afterMove(play, cell, now()));
        const { game } = store.state.play;
        const fruit = store.state.fruitNames[group.fruit];
        const who = displayName(game.draft.players[mover]);
        say(
            `${who}: ${cell}, ${fruit}, group of ${group.cells.length}, ${pointsText(group.points)}. ${scoreText()}${outcome()}`,
        );
    }

    /** @param {string} said */
    const say = (said) => store.change(() => ({ said }));

    function scoreText() {
        const { players } = store.state.play.game.draft;
        const { scores } = store.state.play.game;
        return `${displayName(players[0])} ${scores[0]}, ${displayName(players[1])} ${scores[1]}.`;
    }

    function outcome() {
        const { game } = store.state.play;
        return game.ending ? ` ${endingText(game)} ${winnerText(game)}.` : "";
    }

    /** Whether the clock of the player to move has ended; the game is lost then. */
    function loseOnTime() {
        const { play } = store.state;
        if (!hasRunOut(play, now())) return false;
        go(afterTime(play));
        say(outcome());
        return true;
    }

    async function think() {
        const { play } = store.state;
        if (!isEnginesTurn(play)) return;
        try {
            const [report] = await Promise.all([
                thinker.search(play.game.board, engineLimits(play)),
                lookAround(play),
            ]);
            const move = report?.lines[0]?.moves[0];
            if (move && store.state.play.game === play.game) claim(move);
        } catch (problem) {
            store.complain(problem);
        }
    }

    /** @param {Play} play @returns {SearchLimits} */
    function engineLimits(play) {
        const mover = play.game.toMove ?? 0;
        const level = levelOf(play.game.draft.players[mover]) ?? 10;
        const left = clockOf(play, mover, now());
        // Some of the clock goes to starting the worker and to showing the move.
        return left === null
            ? { level, moveSeconds: ENGINE_SECONDS }
            : { level, clockSeconds: Math.max(0.01, 0.9 * left - 0.2) };
    }

    /** @param {Play} play */
    function lookAround(play) {
        const left = clockOf(play, play.game.toMove ?? 0, now());
        const pause = left === null || left > HURRY_SECONDS ? LOOK_MILLISECONDS : 0;
        return new Promise((resolve) => setTimeout(resolve, pause));
    }

    setInterval(() => {
        const { play } = store.state;
        if (isOver(play) || !play.game.clocks || loseOnTime()) return;
        store.change(() => ({ now: now() }));
    }, TICK_MILLISECONDS);

    return {
        /** Goes on with the game that is there. */
        resume: () => void think(),

        begin,
        beginOrAsk,

        newGame() {
            const { settings } = store.state;
            const problem = seedProblem(settings.seed);
            if (problem) return store.complain(problem);
            store.change(() => ({ dialog: null, alert: null }));
            return beginOrAsk(draftOf(settings));
        },

        /** @param {Cell} cell @param {Means} means */
        choose(cell, means) {
            const { play, aim } = store.state;
            if (!isPersonsTurn(play)) return;
            const groups = groupsOf(play.game.board);
            const sure = means !== "touch" || (aim !== null && groups.get(aim) === groups.get(cell));
            // A mouse or the focus stays where it is and shows what is there next; a finger is gone.
            if (means === "touch") store.change(() => ({ aim: sure ? null : cell, cursor: cell }));
            if (sure) claim(cell);
        },

        resign() {
            if (isOver(store.state.play)) return;
            go(afterResigning(store.state.play));
            say(outcome());
        },

        takeBack() {
            const draft = afterTakeBack(store.state.play);
            if (!draft) return;
            go(draft);
            say(`Taken back. ${scoreText()}`);
        },

        async hint() {
            const { play } = store.state;
            if (!isPersonsTurn(play) || play.hint !== null) return;
            store.change(() => ({ play: { ...play, hint: "thinking" } }));
            try {
                const report = await thinker.search(play.game.board, { moveSeconds: HINT_SECONDS });
                const best = report?.lines[0];
                const cell = best?.moves[0];
                if (!best || !cell || store.state.play.game !== play.game) return;
                const hint = { cell, value: best.value, exact: best.exact };
                store.change(({ play }) => ({ play: { ...play, hint } }));
                say(`Hint: ${cell}, group of ${groupsOf(play.game.board).get(cell)?.cells.length}.`);
            } catch (problem) {
                store.complain(problem);
            }
        },

        /** @param {number} ply */
        show: (ply) => store.change(({ play }) => ({ play: showing(play, ply), aim: null })),

        /** The board after a move. @param {number} index */
        showMove: (index) => store.change(({ play }) => ({ play: showing(play, index + 1), aim: null })),

        /** @param {number} plies */
        step: (plies) =>
            store.change(({ play }) => ({ play: showing(play, shownPly(play) + plies), aim: null })),

        async share() {
            const { game } = store.state.play;
            try {
                const address = new URL(location.href);
                address.hash = await linkOf(writeRecord(game.draft));
                store.change(() => ({ dialog: { kind: "share", link: address.href } }));
            } catch (problem) {
                store.complain(problem);
            }
        },

        save: () =>
            void store.attempt(() => save("game.fruitrage", writeRecord(store.state.play.game.draft))),

        load: () =>
            choose(".fruitrage,text/plain", async (file) => {
                try {
                    beginOrAsk(parseRecord(await textOf(file)).draft);
                } catch (problem) {
                    store.complain(problem, file.name);
                }
            }),
    };
}

/** @param {Settings} settings @returns {Draft} */
export function draftOf({ size, fruits, seed, clock, level, opponent, first }) {
    const you = opponent === "person" ? "Player 1" : "You";
    const other = opponent === "person" ? "Player 2" : engineName(level);
    const otherBegins =
        opponent === "engine" && (first === "opponent" || (first === "chance" && Math.random() < 0.5));
    const chosen = seed.trim() || anySeed();
    return {
        players: otherBegins ? [other, you] : [you, other],
        board: randomBoard(size, fruits, chosen),
        kinds: fruits,
        clocks: clock > 0 ? [clock, clock] : null,
        notes: [`seed ${chosen}`],
        moves: [],
    };
}

/** Short enough to tell somebody. */
const anySeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);
