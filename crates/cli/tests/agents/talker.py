"""A test agent for the line protocol: plays the first fruit, unless told to sin."""

import ctypes
import os
import signal
import struct
import sys
import threading
import time

sin = sys.argv[1] if len(sys.argv) > 1 else "none"


def say(text):
    print(text, flush=True)


def ponder():
    while True:
        pass


def wake_again_and_again():
    """A timer of the kernel's that sends SIGCONT, which wakes even who was stopped."""
    library = ctypes.CDLL(None, use_errno=True)
    event = struct.pack("@qii48x", 0, signal.SIGCONT, 0)
    timer = ctypes.c_void_p()
    assert library.timer_create(time.CLOCK_REALTIME, event, ctypes.byref(timer)) == 0
    every = struct.pack("@qqqq", 0, 1_000_000, 0, 1_000_000)
    assert library.timer_settime(timer, 0, every, None) == 0


def multiply(marks):
    """Forks without end: each child writes down that it lives, and goes on in its own child."""
    while True:
        os.write(marks, b".")
        if os.fork():
            os._exit(0)


if sin in ("ponder", "ponder-early", "ponder-again"):
    threading.Thread(target=ponder, daemon=True).start()
if sin == "ponder-again":
    wake_again_and_again()
marks = os.open("marks", os.O_CREAT | os.O_RDWR | os.O_APPEND)
if sin == "multiply" and os.fork() == 0:
    multiply(marks)

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
        ready = time.process_time()
        say("readyok")
    elif words[0] == "position":
        board = words[2].split("/")
    elif words[0] == "go":
        if sin == "sleep":
            time.sleep(9000)
        if sin == "ponder" and used is not None and time.process_time() - used > 0.1:
            say("error I could think on the opponent's time")
        if sin == "ponder-early" and used is None and time.process_time() - ready > 0.1:
            say("error I could think before the first question")
        if sin == "ponder-again" and used is not None and time.process_time() - used > 0.1:
            say("error I could wake myself")
        if sin == "multiply" and used is not None and os.fstat(marks).st_size - used > 100:
            say("error my children could outrun the referee")
        if sin == "crash":
            print("last words", file=sys.stderr, flush=True)
            os.abort()
        if sin == "scream":
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        if sin in ("scream", "scream-with-care"):
            while True:
                os.write(2, b"A" * (1 << 20))
        if sin == "leave":
            sys.exit(0)
        if sin == "error":
            say("error I give up")
        if sin == "junk":
            say("bestmove nowhere")
        if sin == "talk":
            while True:
                say("info " + "x" * 10000)
        if sin == "blank":
            while True:
                sys.stdout.write("\n" * 4096)
        if sin == "mumble":
            while True:
                say("info")
                time.sleep(0.01)
        if sin == "complain":
            say("error " + "x" * 60000)
        if sin == "long":
            say("error " + "x" * 1000000)
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
        used = os.fstat(marks).st_size if sin == "multiply" else time.process_time()
    elif words[0] == "quit":
        break
