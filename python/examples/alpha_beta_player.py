"""The player `fruitrage.players.alpha_beta` as a program of its own."""

import fruitrage.agent
from fruitrage.players import alpha_beta

fruitrage.agent.run(alpha_beta)
