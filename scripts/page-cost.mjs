#!/usr/bin/env node
// What the page costs a visitor: requests, bytes, the time until the first fruit is drawn on
// several networks, and long tasks on the largest board.
//
//     fruitrage serve --port 8080 &
//     scripts/page-cost.mjs http://127.0.0.1:8080/ [RUNS]
//
// Needs Node and Chromium (`CHROMIUM` names another program), and nothing else.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Kilobits a second, milliseconds there and back, and how many times slower the processor is. */
const NETWORKS = {
    "no throttling": null,
    "4G: 9 Mbit/s, 60 ms": { kilobits: 9000, latency: 60, slower: 1 },
    "slow 4G: 1.6 Mbit/s, 150 ms, CPU/4": { kilobits: 1600, latency: 150, slower: 4 },
    "1.44 Mbit/s, 562 ms, CPU/4": { kilobits: 1440, latency: 562, slower: 4 },
};

const [address = "http://127.0.0.1:8080/", runs = "3"] = process.argv.slice(2);

/** Chromium, told what to do by messages that end with a zero byte. */
class Chromium {
    #profile = mkdtempSync(join(tmpdir(), "page-cost-"));
    #process = spawn(
        process.env.CHROMIUM ?? "chromium",
        ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", `--user-data-dir=${this.#profile}`],
        { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
    );
    #last = 0;
    #waiting = new Map();
    #listeners = new Set();
    #received = "";

    constructor() {
        this.#process.on("error", (problem) => fail(problem.message));
        this.#process.stdio[4].on("data", (part) => {
            const messages = (this.#received + part).split("\0");
            this.#received = messages.pop();
            messages.forEach((message) => this.#hear(JSON.parse(message)));
        });
    }

