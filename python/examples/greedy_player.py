"""Takes the largest group, of equal ones the leftmost."""

import fruitrage.agent

fruitrage.agent.run(lambda board, clock: max(board.groups, key=len))
