/** What goes between the page and the server. Made from `crates/rooms/src/message.rs`. */

export type First = "host" | "guest" | "chance";

export type Terms = {
/**
 * The board's width.
 */
size: number,
/**
 * How many kinds of fruit.
 */
fruits: number,
/**
 * The seconds of each player for the whole game; none for no clock.
 */
clock: number | null,
/**
 * Who wins with equal points.
 */
ties: "draw" | "clock",
/**
 * Who moves first in the first game.
 */
first: First, };

export type Chair = "host" | "guest";

export type Matter = "draw" | "take-back" | "rematch";

export type Against = { "kind": "friend", } | { "kind": "agent",
/**
 * As the operator calls it.
 */
agent: string, } | { "kind": "agents",
/**
 * As the operator calls them.
 */
agents: [string, string], };

export type Request = { "type": "open",
/**
 * What the visitor is called.
 */
name: string,
/**
 * What is to be agreed.
 */
terms: Terms,
/**
 * Against whom.
 */
against: Against, } | { "type": "sit",
/**
 * The room.
 */
room: string,
/**
 * From the link.
 */
invitation: string,
/**
 * Opens the seat from now on.
 */
token: string,
/**
 * What the visitor is called.
 */
name: string, } | { "type": "return",
/**
 * The room.
 */
room: string,
/**
 * What was given when the seat was taken.
 */
token: string, } | { "type": "watch",
/**
 * The room.
 */
room: string, } | { "type": "play",
/**
 * How many moves were made on the board that is seen.
 */
ply: number,
/**
 * Any cell of the group.
 */
cell: string, } | { "type": "resign", } | { "type": "offer",
/**
 * To what.
 */
what: Matter, } | { "type": "accept", } | { "type": "decline", } | { "type": "pong",
/**
 * The number that came with it.
 */
nonce: number, } | { "type": "draw",
/**
 * The link.
 */
link: string, };

export type StageView = "open" | "queued" | "playing" | "over";

export type PlayerView = {
/**
 * What they are called.
 */
name: string,
/**
 * Whether it is a program.
 */
agent: boolean, };

export type OfferView = {
/**
 * Who asks.
 */
from: Chair,
/**
 * For what.
 */
what: Matter, };

export type TurnView = {
/**
 * The cell that was chosen.
 */
cell: string,
/**
 * What it took.
 */
seconds: number, };

export type EndingView = { "kind": "agreed" } | { "kind": "forfeit",
/**
 * 0 moved first.
 */
loser: 0 | 1,
/**
 * As records say it.
 */
cause: string,
/**
 * For people.
 */
detail: string, };

export type GameView = {
/**
 * The board before the first move.
 */
board: string,
/**
 * How many kinds of fruit.
 */
kinds: number,
/**
 * Who wins with equal points.
 */
ties: "draw" | "clock",
/**
 * The seed of the board.
 */
seed: number,
/**
 * The moves so far.
 */
moves: Array<TurnView>,
/**
 * What each had at the start, in seconds.
 */
clock: number | null,
/**
 * What both have left, in milliseconds, in the order of the game.
 */
left: [number, number] | null,
/**
 * Whether the clock stands still until a player is back.
 */
paused: boolean,
/**
 * How it ended, unless the rules say so by themselves.
 */
ending: EndingView | null, };

export type RoomView = {
/**
 * What was agreed.
 */
terms: Terms,
/**
 * How far it is.
 */
stage: StageView,
/**
 * How many games were begun.
 */
games: number,
/**
 * Host and guest.
 */
players: [PlayerView | null, PlayerView | null],
/**
 * Who begins the game under way, or the next one.
 */
first: Chair,
/**
 * What one of them asks for.
 */
offer: OfferView | null,
/**
 * The game under way, or the last one.
 */
game: GameView | null, };

export type Notice = { "type": "entered",
/**
 * Which one; whoever knows it can watch.
 */
room: string,
/**
 * Where the visitor sits; null who watches.
 */
chair: Chair | null,
/**
 * Opens the seat again; given once, to be kept.
 */
token: string | null,
/**
 * Opens the free seat; for whoever opened the room.
 */
invitation: string | null, } | { "type": "room",
/**
 * As it is now.
 */
room: RoomView, } | { "type": "moved",
/**
 * How many moves were made before it.
 */
ply: number,
/**
 * The move.
 */
turn: TurnView,
/**
 * What both have left, in milliseconds, in the order of the game.
 */
left: [number, number] | null, } | { "type": "present",
/**
 * Host and guest.
 */
chairs: [boolean, boolean],
/**
 * How many watch.
 */
watching: number, } | { "type": "queue",
/**
 * How many games are before this one.
 */
ahead: number, } | { "type": "ping",
/**
 * To be sent back.
 */
nonce: number, } | { "type": "refused",
/**
 * Why, for people.
 */
reason: string, } | { "type": "closing",
/**
 * Why, for people.
 */
reason: string,
/**
 * Whether it is worth coming back.
 */
again: boolean, } | { "type": "drawn",
/**
 * From the top.
 */
rows: Array<string>, };
