"""A window that shows boards, as a program of its own.

It gets frames on its standard input and closes when there will be no more. By itself it never
keeps a learner waiting, and it answers to the mouse while the learner thinks. Nothing but the
standard library is needed, and tkinter only when it runs.
"""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import weakref
from typing import IO, NamedTuple

__all__ = ["Frame", "Window", "main"]

_READY = b"ready\n"
_LOOK_EVERY = 15  # milliseconds


class Frame(NamedTuple):
    """What is shown at one time."""

    caption: str
    """One line of text."""
    picture: bytes
    """A picture in the PPM format."""

    def write(self, stream: IO[bytes]) -> None:
        """Sends it."""
        caption = self.caption.encode()
        stream.write(b"%d %d\n" % (len(caption), len(self.picture)) + caption + self.picture)
        stream.flush()

    @classmethod
    def read(cls, stream: IO[bytes]) -> Frame | None:
        """Receives it; None when there are no more.

        >>> import io
        >>> stream = io.BytesIO()
        >>> Frame("4 - 0", b"P6 1 1 255 abc").write(stream)
        >>> _ = stream.seek(0)
        >>> Frame.read(stream)
        Frame(caption='4 - 0', picture=b'P6 1 1 255 abc')
        >>> Frame.read(stream) is None
        True
        """
        sizes = stream.readline().split()
        if len(sizes) != 2:
            return None
        caption = stream.read(int(sizes[0])).decode()
        return cls(caption, stream.read(int(sizes[1])))


class Window:
    """A window, from the side of whoever has something to show."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        # Also when nobody holds it any more, and at the end of the program.
        self._end = weakref.finalize(self, _end, process)

    @classmethod
    def open(cls) -> Window | None:
        """Opens a window; None where that cannot be done."""
        if not sys.executable:
            return None
        process = subprocess.Popen(
            [sys.executable, "-I", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        window = cls(process)
        if process.stdout is None or process.stdout.readline() != _READY:
            window.close()
            return None
        return window

    def show(self, frame: Frame) -> bool:
        """Shows a frame; False if the window has been closed."""
        if self._process.stdin is None or self._process.poll() is not None:
            return False
        try:
            frame.write(self._process.stdin)
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Closes the window."""
        self._end()


def _end(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout):
        try:
            if stream is not None:
                stream.close()
        except OSError:
            # The last frame found nobody.
            pass
    try:
        process.wait(timeout=2)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def main() -> None:
    """Shows frames from standard input until they end or the window is closed."""
    import tkinter

    window = tkinter.Tk(className="fruitrage")
    window.title("The Fruit Rage")
    window.resizable(False, False)
    caption = tkinter.Label(window, font=("TkDefaultFont", 14), padx=8, pady=6)
    caption.pack()
    board = tkinter.Label(window, borderwidth=0)
    board.pack()
    # Tk forgets pictures that nobody else holds.
    shown: list[tkinter.PhotoImage] = []
    frames: queue.Queue[Frame | None] = queue.Queue()

    def receive() -> None:
        while (frame := Frame.read(sys.stdin.buffer)) is not None:
            frames.put(frame)
        frames.put(None)

    def look() -> None:
        while not frames.empty():
            frame = frames.get()
            if frame is None:
                window.destroy()
                return
            shown[:] = [tkinter.PhotoImage(data=frame.picture, format="ppm")]
            caption.configure(text=frame.caption)
            board.configure(image=shown[0])
        window.after(_LOOK_EVERY, look)

    threading.Thread(target=receive, daemon=True).start()
    window.update()
    sys.stdout.buffer.write(_READY)
    sys.stdout.buffer.flush()
    look()
    window.mainloop()


if __name__ == "__main__":
    main()
