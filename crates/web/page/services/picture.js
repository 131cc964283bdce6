// @ts-check
/** A drawing as a picture that can be sent anywhere. */

import { PROBLEMS } from "../words/problems.js";

/** Enough for a large preview. */
const PIXELS = 800;

/** @param {string} svg @returns {Promise<Blob>} as PNG */
export async function pngOf(svg) {
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    try {
        const image = new Image();
        image.src = address;
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = PIXELS;
        canvas.height = Math.round((PIXELS * image.naturalHeight) / Math.max(1, image.naturalWidth));
        canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
        return await new Promise((done, failed) =>
            canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error(PROBLEMS.noPicture))), "image/png"),
        );
    } finally {
        URL.revokeObjectURL(address);
    }
}

/** @param {Blob} blob */
const fileOf = (blob) => new File([blob], "fruit-rage.png", { type: "image/png" });

/** Whether this device passes pictures on to other programs. */
export const canPassOn = () =>
    navigator.canShare?.({ files: [fileOf(new Blob([""], { type: "image/png" }))] }) ?? false;

/** @param {string} link @param {Blob} picture */
export async function passOn(link, picture) {
    try {
        await navigator.share({ url: link, title: document.title, files: [fileOf(picture)] });
    } catch (problem) {
        // Whoever changes their mind has done nothing wrong.
        if (!(problem instanceof DOMException && problem.name === "AbortError")) throw problem;
    }
}
