/* A game against the strategies on the screen: hands are dealt, each mistake is told what it loses,
luck is left out. */

import { button, unfolding } from "./controls.js";
import { oneHand } from "./deals.js";
import { makeElement } from "./elements.js";
import { isLocked } from "./games.js";
import { sum } from "./numbers.js";
import { fromAddressKeys, toAddress } from "./setting-keys.js";
import { actionNames, findDecision, signOf } from "./solutions.js";
import { ToolPart } from "./tool-part.js";
import { counted, percent, shortened, signed, verbOf } from "./words.js";
/** @import { GameWords } from "./game-words.js" */
/** @import { Locker } from "./locks.js" */
/** @import { SettingStore } from "./setting-store.js" */
/** @import { Solution } from "./solutions.js" */
/** @import { Foundation } from "./tool-part.js" */
/** @import { Toolbar } from "./toolbar.js" */
/** @import { InformationSet } from "./trees.js" */

const MODULUS = 2 ** 31 - 1;

/** Seeds are whole numbers from 1 on. */
const MAX_SEED = 1e6;

/** A hand that was among so many that were asked last is not asked again. */
const RECENT = 40;

/** How close two actions can be asked to be, in thousandths of a big blind or of the pot. */
const CLOSE = ["200", "100", "50", "20"];

/** So often hands are dealt until the reader has a decision. */
const MAX_TRIES = 3000;

/** After so many tries in vain, the oldest of the hands that were asked last may come again. */
const TRIES_BETWEEN_REPEATS = 100;

/** The warm-up of the random numbers: the first ones hang together with small seeds. */
const WARM_UP = 10;

/** Losses that are smaller are rounding. */
const MIN_LOSS = 1e-6;

/** So many mistakes are listed; of others it is said how many there are. */
const MAX_MISTAKES_LISTED = 5;

/** What a locked range does less often is rounding. */
const MIN_CHART_SHARE = 1e-9;

/** The gesture of new games, one after another. */
const NEW_GAME = {};

/** Of so many games the browser keeps scores. */
const MAX_SCORES = 200;

/** Of one game: decisions, right ones, of how many it counts what is lost, and what they lost.
@typedef {[number, number, number, number]} Score */

/** The seed of a game that nobody has played yet. */
export const newSeed = () => String(1 + Math.floor(Math.random() * MAX_SEED));

/** Scores of games that were kept when addresses called settings otherwise.
@param {Record<string, Score>} scores @returns {Record<string, Score>} */
const withPresentKeys = scores => Object.fromEntries(Object.entries(scores).map(
    ([game, score]) => {
        const given = Object.fromEntries(new URLSearchParams(game));
        return [String(toAddress(fromAddressKeys(given))), score];
    }));

/** Numbers from 0 to 1 that a seed determines: the minimal standard of Park and Miller (1988).
@param {number} seed */
function randomNumbers(seed) {
    let state = seed % (MODULUS - 1) + 1;
    const next = () => {
        state = 48271 * state % MODULUS;
        return state / MODULUS;
    };
    for (let n = 0; n < WARM_UP; n++) next();
    return next;
}

/** The first index at which the running sum of weights exceeds a share of all.
@param {Iterable<number>} iterable  of weights @param {number} share */
function drawFrom(iterable, share) {
    const weights = [...iterable];
    let left = share * sum(weights);
    for (const [i, weight] of weights.entries()) {
        left -= weight;
        if (left < 0) return i;
    }
    return weights.findLastIndex(Boolean);
}

/** @type {Record<string, string>} */
const SYMBOLS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** A hand's cards; of many alike, two. @param {string} hand */
function cardSymbols(hand) {
    const [high, low, suffix] = hand, example = `${high}s${low}${suffix === "s" ? "s" : "h"}`;
    return (hand.length > 3 ? hand : example).replace(/[cdhs]/g, suit => SYMBOLS[suit]);
}

/** Whose decision it is, which one, and the actions' names.
@typedef {{ player: number, decision: InformationSet, names: string[] }} Turn */

/** What was dealt: the numbers of both players' hands; how likely the first meets each of the
second's; and the last sequences of both. `lines` are what has been said of it.
@typedef {{ pair: number[], meetings: Float64Array, last: number[], lines: string[] }} PlayedDeal */

/** The same when the other player has acted, and in which way: the reader's turn, if any.
@typedef {PlayedDeal & { turn?: Turn, otherActed: string }} Round */

