// @ts-check
/** What is said when something goes wrong. The engine and the rules have words of their own. */

export const PROBLEMS = {
    noMove: "there is no move",
    noHint: "There is no hint",
    noCopying: "The browser does not allow copying here: please copy the link by hand.",
    noPicture: "the browser draws no PNG",
    noEngine: "the engine could not be loaded",
    analysisEnded: "The analysis has ended",
    reviewEnded: "The review has ended",
    seed: "The seed",
    board: "The board",
    record: "The record",
    recordStart: "expected a record that begins with “fruitrage record 1”",
    shortLink: "expected size, kinds, seed, players and moves; a part of the link may be missing",
    linkLetters: "expected letters, digits, - and _ in the link's game",
    linkBase64: "expected base64 in the link's game; a part of the link may be missing",
    linkRecord: "expected a compressed record; a part of the link may be missing",
};

/** @param {unknown} problem */
export const messageOf = (problem) => (problem instanceof Error ? problem.message : String(problem));

/** @param {unknown} problem */
export const notStarted = (problem) => `The page could not be started: ${messageOf(problem)}`;

/** @param {string} message */
export const engineFailed = (message) => `The engine has failed: ${message}`;

/** @param {unknown} problem */
export const unreadableLink = (problem) => `The link leads to nothing that can be read: ${messageOf(problem)}`;

/** @param {unknown} problem */
export const noPuzzles = (problem) => `The puzzles cannot be loaded: ${messageOf(problem)}`;

/** @param {number} status */
export const serverAnswered = (status) => `the server answered ${status}`;

/** @param {string} name @param {number} most @param {number} found */
export const fileTooLong = (name, most, found) => `${name}: expected at most ${most} bytes, found ${found}`;

/** @param {number} most */
export const recordTooLong = (most) => `expected a record of at most ${most} characters`;

/** @param {string} cell */
export const noFruit = (cell) => `expected a fruit at ${cell}, found none`;
