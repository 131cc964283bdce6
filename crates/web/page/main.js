// @ts-check
/** Starts the page: loads, restores, and draws whatever the state becomes. */

/** @import { Node } from "./dom/element.js" */
import { allActions } from "./actions/actions.js";
import { onDrag, onDrop, onPaste } from "./actions/given.js";
import { onKey } from "./actions/keys.js";
import { draftOf } from "./actions/play.js";
import { patchChildren } from "./dom/patch.js";
import { loadFruits } from "./services/fruits.js";
import { keepChanges, keepGame, recallGame, recallSettings, recallTheme } from "./services/keeping.js";
import { isGameLink, recordOf } from "./services/link.js";
import { load, parseRecord, replay } from "./services/rules.js";
import { begin, viewOf } from "./state/state.js";
import { Store } from "./store.js";
import { pageView, titleOf } from "./view/page.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));

async function start() {
    const [fruitNames] = await Promise.all([loadFruits(), load()]);
    const settings = recallSettings();
    const kept = recallGame() ?? { draft: draftOf(settings), spent: 0 };
    const store = new Store(
        begin({
            game: replay(kept.draft),
            spent: kept.spent,
            now: performance.now(),
            settings,
            theme: recallTheme(),
            fruitNames,
            view: viewOf(location.hash),
        }),
    );
    const actions = allActions(store);

    followState(store, actions);
    followAddress(store, actions);
    document.addEventListener("keydown", (event) => onKey(event, store.state, actions));
    document.addEventListener("paste", (event) => onPaste(event, store.state, actions));
    document.addEventListener("dragover", onDrag);
    document.addEventListener("drop", (event) => onDrop(event, store.state, actions));
    addEventListener("pagehide", () => keepGame(store.state, performance.now()));
    document.addEventListener("visibilitychange", () => keepGame(store.state, performance.now()));
    actions.play.resume();
}

/** Draws at most once a frame. @param {Store} store @param {ReturnType<typeof allActions>} actions */
function followState(store, actions) {
    let kept = store.state;
    /** @type {Node[]} */
    let drawn = [];
    let waiting = false;
    const draw = () => {
        waiting = false;
        const view = pageView(store.state, actions);
        patchChildren(root, drawn, view);
        drawn = view;
        document.documentElement.dataset["theme"] = store.state.theme;
        document.title = titleOf(store.state);
    };
    root.replaceChildren();
    draw();
    store.listen((state) => {
        keepChanges(kept, state, performance.now());
        if (kept.view !== state.view) showAddress(state.view);
        kept = state;
        if (!waiting) requestAnimationFrame(draw);
        waiting = true;
    });
}

/** @param {string} view */
function showAddress(view) {
    if (location.hash !== `#${view}`) history.pushState(null, "", `#${view}`);
}

/** @param {Store} store @param {ReturnType<typeof allActions>} actions */
function followAddress(store, actions) {
    const follow = async () => {
        const fragment = location.hash;
        if (!isGameLink(fragment)) {
            if (viewOf(fragment) !== store.state.view) actions.page.go(viewOf(fragment));
            return;
        }
        // The game goes on from here; the link would only bring its beginning back.
        history.replaceState(null, "", "#play");
        try {
            actions.play.beginOrAsk(parseRecord(await recordOf(fragment)).draft);
        } catch (problem) {
            store.complain(problem, "The link holds no game that can be read");
        }
    };
    addEventListener("hashchange", () => void follow());
    addEventListener("popstate", () => void follow());
    void follow();
}

start().catch((problem) => {
    const text = document.createElement("p");
    text.className = "loading";
    text.setAttribute("role", "alert");
    text.textContent = `The page could not be started: ${problem instanceof Error ? problem.message : problem}`;
    root.replaceChildren(text);
});
