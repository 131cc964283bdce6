// @ts-check
/** Starts the page: shows a board, loads the rules, restores, and draws whatever the state becomes. */

/** @import { Node } from "./dom/element.js" */
/** @import { Rules, Send } from "./flow/types.js" */
/** @import { State } from "./state/state.js" */
import { patchChildren } from "./dom/patch.js";
import { Flow } from "./flow/flow.js";
import { listenToPage } from "./flow/input.js";
import { performer } from "./flow/perform.js";
import { Connection, seatIn } from "./online/connection.js";
import { offerFrom, roomIn } from "./online/state.js";
import { EngineService } from "./services/engine.js";
import {
    isFirstVisit,
    keepChanges,
    keepTime,
    provisionalGame,
    recallAnalysed,
    recallGame,
    recallPreferences,
    recallProgress,
    recallResults,
    recallReview,
    recallSettings,
    recallTheme,
    restoredGame,
} from "./services/keeping.js";
import { addressOf, addressed, opening } from "./services/address.js";
import { loadRules } from "./services/rules.js";
import { keep, recall } from "./services/storage.js";
import { placeIn } from "./state/address.js";
import { draftOf } from "./state/draft.js";
import { randomBoard } from "./state/random.js";
import { begin } from "./state/state.js";
import { CONTROLS } from "./words/controls.js";
import { notStarted, unreadableLink } from "./words/problems.js";
import { pageView, titleOf } from "./view/page.js";

/** Between two looks at a tournament that may be running, and at the games under way there. */
const POLL_MILLISECONDS = 4000;
const LIVE_MILLISECONDS = 1500;

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
const fruitNames = Array.from(document.querySelectorAll(".sprite symbol"), (symbol) =>
    symbol.getAttribute("aria-label") ?? "",
);

/** @type {Node[] | null} */
let drawn = null;

/** @param {State} state @param {Send} send */
function draw(state, send) {
    const view = pageView(state, send);
    if (!drawn) root.replaceChildren();
    patchChildren(root, drawn ?? [], view);
    drawn = view;
    document.documentElement.dataset["theme"] = state.theme;
    document.title = titleOf(state);
}

/** What is seen before the rules are there does not answer yet. @param {boolean} isBusy */
const setBusy = (isBusy) => (isBusy ? root.setAttribute("aria-busy", "true") : root.removeAttribute("aria-busy"));

async function start() {
    setBusy(true);
    const settings = recallSettings();
    const kept = recallGame();
    const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    // The board is drawn before the rules are there.
    const draft = draftOf(settings, seed, null, { randomBoard });
    const { players, board } = draft;
    const shown = kept ?? { id: "", record: "", spent: 0, aided: false, players, board, scores: [0, 0] };
    const common = {
        now: performance.now(),
        settings,
        theme: recallTheme(),
        preferences: recallPreferences(),
        fruitNames,
        progress: recallProgress(),
        results: recallResults(),
        welcome: isFirstVisit(),
        offer: offerFrom(recall("browser", "offer")),
    };
    const preview = { game: provisionalGame(shown), spent: 0, review: null, analysed: null };
    // A link shows another board, which takes the rules.
    const view = placeIn(location.hash)?.view ?? "play";
    if (view === "play" && !isFromElsewhere()) draw(begin({ ...common, ...preview, view: "play" }), () => {});

    const rules = await loadRules();
    const restored = kept ? restoredGame(kept, rules) : null;
    const { spent, aided } = restored ?? { spent: 0, aided: false };
    const flow = begun(rules, { game: rules.replay(restored?.draft ?? draft), spent, aided, ...common, view });
    await followAddress(flow, rules);
    flow.send({ type: "resume" });
    // In the frame in which all that is drawn.
    requestAnimationFrame(() => setBusy(false));
    // Where it is allowed, the page also opens without a network.
    if (isSecureContext) void navigator.serviceWorker?.register("service-worker.js").catch(() => {});
}

/** @param {Rules} rules @param {Omit<Parameters<typeof begin>[0], "review" | "analysed">} found */
function begun(rules, found) {
    const engine = new EngineService(
        (happening) => flow.send(happening),
        () => new Worker(new URL("services/worker.js", import.meta.url), { type: "module" }),
    );
    const state = begin({
        ...found,
        now: performance.now(),
        review: recallReview(rules),
        analysed: recallAnalysed(rules),
    });
    /** @type {Flow} */
    const flow = new Flow(state, rules, performer({ engine: () => engine, online: () => online, rules, state: () => flow.state }));
    const online = new Connection((happening) => flow.send(happening));
    engine.prepare();
    followState(flow, rules);
    listenToPage(() => flow.state, flow.send);
    const looking = () => flow.state.view === "arena" && flow.state.arena.status !== "none" && !document.hidden;
    setInterval(() => looking() && flow.send({ type: "look at arena" }), POLL_MILLISECONDS);
    setInterval(() => looking() && flow.send({ type: "look at live" }), LIVE_MILLISECONDS);
    flow.send({ type: "enter" });
    return flow;
}