/** A round in which it is the reader's turn.
@typedef {Round & { turn: Turn }} OpenRound */

/** What the reader has decided: the decision, the hand's number and the action; whether it was
right, and by the reader's own locked range or by what it lost; and all that in words.
@typedef {{ player: number, decision: InformationSet, hand: number, action: number,
    isRight: boolean, byChart: boolean, lost: number, description: string }} Decided */

/** A reader's game against a tool's solution. Right is what earns most or, where the reader's own
seat is locked, what the locked range does: the opponent of the charts knows that range, and it is
no mistake to keep to it. The browser keeps a score of each game, if it keeps anything. */
export class Trainer extends ToolPart {
    /** What is played. @type {Solution} */
    solution;
    /** The seat, the seed and how close decisions are. */
    key = "";
    /** The seed of what is played. */
    seed = "";
    /** @type {Decided[]} */
    decided = [];
    handsDealt = 0;
    /** What was asked last: seats and hands. @type {string[]} */
    recent = [];
    /** What the browser would keep, where it keeps nothing. @type {Record<string, Score>} */
    scores = {};
    scoreText = "";
    /** Of which hand the last answers were, as a title of what is said of them. */
    explanationTitle = "";
    won = 0;
    /** Whether what is asked stays out of sight: the reader sets something else of the tool, and
    looks there. */
    staysOutOfSight = false;
    /** The reader's seat. */
    player = 0;
    /** So much may be lost by what is as good as another action. */
    slack = 0;
    /** @type {() => number} */
    randomNumber;
    /** How likely each hand of the first player is dealt. @type {Float64Array} */
    handProbabilities;
    /** The round that waits for the reader. @type {OpenRound | undefined} */
    waiting;

    /** @param {SettingStore} store @param {GameWords} words
    @param {Foundation & { locker: Locker, toolbar: Toolbar }} parts
    @param {(isShown: boolean) => void} showCharts */
    constructor(store, words, parts, showCharts) {
        super(store, words, parts);
        this.showCharts = showCharts;
        this.locker = parts.locker;
        const { inputs, charts } = this, { toolbar } = parts, { name } = words.mistakeUnit;
        const seats = Object.fromEntries([...words.players, "both, in turn"].entries());
        const close = Object.fromEntries(CLOSE.map(value =>
            [value, `within ${value} ${name}`]));
        this.rule = makeElement("p", { role: "status" });
        this.wrongKey = makeElement("p", { role: "status" });
        this.actions = makeElement("span.explorer-choices");
        this.ender = button("End", () => this.endGame());
        /** In the place of the charts while they are hidden, since nobody should look for them in
        vain. */
        this.notice = makeElement("p.explorer-hidden-charts",
            "Charts, and what prints or saves them, are hidden while you play. ",
            button("End the quiz to see the charts", () => this.endGame(this.opener)));
        this.copier = button("Copy link", () => toolbar.copy(toolbar.link, "The link",
            ": it begins this game at its first deal", this.copyMessage));
        this.copyMessage = makeElement("p.explorer-remark");
        const spoken = { role: "status", "aria-live": "polite" };
        /** What is said of the last answers, above the next question: below it would be taken for
        something about the new hand. */
        this.explanation = makeElement("div.explorer-told", spoken);
        /** What is asked, above the buttons that answer it: there the focus begins, and Tab leads
        on to them. */
        this.question = makeElement("p.explorer-question", { tabindex: -1, ...spoken });
        this.totals = makeElement("div", spoken);
        this.table = makeElement("div.explorer-table", this.explanation, this.question,
            this.actions, this.wrongKey, this.totals);
        this.worstMistakes = makeElement("div");
        this.starter = button("New game", () => this.startGame());
        // Beside the first chart: the quiz is far below it.
        this.opener = button("Quiz", () => this.startGame(),
            { class: "explorer-quiz", "aria-label": "Quiz: play against these charts" });
        charts.views[0].element.prepend(this.opener);
        /** @type {(event: KeyboardEvent) => void} */
        const keydown = event => this.press(event);
        this.box = makeElement("div",
            { tabindex: -1, role: "group", "aria-label": "Your game", keydown },
            makeElement("div.explorer-controls",
                ...inputs.control("seat", { start: "0", label: "Your seat", choices: seats },
                    () => this.changeGame()),
                ...inputs.control("close", { start: "", label: "How close, best two",
                    choices: { "": "all decisions", ...close } }, () => this.changeGame()),
                this.starter, this.ender, this.copier),
            this.copyMessage, this.rule, this.table, this.worstMistakes);
        this.element = unfolding("Play against it: a quiz", this.box, makeElement("p",
            "You are dealt hands with a decision, and play against the charts. A mistake "
            + "loses what the best action earns more; where your own range is locked, right"
            + " is what it does. A showdown pays what the hands win on average. A decision "
            + "is close if its best two actions earn nearly the same, whatever others do. "
            + "Choose an action, or type its number or first letter. The address of the page"
            + " begins your game again, at its first deal."));
        this.element.classList.add("explorer-game");
        this.showActions(false);
    }

