"""The environments, by their libraries' own checks and by the rules."""

import hashlib
import pickle
import warnings

import numpy as np
import pytest

import fruitrage.env
from fruitrage import Board, Game, IllegalMove, Move

gymnasium = pytest.importorskip("gymnasium")
pettingzoo_test = pytest.importorskip("pettingzoo.test")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from fruitrage.env import FruitRageEnv, VectorEnv, env, raw_env  # noqa: E402

SMALL = {"size": 5, "fruits": 3}


# PettingZoo's test finds dictionaries and -1 remarkable, but its own games have them, too.
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("make", [env, raw_env])
@pytest.mark.parametrize("reward", ["outcome", "points"])
def test_pettingzoo_api(make, reward, capsys):
    pettingzoo_test.api_test(make(**SMALL, reward=reward), num_cycles=300)


def test_pettingzoo_seeds():
    pettingzoo_test.seed_test(lambda: env(**SMALL), num_cycles=100)


def test_pettingzoo_rendering(capsys, monkeypatch):
    # As text; test_window.py looks at windows.
    monkeypatch.setattr("fruitrage.env.rendering._has_display", lambda: False)
    pettingzoo_test.render_test(lambda **options: env(**SMALL, **options))


def play_randomly(game, seed):
    game.reset(seed=seed)
    rewards = dict.fromkeys(game.agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, _ = game.last()
        rewards[agent] += reward
        over = terminated or truncated
        action = None if over else game.action_space(agent).sample(observation["action_mask"])
        game.step(action)
    return rewards, game.unwrapped.game


@pytest.mark.parametrize("seed", range(5))
def test_rewards_are_what_the_game_says(seed):
    rewards, game = play_randomly(env(**SMALL, reward="points"), seed)
    margin = game.scores[0] - game.scores[1]
    assert rewards == {"player_0": margin, "player_1": -margin}
    rewards, game = play_randomly(env(**SMALL), seed)
    assert sum(rewards.values()) == 0
    assert rewards["player_0"] == (0 if game.winner is None else 1 - 2 * game.winner)


def test_an_illegal_move_loses_or_is_an_exception():
    game = env(**SMALL)
    game.reset(seed=1)
    game.step(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        empty = int(np.flatnonzero(game.last()[0]["action_mask"] == 0)[0])
        game.step(empty)
    assert game.terminations == {"player_0": True, "player_1": True}
    assert game.rewards["player_1"] == -1
    bare = raw_env(**SMALL)
    bare.reset(seed=1)
    bare.step(0)
    with pytest.raises(IllegalMove):
        bare.step(empty)


@pytest.mark.parametrize("opponent", ["greedy", "random", "engine", lambda board: board.moves[0]])
@pytest.mark.parametrize("reward", ["outcome", "points"])
def test_gymnasium_check(opponent, reward, capsys):
    made = gymnasium.make(
        "fruitrage/FruitRage-v0", **SMALL, opponent=opponent, reward=reward, disable_env_checker=True
    )
    check_env(made.unwrapped)


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("seed", range(5))
def test_a_game_against_an_opponent(seat, seed):
    environment = FruitRageEnv(**SMALL, seat=seat, reward="points")
    board, info = environment.reset(seed=seed)
    total, over = info["margin"], False
    environment.action_space.seed(seed)
    while not over:
        assert (info["action_mask"] == (board >= 0).ravel()).all()
        action = environment.action_space.sample(mask=info["action_mask"])
        board, reward, over, _, info = environment.step(action)
        total += reward
    assert total == info["margin"]
    assert seat in (None, environment.seat)
    with pytest.raises(ValueError, match="reset"):
        environment.step(0)


def test_an_illegal_move_loses():
    environment = FruitRageEnv(**SMALL, seat=0)
    environment.reset(seed=1)
    board, *_ = environment.step(0)
    empty = int(np.flatnonzero(board.ravel() < 0)[0])
    _, reward, over, _, info = environment.step(empty)
    assert (reward, over, info["illegal_move"]) == (-1, True, True)


def test_boards_that_the_opponent_takes_whole_are_not_given():
    environment = FruitRageEnv(size=3, fruits=1)
    for seed in range(10):
        environment.reset(seed=seed)
        assert environment.seat == 0
    with pytest.raises(ValueError, match="seat 1"):
        FruitRageEnv(size=3, fruits=1, seat=1).reset(seed=1)


@pytest.mark.parametrize(
    "options",
    [{"size": 0}, {"size": 27}, {"fruits": 11}, {"opponent": "nobody"}, {"seat": 2},
     {"reward": "fame"}, {"render_mode": "smell"}, {"opponent": "engine", "level": 11}],
)
def test_other_options_are_refused(options):
    with pytest.raises((ValueError, OverflowError)):
        FruitRageEnv(**options)


def random_actions(mask, chance):
    return (chance.random(mask.shape) * mask).argmax(axis=1)


@pytest.mark.parametrize("opponent", [None, "greedy", "random"])
@pytest.mark.parametrize(("size", "fruits"), [(1, 1), (2, 1), (4, 3), (7, 10), (26, 2)])
def test_many_games_at_once_follow_the_rules(opponent, size, fruits):
    games = VectorEnv(5, size=size, fruits=fruits, opponent=opponent)
    boards, infos = games.reset(seed=size)
    chance = np.random.default_rng(1)
    totals, finished = np.zeros(5), 0
    if opponent:
        assert (infos["margin"] == 0).all()
    for _ in range(120):
        assert (infos["action_mask"] == (boards >= 0).reshape(5, -1)).all()
        actions = random_actions(infos["action_mask"], chance)
        after, rewards, ended, truncated, infos = games.step(actions)
        assert not truncated.any()
        totals += rewards
        for index in range(5):
            move = Move.from_index(int(actions[index]), size)
            board = Board(boards[index])
            points = board.group(move).points
            expected = board.play(move)
            if opponent is None:
                assert rewards[index] == points
            elif opponent == "greedy" and not expected.is_empty:
                expected = expected.play(max(expected.groups, key=len))
            assert ended[index] == expected.is_empty or opponent == "random"
            if not ended[index] and opponent != "random":
                assert Board(after[index]) == expected
            if ended[index]:
                finished += 1
                if opponent:
                    assert totals[index] == infos["margin"][index]
                totals[index] = 0
        boards = after
    assert finished > 0


def test_margins_of_games_against_oneself_are_the_first_players():
    games = VectorEnv(1, size=5, fruits=3)
    boards, infos = games.reset(seed=3)
    game, ended, chance = Game(Board(boards[0])), [False], np.random.default_rng(1)
    while not ended[0]:
        assert games.to_move()[0] == game.to_move
        actions = random_actions(infos["action_mask"], chance)
        game = game.play(Move.from_index(int(actions[0]), 5))
        _, _, ended, _, infos = games.step(actions)
    assert infos["margin"][0] == game.scores[0] - game.scores[1]


def test_the_same_seed_gives_the_same_games():
    runs = []
    for _ in range(2):
        games = VectorEnv(50, **SMALL, opponent="random", reward="outcome")
        boards, infos = games.reset(seed=7)
        chance, seen = np.random.default_rng(1), [boards]
        for _ in range(60):
            boards, rewards, _, _, infos = games.step(random_actions(infos["action_mask"], chance))
            seen.append(boards)
            assert set(np.unique(rewards)) <= {-1, 0, 1}
        runs.append(np.stack(seen))
    assert (runs[0] == runs[1]).all()
    assert (VectorEnv(50, **SMALL).reset(seed=8)[0] != runs[0][0]).any()


@pytest.mark.parametrize(
    ("size", "fruits", "opponent", "digest"),
    [
        (5, 3, "greedy", "eb342553b4c6dc75"),
        (9, 10, None, "b4eba4bda40c6fd1"),
        (26, 9, "random", "5265e448650d8108"),
    ],
)
def test_the_games_of_a_seed_never_change(size, fruits, opponent, digest):
    games = VectorEnv(50, size=size, fruits=fruits, opponent=opponent)
    boards, infos = games.reset(seed=7)
    seen = hashlib.sha256(boards.tobytes())
    for step in range(200):
        mask = infos["action_mask"]
        chosen = mask.sum(axis=1) * ((step * 7919 + np.arange(50) * 104729) % 1000) // 1000
        actions = (np.cumsum(mask, axis=1) == (chosen + 1)[:, None]).argmax(axis=1)
        boards, rewards, ended, _, infos = games.step(actions)
        told = boards, rewards, ended, infos["action_mask"], infos["margin"], games.to_move()
        for array in told:
            seen.update(array.tobytes())
    assert seen.hexdigest().startswith(digest)


def test_arrays_are_overwritten_only_if_that_is_asked_for():
    for copy in (True, False):
        games = VectorEnv(2, **SMALL, copy=copy)
        boards, infos = games.reset(seed=1)
        mask, before = infos["action_mask"], boards.copy()
        games.step([0, 0])
        assert (boards == before).all() == copy
        assert mask.all() == copy


@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.int32, np.uint64, ">i4"])
def test_actions_of_any_whole_numbers_and_any_layout(kind):
    games, same = VectorEnv(3, **SMALL), VectorEnv(3, **SMALL)
    games.reset(seed=1)
    same.reset(seed=1)
    spread_out = np.array([0, 9, 1, 9, 2, 9], dtype=kind)[::2]
    assert (games.step(spread_out)[0] == same.step([0, 1, 2])[0]).all()


