import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineService } from "../services/engine.js";

/** Workers that do what the test says, and what the service told whom. */
function workshop() {
    const workers = [];
    const told = [];
    const service = new EngineService(
        (happening) => told.push(happening),
        () => {
            const worker = { orders: [], ended: false, onmessage: null, onerror: null };
            worker.postMessage = (order) => worker.orders.push(order);
            worker.terminate = () => (worker.ended = true);
            worker.answer = (data) => worker.onmessage?.({ data });
            workers.push(worker);
            return worker;
        },
    );
    return { service, workers, told };
}

const question = { kind: "analyse", board: "01/21", limits: {} };

test("one worker is kept for all questions, and a stop does not end it", () => {
    const { service, workers, told } = workshop();
    service.ask(1, question);
    service.stop(1);
    service.ask(2, question);
    assert.equal(workers.length, 1);
    assert.ok(!workers[0].ended);
    assert.deepEqual(workers[0].orders.map(({ kind, ticket }) => [kind, ticket]), [["ask", 1], ["stop", 1], ["ask", 2]]);
    workers[0].answer({ kind: "answered", ticket: 1, found: null });
    assert.deepEqual(told, [], "nobody asks for 1 any more");
    workers[0].answer({ kind: "progress", ticket: 2, found: "some" });
    workers[0].answer({ kind: "answered", ticket: 2, found: "all" });
    assert.deepEqual(told.map(({ type, found }) => [type, found]), [["progress", "some"], ["answered", "all"]]);
});

test("after a trap a fresh worker is asked the same once, and then it is said", () => {
    const { service, workers, told } = workshop();
    service.ask(1, question);
    workers[0].answer({ kind: "failed", ticket: 1, message: "unreachable" });
    assert.ok(workers[0].ended);
    assert.deepEqual(workers[1].orders.map(({ ticket }) => ticket), [1]);
    workers[1].answer({ kind: "failed", ticket: 1, message: "unreachable" });
    assert.deepEqual(told, [{ type: "engine failed", ticket: 1, message: "unreachable" }]);
    service.ask(2, question);
    workers[2].answer({ kind: "answered", ticket: 2, found: "all" });
    assert.equal(told.at(-1).found, "all", "the next question has its own chance");
});

test("a worker that cannot be loaded is noticed, before the first question or with it", () => {
    const { service, workers, told } = workshop();
    service.prepare();
    workers[0].onerror({ message: "" });
    assert.deepEqual(told, []);
    service.ask(1, question);
    workers[1].onerror({ message: "404" });
    workers[2].onerror({ message: "404" });
    assert.deepEqual(told, [{ type: "engine failed", ticket: 1, message: "404" }]);
});
