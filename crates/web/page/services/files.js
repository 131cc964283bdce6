// @ts-check
/** Files that the visitor gives or gets. */

import { fileTooLong } from "../words/problems.js";

/** More than any record or position; a larger file is none. */
const MOST_BYTES = 1_000_000;

/** @param {File} file @param {number} [most] @returns {Promise<string>} */
export async function textOf(file, most = MOST_BYTES) {
    if (file.size > most) {
        throw new Error(fileTooLong(file.name, most, file.size));
    }
    return file.text();
}

/** Lets the visitor choose a file. @param {string} accept @param {(file: File) => void} chosen */
export function choose(accept, chosen) {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = accept;
    input.onchange = () => {
        const file = input.files?.[0];
        if (file) chosen(file);
    };
    input.click();
}

/** @param {string} name @param {string} text */
export function save(name, text) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = name;
    link.click();
    // The browser has taken the file over by the time that other work is done.
    setTimeout(() => URL.revokeObjectURL(link.href));
}
