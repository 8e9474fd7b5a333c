"""Limit hold'em before the flop, as sim.c writes strategies: one line of play for each hand.

A. Selby's sim.c (1999) describes a player by one choice per hand, made before the betting starts:
``R1C`` means raise, and call if reraised; ``CR1C`` means call, reraise if raised, then call. On a
public tree nothing is lost by that. The choices, called lines, are exactly the sequences after
which the player does not act again. Their probabilities are the realization plan without its other
columns, which are sums of these. The big blind chooses once for a hand that meets a call and once
for a hand that meets a raise, as if they were two hands: ``c84s`` and ``r84s``.

The games here are any deal times :func:`pokerlab.betting.limit`, which `tree` makes from sim.c's
variables. An array or a strategy that does not belong to the game is a ValueError.
"""

from collections.abc import Iterator
from textwrap import wrap

import numpy as np

from pokerlab import betting
from pokerlab._support.arguments import read_floats, refusal, require_count, require_type
from pokerlab.amounts import Amount, read_amount
from pokerlab.cards import HANDS, RANKS
from pokerlab.games import Game, Player
from pokerlab.solutions import Profile
from pokerlab.trees import Tree, split_history

__all__ = [
    "line_probabilities",
    "line_sequences",
    "reached_lines",
    "report",
    "to_plan",
    "tree",
    "weighted_earnings",
]

_NEGLIGIBLE = 1e-9  # A probability below this is reported as 0: solvers are not more exact.
_UNREACHED = "*"  # In a line, what would follow if the opponent ever let the hand get there.
_LINE_WIDTH = 78  # Characters in a line of the report.


def tree(
    nr: int = 1,
    r: Amount = 1,
    an: Amount = 0.5,
    bl: Amount | None = None,
    lim: bool = True,
    liv: bool = True,
) -> Tree:
    """Return the tree that sim.c's variables mean: with its names here, words in `betting.limit`.

    Parameters
    ----------
    nr : int
        How many actions each player has, besides those that end the betting.
    r : amount
        The size of a raise, in chips or, in pot limit, in pots.
    an : amount
        Each player's ante, which is the small blind.
    bl : amount, optional
        The chips that the big blind adds to it; half a raise if left out.
    lim : bool
        Whether raises have that size; otherwise the betting is pot limit.
    liv : bool
        Whether the big blind may still act after a call.

    Examples
    --------
    >>> tree(nr=2, lim=False)
    <Tree pot limit, actions=2: 13 and 12 actions, 17 terminals>
    """
    require_count("nr", nr, at_most=betting.MAX_TURNS)
    size, small_blind = read_amount("r", r, more_than=0), read_amount("an", an, at_least=0)
    big_blind = None if bl is None else small_blind + read_amount("bl", bl, at_least=0)
    return betting.limit(nr, size, small_blind, big_blind, pot_limit=not lim, live=liv)


def line_sequences(limit_tree: Tree, player: Player) -> dict[str, dict[str, int]]:
    """Return a player's lines in a tree: situation to line to the sequence that it leads to.

    A line is ``R0F`` for a fold, ``R0C`` for a call, ``R1F`` for a raise and a fold if reraised,
    and so on; ``R2`` if the second raise is the last allowed; ``CR0C`` for a call and a call.

    Examples
    --------
    >>> {situation: list(lines) for situation, lines in line_sequences(tree(), 1).items()}
    {'c': ['R0F', 'R0C', 'R1'], 'r': ['R0F', 'R0C', 'R1']}
    >>> list(line_sequences(tree(), 0)[""])
    ['R0F', 'R1F', 'R1C', 'CR0F', 'CR0C']
    """
    player = limit_tree.read_player(player)
    continued = {each.sequence_before for each in limit_tree.information_sets[player]}
    by_situation: dict[str, dict[str, int]] = {}
    for sequence, name in enumerate(limit_tree.sequence_names[player]):
        if sequence not in continued:
            actions = split_history(name)
            situation = actions[0][0] if player == 1 else ""
            lines = by_situation.setdefault(situation, {})
            lines[_line_name(_own_actions(player, actions))] = sequence

    def order(item: tuple[str, int]) -> tuple[bool, int, int]:
        """Sort lines by an opening call, the number of raises, and what ends them."""
        line, _ = item
        opens_with_call = line.startswith("C")
        raise_count = int(line.strip("CRF"))
        ending = {"F": 0, "C": 1}.get(line[-1], -1)  # a fold, a call, or neither
        return opens_with_call, raise_count, ending

    return {
        situation: dict(sorted(lines.items(), key=order))
        for situation, lines in sorted(by_situation.items())
    }