    /** Begin a new game, in the seat and as close as they are chosen. */
    startGame() {
        const { inputs } = this, { seat, close } = inputs.typed;
        inputs.change({ seat, close, seed: newSeed() }, NEW_GAME);
        this.question.focus({ preventScroll: true });
        this.bringIntoSight();
    }

    /** Let a seat or a closeness that is chosen during a game count at once: another begins. */
    changeGame() {
        const { inputs } = this, { seat, close } = inputs.typed;
        if (!this.waiting) return;
        // It is told of the game that goes on that it ends.
        this.seed = newSeed();
        inputs.change({ seat, close, seed: this.seed }, NEW_GAME);
    }

    /** Hide the charts while somebody plays, and else what is played with.
    @param {boolean} isPlaying */
    hideCharts(isPlaying) {
        this.showCharts(!isPlaying);
        this.showActions(isPlaying);
    }

    /** Show what is played with while somebody plays. @param {boolean} isPlaying */
    showActions(isPlaying) {
        this.notice.hidden = !isPlaying;
        this.actions.hidden = !isPlaying;
        this.ender.hidden = !isPlaying;
        this.copier.hidden = !isPlaying;
        this.copyMessage.textContent = "";
        this.rule.textContent = isPlaying ? this.ruleText : "";
        this.wrongKey.textContent = "";
        if (!isPlaying) this.waiting = undefined;
    }

    /** By what decisions are judged, where a range is locked. */
    get ruleText() {
        const { store: { state }, words: { thePlayers }, solution } = this;
        const seat = Number(state.seat);
        const { locks } = solution.game;
        return (seat < 2 ? [seat] : [0, 1]).map(player => {
            const who = `As ${thePlayers[player]} you play`;
            if (isLocked(locks[player])) return `${who} your locked range `
                + `(${this.lockedShares(player)}): `
                + "right is what your own chart does, also where that loses: then you are told "
                + "how much, and nothing is counted."
                + (state.close ? " Which decisions are close is counted without locks." : "");
            const opponent = thePlayers[1 - player];
            return isLocked(locks[1 - player]) ? `${who} against what is locked of ${opponent} `
                + `(${this.lockedTexts(1 - player)}): right is the best answer to that.` : "";
        }).filter(Boolean).join(" ");
    }

    /** What is locked of a player, decision by decision. @param {number} player */
    lockedTexts(player) {
        const { store: { lockedRanges }, words: { telling } } = this;
        return lockedRanges.filter(locked => locked.player === player)
            .map(({ history, rangeText }) =>
                `${telling.afterText(history)}: ${shortened(rangeText)}`).join("; ");
    }

    /** The same without hands, which would be answers: how often each action is taken.
    @param {number} player */
    lockedShares(player) {
        const { solution, solution: { game: { locks, tree } }, words: { telling } } = this;
        const weights = solution.handProbabilities(player), all = sum(weights);
        return Object.entries(locks[player]).map(([number, shares]) => {
            const decision = tree.informationSets[player][Number(number)], { history } = decision;
            const parts = actionNames(tree, player, decision).map((name, i) =>
                `${telling.wordFor(name, history)} `
                    + percent(sum(weights.map((weight, hand) => weight * shares[i][hand])) / all));
            return `${telling.afterText(history)}: ${parts.join(", ")} of hands`;
        }).join("; ");
    }

    /** How often each hand takes each action by what the reader has locked for a decision, if the
    reader has. @param {Turn} turn @returns {number[][] | undefined} */
    ownChart({ player, decision }) {
        return this.solution.game.locks[player][decision.number];
    }

