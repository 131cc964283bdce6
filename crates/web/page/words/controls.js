// @ts-check
/** What is said on controls that many views share. */

export const CONTROLS = {
    steps: "Steps",
    first: "To the start",
    previous: "Back",
    next: "Forward",
    last: "To the end",
    close: "Close",
    tryAgain: "Try again",
    share: "Share",
    analyse: "Analyse",
    copyLink: "Copy the link",
    link: "Link",
    loading: "Loading…",
};
