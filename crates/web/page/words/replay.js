// @ts-check
/** What is said around a game that is stepped through. */

export const REPLAY = {
    play: "Play the moves",
    pause: "Pause",
    slider: "Moves shown",
    /** Who played it, to the readers of a page that shows it. */
    somebody: "Player",
    /** @param {string} problem */
    unreadable: (problem) => `This game cannot be shown: ${problem}`,
    none: "No game is given: the address of this frame ends like a link, from its # on.",
};
