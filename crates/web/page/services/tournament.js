// @ts-check
/** What the server tells about a tournament; a static host tells nothing. */

/** @import { Agent, Followed, GameList, LiveList, Moment, Tournament } from "../api.js" */
import { serverAnswered } from "../words/problems.js";

/** @param {number | null} at how it was at some moment @returns {Promise<Tournament | null>} null where no tournament is served */
export async function fetchTournament(at) {
    const response = await fetch(at === null ? "api/tournament" : `api/tournament?at=${at}`);
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    if (response.status === 404 || (response.ok && !isJson)) return null;
    return (await checked(response)).json();
}

/** @param {string} query @returns {Promise<GameList>} */
export const fetchGames = async (query) => (await checked(await fetch(`api/games?${query}`))).json();

/** @returns {Promise<LiveList>} */
export const fetchLive = async () => (await checked(await fetch("api/live"))).json();

/** @param {number} pair @param {number} number @returns {Promise<Followed>} */
export const fetchFollowed = async (pair, number) => (await checked(await fetch(`api/live/${pair}/${number}`))).json();

/** @returns {Promise<Moment[]>} */
export const fetchHistory = async () => (await checked(await fetch("api/history"))).json();

/** @param {string} name @returns {Promise<Agent | null>} null if there is no such agent */
export async function fetchAgent(name) {
    const response = await fetch(`api/agent?${new URLSearchParams({ name })}`);
    return response.status === 404 ? null : (await checked(response)).json();
}

/** @param {number} id @returns {Promise<string>} the text of the record */
export const fetchRecord = async (id) => (await checked(await fetch(`api/game/${id}`))).text();

/** @param {Response} response @returns {Promise<Response>} */
async function checked(response) {
    if (response.ok) return response;
    const told = await response.json().catch(() => null);
    throw new Error(typeof told?.error === "string" ? told.error : serverAnswered(response.status));
}