    /** What that does with a hand, in words.
    @param {number[][]} chart @param {number} hand @param {string[]} names */
    chartText(chart, hand, names) {
        const actions = names.map((name, i) => ({ name, share: chart[i][hand] }))
            .filter(({ share }) => share > MIN_CHART_SHARE);
        if (actions.length === 1) return `${verbOf(actions[0].name)} it`;
        return actions.map(({ name, share }) => `${verbOf(name)} ${percent(share)}`).join(", ");
    }

    /** What an action that the reader's chart does not take earns less than what the chart does, or
    more, against the opponent of the charts, in a sentence; nothing, if that is not known.
    @param {number[][]} chart @param {number} hand @param {number} action
    @param {number[]} earnings  of all actions @param {string[]} names */
    priceText(chart, hand, action, earnings, names) {
        const { words, slack } = this;
        const charted = sum(earnings.map((earned, i) => chart[i][hand] && chart[i][hand] * earned));
        const lost = charted - earnings[action];
        if (!Number.isFinite(lost)) return "";
        const compared = Math.abs(lost) <= slack ? "as much as"
            : `${words.lossText(Math.abs(lost))} ${lost > 0 ? "less" : "more"} than`;
        return ` Here ${names[action]} earns ${compared} what your chart does.`;
    }

    /** What is right with a hand against an opponent who plays the optimum, as without locks, and
    what the reader's chart loses there, in a sentence; nothing, if all that the chart does is right
    there, or if that is not known.
    @param {number[][]} chart @param {number} hand @param {Turn} turn */
    equilibriumText(chart, hand, { player, decision, names }) {
        const { solution: { game }, locker: { unlocked }, words } = this;
        if (!unlocked) return "";
        const { tree } = unlocked.game, same = findDecision(tree, player, decision.history);
        if (!same || actionNames(tree, player, same).length !== names.length) return "";
        const turn = { player, decision: same, names };
        const earnings = this.earnings(hand, turn, unlocked), most = Math.max(...earnings);
        const slack = Math.max(unlocked.width, MIN_LOSS);
        /** @type {(action: number) => boolean} */
        const isBest = action => most - earnings[action] <= slack;
        const isKnown = Number.isFinite(most), actions = [...names.keys()];
        if (!isKnown || actions.every(i => isBest(i) || chart[i][hand] <= MIN_CHART_SHARE))
            return "";
        const best = actions.filter(isBest).map(action => verbOf(names[action])).join(" or ");
        const lost = most - sum(actions.map(i => chart[i][hand] && chart[i][hand] * earnings[i]));
        return ` In equilibrium ${words.thePlayers[player]} ${best} ${game.deal.hands[hand]}; `
            + `there your chart loses ${words.lossText(lost, unlocked.width)} with it.`;
    }

    /** A number, or the first letter of an action, chooses it. @param {any} event */
    press(event) {
        const { ctrlKey, metaKey, altKey, target, key } = event;
        if (!this.waiting || ctrlKey || metaKey || altKey || target.matches("select")) return;
        const action = this.waiting.turn.names.findIndex((name, i) =>
            [name[0], String(i + 1)].includes(key.toLowerCase()));
        if (action < 0) {
            if (key.length === 1 && key !== " ") this.wrongKey.textContent =
                `${key} chooses nothing: type ${this.keysText}.`;
            return;
        }
        event.preventDefault();
        this.decide(action);
    }

    /** Which keys choose what. */
    get keysText() {
        return (this.waiting?.turn.names ?? []).map((name, i) => `${i + 1} to ${name}`).join(", ");
    }

    /** Begin, if the tool has come to another game, seat or seed. */
    keepUp() {
        const { solver, locker: { unlocked }, store: { state: { seat, seed, close } } } = this;
        const { solution } = solver;
        const key = `${seat} ${seed} ${close}`;
        if (solver.busy || !solution || seed && close && !unlocked) return;
        if (solution === this.solution && key === this.key) return;
        const goesOn = this.waiting && seed === this.seed;
        const ended = this.decided.length ? "; the last one ended after "
            + counted(this.decided.length, "decision") : "";
        const before = goesOn ? [`You have changed the game, and another begins${ended}.`] : [];
        this.solution = solution;
        this.key = key;
        this.seed = seed;
        this.slack = Math.max(solution.width, MIN_LOSS);
        this.decided = [];
        this.recent = [];
        this.handsDealt = 0;
        this.won = 0;
        this.scoreText = "";
        if (seed) {
            this.staysOutOfSight =
                Boolean(goesOn) && !this.box.contains(document.activeElement);
            this.beginGame(Number(seed), ...before);
            this.staysOutOfSight = false;
            return;
        }
        if (this.table.contains(document.activeElement)) this.starter.focus();
        this.question.textContent = "";
        this.explanation.replaceChildren();
        this.totals.replaceChildren();
        this.worstMistakes.replaceChildren();
        this.hideCharts(false);
    }

