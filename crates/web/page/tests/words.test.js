import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const page = new URL("../", import.meta.url);

const FOLDERS = ["board", "dom", "flow", "online", "replay", "services", "state", "update", "view"];

/** What looks like a word and is none: names of keys, of errors, and the visitor's in records. */
const NAMES =
    /^(Arrow(Left|Right|Up|Down)|Home|End|PageUp|PageDown|Enter|Escape|Delete|Backspace|AbortError|You|Player \$\{.*)$/;

const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

test("words for people are in words/, where they can be translated", () => {
    const files = FOLDERS.flatMap((folder) =>
        readdirSync(new URL(folder, page), { recursive: true }).map((name) => `${folder}/${name}`),
    );
    const found = [...files, "main.js"]
        .filter((name) => name.endsWith(".js"))
        .flatMap((name) => {
            const text = withoutComments(readFileSync(new URL(name, page), "utf8"));
            const literals = [...text.matchAll(/(["`])([A-Z][a-z].*?)\1/g)].map(([, , literal]) => literal);
            return literals.filter((literal) => !NAMES.test(literal)).map((literal) => `${name}: ${literal}`);
        });
    assert.deepEqual(found, []);
});