def line_probabilities(
    game: Game, player: Player, plan: np.ndarray
) -> tuple[tuple[str, ...], np.ndarray]:
    """Return the probabilities that a (hands, sequences) plan of a player takes each line.

    Returned are the lines, and the probabilities, (situations, hands, lines), which add up to 1
    over the lines. The small blind has one situation. The big blind meets a call or a raise, or
    just a raise if he is not live.
    """
    player = game.tree.read_player(player)
    plan = game.sequence_form.read_plan("plan", player, plan)
    situations = line_sequences(game.tree, player)
    probabilities = np.array([plan[:, list(lines.values())] for lines in situations.values()])
    lines_of_first, *_ = situations.values()  # all situations have the same lines
    return tuple(lines_of_first), probabilities


def to_plan(game: Game, player: Player, probabilities: np.ndarray) -> np.ndarray:
    """Turn the probabilities of lines into a realization plan: every other sequence is a sum.

    They are (situations, hands, lines), as `line_probabilities` returns them.
    """
    player = game.tree.read_player(player)
    passed = _passed(game.tree, player)
    situations, lines, _ = passed.shape
    probabilities = read_floats("probabilities", probabilities)
    shape = situations, len(game.deal.hands[player]), lines
    if probabilities.shape != shape:
        needed_axes = "situations by hands by lines"
        raise refusal("probabilities", f"shape {probabilities.shape}", shape, needed_axes)
    plan = np.einsum("chl,cls->hs", probabilities, passed)
    plan[:, 0] = 1
    return game.sequence_form.read_plan("probabilities", player, plan)


def weighted_earnings(game: Game) -> np.ndarray:
    """Return sim.c's table EV(i, j, k, l): the big blind's winnings, weighted by the deal.

    They are those of two lines with hands ``i`` and ``k``, times the probability of that pair. In
    chips, an array of shape (hands0, lines0, situations, hands1, lines1). It is the matrix that the
    sequence form does without: for hold'em and ``nr=2`` it holds 2.6 million numbers.
    """
    (first,), second = _passed(game.tree, 0), _passed(game.tree, 1)
    # What ends before the big blind acts is counted with one of his situations, not with each.
    second[1:, :, 0] = 0
    earned = np.array(0.0)
    for over_hands, amounts in game.payoff_terms:
        by_line = np.einsum("js,st,clt->jcl", first, amounts, second)
        earned = earned + over_hands[:, None, None, :, None] * by_line[None, :, :, None, :]
    return -earned  # the tree's amounts are the small blind's


def reached_lines(
    game: Game, player: Player, plan: np.ndarray, opponent_plan: np.ndarray
) -> Iterator[tuple[str, dict[str, float]]]:
    """Yield each hand's lines and their probabilities, cut off where the opponent never goes.

    Given are the player's (hands, sequences) plan, and the other one's. A hand comes with its
    situation, as in ``c84s``; a pair is ``rTTo``, and the order is sim.c's. Its lines have
    probabilities above 0. ``R1*`` stands for all that begin with one raise if the opponent never
    reraises, ``*`` for all of a hand that is never reached.
    """
    player = game.tree.read_player(player)
    plan = game.sequence_form.read_plan("plan", player, plan)
    opponent_plan = game.sequence_form.read_plan("opponent_plan", 1 - player, opponent_plan)
    limit_tree, names = game.tree, game.deal.hands[player]
    situations = line_sequences(limit_tree, player).items()
    possible = (game.deal.prior if player == 0 else game.deal.prior.T) > 0
    unreached = np.zeros(plan.shape, bool)  # where the opponent never leads
    for information_set in limit_tree.information_sets[player]:
        leads_there = opponent_plan[:, [information_set.opponent_sequence_before]] > _NEGLIGIBLE
        unreached[:, information_set.sequences_after] = ~(possible @ leads_there)
    for hand in sorted(range(len(names)), key=lambda hand: _order(names, hand)):
        for situation, line_ends in situations:
            lines: dict[str, float] = {}
            for line, sequence in line_ends.items():
                probability = float(plan[hand, sequence])
                if probability > _NEGLIGIBLE:
                    line = _cut_off(limit_tree, player, line, sequence, unreached[hand])
                    lines[line] = lines.get(line, 0) + probability
            is_pair = names[hand] in HANDS and len(names[hand]) == 2
            yield situation + names[hand] + ("o" if is_pair else ""), lines


def report(solution: Profile, pr: int = 6) -> str:
    """Return sim.c's report of a solution, with ``pr`` digits, 1 or more.

    It has the two values, from the big blind's point of view, and whether they agree; then for
    either player the hands that always play the same line, and the probabilities of the others.
    """
    require_type("solution", solution, Profile, "a Solution")
    require_count("pr", pr)
    verdict = (
        "They are the same: that is the value of the game to player 0, the big blind."
        if solution.width <= _NEGLIGIBLE
        else f"They differ by {solution.width:.1e}: the value of the game lies between them."
    )
    primal, dual = (f"{-bound:z.{pr + 3}f}" for bound in (solution.lower, solution.upper))
    parts = [f"Actual primal value {primal}\nActual dual value   {dual}\n{verdict}"]
    for title, player in (("0 (the big blind)", 1), ("1 (the small blind)", 0)):
        text = [f"Strategy for player {title}", *_strategy_report(solution, player, pr)]
        parts.append("\n".join(text))
    return "\n\n".join(parts)


