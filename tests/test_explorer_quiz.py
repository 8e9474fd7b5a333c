"""The explorer's quiz: hands that are dealt, answers, and their score."""

import itertools
import re
from collections import Counter

import numpy as np
import pytest

from pokerlab import betting, cards, deals, ranges
from pokerlab.games import Game
from pokerlab.solvers import double_oracle
from tests.conftest import HTML, NARROW, WIDE
from tests.explorer import (
    ACTIONS,
    DEAL,
    FOLDER,
    PHONE,
    SEATS,
    TABLET,
    TEN,
    Tool,
    earns,
    near,
    number,
    number_in,
    solved,
)

pytestmark = pytest.mark.browser


def test_a_game_against_a_locked_range_is_priced_by_the_free_game(open_tool):
    locks = "locks=1/push/22%2B,+A2s%2B;seat=0;seed=9;kept=stack%3D9"
    tool = open_tool(f"#push-fold?{locks}")
    table = tool.all(".explorer-table")
    hand = re.search(r"you hold .* \((\w+)\)", table.inner_text())[1]
    for telling in ("section", ".explorer-views", ".explorer-mixing > p"):
        assert not tool.all(telling).first.is_visible()
    tool.press("f")
    tool.click("End")
    assert tool.evaluate("document.activeElement.textContent") == "New game"
    assert tool.all("section").is_visible()
    worth = TEN.action_values(0, TEN.plan(1, {"call": "22+, A2s+"}))
    pushes = (worth[:, 2] > worth[:, 1]).astype(float)
    pushes[cards.HAND_INDEX[hand]] = 0
    lost = solved(10).payoff - TEN.guarantee(0, TEN.plan(0, {"push": pushes}))
    assert number_in(r"can win ([\d.]+) mbb", table.inner_text()) == near(1000 * lost, 0.06)
    tool.set_to("#push-fold?seat=2;seed=5")
    for deal, seat in enumerate(SEATS * 2, 1):
        assert f"Deal {deal}, {seat}: you hold" in table.inner_text()
        tool.click("fold")
    tool.click("End")
    told = table.inner_text()
    assert (*re.findall(r"Your range as the (.*), of", told),) == SEATS
    assert told.count("can win") == 2
    tool.fill("Stack, big blinds", "9")
    assert table.inner_text() == ""
    assert "seed" not in tool.address and tool.view(0, "[role=grid]").is_visible()


@pytest.mark.parametrize("player", [0, 1])
def test_a_game_pays_prices_mistakes_and_can_be_repeated(player, open_tool):
    tool, solution, action = open_tool(), solved(10), ACTIONS[player]
    table = tool.begin(player)
    assert not tool.cell(0, "AA").is_visible()
    first, asked, played = table.inner_text(), Counter(), tool.address
    lost = dict(zip(cards.HANDS, -np.diff(earns(solution, player)[:, 1:])[:, 0], strict=True))
    for key in ("2", action[0], action[0].upper(), "2", "2") * 5:
        hand = re.search(r"you hold .* \((\w+)\)", table.inner_text())[1]
        asked[hand] += 1
        tool.press(key)
        said = table.locator("div p").first.inner_text()
        found = re.search(r"a mistake of (?:less than )?([\d.]+) mbb", said)
        assert said.startswith(f"{action} with {hand}: ")
        assert float(found[1] if found else 0) == near(1000 * max(lost[hand], 0), 0.1)
        own, other, paid = re.search(r"had (\w+), .* (\w+)\. It pays (\S+) bb", said).groups()
        shown = 10 * DEAL.net_shares[DEAL.hand_index(0, own), DEAL.hand_index(0, other)]
        assert own == hand and number(paid) == near(1 if ": fold" in said else shown, 0.006)
    prices = {hand: many * max(lost[hand], 0) for hand, many in asked.items()}
    told, total = table.inner_text(), sum(prices.values())
    assert "After 25 decisions" in told and total > 0
    assert number_in(r"mistakes ([\d.]+) mbb", told) == near(1000 * total, 0.06)
    dearest = sorted((h for h in prices if prices[h] > 1e-6), key=prices.get, reverse=True)[:5]
    where = ("opening: push", "after push: call")[player]
    for hand, row in zip(dearest, tool.all("details li").all_inner_texts(), strict=True):
        times = f", {asked[hand]} times" if asked[hand] > 1 else ""
        said, loss = re.fullmatch(r"(.*), lost (?:less than )?([\d.]+) mbb", row).groups()
        assert said == f"{hand}, {where}{times}" and float(loss) == near(1000 * prices[hand], 0.1)
    told = tool.click("End").all(".explorer-table").inner_text()
    own = ranges.parse_range(re.search(r"asked about: (.*)\.\n", told)[1])
    assert {cards.HANDS[h] for h in own.hand_weights.nonzero()[0]} == {*asked}
    weights = solution.probability(player, action).copy()
    weights[[cards.HAND_INDEX[hand] for hand in asked]] = 1
    least = TEN.guarantee(player, TEN.plan(player, {action: weights}))
    exploited = abs(solution.payoff - least)
    assert number_in(r"can win ([\d.]+) mbb", told) == near(1000 * exploited, 0.1)
    tool.click(f"See what it loses: lock the {SEATS[player]}'s range")
    assert "range loses" in tool.text("losses")
    assert open_tool(played).all(".explorer-table").inner_text() == first


