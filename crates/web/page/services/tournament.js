// @ts-check
/** What the server tells about a tournament; a static host tells nothing. */

/** @import { GameList, Tournament } from "../api.js" */
import { serverAnswered } from "../words/problems.js";

/** @returns {Promise<Tournament | null>} null where no tournament is served */
export async function fetchTournament() {
    const response = await fetch("api/tournament");
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    if (response.status === 404 || (response.ok && !isJson)) return null;
    return (await checked(response)).json();
}

/** @param {string} query @returns {Promise<GameList>} */
export const fetchGames = async (query) => (await checked(await fetch(`api/games?${query}`))).json();

/** @param {number} id @returns {Promise<string>} the text of the record */
export const fetchRecord = async (id) => (await checked(await fetch(`api/game/${id}`))).text();

/** @param {Response} response @returns {Promise<Response>} */
async function checked(response) {
    if (response.ok) return response;
    const told = await response.json().catch(() => null);
    throw new Error(typeof told?.error === "string" ? told.error : serverAnswered(response.status));
}