    /** Play from the first hand on. @param {number} seed
    @param {...string} before  what is said first */
    beginGame(seed, ...before) {
        this.element.open = true;
        // A list of locked ranges answers what is asked of one's own.
        this.locker.element.open = false;
        this.hideCharts(true);
        this.randomNumber = randomNumbers(seed);
        this.handProbabilities = this.solution.handProbabilities(0);
        this.explanationTitle = "";
        this.dealUntilAsked(...before);
    }

    /** Whose decision follows two sequences, and which. @param {number[]} last
    @returns {Turn | undefined} */
    turnAfter(last) {
        const { tree } = this.solution.game;
        for (const player of [0, 1]) {
            const decision = tree.informationSets[player].find(
                ({ sequenceBefore, opponentSequence }) =>
                    sequenceBefore === last[player] && opponentSequence === last[1 - player]);
            if (!decision) continue;
            const names = actionNames(tree, player, decision).map(name =>
                this.words.telling.wordFor(name, decision.history));
            return { player, decision, names };
        }
        return undefined;
    }

    /** What a pair of hands pays the reader after both players' last sequences, on average.
    @param {PlayedDeal} playedDeal */
    payOf({ pair: [first, second], meetings, last }) {
        const { game: { deal, tree }, bonus } = this.solution;
        const lost = deal.netWinsAgainst(1, oneHand(deal, first))[second] / meetings[second];
        const payments = tree.payments.filter(({ lastSequences }) =>
            lastSequences.every((sequence, i) => sequence === last[i]));
        const paid = sum(payments.map(({ isStake, amount }) => amount * (isStake ? -lost : 1)));
        return bonus + signOf(this.player) * paid;
    }

    /** What each action earns with a hand. @param {number} hand @param {Turn} turn
    @param {Solution} solution  against whose plan of the opponent */
    earnings(hand, { player, decision, names }, solution = this.solution) {
        return names.map((_, action) => solution.earns(player, decision, action, [hand]));
    }

    /** Whether there is a decision that is as close as the reader wants them; where the reader
    keeps to a locked range, as close as without locks. @param {Round} round */
    isCloseEnough({ pair, turn }) {
        const { size } = this.words.mistakeUnit, { close } = this.store.state;
        if (!turn) return false;
        if (!close) return true;
        const solution = this.ownChart(turn) && this.locker.unlocked || this.solution;
        const [best, next] = this.earnings(pair[this.player], turn, solution).sort((a, b) => b - a);
        return best - next <= Number(close) * size;
    }

    /** Let the other player act until the reader has a choice or the hand is over.
    @param {PlayedDeal} playedDeal @returns {Round} */
    goOn(playedDeal) {
        const { solution, words: { thePlayers } } = this, { pair, last } = playedDeal, acted = [];
        let turn = this.turnAfter(last);
        while (turn && (turn.player !== this.player || turn.names.length < 2)) {
            const { player, decision, names } = turn, hand = pair[player];
            const chances = solution.actionColumns(player, decision).map(column => column[hand]);
            const action = drawFrom(chances, this.randomNumber());
            last[player] = decision.first + action;
            if (player !== this.player) acted.push(`${thePlayers[player]}: ${names[action]}`);
            turn = this.turnAfter(last);
        }
        return { ...playedDeal, turn, otherActed: acted.join(", ") };
    }