@pytest.mark.parametrize("kept", ["score", ""])
def test_close_decisions_are_asked_and_the_score_is_kept(kept, browser):
    """Or is not, where the browser keeps nothing; one of all games, as it was once, is dropped."""
    link = r'href="(explorer.html#push-fold\?[^"]*close=50[^"]*)"'
    (address,) = re.findall(link, (HTML / "book/index.html").read_text().replace("&amp;", "&"))
    lost = [abs(np.diff(earns(solved(10), player)[:, 1:])[:, 0]) for player in (0, 1)]
    hidden = "Object.defineProperty(window, 'localStorage', { get() { throw Error(); } })"
    with browser.new_page(bypass_csp=True) as page:
        if not kept:
            page.add_init_script(hidden)
        page.goto(FOLDER)
        if kept:
            page.evaluate("localStorage.setItem('score push-fold', '[12, 7, 303]')")
        rounds, right_before, lost_before = [], 0, 0.0
        for begun in (0, 6 * bool(kept)):
            page.goto("about:blank")
            page.goto(f"{(HTML / 'book').as_uri()}/{address}")
            table = Tool(page, "#push-fold").settle().all(".explorer-table")
            table.get_by_text("Deal 1").wait_for()
            rounds.append([])
            if begun:
                keys = page.evaluate("Object.keys(localStorage)")
                assert [key for key in keys if key.endswith(" push-fold")] == [f"{kept} push-fold"]
            for many in range(6):
                told = table.inner_text()
                player = int("big blind: you" in told)
                hand = re.search(r"you hold .* \((\w+)\)", told)[1]
                assert lost[player][cards.HAND_INDEX[hand]] <= 0.05
                rounds[-1].append(hand)
                page.locator("#push-fold .explorer-choices button:visible").first.click()
                told = table.inner_text()
                own = re.search(r"(\d+) of (\d+) right, mistakes (?:less than )?(\S+) mbb", told)
                right, lost_here = int(own[1]), number(own[3])
                assert int(own[2]) == many + 1 >= right
                score = re.search(
                    r"All your games with these settings, in either seat: "
                    r"(\d+) of (\d+) right, (\S+) mbb lost a decision",
                    told,
                )
                assert bool(score) == bool(begun), "the same is not told twice"
                if begun:
                    answers, lost_in_all = begun + many + 1, lost_before + lost_here
                    assert [int(score[1]), int(score[2])] == [right_before + right, answers]
                    assert number(score[3]) == near(lost_in_all / answers, 0.05 + 0.2 / answers)
            right_before, lost_before = right, lost_here
        assert rounds[0] != rounds[1]


