import sys

size = int(open("input.txt").readline())
sys.setrecursionlimit(10000)
print("thinking about a board of", size)
table = {}
print(table["best"])