    /** Deal hands until the reader is asked. @param {...string} before  what is said first */
    dealUntilAsked(...before) {
        const { deal } = this.solution.game, seat = Number(this.store.state.seat);
        for (let tries = 0; tries < MAX_TRIES; tries++) {
            // In turn, unless one of the seats has nothing to choose.
            const seatHasNone = Number(tries > MAX_TRIES / 2);
            this.player = seat < 2 ? seat : (this.handsDealt + seatHasNone) % 2;
            const first = drawFrom(this.handProbabilities, this.randomNumber());
            const meetings = deal.meetings(1, oneHand(deal, first));
            const pair = [first, drawFrom(meetings, this.randomNumber())];
            const round = this.goOn({ pair, meetings, last: [0, 0], lines: [] });
            // Where few hands have a decision, the oldest may come again.
            if ((tries + 1) % TRIES_BETWEEN_REPEATS === 0) this.recent.shift();
            const seatAndHand = `${this.player} ${pair[this.player]}`;
            if (!this.isCloseEnough(round) || this.recent.includes(seatAndHand)) continue;
            this.recent = [...this.recent, seatAndHand].slice(-RECENT);
            this.handsDealt++;
            this.ask(round, ...before);
            return;
        }
        this.hideCharts(false);
        this.say(before, `No such decision came up in ${MAX_TRIES} deals.`);
    }

    /** Ask the reader. @param {Round} round @param {...string} before  what is said first */
    ask(round, ...before) {
        this.waiting = /** @type {OpenRound} */ (round);
        const { turn: { names }, pair, otherActed } = this.waiting, { words } = this;
        const handName = this.solution.game.deal.hands[pair[this.player]];
        const focused = /** @type {Element} */ (document.activeElement);
        const place = [...this.actions.children].indexOf(focused);
        const choices = names.map((action, i) => button(action, () => this.decide(i)));
        this.actions.replaceChildren(...choices);
        if (place >= 0) (choices[place] ?? choices[0]).focus({ preventScroll: true });
        const seat = this.store.state.seat === "2" ? words.players[this.player] : "";
        const deal = `Deal ${this.handsDealt}${seat && `, ${seat}`}`, brief = words.briefText();
        const cards = cardSymbols(handName) + (handName.length > 3 ? "" : ` (${handName})`);
        this.say(before,
            `${deal}: you hold ${cards}${brief && `, with ${brief}`}`
                + `${otherActed && `; ${otherActed}`}.`);
        // Where nothing else has the focus, keys choose at once; Space still scrolls the page.
        if (focused.matches("body, h2")) this.question.focus({ preventScroll: true });
        this.bringIntoSight();
    }

    /** Scroll to what is said and asked, which the buttons follow, if these are below the screen or
    above it. */
    bringIntoSight() {
        const { top, bottom } = this.actions.getBoundingClientRect();
        if (this.staysOutOfSight || !this.waiting) return;
        if (bottom > innerHeight || top < innerHeight / 4)
            this.explanation.scrollIntoView();
    }

    /** Take an action, and judge it. @param {number} action */
    decide(action) {
        if (!this.waiting) return;
        const { pair, turn, lines, last } = this.waiting, { decision, names } = turn;
        const { player, slack, words } = this, { unit, thePlayers, telling } = words;
        const { deal } = this.solution.game;
        const hand = pair[player], handName = deal.hands[hand];
        const earnings = this.earnings(hand, turn), most = Math.max(...earnings);
        const chart = this.ownChart(turn), lost = chart ? 0 : most - earnings[action];
        const isRight = chart ? chart[action][hand] > MIN_CHART_SHARE : lost <= slack;
        const chartText = chart ? this.chartText(chart, hand, names) : "";
        const countOfBest = earnings.filter(earned => most - earned <= slack).length;
        this.addToScore(isRight, lost, !chart);
        const description = `${handName}, ${telling.afterText(decision.history)}: ${names[action]}`
            + (chart ? `; your chart ${chartText}` : "");
        const byChart = Boolean(chart);
        this.decided.push(
            { player, decision, hand, action, isRight, byChart, lost, description });
        let judgement = "right";
        if (chart)
            judgement = `${isRight ? "right" : "wrong"} by your own chart, which ${chartText}`;
        else if (!isRight) judgement = `a mistake of ${words.lossText(lost)}`;
        else if (countOfBest > 1)
            judgement = `as good as ${names.length > 2 ? "another" : "the other"}`;
        const line = `${names[action]} with ${handName}: ${judgement}.`
            + (chart && !isRight ? this.priceText(chart, hand, action, earnings, names) : "")
            + (chart ? this.equilibriumText(chart, hand, this.waiting.turn) : "");
        last[player] = decision.first + action;
        const next = this.goOn(this.waiting);
        if (next.turn) {
            lines.push(line);
            this.explanationTitle = `This hand so far, ${handName}`;
            this.ask(next, ...lines);
            return;
        }
        this.explanationTitle = `The last hand, ${handName}`;
        const paid = this.payOf(next), other = deal.hands[pair[1 - player]];
        this.won += paid;
        const then = next.otherActed && ` Then ${next.otherActed}.`;
        this.dealUntilAsked(...lines, `${line}${then} You had `
            + `${handName}, ${thePlayers[1 - player]} ${other}. `
            + `It pays ${signed(paid, 2)} ${unit}.`);
    }