/** The address of a room says more than that of its view. @param {State} state */
const isInRoom = ({ view }) => view === "online" && roomIn(location.hash) !== null;

/** What another one of is looked at from the top, wherever the button was that leads there. @param {State} state */
const sightOf = ({ view, play, puzzle, online, arena }) =>
    [view, play.games, puzzle.index, online.room?.games, arena.agent?.name, arena.followed?.which.pair].join();

/** Draws at most once a frame. @param {Flow} flow @param {Rules} rules */
function followState(flow, rules) {
    let waiting = false;
    draw(flow.state, flow.send);
    flow.listen((state, before) => {
        keepChanges(before, state, performance.now(), rules);
        if (before.online.offer !== state.online.offer) keep("browser", "offer", state.online.offer);
        if (before.view !== state.view && placeIn(location.hash)?.view !== state.view && !isInRoom(state))
            history.pushState(OWN, "", `#${state.view}`);
        showAddress(before, flow, rules);
        if (sightOf(before) !== sightOf(state)) scrollTo(0, 0);
        if (!waiting)
            requestAnimationFrame(() => {
                waiting = false;
                draw(flow.state, flow.send);
            });
        waiting = true;
    });
    const keepNow = () => keepTime(flow.state, performance.now(), rules);
    addEventListener("pagehide", keepNow);
    document.addEventListener("visibilitychange", keepNow);
}

/** Of this tab's own entries in the history: what they show is kept, and the address is only for others. */
const OWN = { own: true };

/** Whether the address is a link that somebody has opened. */
const isFromElsewhere = () => !history.state?.own && location.hash.includes("=");

/** Browsers refuse addresses that change too often. */
const ADDRESS_MILLISECONDS = 400;

let addressTimer = 0;

/** Has the address tell what is seen, so that it can be kept and passed on. @param {State} before @param {Flow} flow @param {Rules} rules */
function showAddress(before, flow, rules) {
    const now = addressed(flow.state);
    const earlier = addressed(before);
    if (addressTimer !== 0 || (now.length === earlier.length && now.every((part, place) => part === earlier[place])))
        return;
    writeAddress(flow, rules);
}

/** @param {Flow} flow @param {Rules} rules */
function writeAddress(flow, rules) {
    addressTimer = window.setTimeout(async () => {
        addressTimer = 0;
        const { state } = flow;
        const fragment = await addressOf(state, rules);
        if (flow.state.view === state.view && !isInRoom(state)) history.replaceState(OWN, "", `#${fragment}`);
    }, ADDRESS_MILLISECONDS);
}

/** @param {Flow} flow @param {Rules} rules */
async function followAddress(flow, rules) {
    const follow = async (/** @type {boolean} */ isFresh) => {
        const invited = roomIn(location.hash);
        if (invited) return flow.send({ type: "online arrive", ...invited, kept: seatIn(invited.room) });
        const place = placeIn(location.hash);
        if (!place) return;
        if (!isFromElsewhere()) {
            if (place.view !== flow.state.view) flow.send({ type: "go", view: place.view });
            else if ("puzzle" in place && isFresh) flow.send({ type: "open puzzle", index: place.puzzle - 1 });
            else if ("agent" in place && isFresh) flow.send({ type: "open agent", name: place.agent });
            return;
        }
        // From here on it is this tab's: the game goes on, and the link would only bring its beginning back.
        history.replaceState(OWN, "");
        try {
            for (const happening of await opening(place, rules, isFresh)) flow.send(happening);
        } catch (problem) {
            flow.send({ type: "complain", text: unreadableLink(problem) });
        }
    };
    addEventListener("hashchange", () => void follow(false));
    addEventListener("popstate", () => void follow(false));
    await follow(true);
    writeAddress(flow, rules);
}

start().catch((problem) => {
    const text = document.createElement("p");
    text.className = "loading";
    text.setAttribute("role", "alert");
    text.textContent = notStarted(problem);
    const again = document.createElement("button");
    again.textContent = CONTROLS.tryAgain;
    again.onclick = () => location.reload();
    root.replaceChildren(text, again);
    setBusy(false);
});
