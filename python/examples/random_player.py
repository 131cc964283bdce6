"""Takes any group, each as likely as the other."""

import random

import fruitrage.agent

fruitrage.agent.run(lambda board, clock: random.choice(board.moves))