    /** The game that is scored, as an address says it: what is set and locked, and how close
    decisions are. */
    get scoredGame() {
        const { state, start, comparedNames } = this.store;
        const names = [...comparedNames, "close"].filter(name => state[name] !== start[name]);
        return String(toAddress(this.store.gameSettings(state, names)));
    }

    /** The scores of all games of the tool that the browser keeps, if it lets this page; what was
    kept once, of all games together, is no score of any. @returns {Record<string, Score>} */
    readScores() {
        try {
            const { gameKind } = this.store;
            const kept = JSON.parse(localStorage.getItem(`score ${gameKind}`) ?? "{}");
            return Array.isArray(kept) ? {} : withPresentKeys(kept);
        } catch { /* what this page knows */ }
        return this.scores;
    }

    /** Add a decision to the score of all games with these settings.
    @param {boolean} isRight @param {number} lost
    @param {boolean} isPriced  whether it is counted what it lost */
    addToScore(isRight, lost, isPriced) {
        const { store: { gameKind }, words: { mistakeUnit: { size, name } }, scoredGame } = this;
        const { [scoredGame]: score = [0, 0, 0, 0], ...others } = this.readScores();
        const lostNow = isRight ? 0 : lost / size;
        const added = [1, Number(isRight), Number(isPriced), lostNow];
        const [decisions, right, priced, allLost] = score.map((number, i) => number + added[i]);
        // The game that was played last is the last one.
        const recent = Object.entries(others).slice(1 - MAX_SCORES);
        this.scores =
            { ...Object.fromEntries(recent), [scoredGame]: [decisions, right, priced, allLost] };
        try {
            localStorage.setItem(`score ${gameKind}`, JSON.stringify(this.scores));
        } catch { /* it is kept by this page only */ }
        const losing = priced ? `, ${(allLost / priced).toFixed(1)} ${name} lost a decision` : "";
        // What is told of this game is not told again of all.
        this.scoreText = decisions > this.decided.length + 1
            ? `All your games with these settings: ${right} of ${decisions} right${losing}.` : "";
    }

    /** Say lines, the score and, once nobody is asked any more, what lost most: the hand, what was
    done with it, and how much. While a game goes on, such a list would answer hands that come
    again.
    @param {(string | Node)[]} lines @param {string} question  what is asked */
    say(lines, question = "") {
        const { decided, words } = this;
        const totals = decided.length ? [this.totalText, this.scoreText].filter(Boolean) : [];
        const explanations = lines.length ? lines : ["Here you are told how you played a hand."];
        /** @type {(text: string | Node) => HTMLElement} */
        const paragraph = text => makeElement("p", text);
        this.wrongKey.textContent = "";
        const title = this.explanationTitle;
        this.explanation.replaceChildren(
            ...title ? [makeElement("strong", title)] : [], ...explanations.map(paragraph));
        this.question.textContent = question;
        this.totals.replaceChildren(...totals.map(paragraph));
        this.worstMistakes.hidden = Boolean(question);
        const mistakes = this.mistakes.slice(0, MAX_MISTAKES_LISTED).map(({ text, lost }) =>
            makeElement("li", text + (lost ? `, lost ${words.lossText(lost)}` : "")));
        const more = this.mistakes.length - mistakes.length;
        const rest = more > 0 ? [`and ${more} more`] : [];
        const mistakesTitle =
            decided.some(({ lost }) => lost) ? "Lost most:" : "Not as your chart:";
        this.worstMistakes.replaceChildren(
            ...mistakes.length ? [mistakesTitle, makeElement("ol", {}, ...mistakes), ...rest] : []);
    }

