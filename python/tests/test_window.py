"""What people see of a game: a window on a display, and text where there is none."""

import os
import shutil
import struct
import subprocess
import sys
import time

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from fruitrage.env import FruitRageEnv, raw_env, rendering  # noqa: E402

SMALL = {"size": 5, "fruits": 3}


class Display:
    """A display in memory, whose pixels can be looked at."""

    def __init__(self, folder):
        reader, writer = os.pipe()
        screen = ["-screen", "0", "400x400x24", "-fbdir", str(folder), "-nolisten", "tcp"]
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), *screen],
            pass_fds=[writer],
            stderr=subprocess.DEVNULL,
        )
        os.close(writer)
        with os.fdopen(reader) as told:
            self.name = f":{told.readline().strip()}"
        self.memory = folder / "Xvfb_screen0"

    def pixels(self):
        """Red, green and blue of every pixel, from the XWD file that the server keeps."""
        content = self.memory.read_bytes()
        header = struct.unpack(">25I", content[:100])
        size, height, bytes_per_line, colours = header[0], header[5], header[12], header[19]
        start = size + 12 * colours
        rows = np.frombuffer(content, np.uint8, height * bytes_per_line, start)
        return rows.reshape(height, -1, 4)[:, :, 2::-1]

    def count(self, colour):
        return int((self.pixels() == np.array(colour, np.uint8)).all(axis=2).sum())

    def wait_for(self, condition):
        for _ in range(30000):
            if condition():
                return True
            time.sleep(0.01)
        return False

    def shows(self, board):
        """Whether the board is on the screen: as many pixels of each fruit as in its picture."""
        sheet = rendering.picture(board)
        colours = rendering.COLOURS[:3]
        wanted = [(sheet == colour).all(axis=2).sum() for colour in colours]
        return self.wait_for(lambda: [self.count(colour) for colour in colours] == wanted)


@pytest.fixture
def display(tmp_path, monkeypatch):
    if not shutil.which("Xvfb") or not sys.platform.startswith("linux"):
        pytest.skip("Xvfb is missing")
    if subprocess.run([sys.executable, "-c", "import tkinter"], stderr=subprocess.DEVNULL).returncode:
        pytest.skip("tkinter is missing")
    display = Display(tmp_path)
    monkeypatch.setenv("DISPLAY", display.name)
    monkeypatch.setattr(rendering, "FRAMES_PER_SECOND", 1000)
    yield display
    display.process.terminate()
    display.process.wait()


@pytest.mark.parametrize("make", [FruitRageEnv, raw_env])
def test_a_window_shows_every_move(make, display, capsys):
    game = make(**SMALL, render_mode="human")
    game.reset(seed=1)
    assert display.shows(game.game.board)
    # Somewhere on the board is a fruit.
    game.step(int(np.flatnonzero(game.game.board.to_numpy().ravel() >= 0)[0]))
    assert display.shows(game.game.board)
    game.close()
    assert display.wait_for(lambda: all(not display.count(it) for it in rendering.COLOURS[:3]))
    game.reset(seed=2)
    assert display.shows(game.game.board), "a new window opens"
    game.close()
    assert capsys.readouterr().out == ""


def test_a_game_goes_on_when_its_window_is_closed(display):
    game = FruitRageEnv(**SMALL, render_mode="human")
    game.reset(seed=1)
    window = game._screen._window._process
    window.terminate()
    window.wait()
    for _ in range(3):
        game.reset()
        game.step(int(game.action_masks().argmax()))
    game.close()


def test_an_environment_that_is_forgotten_leaves_no_window(display):
    game = FruitRageEnv(**SMALL, render_mode="human")
    game.reset(seed=1)
    window = game._screen._window._process
    del game
    assert window.poll() is not None


@pytest.mark.parametrize("name", [None, "", ":987654"])
def test_text_where_there_is_no_display(name, monkeypatch, capsys):
    monkeypatch.delenv("DISPLAY", raising=False)
    if name is not None:
        monkeypatch.setenv("DISPLAY", name)
    monkeypatch.setattr(rendering, "_has_display", lambda: bool(os.environ.get("DISPLAY")))
    game = raw_env(**SMALL, render_mode="human")
    game.reset(seed=1)
    assert capsys.readouterr().out == rendering.text(game.game.board, (0, 0), coloured=False) + "\n\n"
    game.close()