def test_where_my_own_range_is_locked_right_is_what_it_does(open_tool):
    """However tight the opponent is who knows that range."""
    tool = open_tool("#push-fold?stack=7;locks=0//22%2B,+A2%2B,+K9s:0.5;seat=0;seed=5")
    rule = tool.paragraph("As the small blind you play your locked range")
    chart = ranges.parse_range("22+, A2+, K9s:0.5").hand_weights
    share = chart @ cards.HAND_PROBABILITIES
    said = f"(opening: fold {1 - share:.0%}, push {share:.0%} of hands): right is"
    assert said in rule.inner_text()
    assert rule.inner_text().endswith("and only how often you are right is counted.")
    pushing = np.diff(earns(solved(7), 0)[:, 1:])[:, 0]  # rather than folding
    table, right, priced, wrong = tool.all(".explorer-table"), 0, 0, []
    seven = Game(DEAL, betting.push_fold(7))
    response, _ = seven.best_response(1, seven.plan(0, {"push": chart}))
    against = np.diff(seven.action_values(0, response)[:, 1:])[:, 0]
    for many in range(1, 31):
        hand = re.search(r"you hold .* \((\w+)\), with 7 big blinds", table.inner_text())[1]
        key = "fp"[many % 2]
        tool.press(key)
        action, pushes = {"f": "fold", "p": "push"}[key], chart[cards.HAND_INDEX[hand]]
        is_right = pushes > 0 if key == "p" else pushes < 1
        does = "pushes" if pushes else "folds"
        told = f"by your own chart, which {f'{does} it.' if pushes in (0, 1) else 'folds 50%'}"
        said = table.locator("div p").first.inner_text()
        assert said.startswith(f"{action} with {hand}: {'right' if is_right else 'wrong'} {told}")
        price = rf"Against this big blind, who knows your chart, {action} earns "
        price += r"([\d.]+) mbb (less|more) than what your chart does\."
        assert bool(re.search(price, said)) != is_right
        if not is_right:
            amount, more = re.search(price, said).groups()
            gains = against[cards.HAND_INDEX[hand]] * (1 if key == "p" else -1)
            assert (1 if more == "more" else -1) * number(amount) == near(1000 * gains, 0.06)
        gain = pushing[cards.HAND_INDEX[hand]]
        goes_wrong = (gain > 1e-6 and pushes < 1) or (gain < -1e-6 and pushes > 0)
        best = f"Against best play, {'push' if gain > 0 else 'fold'} earns"
        assert (best in said) == goes_wrong == ("best play" in said)
        if goes_wrong:
            lost = 1000 * max(-gain * pushes, gain * (1 - pushes))
            told_of_best = said.partition(best)[2]
            assert number_in(r"^ ([\d.]+) mbb more than what your", told_of_best) == near(
                lost, 0.06
            )
            priced += 1
        right += is_right
        wrong += [] if is_right else [hand]
        assert f", {right} of {many} right by your own chart." in table.inner_text()
    assert not tool.all(".explorer-model").is_visible(), "its command has the range"
    assert 0 < right < 30 and priced and " lost" not in table.inner_text()
    listed = tool.all("details ol li").all_inner_texts()
    assert {text.split(",")[0] for text in listed} <= {*wrong} and "lost" not in "".join(listed)
    told = tool.click("End").all(".explorer-table").inner_text()
    assert told.count(f"{right} of 30 right by your own chart") == 1 and "can win" not in told
    assert tool.all(".explorer-model").is_visible()


def test_a_game_begins_at_what_is_asked_and_tab_leads_to_the_answers(open_tool):
    tool = open_tool("#push-fold?stack=7;seat=0;seed=5")
    question, focused = tool.all(".explorer-question"), "e => e === document.activeElement"
    question.get_by_text("Deal 1:").wait_for()
    asked, decision = question.inner_text(), tool.root.get_by_role("group", name="Your decision")
    for _ in range(2):
        assert decision.evaluate(focused) and question.inner_text() in decision.inner_text()
        tool.press("Space")
        assert "Deal 1:" in question.inner_text(), "Space scrolls, and answers nothing"
        tool.press("Tab")
        assert tool.evaluate("document.activeElement.textContent") == "fold"
        tool.click("New game")
    assert question.inner_text() != asked
    tool.press("Tab")
    tool.press("Enter")
    assert "Deal 2:" in question.inner_text()
    assert tool.evaluate("document.activeElement.textContent") == "fold"


def test_a_quiz_that_an_open_page_is_led_to_hears_keys_at_once(open_tool):
    """Of a tool that was out of sight, too, and whose game had been solved before."""
    assert not open_tool("#no-limit").all(".explorer-question").is_visible()
    tool = open_tool("#push-fold?stack=10")
    tool.page.evaluate("location.hash = '#no-limit?seat=0;seed=5'")
    quiz = Tool(tool.page, "#no-limit")
    quiz.all(".explorer-question").wait_for()
    assert quiz.evaluate("document.activeElement.closest('.explorer-table') !== null")


