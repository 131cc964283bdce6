"""The example that learns does learn."""

import importlib.util
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")

PATH = Path(__file__).parents[1] / "examples" / "learner.py"


def test_it_beats_greedy(tmp_path, capsys):
    specification = importlib.util.spec_from_file_location("learner", PATH)
    learner = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(learner)
    _, curve = learner.train(steps=200, every=200, pairs=60)
    assert curve[0][2] == 0, "before it has learned anything it is greedy itself"
    _, _, mean, error = curve[-1]
    assert mean > 2 * error
    pytest.importorskip("matplotlib")
    learner.draw(curve, tmp_path / "curve.svg")
    assert (tmp_path / "curve.svg").read_text().count("<path") > 5
