/**
 * What the server tells about a tournament, read-only, as JSON.
 *
 * Every answer has an ETag: fetch() with its default cache asks again with it, and the
 * server answers 304 while nothing has changed; a plain poll every few seconds is cheap.
 *
 *     GET api/tournament                                    -> Tournament; null if none is served
 *     GET api/games?agent=A&opponent=B&offset=0&limit=50    -> GameList, newest first;
 *                                  all four may be left out, limit is at most 200
 *     GET api/tournament?at=TIME                            -> Tournament as it was at one of the moments of api/history
 *     GET api/game/ID                                       -> the record, text/plain
 *     GET api/live                                          -> LiveList, by worker
 *     GET api/live/PAIR/NUMBER                              -> Followed
 *     GET api/history                                       -> Moment[], the latest last
 *     GET api/agent?name=NAME                               -> Agent
 *
 * Refusals have a JSON body { "error": string }: 400 for parameters that cannot be read,
 * 404 where there is no such game, 503 while the store cannot
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
    /** Games in all, as far as drawn; null before it begins. */
    planned: number | null;
    /** How far it is, as `fruitrage tournament status --json` tells it; null before it begins. */
    status: Status | null;
    /** When the last of these games was finished, in milliseconds since 1970; null before. */
    asOf: number | null;
    /** Best first. */
    standings: Standing[];
    /** Pairs of the agent of the row against that of the column, both in the order of the
     *  standings; null if they have not met. Null for more than 60 agents. */
    table: (Count | null)[][] | null;
    /** Who was entered and does not play, and why. */
    leftOut: LeftOut[];
}

export interface LeftOut {
    agent: string;
    reason: string;
}

/** How far a tournament is, and who plays it. */
export interface Status {
    /** Pairs. */
    done: number;
    running: number;
    waiting: number;
    /** Of a Swiss tournament. */
    rounds: { drawn: number; all: number } | null;
    /** Lately; null if nothing was finished. */
    games_per_minute: number | null;
    seconds_left: number | null;
    workers: Worker[];
    /** Agents that could not be started, and where. */
    refusals: { agent: string; worker: string; reason: string }[];
}

/** Who plays or has played. */
export interface Worker {
    id: number;
    name: string;
    version: string;
    activity: "playing" | "waiting" | "silent" | "stopped" | "excluded";
    /** Games at one time. */
    jobs: number;
    /** Positions per second, as `fruitrage bench` measures them. */
    speed: number | null;
    /** Since its last heartbeat. */
    seconds_silent: number;
    /** The pairs it is playing. */
    running: number;
    games: number;
    /** Games of it that were lost by the clock. */
    out_of_time: number;
    is_slow: boolean;
    /** More of its games were lost by the clock than chance explains. */
    is_noisy: boolean;
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

/** A moment at which the standings are known. */
export interface Moment {
    /** In milliseconds since 1970. */
    at: number;
    games: number;
}

export interface LiveList {
    /** How many games are under way. */
    total: number;
    /** The first of them. */
    games: LiveEntry[];
}

/** A game under way, as it was a moment ago. */
export interface LiveEntry {
    /** With the number for api/live/PAIR/NUMBER. */
    pair: number;
    /** Which of the pair's two games it is, 1 or 2. */
    number: number;
    /** The number of the worker that plays it. */
    worker: number;
    event: string;
    first: string;
    second: string;
    /** The board now, rows separated by "/". */
    position: string;
    /** What was claimed last. */
    last: string | null;
    moves: number;
    scores: [number, number];
    /** Seconds left after the last move of each; null if untimed. */
    clocks: [number, number] | null;
}

/** A game under way, move by move, or where it is to be found now. */
export interface Followed {
    /** Its record so far, which ends as interrupted; null once it is over. */
    record: string | null;
    /** For api/game/ID, once it is over and its pair is whole. */
    game: number | null;
}

export interface Agent {
    standing: Standing;
    /** The opponents it has met, the best first. */
    meetings: { opponent: string; pairs: Count }[];
    /** Games that it lost by a fault, at most 50. */
    faults: { game: number; loser: string; opponent: string; cause: string; detail: string }[];
    /** Where it stood at the moments of api/history. */
    history: { at: number; games: number; rank: number; rating: number; low: number | null; high: number | null }[];
}