def test_while_a_game_goes_on_only_that_charts_are_hidden_is_told_besides(open_tool):
    tool = open_tool()
    tool.begin(0)
    voice = tool.all(".explorer-voice")
    tool.page.wait_for_function("e => e.textContent", arg=voice.element_handle())
    hidden = "Charts, and what prints or saves them, are hidden while you play."
    assert voice.inner_text() == hidden


def test_a_game_can_be_sent_while_it_goes_on(open_page, open_tool):
    tool = open_tool("#push-fold?stack=7;seat=0;seed=5")
    question = tool.all(".explorer-question")
    question.get_by_text("Deal 1:").wait_for()
    first = question.inner_text()
    for key in "fp":
        tool.press(key)
    assert question.inner_text() != first
    tool.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tool.click("Copy link")
    said = "The link is copied: it begins this game at its first deal."
    told = tool.all(".explorer-remark", has_text=said)
    told.wait_for()
    link = tool.evaluate("navigator.clipboard.readText()")
    sent = open_page(f"#{link.partition('#')[2]}").all(".explorer-question")
    assert sent.inner_text() == first
    tool.click("End")
    assert tool.button("Copy link").count() == 1 and told.count() == 0


def test_against_a_locked_opponent_the_best_answer_is_right(open_tool):
    tool = open_tool("#push-fold?stack=10;locks=1/push/random;seat=0;seed=5")
    said = "what is locked of the big blind (after push: random): right is the best answer"
    tool.paragraph(said).wait_for()
    worth = TEN.action_values(0, TEN.plan(1, {"call": "random"}))
    table = tool.all(".explorer-table")
    for _ in range(12):
        hand = re.search(r"you hold .* \((\w+)\)", table.inner_text())[1]
        tool.press("p")
        gain = worth[cards.HAND_INDEX[hand], 2] - worth[cards.HAND_INDEX[hand], 1]
        lost = re.search(r"a mistake of ([\d.]+) mbb", table.locator("div p").first.inner_text())
        assert float(lost[1] if lost else 0) == near(1000 * max(-gain, 0), 0.06)


@pytest.mark.parametrize("kept", ["null", '{"": null}', '{"": {}}', '{"": ["a", null, 1, "x"]}'])
def test_a_damaged_score_is_begun_anew(kept, open_page):
    tool = open_page("#push-fold")
    tool.page.evaluate("kept => localStorage.setItem('score push-fold', kept)", kept)
    tool.set_to("#push-fold?seat=0;seed=5")
    table = tool.all(".explorer-table")
    table.get_by_text("Deal 1").wait_for()
    tool.press("f")
    told = table.inner_text()
    assert number_in(r"After (\d+) decisions?:", told) == 1 and "NaN" not in told


def test_each_game_has_a_score_of_its_own(open_page):
    tool = open_page("#push-fold")

    def play(address, keys):
        table = tool.set_to(address).all(".explorer-table")
        table.get_by_text("Deal 1").wait_for()
        assert "All your games" not in table.inner_text()
        for key in keys:
            tool.press(key)
        told = table.inner_text()
        own = int(number_in(r"After (\d+) decisions?:", told))
        every = re.search(
            r"All your games with these settings, in either seat: \d+ of (\d+) right", told
        )
        return int(every[1]) if every else own

    assert play("#push-fold?stack=7;seat=0;seed=5", "ff") == 2
    assert play("#push-fold?stack=9;seat=0;seed=5", "f") == 1
    assert play("#push-fold?stack=7;seat=1;seed=6", "fff") == 5
    assert play("#push-fold?stack=7;seat=0;seed=5;close=200", "f") == 1
    assert play("#push-fold?stack=7;locks=1/push/AA;seat=0;seed=5", "f") == 1
    tool.set_to("#push-fold?stack=7;seat=0;seed=7")
    tool.press("f")
    told = tool.click("End").all(".explorer-table").inner_text()
    assert "of the 1 hand that you were asked about" in told and "of 6 right" in told