@pytest.mark.parametrize(
    "actions",
    [[0], [0, 0, 0], [[0, 0]], [0.0, 1.0], [0, 25], [0, -1], ["a", "b"], None, [0, 2**63]],
)
def test_other_actions_are_refused_and_change_nothing(actions):
    games = VectorEnv(2, **SMALL)
    before, _ = games.reset(seed=1)
    with pytest.raises((TypeError, ValueError)):
        games.step(actions)
    games.step([0, 0])
    cells = games._cells.reshape(before.shape)
    for index in range(2):
        assert Board(cells[index]) == Board(before[index]).play("A1")


def test_other_games_are_refused():
    for options in [{"num_envs": 0}, {"num_envs": 2**40}, {"num_envs": 2, "opponent": "nobody"}]:
        with pytest.raises((ValueError, MemoryError, OverflowError)):
            VectorEnv(**options)
    with pytest.raises(ValueError, match="reset"):
        VectorEnv(2).step([0, 0])
    with pytest.raises(ValueError):
        VectorEnv(2).reset(seed=-1)
    core = fruitrage._fruitrage.Games(2, 3, 2)
    with pytest.raises(ValueError):
        core.reset(1, np.empty((2, 8), np.int8))
    with pytest.raises(TypeError):
        core.reset(1, np.empty((2, 9), np.int32))
    with pytest.raises(ValueError):
        core.reset(1, np.empty((9, 2), np.int8).T)


