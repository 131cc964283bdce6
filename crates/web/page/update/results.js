// @ts-check
/** What happens to the visitor's own results. */

/** @import { Handlers } from "./update.js" */
/** @import { Change, Rules } from "../flow/types.js" */
/** @import { State } from "../state/state.js" */
import { to } from "../flow/change.js";
import { YOU } from "../state/players.js";
import { exported, notesOf, recordsIn, resultOf, withAccuracy, withResult } from "../state/results.js";
import { importedText } from "../words/results.js";
import { readRecord } from "./review.js";

/** Keeps a game of the visitor against a level once it has ended, and its accuracy once that is known. @param {State} before @param {Change} change @param {number} day @param {Rules} rules @returns {Change} */
export function followed(before, change, day, rules) {
    const { play, results } = change.state;
    if (play === before.play || play.games !== before.play.games) return change;
    if (before.play.game.toMove !== null && play.game.toMove === null) {
        const draft = { ...play.game.draft, notes: notesOf(play.game, day, play.aided) };
        const result = resultOf({ ...play.game, draft }, rules.writeRecord(draft), day);
        return result ? withResults(change, withResult(results, result)) : change;
    }
    const last = results.at(-1);
    const seat = play.game.draft.players.indexOf(YOU);
    if (before.play.judged || !play.judged || !last || last.accuracy !== null || seat < 0) return change;
    const { accuracy } = play.judged.players[seat === 1 ? 1 : 0];
    return withResults(change, withAccuracy(results, last.record, accuracy));
}

/** @param {Change} change @param {State["results"]} results @returns {Change} */
const withResults = ({ state, effects }, results) => ({ state: { ...state, results }, effects });

/** @type {Handlers} */
export const handlers = {
    "export results": (state) =>
        to(state, { type: "save file", name: "my-games.fruitrage", text: exported(state.results) }),

    "import results": (state, { text, day }, rules) => {
        const found = recordsIn(text).flatMap((record) => {
            try {
                const result = resultOf(rules.parseRecord(record), record, day);
                return result ? [result] : [];
            } catch {
                return [];
            }
        });
        const results = found.reduce(withResult, state.results);
        const said = importedText(found.length, results.length - state.results.length);
        return to({ ...state, results, alert: said });
    },

    "choose results": (state) => to(state, { type: "choose results" }),
    "forget results": (state) => to({ ...state, results: [], forgetting: false }),
    "ask forget": (state) => to({ ...state, forgetting: !state.forgetting }),
    "open result": (state, { record }, rules) => readRecord(state, rules, record, { judge: true }),
};
