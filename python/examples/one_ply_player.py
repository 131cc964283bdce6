"""The player `fruitrage.players.one_ply` as a program of its own."""

import fruitrage.agent
from fruitrage.players import one_ply

fruitrage.agent.run(one_ply)
