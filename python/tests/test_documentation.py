"""Every example in a docstring is true, and everything public has a docstring."""

import doctest
import importlib
import inspect
import io
import pkgutil
import re
import sys
from pathlib import Path

import pytest

import fruitrage

MODULES = [
    "fruitrage",
    *(module.name for module in pkgutil.walk_packages(fruitrage.__path__, "fruitrage.")),
]
NAMES = {name: getattr(fruitrage, name) for name in fruitrage.__all__} | {
    "parse_input": fruitrage.parse_input
}


def documented(module):
    """The module, its public functions and classes, and what these have, by name."""
    yield module.__name__, module
    for name in getattr(module, "__all__", vars(module)):
        thing = getattr(module, name)
        if not (inspect.isclass(thing) or inspect.isroutine(thing)):
            continue
        yield f"{module.__name__}.{name}", thing
        for inner, member in vars(thing).items() if inspect.isclass(thing) else ():
            member = getattr(member, "__func__", member)
            if not inner.startswith("_") and (callable(member) or hasattr(member, "__get__")):
                yield f"{module.__name__}.{name}.{inner}", member


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name):
    module = importlib.import_module(name)
    own = {name: getattr(module, name) for name in getattr(module, "__all__", ())}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for place, thing in documented(module):
        text = inspect.getdoc(thing) or ""
        examples = parser.get_doctest(text, NAMES | own | vars(module), place, None, None)
        runner.run(examples)
    assert runner.summarize(verbose=False).failed == 0


def test_everything_public_has_a_docstring():
    without = [
        place
        for name in ["fruitrage", "fruitrage.agent", "fruitrage.players", "fruitrage.env"]
        for place, thing in documented(importlib.import_module(name))
        if not inspect.getdoc(thing)
    ]
    assert without == []


def test_there_are_many_examples():
    parser = doctest.DocTestParser()
    things = documented(fruitrage)
    count = sum(len(parser.get_examples(inspect.getdoc(thing) or "")) for _, thing in things)
    assert count > 60


def guide():
    """docs/python.md, in the repository or beside the tests."""
    folder = Path(__file__).parents[1]
    places = [folder / "python.md", folder.parent / "docs" / "python.md"]
    return next(place for place in places if place.exists()).read_text(encoding="utf-8")


def test_the_guide_is_true(monkeypatch, capsys):
    pytest.importorskip("gymnasium")
    # The agent of the guide has nobody to talk to.
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    blocks = re.findall(r"```python\n(.*?)```", guide(), re.DOTALL)
    names = {}
    for block in blocks:
        exec(re.sub(r"time=[15]\b", "time=0.1", block), names)
    assert len(blocks) == 4
    assert names["Record"].parse(str(names["record"])) == names["record"]
    assert names["boards"].shape == (2048, 10, 10)
