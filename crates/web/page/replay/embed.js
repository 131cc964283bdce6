// @ts-check
/** The page for other pages' frames: the game after its `#`, to step through. */

import { gameOf } from "../services/link.js";
import { placeIn } from "../state/address.js";
import { seenByOthers } from "../state/link.js";
import { randomBoard } from "../state/random.js";
import { REPLAY } from "../words/replay.js";
import { gameIn, replayed } from "./game.js";
import { Replay } from "./replay.js";

const place = /** @type {HTMLElement} */ (document.getElementById("replay"));
const fruitNames = Array.from(document.querySelectorAll(".sprite symbol"), (symbol) =>
    symbol.getAttribute("aria-label") ?? "",
);

async function show() {
    const address = placeIn(location.hash);
    if (!address || !("game" in address)) return void (place.textContent = REPLAY.none);
    try {
        const draft = await gameOf(address.game, { randomBoard, parseRecord: gameIn });
        const replay = new Replay(place, replayed(seenByOthers(draft, REPLAY.somebody)), {
            fruitNames,
            judged: null,
            listsMoves: false,
            shown: () => {},
        });
        if (address.view === "review") replay.show(address.ply);
        const link = /** @type {HTMLAnchorElement} */ (document.getElementById("whole"));
        link.hash = location.hash;
        document.onkeydown = ({ key, target }) => {
            if (target instanceof HTMLInputElement) return;
            if (key === "ArrowLeft") replay.step(-1);
            if (key === "ArrowRight") replay.step(1);
        };
    } catch (problem) {
        place.textContent = REPLAY.unreadable(problem instanceof Error ? problem.message : String(problem));
    }
}

addEventListener("hashchange", () => void show());
void show();