@pytest.mark.parametrize("viewport", [WIDE, NARROW])
@pytest.mark.parametrize("name", ["push-fold", "no-limit"])
def test_a_verdict_names_its_hand_and_stands_above_the_next_one(name, viewport, open_page):
    tool = open_page(f"#{name}?seat=0;seed=5", viewport=viewport)
    told, question = tool.all(".explorer-told"), tool.all(".explorer-question")
    question.get_by_text("Deal 1:").wait_for()
    assert told.inner_text() == "Here you are told how you played a hand."
    titles, places = set(), set()
    for key in "1222" * 4:
        deal, hand = re.search(r"(Deal \d+): you hold .* \((\w+)\)", question.inner_text()).groups()
        tool.press(key)
        title = told.locator("strong").inner_text()
        goes_on = question.inner_text().startswith(f"{deal}:")
        words = "This hand so far" if goes_on else "The last hand"
        assert title == f"{words}, {hand}" and f" with {hand}: " in told.inner_text()
        above, below = told.bounding_box(), question.bounding_box()
        assert above["y"] + above["height"] <= below["y"]
        assert "After " not in told.inner_text()
        totals = tool.all(".explorer-table > div", has_text=re.compile("^After")).bounding_box()
        assert totals["y"] > tool.all(".explorer-choices").bounding_box()["y"]
        titles.add(words)
        places.add(below["y"] - tool.all(".explorer-table").bounding_box()["y"])
    assert len(titles) == 1 + (name == "no-limit")
    assert name == "no-limit" or len(places) == 1, "what is asked stays in its place"
    tool.click("End")
    assert told.locator("strong").count() == 0


def test_a_game_that_is_changed_while_it_goes_on_is_told_to_end(open_page, open_tool):
    tool = open_tool("#push-fold?stack=10;seat=0;seed=5")
    table = tool.all(".explorer-table")
    tool.press("f")
    tool.press("x")
    tool.paragraph("x chooses nothing: type 1 for fold or 2 for push.").wait_for()
    question = tool.all(".explorer-question")
    asked = question.inner_text()
    ended = "You have chosen how close decisions are, and another game begins; "
    ended += "the last one ended after 1 decision."
    tool.label("closer than").select_option("50")
    tool.settle()
    assert "Deal 2:" in asked and "Deal 1:" in question.inner_text(), "it counts at once"
    assert "close=50" in tool.address and ended in tool.all(".explorer-told").inner_text()
    tool.click("New game")
    assert "close=50" in tool.address
    assert "Deal 1:" in question.inner_text() and "You have changed" not in table.inner_text()
    tool.press("f")
    tool.press("x")
    tool.fill("Stack, big blinds", "9")
    ended = ended.replace(
        "chosen how close decisions are, and another game", "changed the game, and another"
    )
    assert ended in table.inner_text() and "Deal 1:" in table.inner_text()
    assert "x chooses" not in tool.root.inner_text()
    tool.click("End")
    assert open_page(tool.address).view(0, "[role=grid]").is_visible(), "what is sent has charts"


def test_close_decisions_do_not_run_out(open_tool):
    """Hardly a hand is as close as that: those that are come again."""
    tool = open_tool("#push-fold?seat=0;close=20;seed=5")
    table = tool.all(".explorer-table")
    table.get_by_text("Deal 1").wait_for()
    tool.set_to("#push-fold?stack=7;seat=1;close=20;seed=5")  # there is but one
    table.get_by_text("Deal 1").wait_for()
    for decision in range(1, 26):
        assert "you hold" in table.inner_text()
        tool.press("1")
        assert f"After {decision} decision" in table.inner_text()


@pytest.mark.parametrize("name", ["preflop", "one-round", "no-limit", "river"])
def test_every_game_is_played_by_keys_and_shows_both_hands(name, open_tool):
    tool, played = open_tool(f"#{name}"), {}
    for seat in (0, 1):
        said, won, hands = tool.begin(seat), 0, 0
        said.get_by_text("Deal 1").wait_for()
        first = said.inner_text()
        tool.page.wait_for_function(f"location.hash.includes('seat=1') === {seat} > 0")
        for decision in range(1, 13):
            tool.press("2" if decision % 4 else "1")
            told = said.inner_text()
            if over := re.search(r"You had (\w+), .* (\w+)\. It pays (\S+) ", told):
                dealt = r"[AKQJT2-9]{2}[so]?|([AKQJT2-9][cdhs]){2}"
                assert all(re.fullmatch(dealt, hand) for hand in over.groups()[:2])
                won, hands = won + number(over[3]), hands + 1
            score = number_in(rf"After {decision} decisions?: (\S+) ", told)
            assert score == near(won, 0.005 * hands + 0.006)
        assert hands > 2 and f"Deal {hands + 1}:" in told
        played[tool.address] = first
        tool.click("End")
        unit = "thousandths of the pot" if name == "river" else "mbb"
        assert number_in(rf"can win ([\d.]+) {unit}", said.inner_text()) >= 0
    for address, first in played.items():
        repeated = open_tool(address).all(".explorer-table")
        repeated.get_by_text("Deal 1").wait_for()
        assert repeated.inner_text() == first


