/** What happens online, and what is to be done there. */

import type { Means } from "../board/types.js";
import type { Board, Cell } from "../state/grid.js";
import type { Notice, Request } from "./messages.js";
import type { Offer } from "./state.js";

/** What can be played here. */
export interface About {
    agents: readonly string[];
}

/** What opens a seat, and what invites to the other one. */
export interface Keys {
    token: string;
    invitation: string | null;
}

export type OnlineHappening =
    | { type: "online about"; about: About | null }
    | { type: "online set"; changes: Partial<Offer> }
    | { type: "online open" }
    | { type: "online arrive"; room: string; invitation: string | null; kept: Keys | null }
    | { type: "online sit"; token: string }
    | { type: "online watch" }
    | { type: "online connected" }
    | { type: "online lost" }
    | { type: "online retry" }
    | { type: "online said"; notice: Notice }
    | { type: "online choose"; cell: Cell; means: Means; sure: boolean; board: Board }
    | { type: "online claim aim" }
    | { type: "online ask"; request: Request }
    | { type: "online show"; ply: number }
    | { type: "online step"; plies: number }
    | { type: "online review" }
    | { type: "online save" }
    | { type: "online link"; room: string; invitation: string | null }
    | { type: "online linked"; link: string }
    | { type: "online leave" };

export type OnlineEffect =
    | { type: "online"; act: "ask about" }
    | { type: "online"; act: "connect" }
    | { type: "online"; act: "disconnect" }
    | { type: "online"; act: "say"; request: Request }
    | { type: "online"; act: "retry"; milliseconds: number }
    | { type: "online"; act: "keep seat"; room: string; keys: Keys }
    | { type: "online"; act: "set address"; room: string | null }
    | { type: "online"; act: "draw"; room: string; invitation: string }
    | { type: "online"; act: "link"; room: string; invitation: string | null };
