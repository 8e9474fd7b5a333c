"""Old addresses of the book: what has moved, a page or a section of one, leads on.

So does the root of the site, which has no page of its own.
"""

import json
from html import escape
from pathlib import Path

BELLMAN = dict.fromkeys(
    [
        "the-recurrence-solves-every-game-that-is-sure-to-end",
        "the-same-works-for-every-game-that-is-sure-to-end",
        "it-works-for-every-game-that-is-sure-to-end",
        "equation-eq-bellman",
        "thm-bellman",
    ],
    "coutts",
)
"""Bellman's recurrence, which two chapters had, one after the other."""

MOVED = {
    "systems": {
        "": "what-rules-cost",
        "equation-eq-sc": "what-rules-cost#exercise-sc",
        "systems-and-mistakes": "what-rules-cost#what-rules-cost",
        "figure-2": "how-to-exploit#figure-1",
        "figure-3": "how-to-exploit#figure-2",
        **dict.fromkeys(
            [
                "one-mbb-of-risk-wins-19-to-34-mbb",
                "equation-eq-safe",
                "the-slope-of-the-curve-says-how-sure-we-have-to-be",
                "after-ten-pushes-a-read-of-a-tight-caller-may-still-lose-"
                "after-a-hundred-it-hardly-ever-does",
                "exercise-pairs-at-eight",
            ],
            "how-to-exploit",
        ),
    },
    "stochastic-games": {
        "reproduced": "scorecard",
        "equation-eq-sg-program": "coutts#equation-eq-gp",
        **dict.fromkeys(
            [
                "snakes-and-ladders-down-a-chute-on-purpose",
                "two-players-the-program-says-0-where-the-truth-is-1",
                "equation-eq-flip",
                "the-flipped-program-is-right-if-a-signed-flow-is-positive",
                "equation-eq-signed",
                "thm-flip",
                "noughts-and-crosses-if-a-miss-costs-the-turn-misses-help-x",
                "equation-eq-misses",
                "eggs-the-best-plan-on-average-is-also-best-in-the-worst-case",
                "equation-eq-sg-turns",
                "thm-eggs",
            ],
            "stochastic-proofs",
        ),
        "exercise-eggs": "stochastic-proofs#thm-eggs",
        "figure-4": "stochastic-proofs#stochastic-games-of-two-players",
        "figure-5": "stochastic-proofs#thm-flip",
        "exercise-weight": "stochastic-proofs#thm-flip",
        "figure-6": "stochastic-proofs#figure-1",
        **{f"index-{n}": f"stochastic-proofs#index-{n - 4}" for n in (4, 5, 6)},
    },
    "equities": {
        "figure-3": "equities#figure-2",
        "a-trillion-showdowns-counted-in-seconds": "equities-more",
        "a-shortcut-can-cost-a-full-point": "equities-more",
        "equation-eq-counts": "equities#an-equity-is-a-ratio-of-whole-numbers",
        "exercise-boards": "equities-more"
        "#an-average-over-renamings-counts-the-boards-too",
    },
    "one-round": {
        "reproduced": "scorecard",
        "an-interior-point-method-gives-nine-digits": "any-amount",
        "hold-em-s-bluffs-are-not-the-worst-hands": "any-amount",
        "figure-8": "any-amount#figure-3",
        "index-6": "any-amount#index-2",
        "equation-eq-table": "one-round#nested-programs-become-one",
        "equation-eq-one-round": "one-round#nested-programs-become-one",
        "equation-eq-merged": "any-amount#equation-eq-merged",
        "exercise-dime": "one-round#exercises",
        "exercise-rule": "one-round#exercises",
    },
    "any-amount": {
        **dict.fromkeys(
            [
                "to-take-home",
                "exercises",
                "further-reading",
            ],
            "one-round",
        ),
        "exercise-any-threes": "one-round#exercises",
        "exercise-any-numbers": "one-round#exercises",
    },
    "exact": {
        "equation-eq-mixed": "exact-more",
        "equation-eq-exact-deal": "exact#gains-and-an-indifference-give-a-fraction",
        "a-guess-will-do-because-the-width-is-the-proof": "exact"
        "#from-a-guess-to-a-proof",
        "exercise-fair": "ten#exercise-even",
        "equation-eq-fold-equity": "exact-more",
        "folds-and-showdowns-race-for-43s": "exact-more",
        "index-5": "exact#index-4",
        "exercise-two-decks": "exact#exercises",
    },
    "luck": {
        **dict.fromkeys(
            [
                "one-sentence-loses-less-than-a-tenth-of-a-point",
                "with-100-chips-each-one-sentence-loses-less-than-a-tenth-of-a-point",
            ],
            "luck#a-short-match-is-over-before-skill-shows",
        ),
        **dict.fromkeys(
            [
                "deep-stacks-each-doubling-divides-the-shortfall-by-almost-seven",
                "thm-exponent",
                "equation-eq-advice",
                "exercise-deck",
            ],
            "luck-proof",
        ),
        **dict.fromkeys(
            [
                "the-deck-and-the-blinds-put-the-number-between-800-and-1500",
                "the-deck-and-the-blinds-put-the-number-near-a-thousand",
            ],
            "luck-proof#why-the-number-is-about-a-thousand",
        ),
        **dict.fromkeys(
            [
                "from-4-to-1024-chips-the-formula-cuts-the-average-loss-by-more-than-"
                "two-thirds",
                "the-formula-does-better-still-but-you-can-t-say-it-in-one-breath",
            ],
            "luck-proof#the-formula-does-better-still-but-you-can-t-say-it-in-one-"
            "breath",
        ),
        "exercise-85": "luck-proof#thm-exponent",
        "figure-3": "luck#figure-1",
        "exercise-ninety-nine": "luck#exercise-rake",
    },
    "match": {
        "push-or-fold-loses-little-in-the-whole-game-too": "match"
        "#push-or-fold-costs-little-in-the-whole-game-too",
        "the-equilibrium-takes-most-of-the-edge-over-the-shover": "luck"
        "#a-short-match-is-over-before-skill-shows",
        **dict.fromkeys(
            [
                "stopping-a-small-match-after-a-while-gives-the-same-value",
                "one-look-at-the-flop-makes-a-limp-worth-less",
                "equation-eq-match-scale",
                "equation-eq-match-limp",
            ],
            "match-proofs",
        ),
    },
    "what-rules-cost": {
        "figure-2": "index#what-does-your-chart-lose",
        "equation-eq-sc": "what-rules-cost#exercise-sc",
        "off-by-one-row-sage-s-calls-lose-eight-times-as-much": "what-rules-cost"
        "#off-by-one-row-sage-s-calls-cost-eight-times-as-much",
        "exercise-pairs-aces-kings": "what-rules-cost#exercise-which-mistake",
    },
    "how-to-exploit": {
        "how-much-to-risk-depends-on-how-sure-we-are": "how-to-exploit"
        "#the-slope-of-the-curve-says-how-sure-we-have-to-be",
        "ten-pushes-tell-you-little-a-hundred-nearly-everything": "how-to-exploit"
        "#after-ten-pushes-a-read-of-a-tight-caller-may-still-lose-after-a-hundred-it-"
        "hardly-ever-does",
        "exercise-only-aces": "how-to-exploit#exercise-folds-needed",
    },
    "contests": {
        "larger-trees-take-more-iterations": "contests"
        "#deeper-stacks-take-more-iterations-and-each-has-more-to-do",
        "as-installed-solving-takes-as-long-as-with-one-thread": "contests"
        "#as-installed-solving-takes-less-than-a-fifth-longer-than-with-one-thread",
    },
    "index": {
        "what-does-your-chart-cost": "index#what-does-your-chart-lose",
        "all-chapters": "index#how-to-read-it",
    },
    "ten": {
        "a-best-response-is-the-same-sum-for-each-of-169-hands": "ten"
        "#a-best-response-is-one-sum-for-each-hand",
        "two-best-responses-judge-any-two-strategies": "ten"
        "#two-best-responses-judge-any-pair-of-strategies",
        "another-deal-another-tree-the-same-proof": "ten"
        "#two-best-responses-judge-any-pair-of-strategies",
    },
    "real-game": dict.fromkeys(
        [
            "without-limps-small-raises-add-nothing-up-to-6-82",
            "small-raises-alone-do-nothing-up-to-6-82",
        ],
        "real-game-proofs#what-raises-can-gain-where-the-half-rule-ends",
    )
    | {"figure-4": "real-game#one-look-at-the-flop-carries-the-proof-to-4-22"},
    "real-game-proofs": {
        "push-or-fold-has-six-limits-in-four-games": "real-game-proofs"
        "#push-or-fold-has-seven-limits-in-four-games",
    },
    "coutts": {
        "how-the-64-was-traced": "cold-cases"
        "#the-tie-64-is-what-you-win-if-you-never-lose-a-tie"
    },
    "cold-cases": dict.fromkeys(
        ["figure-1", "the-line-up"], "cold-cases#to-take-home"
    ),
    "card": {
        "a-few-sizes-of-bet-are-enough-too": "card",
        "an-answer-is-a-list-of-its-own-for-every-question": "card"
        "#every-question-needs-a-list-of-its-own",
        "five-cards-and-what-they-keep": "card#five-cards-earn-nearly-all-of-it",
        "exercise-whole-blinds": "card#exercises",
    },
    "numbers": {
        **dict.fromkeys(
            [
                "what-s-missing-from-the-area-is-a-sum-of-cubes",
                "a-solver-that-s-never-heard-of-areas-agrees",
                "a-solver-that-knows-no-areas-agrees",
            ],
            "numbers-proofs",
        ),
        "good-hands-bet-on-a-curve-and-each-bet-brings-its-bluffs": (
            "numbers-proofs"
        ),
        "equation-eq-newman": "numbers-proofs",
        "in-hold-em-two-pots-are-worth-more-than-half-a-pot": "numbers"
        "#in-hold-em-a-two-pot-bet-is-worth-more-than-a-half-pot-bet",
    },
    "regret": {
        "a-round-costs-two-products-for-each-ending": "regret"
        "#forgetting-makes-it-fast",
        "exercise-one-mbb": "regret#exercises",
    },
    "duality": {
        "reproduced": "scorecard",
        "equation-eq-weigh": "coutts#equation-eq-collect",
        "equation-eq-collect": "coutts",
        "equation-eq-gap": "duality#equation-eq-bill",
        **dict.fromkeys(["equation-eq-gp", "equation-eq-gd"], "coutts"),
        **dict.fromkeys(
            ["every-linear-program-has-a-twin", "equation-eq-dual", "thm-duality"],
            "coutts",
        ),
        **BELLMAN,
        "the-best-flow-uses-only-best-moves": "duality#best-play-has-an-empty-bill",
        **dict.fromkeys(
            [
                "in-the-match-the-flow-shows-every-best-move",
                "the-flow-shows-every-best-move-of-the-match",
            ],
            "coutts#the-greatest-weight-shows-a-best-move",
        ),
    },
    "limit-preflop": {
        "reproduced": "scorecard",
        "kings-limp-so-that-a-second-raise-is-not-safe": "limit-preflop"
        "#kings-limp-so-that-bob-can-t-raise-limpers-at-will",
        "a-good-start-saves-most-of-the-steps": "selby",
        "no-hand-folds-to-a-raise": "limit-preflop#bob-never-folds-at-once",
        "bob-never-folds": "limit-preflop#bob-never-folds-at-once",
        "exercise-start": "limit-preflop#exercises",
        "one-step-of-the-simplex-method-finds-a-bluff": "selby"
        "#one-step-of-the-simplex-method-finds-a-bluff",
        "a-sum-of-maxima-becomes-a-linear-program": "selby"
        "#one-step-of-the-simplex-method-finds-a-bluff",
        "three-steps-of-the-simplex-method-find-a-bluff": "selby"
        "#one-step-of-the-simplex-method-finds-a-bluff",
        "figure-5": "selby#figure-1",
        "a-1999-computer-needs-one-linear-program": "selby"
        "#one-variable-for-each-of-bob-s-answers",
        "index-2": "selby#one-variable-for-each-of-bob-s-answers",
        "equation-eq-sum-max": "selby",
        "equation-eq-simplex-form": "selby",
    },
    "shover": {
        "reproduced": "scorecard",
        "half-a-million-matches-agree-with-the-rules": "coutts",
        "equation-eq-bold": "coutts",
        "figure-3": "coutts#deeper-stacks-climb-a-staircase",
        "exercise-two-thirds": "shover#exercises",
        "policy-iteration-makes-the-same-decisions": "coutts"
        "#policy-iteration-makes-the-same-decisions",
        "index-6": "coutts#policy-iteration-makes-the-same-decisions",
        **BELLMAN,
        **dict.fromkeys(
            [
                "a-maximum-is-two-inequalities-and-a-minimum",
                "equation-eq-max",
            ],
            "duality",
        ),
        "equation-eq-gp": "coutts",
        "index-4": "duality#index-2",
        "index-5": "duality#index-3",
    },
    "fictitious-play": {
        "a-linear-program-agrees": "fictitious-play"
        "#answering-the-average-closes-the-bracket",
        "at-equal-m-antes-change-the-game-a-little": "olivito",
        "equation-eq-m": "olivito",
        "in-push-or-fold-short-stacks-favour-the-small-blind": "fictitious-play"
        "#short-stacks-favour-the-small-blind-deep-ones-the-big-blind",
        "figure-3": "card#figure-2",
        "figure-4": "fictitious-play#figure-1",
        "figure-5": "index#figure-2",
    },
    "gradient-descent": {
        "reproduced": "scorecard",
        "tipton-s-questions-have-short-answers": "tipton"
        "#question-1-the-graph-more-than-triples-and-its-matrix-products-double",
        "aces-lose-as-much-as-the-closest-fold": "gradient-descent"
        "#aces-cost-as-much-as-the-closest-fold",
        "equation-eq-tail": "gradient-descent#equation-eq-rare",
        "figure-4": "tipton#figure-5",
        "index-4": "gradient-descent#one-run-solves-the-game-for-both-players",
        **dict.fromkeys(["figure-5", "figure-6", "figure-7"], "tipton#figure-6"),
    },
    "no-limit": {
        "exercise-no-limp": "no-limit#exercises",
        "figure-3": "no-limit-trees#bob-answers-a-limp-in-three-ways",
        "figure-4": "no-limit-trees#figure-7",
        "reproduced": "no-limit#to-take-home",
        "leaving-out-an-action-can-only-cost-the-player-who-"
        "leaves-it-out": "no-limit"
        "#leaving-out-an-action-can-only-hurt-the-player-who-leaves-it-out",
        "more-raises-for-both-can-cost-the-player-who-acts-first": "no-limit-trees"
        "#more-raises-for-both-can-hurt-the-player-who-acts-first",
        "with-no-bets-from-the-flop-on-the-big-blind-is-ahead-at-every-stack-solved-"
        "from-eight-big-blinds-on": "no-limit-trees"
        "#from-eight-big-blinds-up-the-big-blind-is-ahead",
    },
    "river": {
        "equation-eq-river-defence": "river-more",
        "reproduced": "river#the-better-range-loses-out-of-position",
        "on-these-rivers-only-the-player-in-position-bets-nearly-all-"
        "his-best-hands": "river-more"
        "#only-the-player-in-position-bets-nearly-all-his-best-hands",
        "the-rule-for-the-defence-makes-you-call-too-often": "river-more"
        "#fewer-calls-deter-bluffs-that-could-win-by-checking",
        **dict.fromkeys(
            [
                "fewer-calls-deter-bluffs-that-could-win-by-checking",
                "with-average-ranges-the-rule-has-you-calling-too-often",
                "against-ordinary-ranges-the-rule-makes-you-call-too-much",
                "against-unsorted-ranges-the-rule-makes-you-call-too-much",
                "only-the-player-in-position-bets-nearly-all-his-best-hands",
            ],
            "river-more",
        ),
        "figure-4": "river-more#figure-1",
        "figure-5": "river-more#figure-2",
        **dict.fromkeys(
            [
                "blockers-decide-calls-but-forgetting-one-s-own-costs-little",
                "blockers-decide-calls-but-forgetting-your-own-loses-little",
                "blockers-decide-calls-but-you-lose-little-by-forgetting-yours",
            ],
            "river-more#forgetting-your-own-cards-loses-little",
        ),
        "a-blocker-can-be-worth-an-eighth-of-the-pot": "river-more",
    },
    "no-limit-trees": {
        "with-twenty-big-blinds-one-size-at-each-first-raise-is-"
        "nearly-enough": "no-limit-trees"
        "#one-size-at-each-first-raise-is-nearly-enough",
    },
}
"""Where sections of a page are now, or with no fragment the whole page.

Without a fragment of its own, an address keeps the one that was asked for.
"""
LEAD_ON = """
(() => {
  const moved = %s;
  const leadOn = () => {
    const to = moved[location.hash.slice(1)] ?? moved[""] ?? "";
    const [page, place] = to.split("#");
    const hash = place ? "#" + place : location.hash;
    if (page) location.replace(`${page}.html${hash}`);
  };
  leadOn();
  addEventListener("hashchange", leadOn);
})();
"""
GONE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Moved</title>
<link rel="canonical" href="{page}.html">
<noscript><meta http-equiv="refresh" content="0; url={page}.html"></noscript>
<script>{script}</script>
</head><body><a href="{page}.html">This page has moved.</a></body></html>
"""
DOOR = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<noscript><meta http-equiv="refresh" content="0; url={page}"></noscript>
<script>location.replace("{page}" + location.search + location.hash)</script>
</head><body><a href="{page}">{title}</a></body></html>
"""
"""The root of the site, which leads to the front page, at the place asked for."""


def lead_on(app, pagename, templatename, context, doctree):
    """Let a page lead on to where sections are that it had."""
    if moved := MOVED.get(pagename.removeprefix("book/")):
        context["metatags"] += f"<script>{LEAD_ON % json.dumps(moved)}</script>\n"


def write_gone(app, exception):
    """Write a page that leads on, in the place of one that is gone."""
    if exception or app.builder.format != "html":
        return
    for name, moved in MOVED.items():
        if "" in moved:
            text = GONE.format(page=moved[""], script=LEAD_ON % json.dumps(moved))
            Path(app.outdir, "book", f"{name}.html").write_text(
                text, encoding="utf-8"
            )


def write_door(app, exception):
    """Lead from the root of the site to the front page."""
    if exception or app.builder.format != "html":
        return
    root = app.config.root_doc
    if root == "index":
        return
    text = DOOR.format(title=escape(app.config.html_title), page=f"{root}.html")
    Path(app.outdir, "index.html").write_text(text, encoding="utf-8")


def setup(app):
    """Register with Sphinx."""
    app.connect("html-page-context", lead_on, priority=900)
    app.connect("build-finished", write_gone)
    app.connect("build-finished", write_door)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