def test_a_game_asks_no_hand_again_so_soon(open_tool):
    tool = open_tool("#push-fold?stack=10;seed=11")
    table, hands = tool.begin(0), []
    for _ in range(60):
        hands.append(re.search(r"you hold .* \((\w+)\)", table.inner_text())[1])
        tool.press("1")
    assert all(len({*hands[at : at + 40]}) == 40 for at in range(20))


@pytest.mark.parametrize("name", ["push-fold", "no-limit", "river"])
def test_on_a_phone_a_button_beside_the_first_chart_begins_a_quiz_in_one_view(name, page_on):
    with page_on(**PHONE) as page:
        page.goto(f"{FOLDER}#{name}")
        tool = Tool(page, f"#{name}").settle()
        tool.all(".explorer-value", has_text="proven within").wait_for()
        opener = tool.button("Quiz: play against these charts")
        chart, knob = tool.view(0, "[role=grid]").bounding_box(), opener.bounding_box()
        assert 0 < chart["y"] - knob["y"] < 150 and min(knob["width"], knob["height"]) >= 44
        opener.tap()
        said, question = tool.all(".explorer-told"), tool.all(".explorer-question")
        question.get_by_text("Deal 1").wait_for()
        for _ in range(3):
            buttons = tool.all(".explorer-choices button").all()
            sizes = [button.bounding_box() for button in buttons]
            assert all(min(size["width"], size["height"]) >= 44 for size in sizes)
            for size in (said.bounding_box(), question.bounding_box(), *sizes):
                assert size["y"] > 55 and size["y"] + size["height"] <= NARROW["height"]
            buttons[-1].tap()
        ends = [tool.button(text).bounding_box() for text in ("New game", "End")]
        assert min(size["height"] for size in ends) >= 44


def test_in_a_quiz_with_my_range_it_is_said_which_decisions_are_close(open_tool):
    said = "Which decisions are close is counted without locks."
    for close in ("50", ""):
        tool = open_tool(f"#push-fold?stack=7;locks=0//22%2B,+A2%2B;seat=0;seed=5;close={close}")
        rule = tool.paragraph("As the small blind you play your locked range")
        rule.wait_for()
        assert (said in rule.inner_text()) == bool(close)


def test_on_a_phone_the_buttons_of_a_quiz_stay_where_they_are(page_on):
    with page_on(**PHONE) as page:
        page.goto(f"{FOLDER}#push-fold?stack=7;seat=2;seed=3")
        actions = page.locator("#push-fold .explorer-choices")
        actions.locator("button").first.wait_for()
        places = set()
        for _ in range(8):
            actions.locator("button").first.tap()
            page.wait_for_timeout(50)
            places.add(round(actions.bounding_box()["y"]))
        assert len(places) == 1


def test_what_answers_a_quiz_is_out_of_sight_while_it_goes_on(open_tool):
    tool = open_tool("#push-fold?stack=7;locks=0//22%2B,A2%2B,72o;kept=stack%3D9")
    losses = tool.all(".explorer-losses", has_text="most with")
    changes = tool.all(".explorer-changes", has_text="Compared with the kept charts")
    command = tool.all(".explorer-model")
    listed = tool.all("details", has=tool.page.locator(".explorer-locks"))
    listed.evaluate("e => { e.open = true; }")
    for part in (losses, changes, command):
        part.wait_for()
    table = tool.begin(0)
    worst = tool.all("div", has_text="Not as your chart:").last
    for key in "fpfpfpfp":
        tool.press(key)
        for part in (losses, changes, command, worst):
            assert part.count() == 0 or not part.is_visible()
    assert listed.get_attribute("open") is None
    assert "of 8 right by your own chart" in table.inner_text()
    tool.click("End")
    for part in (losses, changes, command, worst):
        assert part.is_visible()
    tool = open_tool("#river?seat=0;seed=5")
    tool.all(".explorer-question", has_text="Deal 1").wait_for()
    assert not tool.all(".explorer-parts").first.is_visible()
    tool.click("End")
    assert tool.all(".explorer-parts").first.is_visible()