    #hear(message) {
        const waiting = this.#waiting.get(message.id);
        this.#waiting.delete(message.id);
        if (!waiting) this.#listeners.forEach((listener) => listener(message));
        else if (message.error) waiting.failed(new Error(message.error.message));
        else waiting.done(message.result);
    }

    ask(method, params = {}, sessionId = undefined) {
        const id = ++this.#last;
        this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
        return new Promise((done, failed) => this.#waiting.set(id, { done, failed }));
    }

    listen(listener) {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }

    async close() {
        const ended = new Promise((done) => this.#process.on("exit", done));
        await this.ask("Browser.close");
        await ended;
        rmSync(this.#profile, { recursive: true, force: true });
    }
}

function fail(message) {
    console.error(`page-cost: ${message}`);
    process.exit(1);
}

/** Notes when the first fruit is drawn, and every task of more than 50 ms. */
const WATCH = `
    globalThis.longTasks = [];
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((task) => task.duration)))
        .observe({ type: "longtask", buffered: true });
    globalThis.firstFruit = new Promise((done) => {
        const look = () => document.querySelector("[data-fruit]:not([data-fruit='*'])")
            ? requestAnimationFrame(() => done(performance.now()))
            : requestAnimationFrame(look);
        look();
    });`;

/** A visit by somebody who was never here, with a window of a phone. */
async function visited(browser, network, settings, then) {
    const { browserContextId } = await browser.ask("Target.createBrowserContext");
    const { targetId } = await browser.ask("Target.createTarget", { url: "about:blank", browserContextId });
    const { sessionId } = await browser.ask("Target.attachToTarget", { targetId, flatten: true });
    const ask = (method, params) => browser.ask(method, params, sessionId);
    const value = async (expression) => {
        const asked = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
        const { result, exceptionDetails } = await ask("Runtime.evaluate", asked);
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    };
    const loaded = { requests: 0, bytes: 0 };
    const forget = browser.listen(({ method, params, sessionId: from }) => {
        if (from !== sessionId) return;
        if (method === "Network.responseReceived" && !params.response.url.startsWith("blob:")) loaded.requests++;
        if (method === "Network.loadingFinished") loaded.bytes += params.encodedDataLength;
    });
    await ask("Network.enable");
    await ask("Page.enable");
    await ask("Performance.enable", { timeDomain: "threadTicks" });
    // What is kept for later visits is fetched after the board is there, and not counted.
    await ask("Network.setBypassServiceWorker", { bypass: true });
    await ask("Emulation.setDeviceMetricsOverride", { width: 360, height: 640, deviceScaleFactor: 1, mobile: true });
    if (network) {
        const throughput = (network.kilobits * 1000) / 8;
        await ask("Network.emulateNetworkConditions", {
            offline: false, latency: network.latency, downloadThroughput: throughput, uploadThroughput: throughput,
        });
        await ask("Emulation.setCPUThrottlingRate", { rate: network.slower });
    }
    const chosen = settings ? `localStorage.setItem("fruitrage.settings", ${JSON.stringify(JSON.stringify(settings))});` : "";
    await ask("Page.addScriptToEvaluateOnNewDocument", { source: chosen + WATCH });
    await ask("Page.navigate", { url: address });
    // The page may be another one in between: the promise is asked for until it is this one's.
    while ((await value("location.href").catch(() => "")) === "about:blank") await new Promise((done) => setTimeout(done, 10));
    // Of the page's own thread, which other programs do not slow down.
    const processor = async () => (await ask("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
    const found = await then(value, loaded, processor);
    forget();
    await browser.ask("Target.disposeBrowserContext", { browserContextId });
    return found;
}

const seconds = (milliseconds) => (milliseconds / 1000).toFixed(2);

async function measureLoading(browser) {
    for (const [name, network] of Object.entries(NETWORKS)) {
        const times = [];
        let cost = "";
        for (let run = 0; run < Number(runs); run++) {
            await visited(browser, network, null, async (value, loaded) => {
                times.push(await value("firstFruit"));
                await value("new Promise((done) => setTimeout(done, 2000))");
                cost = `${loaded.requests} requests, ${Math.round(loaded.bytes / 1000)} kB`;
            });
        }
        times.sort((one, other) => one - other);
        console.log(`${name}: first fruit after ${seconds(times[0])} to ${seconds(times.at(-1))} s; ${cost}`);
    }
}

/** Until nothing moves on the board. */
const STILL = `new Promise((done) => {
    const look = () => document.querySelector("[data-moving]") ? requestAnimationFrame(look) : done();
    requestAnimationFrame(look);
})`;

const cell = (column, row) => `document.querySelector("[data-cell=${String.fromCharCode(65 + column)}${row}]")`;

/** Pointing at every cell of a row, and twenty claims, on 26×26. */
async function measureLargest(browser) {
    const settings = { size: 26, fruits: 5, seed: "7", opponent: "person" };
    for (const slower of [1, 4]) {
        const network = { kilobits: 1e6, latency: 0, slower };
        await visited(browser, network, settings, async (value, _, processor) => {
            await value(`firstFruit.then(() => ${STILL})`);
            const measured = async (count, what, act) => {
                await value("longTasks.length = 0");
                const start = await processor();
                for (let index = 0; index < count; index++) await value(act(index));
                const each = Math.round(((await processor()) - start) * 1000) / count;
                const tasks = await value("longTasks");
                const text = tasks.length ? `${tasks.length} long tasks, the longest ${Math.round(Math.max(...tasks))} ms` : "no long task";
                console.log(`26×26, CPU/${slower}, ${count} ${what}: ${each.toFixed(1)} ms of processor time each, ${text}`);
            };
            await measured(26, "cells pointed at", (column) =>
                `${cell(column, 13)}.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" })); new Promise(requestAnimationFrame)`);
            await measured(20, "claims with their falls", (column) => `${cell(column, 26)}.click(); ${STILL}`);
        });
    }
}

const browser = new Chromium();
try {
    await measureLoading(browser);
    await measureLargest(browser);
} catch (problem) {
    console.error(`page-cost: ${problem.message}`);
    process.exitCode = 1;
} finally {
    await browser.close();
}
