// @ts-check
/** What is said of a position and its best lines. */

/** @import { Line } from "../engine/types.js" */
/** @import { Analysis } from "../state/analyse.js" */
import { groupsOf } from "../board/groups.js";
import { isEmpty } from "../state/grid.js";
import { cellStatus, signed } from "./board.js";

export const ANALYSE = {
    value: "Value for the player to move",
    unknown: "not known yet",
    toStart: "start the analysis to see the value",
    exactly: "exactly, for the player to move",
    estimated: "for the player to move, estimated",
    tools: "Tools",
    claim: "Claim",
    claimGroups: "Claim groups",
    erase: "Erase",
    bestLines: "Best lines",
    start: "Analyse",
    stop: "Stop",
    lines: "Lines",
    thinking: "Thinking…",
    nothing: "There is nothing to claim.",
    about: "The engine runs in your browser, as long as you let it.",
    position: "Position",
    undo: "Undo",
    random: "Random",
    clear: "Clear",
    fromGame: "From the game",
    playFromHere: "Play from here",
    size: "Size",
    text: "A board or an input.txt",
    setUp: "Set up",
    open: "Open a file",
    drop: "You can also drop a file on the page.",
};

/** @param {string} fruit */
export const paintText = (fruit) => `Paint ${fruit}`;

/** @param {Analysis} analysis @param {string} board as it is shown @param {string | null} aim @param {readonly string[]} fruitNames */
export function analysisStatus({ walk, brush }, board, aim, fruitNames) {
    if (aim !== null) return cellStatus(aim, groupsOf(board).get(aim), fruitNames);
    if (walk) return `After ${walk.ply} of ${walk.boards.length} moves of line ${walk.line + 1}`;
    if (isEmpty(board)) return "The board is empty: paint it, or paste one";
    return brush === null ? "Claim a group to go on from there" : "Click, drag or press Enter to paint";
}

/** @param {Line} line */
export const valueText = (line) => `${signed(line.value)}, ${certainty(line)}`;

/** @param {Line} line */
export const certainty = ({ exact }) => (exact ? "proved" : "estimated");

/** @param {Analysis} analysis */
export function analysisProgress({ report, progress, walk }) {
    if (!report) return "";
    const speed = report.seconds > 0.05 ? ` · ${short(report.nodes / report.seconds)}/s` : "";
    const proved = report.lines.every((line) => line.exact);
    const states = {
        idle: "",
        thinking: walk ? " · goes on; new lines are shown at the start" : "",
        stopped: " · stopped",
        complete: " · searched to the end",
    };
    return `Depth ${report.depth} · ${short(report.nodes)} positions${speed}${proved ? " · proved" : states[progress]}`;
}

/** @param {number} count */
function short(count) {
    if (count < 1000) return String(Math.round(count));
    return count < 1e6 ? `${(count / 1000).toFixed(count < 1e4 ? 1 : 0)} k` : `${(count / 1e6).toFixed(1)} M`;
}

/** For a screen reader. @param {number} size */
export const setUpText = (size) => `A board of ${size} by ${size}.`;