def _strategy_report(solution: Profile, player: int, digits: int) -> list[str]:
    """Return the report of one player's strategy, line by line."""
    game = solution.game
    pure: dict[str, list[str]] = {}  # from the line to the hands that always play it
    mixed: dict[str, dict[str, float]] = {}
    plan, opponent_plan = solution.plans[player], solution.plans[1 - player]
    for hand, lines in reached_lines(game, player, plan, opponent_plan):
        likeliest = max(lines, key=lines.__getitem__)
        if lines[likeliest] > 1 - _NEGLIGIBLE:
            pure.setdefault(likeliest, []).append(hand)
        else:
            mixed[hand] = lines
    lines_of_hands = {*pure}.union(*mixed.values())
    lines_of_first, *_ = line_sequences(game.tree, player).values()
    lines_of_tree = [*lines_of_first]  # the same in all situations
    order = lines_of_tree + sorted(lines_of_hands - {*lines_of_tree})
    text = ["Pure bit:"]
    for line in order:
        if line in pure:
            text.append("--- unreached ---" if line == _UNREACHED else f"--- {line} ---")
            width = max(map(len, pure[line]))
            words = " ".join(hand.ljust(width) for hand in pure[line])
            text += wrap(words, _LINE_WIDTH, break_on_hyphens=False)
    if mixed:
        mixed_lines = [line for line in order if any(line in lines for lines in mixed.values())]
        text += ["Probabilistic bit:", *_table(mixed_lines, mixed, digits)]
    if any(line.endswith(_UNREACHED) for line in order):
        text.append("(* and unreached: the opponent never lets the hand get there.)")
    return text


def _own_actions(player: int, actions: list[str]) -> list[str]:
    """Return a player's own among the actions of both, who take turns: the small blind begins."""
    return actions[player::2]


def _line_name(actions: list[str]) -> str:
    """Return the name of a player's own actions, such as CR1C; ``*`` at the end stands for any."""
    raises = actions.count("raise")
    limp = "C" if actions[0] == "call" and len(actions) > 1 else ""
    letters = {"fold": "F", "call": "C", "check": "C", "raise": "", _UNREACHED: _UNREACHED}
    if actions[-1] not in letters:
        raise refusal("tree", repr(actions[-1]), "the actions of limit betting")
    return f"{limp}R{raises}{letters[actions[-1]]}"


def _cut_off(limit_tree: Tree, player: int, line: str, sequence: int, unreached: np.ndarray) -> str:
    """Return a line, which ends with a sequence, as far as the opponent ever lets the hand go.

    ``unreached``, (sequences,), has the sequences where he never leads.
    """
    while sequence:
        information_set = limit_tree.information_set_of_sequence(player, sequence)
        before = information_set.sequence_before
        if unreached[sequence]:
            actions = split_history(limit_tree.sequence_names[player][before])
            own_actions = _own_actions(player, actions)
            line = _line_name([*own_actions, _UNREACHED]) if before else _UNREACHED
        sequence = before
    return line


def _passed(limit_tree: Tree, player: int) -> np.ndarray:
    """Return the sequences of each line, zeros and ones of (situations, lines, sequences)."""
    ends = np.array([[*lines.values()] for lines in line_sequences(limit_tree, player).values()])
    passed = np.zeros((*ends.shape, len(limit_tree.sequence_names[player])))
    for (situation, line), sequence in np.ndenumerate(ends):
        while sequence:
            passed[situation, line, sequence] = 1
            information_set = limit_tree.information_set_of_sequence(player, sequence)
            sequence = information_set.sequence_before
    passed[:, :, 0] = 1
    return passed


def _order(names: tuple[str, ...], hand: int) -> int:
    """Return a hand's place in sim.c's list: 22, 32o, ..., A2o, then 32s, 33, 43o, ..., A3o."""
    if names != HANDS:
        return hand
    high, low = (RANKS.index(rank) for rank in names[hand][:2])
    return 13 * high + low if names[hand].endswith("s") else 13 * low + high


def _table(lines: list[str], mixed: dict[str, dict[str, float]], digits: int) -> list[str]:
    """Set the probabilities of mixed hands in columns."""
    rows = [["", *lines]]
    for hand, probabilities in mixed.items():
        rows.append([hand, *(f"{probabilities.get(line, 0):.{digits}g}" for line in lines)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