def test_afterstates_are_the_boards_after_each_move():
    games = VectorEnv(3, **SMALL)
    boards, _ = games.reset(seed=1)
    owners, actions, points, features = games.afterstates(largest=2)
    for owner, action, gained, row in zip(owners, actions, points, features):
        board, move = Board(boards[owner]), Move.from_index(int(action), 5)
        after = board.play(move)
        counts = sorted((len(group) for group in after.groups), reverse=True)
        assert gained == board.group(move).points
        assert list(row) == [*(counts + [0, 0])[:2], len(counts), after.fruits_left]
    assert len(owners) == sum(len(Board(board).moves) for board in boards)


def test_environments_can_be_pickled():
    assert pickle.loads(pickle.dumps(raw_env(**SMALL))).size == 5
    game = FruitRageEnv(**SMALL, opponent="engine", reward="points", seat=1)
    same = pickle.loads(pickle.dumps(game))
    assert (same.reset(seed=1)[0] == game.reset(seed=1)[0]).all()


def test_open_spiel(capfd):
    pyspiel = pytest.importorskip("pyspiel")
    importlib = pytest.importorskip("importlib")
    importlib.import_module("fruitrage.env.open_spiel")
    for parameters in ["", "(size=1,fruits=1)", "(size=4,fruits=10)"]:
        game = pyspiel.load_game(f"python_fruitrage{parameters}")
        pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)
    with pytest.raises(Exception, match="size"):
        pyspiel.load_game("python_fruitrage(size=99)")