def test_close_says_that_it_is_about_the_best_two_actions(open_tool):
    tool = open_tool("#no-limit")
    choices = tool.label("Only decisions closer than").locator("option").all_text_contents()
    expected = ["any: all decisions", *(f"{n} mbb" for n in (20, 50, 100, 200))]
    assert sorted(choices) == sorted(expected)
    help_text = tool.all("details", has_text="Play against it").first.text_content()
    assert "A decision is close if its best two actions earn nearly the same" in help_text


def test_what_is_pressed_twice_while_the_page_solves_is_done_once(open_page):
    tool = open_page("#push-fold")
    tool.settle()
    tool.evaluate(
        """() => {
            window.printed = 0;
            window.print = () => { window.printed++; };
            const box = document.querySelector('#push-fold input[type=text]');
            box.value = '13.37';
            box.dispatchEvent(new Event('change'));
            window.wasBusy = document.querySelector('#push-fold').ariaBusy;
            const buttons = [...document.querySelectorAll('#push-fold button')];
            const print = buttons.find(button => button.textContent === 'Print');
            print.click();
            print.click();
        }"""
    )
    assert tool.evaluate("wasBusy") == "true"
    tool.page.wait_for_function("printed")
    tool.settle().page.wait_for_timeout(300)
    assert tool.evaluate("printed") == 1
    tool.click("Print")
    assert tool.evaluate("printed") == 2


def test_while_a_quiz_goes_on_it_is_said_where_the_charts_are_and_how_to_see_them(open_tool):
    tool = open_tool("#push-fold?stack=7;seat=0;seed=5", viewport=NARROW)
    notice = tool.paragraph("Charts, and what prints or saves them, are hidden while")
    chart = tool.view(0, "[role=grid]")
    assert notice.is_visible() and not chart.is_visible()
    value, quiz = (tool.all(f".explorer-{part}").bounding_box() for part in ("value", "game"))
    assert value["y"] < notice.bounding_box()["y"] < quiz["y"]
    tool.click("End the quiz to see the charts")
    assert chart.is_visible() and not notice.is_visible() and "seed" not in tool.address
    assert 0 <= chart.bounding_box()["y"] < NARROW["height"], "there one looks"
    assert tool.button("Print").is_visible()


@pytest.mark.parametrize("leaves", [False, True])
def test_what_is_typed_while_a_quiz_goes_on_moves_no_page(leaves, open_page):
    tool = open_page("#push-fold?stack=7;seat=0;seed=5", viewport=NARROW)
    told = tool.all(".explorer-told")
    box = tool.box("Stack, big blinds")
    box.scroll_into_view_if_needed()
    before = tool.evaluate("scrollY")
    box.fill("9")
    if leaves:
        box.evaluate("box => box.blur()")
    else:
        box.press("Enter")
    told.get_by_text("You have changed the game, and another begins").wait_for()
    assert tool.evaluate("new Promise(done => setTimeout(() => done(scrollY), 300))") == before


def test_a_quiz_of_close_hands_says_how_many_there_are(open_tool):
    tool = open_tool("#push-fold?stack=4;seat=0;close=20;seed=7")
    game = Game(deals.holdem(), betting.push_fold(4))
    earned = game.action_values(0, double_oracle.solve(game).plans[1])
    close = int((np.abs(earned[:, 1] - earned[:, 2]) <= 0.02).sum())
    told = f"Hands with a decision that close: {close} of 169 as the small blind."
    few = tool.paragraph(f"{told} So few come again and again; for more, choose a larger")
    few.first.wait_for()
    assert 0 < close < 6
    tool.set_to("#push-fold?stack=4;seat=0;close=50;seed=7")
    tool.paragraph("Hands with a decision that close: 10 of 169").first.wait_for()
    assert not few.count()


