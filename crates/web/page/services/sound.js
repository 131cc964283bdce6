// @ts-check
/** Sounds, made here: a pluck whose pitch tells the size of a claim. */

/** @type {AudioContext | null} */
let context = null;

/** Notes of a scale that fits whatever follows whatever, in semitones. */
const SCALE = [0, 2, 4, 7, 9];

/** @param {number} step of the scale, from 0 @returns {number} hertz */
export const pitchOf = (step) =>
    220 * 2 ** (Math.floor(step / SCALE.length) + (SCALE[step % SCALE.length] ?? 0) / 12);

/** @param {number} size how many fruit @param {0 | 1} side whose claim: the second player's is an octave lower */
export function claimSound(size, side) {
    pluck(pitchOf(Math.min(14, size)) / (side === 1 ? 2 : 1), 0, 0.25);
}

/** @param {boolean} won */
export function endSound(won) {
    const steps = won ? [5, 7, 10] : [5, 3, 0];
    steps.forEach((step, index) => pluck(pitchOf(step), 0.14 * index, 0.4));
}

/** Browsers stay silent, and complain, before the visitor has done anything. @param {number} frequency @param {number} delay @param {number} length in seconds */
function pluck(frequency, delay, length) {
    if (navigator.userActivation?.hasBeenActive === false) return;
    context ??= new AudioContext();
    // Phones suspend it when the page was away.
    if (context.state !== "running") void context.resume();
    const start = context.currentTime + delay;
    const tone = new OscillatorNode(context, { type: "triangle", frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.18, start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
}
