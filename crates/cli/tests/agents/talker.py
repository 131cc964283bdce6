"""A test agent for the line protocol: plays the first fruit, unless told to sin."""

import os
import sys
import threading
import time

sin = sys.argv[1] if len(sys.argv) > 1 else "none"


def say(text):
    print(text, flush=True)


def ponder():
    while True:
        pass


if sin == "ponder":
    threading.Thread(target=ponder, daemon=True).start()

board = []
used = None
name = "talker"
for line in sys.stdin:
    words = line.split()
    if words[0] == "fri":
        if sin == "mute":
            time.sleep(100)
        say("id name talker")
        say("friok")
    elif words[0] == "setoption":
        name = words[-1]
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "position":
        board = words[2].split("/")
    elif words[0] == "go":
        if sin == "sleep":
            time.sleep(100)
        if sin == "ponder" and used is not None and time.process_time() - used > 0.1:
            say("error I could think on the opponent's time")
        if sin == "crash":
            print("last words", file=sys.stderr, flush=True)
            os.abort()
        if sin == "leave":
            sys.exit(0)
        if sin == "error":
            say("error I give up")
        if sin == "junk":
            say("bestmove nowhere")
        if sin == "talk":
            while True:
                say("info " + "x" * 10000)
        if sin == "option" and name != "expected":
            say("error the option did not come")
        say("info depth 1")
        choices = [
            chr(65 + column) + str(row + 1)
            for row, fruits in enumerate(board)
            for column, fruit in enumerate(fruits)
            if fruit != "*"
        ]
        say("bestmove " + ("A99" if sin == "outside" else "Z26" if sin == "illegal" else choices[0]))
        used = time.process_time()
    elif words[0] == "quit":
        break