def test_a_quiz_of_few_hands_asks_of_none_twice_in_a_row(open_tool):
    for setting, count in ("stack=4;seat=0", 3), ("stack=15;seat=1", 2):
        tool = open_tool(f"#push-fold?{setting};close=20;seed=7")
        question, asked = tool.all(".explorer-question"), []
        for deal in range(1, 31):
            question.get_by_text(f"Deal {deal}:").wait_for()
            asked.append(re.search(r"\((\w+)\)", question.inner_text())[1])
            tool.press("1")
        assert len({*asked}) == count
        assert all(one != other for one, other in itertools.pairwise(asked))


@pytest.mark.parametrize("game", ["push-fold?stack=7", "preflop?"])
def test_on_a_tablet_the_buttons_of_a_quiz_are_high_and_stay_where_they_are(game, page_on):
    with page_on(**TABLET) as page:
        page.goto(f"{FOLDER}#{game};seat=2;seed=3")
        actions = page.locator(f"#{game.partition('?')[0]} .explorer-choices")
        actions.locator("button").first.wait_for()
        places = set()
        for answer in range(14):
            buttons = actions.locator("button")
            assert buttons.first.bounding_box()["height"] >= 44
            buttons.nth(answer % buttons.count()).tap()
            page.wait_for_timeout(50)
            places.add(round(actions.bounding_box()["y"] + page.evaluate("scrollY")))
        assert len(places) == 1


@pytest.mark.parametrize("name", ["push-fold", "river"])
def test_whoever_prints_while_a_quiz_goes_on_gets_the_charts(name, open_page):
    import pypdfium2

    tool = open_page(f"#{name}?seat=0;seed=5")
    question = tool.all(".explorer-question", has_text="Deal 1")
    question.wait_for()
    asked = question.inner_text()
    printed = pypdfium2.PdfDocument(tool.page.pdf(format="A4"))
    text = printed[0].get_textpage().get_text_range()
    assert "proven within" in text.replace("\r\n", " ") and "Deal 1" not in text
    assert len(re.findall(r"\bA2o\b", text)) >= 2, "in both charts"
    assert question.inner_text() == asked
    for part in ("charts", "model", "keep"):
        assert not tool.all(f".explorer-{part}").first.is_visible()
    tool.press("1")
    assert (
        tool.all(".explorer-told", has_text="last hand")
        .or_(tool.all(".explorer-told", has_text="hand so far"))
        .is_visible()
    )


def test_a_river_s_quiz_says_the_board_for_eye_and_ear(open_tool):
    tool = open_tool("#river?board=Kd+7c+7h+2s+As;seat=0;seed=5")
    question = tool.all(".explorer-question", has_text="Deal 1")
    question.wait_for()
    shown = (
        r"^Deal 1: you hold (\S\S){2}, the board is K♦7♣7♥2♠A♠, with pot 200, stack behind 900\.$"
    )
    assert re.search(shown, question.inner_text())
    hand, board = question.get_by_role("img").evaluate_all("all => all.map(one => one.ariaLabel)")
    words = ["king of diamonds", "seven of clubs", "seven of hearts", "deuce of spades"]
    assert board == ", ".join([*words, "ace of spades"])
    assert re.fullmatch(r"\w+ of \w+, \w+ of \w+", hand)
    assert "the board is" not in open_tool("#push-fold?seat=0;seed=5").text("question")


def test_when_a_quiz_begins_the_deal_is_heard_first(open_tool):
    tool = open_tool("#push-fold?stack=7;locks=0//22%2B,+A2%2B")
    tool.evaluate("""() => {
        window.heard = [];
        const box = document.querySelector('#push-fold .explorer-game');
        new MutationObserver(all => {
            for (const { target, addedNodes } of all) {
                const region = target.closest('[role=status]');
                const text = [...addedNodes].filter(node => node.ariaHidden !== 'true')
                    .map(node => node.textContent).join('');
                if (region && text) heard.push(text);
            }
        }).observe(box, { childList: true, characterData: true, subtree: true });
    }""")
    tool.click("Quiz: play against these charts")
    tool.paragraph("As the small blind you play your locked range").wait_for()
    first, second = tool.evaluate("heard")
    assert first.startswith("Deal 1: you hold") and second.startswith("As the small blind")
    assert tool.all(".explorer-told").inner_text() == "Here you are told how you played a hand."
