/**
 * What the server tells about a tournament, read-only, as JSON.
 *
 * Every answer has an ETag: fetch() with its default cache asks again with it, and the
 * server answers 304 while nothing has changed; a plain poll every few seconds is cheap.
 *
 *     GET api/tournament                                    -> Tournament
 *     GET api/games?agent=A&opponent=B&offset=0&limit=50    -> GameList, newest first;
 *                                  all four may be left out, limit is at most 200
 *     GET api/game/ID                                       -> the record, text/plain
 *
 * Refusals have a JSON body { "error": string }: 400 for parameters that cannot be read,
 * 404 where no tournament is served or there is no such game, 503 while the store cannot
 * be read. A static host knows nothing of api/ and answers 404 with a page of its own.
 */

/** Won, drawn and lost. */
export interface Count {
    won: number;
    drawn: number;
    lost: number;
}

/** One agent in the standings. */
export interface Standing {
    /** Agents of equal rating share it. */
    rank: number;
    name: string;
    /** Elo from pairs, the mean of all is 0. */
    rating: number;
    /** The interval of 95%; null while there is too little to say. */
    low: number | null;
    high: number | null;
    /** Pairs of games: the same board from both sides. */
    pairs: Count;
    games: Count;
    /** The mean margin of its pairs, in points. */
    margin: number;
    /** The games that it lost by a fault, by cause. */
    faults: Record<string, number>;
    secondsPerGame: number;
}

export interface Tournament {
    name: string;
    /** Games finished. */
    finished: number;
    /** Games in all, as far as drawn; null if the tournament's file is not known. */
    planned: number | null;
    /** Best first. */
    standings: Standing[];
    /** Pairs of the agent of the row against that of the column, both in the order of the
     *  standings; null if they have not met. */
    table: (Count | null)[][];
}

export interface GameList {
    /** How many games fit the question. */
    total: number;
    offset: number;
    games: GameEntry[];
}

export interface GameEntry {
    /** For api/game/ID. */
    id: number;
    round: number;
    /** Which of the boards of the event; each is played from both sides. */
    board: number;
    /** The conditions, such as "10x10, 4 fruits, 60 s". */
    event: string;
    first: string;
    second: string;
    winner: "first" | "second" | "draw";
    /** Points of the first player minus those of the second. */
    margin: number;
    /** How it was lost, if by a fault. */
    fault: { loser: "first" | "second"; cause: string; detail: string } | null;
    /** What each used of the clock. */
    seconds: [number, number];
}
