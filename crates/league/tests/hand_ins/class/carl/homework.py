import helper

# Measured once on the author's machine, and read at every move.
speed = float(open("calibrate.txt").read())

n, p, time, board = helper.read("input.txt")
moves = helper.moves(board)
helper.write("output.txt", board, moves[min(int(speed), len(moves) - 1)])