    /** What all decisions of this game come to. */
    get totalText() {
        const { decided, words } = this, { unit } = words;
        const charted = decided.filter(({ byChart }) => byChart);
        const lost = words.lossText(sum(decided.map(decision => decision.lost)));
        const total = [`${signed(this.won, 2)} ${unit}`], free = decided.length - charted.length;
        const right = decided.filter(one => one.isRight && !one.byChart).length;
        if (free) total.push(`${right} of ${free} right, mistakes ${lost}`);
        if (charted.length) total.push(this.asChartText(charted));
        return `After ${counted(decided.length, "decision")}: ${total.join(", ")}.`;
    }

    /** How many decisions are those of the reader's chart. @param {Decided[]} charted */
    asChartText(charted) {
        const right = charted.filter(({ isRight }) => isRight).length;
        return `${right} of ${charted.length} right by your own chart`;
    }

    /** The mistakes, those that were made several times as one, and what they lost: those that
    lost most first. */
    get mistakes() {
        const wrong = this.decided.filter(({ isRight }) => !isRight);
        const descriptions = [...new Set(wrong.map(({ description }) => description))];
        return descriptions.map(description => {
            const same = wrong.filter(decision => decision.description === description);
            const times = same.length > 1 ? `, ${same.length} times` : "";
            return { text: description + times, lost: same.length * same[0].lost };
        }).sort((a, b) => b.lost - a.lost);
    }

    /** Show what the reader has played; the address, which others may be sent, has a game no
    longer. @param {HTMLElement} next  gets the focus */
    endGame(next = this.starter) {
        const { seat, close } = this.store.state;
        this.hideCharts(false);
        this.key = `${seat}  ${close}`;
        this.seed = "";
        this.inputs.change({ seed: "" });
        next.focus();
        this.explanationTitle = "";
        const lines = [0, 1].flatMap(player => this.review(player));
        const nothing = this.decided.length ? "No mistakes." : "No decisions.";
        const wrong = this.mistakes.length > 0;
        this.say([...lines, ...wrong ? [] : [nothing]]);
    }

    /** What was played in a seat: the range, what it can lose at most, and a button that locks it.
    @param {number} player @returns {(string | Node)[]} */
    review(player) {
        const { words, solution } = this, sets = solution.game.tree.informationSets[player];
        const who = words.thePlayers[player];
        const shares = solution.game.toBehaviour(player, solution.fullPlan(player));
        /** The actions that were taken, by set and hand. @type {Map<string, number[]>} */
        const actionsTaken = new Map();
        const own = this.decided.filter(one => one.player === player);
        const charted = own.filter(({ byChart }) => byChart);
        // Where one seat was played, the total says the same.
        if (charted.length) return charted.length < this.decided.length
            ? [`As ${who}: ${this.asChartText(charted)}.`] : [];
        for (const { decision, hand, action } of own) {
            const key = `${decision.number} ${hand}`;
            const actions = [...actionsTaken.get(key) ?? [], action];
            actionsTaken.set(key, actions);
            const { first, stop } = decision;
            for (let s = first; s < stop; s++)
                shares[s][hand] = actions.filter(i => i === s - first).length / actions.length;
        }
        if (!actionsTaken.size) return [];
        const unlocked = this.locker.unlocked ?? solution;
        const plan = solution.game.toFullPlan(player, shares);
        const least = sum(unlocked.game.bestResponseValues(1 - player, plan)[0]);
        const exploited =
            words.lossRateText(Math.max(signOf(player) * (unlocked.payoff - least), 0));
        const loses = "All else as in the charts, an opponent who knows it can "
            + `win ${exploited} more than the game is worth.`;
        const [{ first, stop }] = sets;
        if (sets.length > 1 || stop - first !== 2) return [`As ${who} you were asked `
            + `${counted(actionsTaken.size, "different question")}, a hand at a decision.`, loses];
        const sharesOfLast = shares[stop - 1];
        const askedShares = sharesOfLast.map((share, hand) =>
            actionsTaken.has(`0 ${hand}`) ? share : 0);
        const { deal } = solution.game, range = deal.writeWeights(askedShares, 4);
        const hands = counted(actionsTaken.size, "hand");
        return [`Your range as ${who}, of the ${hands} that you were asked about: ${range}.`, loses,
            button(`See what it loses: lock ${who}'s range`,
                () => this.locker.lockRange(
                    this.charts.views[player], deal.writeWeights(sharesOfLast, 4)))];
    }
}
