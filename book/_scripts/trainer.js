/* A game against the strategies on the screen: hands are dealt, each mistake is told what it loses,
luck is left out. */

import { sum } from "./amounts.js";
import { button, unfolding } from "./controls.js";
import { oneHand } from "./deals.js";
import { make } from "./elements.js";
import { actionNames, sign } from "./solution.js";
import { after, signed } from "./words.js";
/** @import { Inputs } from "./inputs.js" */
/** @import { Solution } from "./solution.js" */
/** @import { Tool } from "./tool.js" */

const MODULUS = 2 ** 31 - 1;

/** A hand that was among so many that were asked last is not asked again. */
const RECENT = 40;

/** How close two actions can be asked to be, in thousandths of a big blind or of the pot. */
const CLOSE = ["200", "100", "50", "20"];

/** So often hands are dealt until the reader has a decision. */
const MOST_TRIES = 3000;

/** After so many tries in vain, the oldest of the hands that were asked last may come again. */
const TRIES_BETWEEN_REPEATS = 100;

/** The warm-up of the random numbers: the first ones hang together with small seeds. */
const WARM_UP = 10;

/** Losses that are smaller are rounding. */
const LEAST_LOSS = 1e-6;

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
@param {Iterable<number>} given @param {number} share */
function drawFrom(given, share) {
    const weights = [...given];
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
    const [high, low, kind] = hand, example = `${high}s${low}${kind === "s" ? "s" : "h"}`;
    return (hand.length > 3 ? hand : example).replace(/[cdhs]/g, suit => SYMBOLS[suit]);
}

/** Whose decision it is, which one, the player's sequence after its first action, and the actions'
names.
@typedef {{ player: number, decision: number, first: number, names: string[] }} Turn */

/** What was dealt: the numbers of both players' hands; how likely the first meets each of the
second's; and the last sequences of both. `lines` are what has been said of it.
@typedef {{ pair: number[], meets: Float64Array, last: number[], lines: string[] }} Dealt */

/** The same when the other player has acted, and in which way: the reader's turn, if any.
@typedef {Dealt & { turn?: Turn, otherActed: string }} Round */

/** A round in which it is the reader's turn.
@typedef {Round & { turn: Turn }} OpenRound */

/** What the reader has decided: the decision, the hand's number and the action; what it lost; and
all that in words.
@typedef {{ player: number, decision: number, hand: number, action: number, lost: number,
    description: string }} Decided */

/** A reader's game against a tool's solution. The browser keeps how many decisions were right, if
it keeps anything. */
export class Trainer {
    /** What is played. @type {Solution} */
    solution;
    /** The seat, the seed and how close decisions are. */
    key = "";
    /** The key of what was played to its end. */
    endedKey = "";
    /** @type {Decided[]} */
    decided = [];
    handsDealt = 0;
    /** What was asked last: seats and hands. @type {string[]} */
    recent = [];
    /** Of all games: decisions, right ones, what the others lost, as the browser keeps it. */
    score = [0, 0, 0];
    scoreText = "";
    won = 0;
    /** The reader's seat. */
    player = 0;
    /** So much may be lost by what is as good as another action. */
    slack = 0;
    /** @type {() => number} */
    randomNumber;
    /** How likely each hand of the first player is dealt. @type {Float64Array} */
    firstDealt;
    /** The round that waits for the reader. @type {OpenRound | undefined} */
    waiting;

    /** @param {Tool} tool @param {Inputs} inputs */
    constructor(tool, inputs) {
        this.tool = tool;
        const { name } = tool.mistakeUnit;
        const seats = Object.fromEntries([...tool.players, "both, in turn"].entries());
        const close = Object.fromEntries(CLOSE.map(value => [value, `within ${value} ${name}`]));
        this.actions = make("span.explorer-choices");
        this.ender = button("End", () => this.end());
        this.table = make("div.explorer-table", { role: "status" });
        this.worstMistakes = make("div");
        this.starter = button("New game", () => {
            tool.change({ seed: String(1 + Math.floor(Math.random() * 1e6)) }, "seed");
            this.box.focus();
        });
        /** @type {(event: KeyboardEvent) => void} */
        const keydown = event => this.press(event);
        this.box = make("div", { tabindex: -1, role: "group", "aria-label": "Your game", keydown },
            make("div.explorer-controls",
                ...inputs.control("seat", { start: "0", label: "Your seat", choices: seats }),
                ...inputs.control("close", { start: "", label: "How close",
                    choices: { "": "all decisions", ...close } }),
                this.starter, this.ender),
            this.actions, this.table, this.worstMistakes);
        this.element = unfolding("Play against it", make("p", "You are dealt hands with a "
            + "decision, and play against the charts. A mistake loses what the best action earns "
            + "more; a showdown pays what the hands win on average. Click an action, or type its "
            + "number or first letter."), this.box);
        this.showActions(false);
    }

    /** Hide the charts while somebody plays, and else what is played with.
    @param {boolean} isPlaying */
    hideCharts(isPlaying) {
        this.tool.showCharts(!isPlaying);
        this.showActions(isPlaying);
    }

    /** Show what is played with while somebody plays. @param {boolean} isPlaying */
    showActions(isPlaying) {
        this.actions.hidden = !isPlaying;
        this.ender.hidden = !isPlaying;
        if (!isPlaying) this.waiting = undefined;
    }

    /** A number, or the first letter of an action, chooses it. @param {any} event */
    press(event) {
        const { ctrlKey, metaKey, altKey, target, key } = event;
        if (!this.waiting || ctrlKey || metaKey || altKey || target.matches("select")) return;
        const action = this.waiting.turn.names.findIndex((name, i) =>
            [name[0], String(i + 1)].includes(key.toLowerCase()));
        if (action < 0) return;
        event.preventDefault();
        this.choose(action);
    }

    /** Begin, if the tool has come to another game, seat or seed. */
    follow() {
        const { state: { seat, seed, close }, solution, solver } = this.tool;
        const key = `${seat} ${seed} ${close}`;
        if (solver.busy || !solution) return;
        if (solution === this.solution && key === this.key) return;
        this.solution = solution;
        this.key = key;
        this.slack = Math.max(solution.width, LEAST_LOSS);
        this.decided = [];
        this.recent = [];
        this.handsDealt = 0;
        this.won = 0;
        if (!seed) {
            this.table.replaceChildren();
            this.worstMistakes.replaceChildren();
        }
        if (seed && this.endedKey !== key) this.begin(Number(seed));
        else this.hideCharts(false);
    }

    /** Play from the first hand on. @param {number} seed  0 for another game each time */
    begin(seed) {
        this.element.open = true;
        this.hideCharts(true);
        this.randomNumber = randomNumbers(seed || Math.floor(1e6 * Math.random()));
        this.firstDealt = this.solution.reach(0);
        this.dealUntilAsked();
    }

    /** Whose decision follows two sequences, and which. @param {number[]} last
    @returns {Turn | undefined} */
    turnAfter(last) {
        const { tree } = this.solution.game;
        for (const player of [0, 1]) {
            const decision = tree.informationSets[player].findIndex(set =>
                set.parent === last[player] && set.opponentSequence === last[1 - player]);
            if (decision < 0) continue;
            const { first } = tree.informationSets[player][decision];
            return { player, decision, first, names: actionNames(tree, player, decision) };
        }
        return undefined;
    }

    /** What a pair of hands pays the reader after both players' last sequences, on average.
    @param {Dealt} dealt */
    payOf({ pair: [first, second], meets, last }) {
        const { game: { deal, tree }, bonus } = this.solution;
        const won = deal.multiply(1, true, oneHand(deal, first))[second] / meets[second];
        const payments = tree.payments.filter(({ sequences }) =>
            sequences[0] === last[0] && sequences[1] === last[1]);
        const paid = sum(payments.map(({ isStake, amount }) => amount * (isStake ? won : 1)));
        return bonus + sign(this.player) * paid;
    }

    /** What each action earns with a hand. @param {number} hand @param {Turn} turn */
    earnings(hand, { player, decision, names }) {
        return names.map((_, action) => this.solution.earns(player, decision, action, [hand]));
    }

    /** Whether there is a decision that is as close as the reader wants them.
    @param {Round} round */
    isCloseEnough({ pair, turn }) {
        const { size } = this.tool.mistakeUnit, { close } = this.tool.state;
        if (!turn) return false;
        if (!close) return true;
        const [best, next] = this.earnings(pair[this.player], turn).sort((a, b) => b - a);
        return best - next <= Number(close) * size;
    }

    /** Let the other player act until the reader has a choice or the hand is over.
    @param {Dealt} dealt @returns {Round} */
    goOn(dealt) {
        const { solution, tool: { thePlayers } } = this, { pair, last } = dealt, acted = [];
        let turn = this.turnAfter(last);
        while (turn && (turn.player !== this.player || turn.names.length < 2)) {
            const { player, decision, first, names } = turn, hand = pair[player];
            const chances = solution.actionColumns(player, decision).map(column => column[hand]);
            const action = drawFrom(chances, this.randomNumber());
            last[player] = first + action;
            if (player !== this.player) acted.push(`${thePlayers[player]}: ${names[action]}`);
            turn = this.turnAfter(last);
        }
        return { ...dealt, turn, otherActed: acted.join(", ") };
    }

    /** Deal hands until the reader is asked. @param {...string} before  what is said first */
    dealUntilAsked(...before) {
        const { deal } = this.solution.game, seat = Number(this.tool.state.seat);
        for (let tries = 0; tries < MOST_TRIES; tries++) {
            // In turn, unless one of the seats has nothing to choose.
            const seatHasNone = Number(tries > MOST_TRIES / 2);
            this.player = seat < 2 ? seat : (this.handsDealt + seatHasNone) % 2;
            const first = drawFrom(this.firstDealt, this.randomNumber());
            const meets = deal.multiply(1, false, oneHand(deal, first));
            const pair = [first, drawFrom(meets, this.randomNumber())];
            const round = this.goOn({ pair, meets, last: [0, 0], lines: [] });
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
        this.say(...before, `No such decision came up in ${MOST_TRIES} deals.`);
    }

    /** Ask the reader. @param {Round} round @param {...string} before  what is said first */
    ask(round, ...before) {
        this.waiting = /** @type {OpenRound} */ (round);
        const { turn: { names }, pair, otherActed } = this.waiting, { state, players } = this.tool;
        const handName = this.solution.game.deal.hands[pair[this.player]];
        const focused = /** @type {Element} */ (document.activeElement);
        const place = [...this.actions.children].indexOf(focused);
        const choices = names.map((action, i) => button(action, () => this.choose(i)));
        this.actions.replaceChildren(...choices);
        // Where nothing else has the focus, keys choose at once.
        if (place >= 0 || focused === document.body)
            (choices[place] ?? choices[0]).focus({ preventScroll: true });
        const seat = state.seat === "2" ? `, ${players[this.player]}` : "";
        const cards = cardSymbols(handName) + (handName.length > 3 ? "" : ` (${handName})`);
        this.say(...before,
            `Deal ${this.handsDealt}${seat}: you hold ${cards}${otherActed && `; ${otherActed}`}.`);
        this.bringIntoSight();
    }

    /** Scroll to the buttons, which the question follows, if it is below the screen. */
    bringIntoSight() {
        if (this.table.getBoundingClientRect().bottom > innerHeight)
            this.actions.scrollIntoView();
    }

    /** Take an action, and judge it. @param {number} action */
    choose(action) {
        if (!this.waiting) return;
        const { pair, turn, lines, last } = this.waiting, { decision, first, names } = turn;
        const { player, slack, tool: { unit, thePlayers } } = this;
        const { deal, tree } = this.solution.game;
        const hand = pair[player], handName = deal.hands[hand];
        const earnings = this.earnings(hand, turn), most = Math.max(...earnings);
        const lost = most - earnings[action];
        const countOfBest = earnings.filter(earned => most - earned <= slack).length;
        this.addToScore(lost);
        const { history } = tree.informationSets[player][decision];
        const description = `${handName}, ${after(history)}: ${names[action]}`;
        this.decided.push({ player, decision, hand, action, lost, description });
        let judgement = "right";
        if (lost > slack) judgement = `a mistake of ${lost.toFixed(4)} ${unit}`;
        else if (countOfBest > 1)
            judgement = `as good as ${names.length > 2 ? "another" : "the other"}`;
        const line = `${names[action]} with ${handName}: ${judgement}.`;
        last[player] = first + action;
        const next = this.goOn(this.waiting);
        if (next.turn) {
            lines.push(line);
            this.ask(next, ...lines);
            return;
        }
        const paid = this.payOf(next), other = deal.hands[pair[1 - player]];
        this.won += paid;
        const then = next.otherActed && ` Then ${next.otherActed}.`;
        this.dealUntilAsked(...lines, `${line}${then} You had `
            + `${handName}, ${thePlayers[1 - player]} ${other}. `
            + `It pays ${signed(paid, 2)} ${unit}.`);
    }

    /** Add a decision to the score that the browser keeps, if it lets this page: of all games, how
    many decisions, how many right ones, and what the others lost. @param {number} lost */
    addToScore(lost) {
        const isRight = lost <= this.slack, { size, name } = this.tool.mistakeUnit;
        const key = `score ${this.tool.kind}`, formerKey = `quiz ${this.tool.kind}`;
        let score = this.score;
        try {
            const kept = localStorage.getItem(key) ?? localStorage.getItem(formerKey);
            score = JSON.parse(kept ?? "[0,0,0]");
        } catch { /* it stays what this page knows */ }
        const [decisions, right, lostBefore] = score, lostNow = isRight ? 0 : lost / size;
        this.score = [decisions + 1, right + Number(isRight), lostBefore + lostNow];
        try {
            localStorage.setItem(key, JSON.stringify(this.score));
        } catch { /* it is kept by this page only */ }
        const [allDecisions, allRight, allLost] = this.score;
        this.scoreText = `Your score so far: ${allRight} of ${allDecisions} right, `
            + `${(allLost / allDecisions).toFixed(1)} ${name} lost a decision.`;
    }

    /** Say lines, the score, and what lost most: the hand, what was done with it, and how much.
    @param {...(string | Node)} lines */
    say(...lines) {
        const { decided, tool: { unit } } = this, count = decided.length;
        const lost = sum(decided.map(decision => decision.lost)).toFixed(4);
        if (count) lines.push(`After ${count} decision${count === 1 ? "" : "s"}: `
            + `${signed(this.won, 2)} ${unit}, mistakes ${lost} ${unit}.`, this.scoreText);
        this.table.replaceChildren(...lines.map(line => make("p", line)));
        const mistakes = this.mistakes.slice(0, 5).map(({ text, lost }) =>
            make("li", `${text}, lost ${lost.toFixed(4)} ${unit}`));
        this.worstMistakes.replaceChildren(
            ...mistakes.length ? ["Lost most:", make("ol", {}, ...mistakes)] : []);
    }

    /** The mistakes, those that were made several times as one, and what they lost: those that
    lost most first. */
    get mistakes() {
        const wrong = this.decided.filter(({ lost }) => lost > this.slack);
        const descriptions = [...new Set(wrong.map(({ description }) => description))];
        return descriptions.map(description => {
            const same = wrong.filter(decision => decision.description === description);
            const times = same.length > 1 ? `, ${same.length} times` : "";
            return { text: description + times, lost: same.length * same[0].lost };
        }).sort((a, b) => b.lost - a.lost);
    }

    /** Show what the reader has played. */
    end() {
        this.hideCharts(false);
        this.starter.focus();
        this.endedKey = this.key;
        const lines = [0, 1].flatMap(player => this.review(player));
        const nothing = lines.length ? "No mistakes." : "No decisions.";
        this.say(...lines, ...this.worstMistakes.hasChildNodes() ? [] : [nothing]);
    }

    /** What was played in a seat: the range, what it can lose at most, and a button that locks it.
    @param {number} player @returns {(string | Node)[]} */
    review(player) {
        const { tool, solution } = this, sets = solution.game.tree.informationSets[player];
        const who = tool.thePlayers[player];
        const shares = solution.game.toBehaviour(player, solution.plans[player]);
        /** The actions that were taken, by set and hand. @type {Map<string, number[]>} */
        const taken = new Map();
        const own = this.decided.filter(one => one.player === player);
        for (const { decision, hand, action } of own) {
            const key = `${decision} ${hand}`, actions = [...taken.get(key) ?? [], action];
            taken.set(key, actions);
            const { first, stop } = sets[decision];
            for (let s = first; s < stop; s++)
                shares[s][hand] = actions.filter(i => i === s - first).length / actions.length;
        }
        if (!taken.size) return [];
        const unlocked = tool.unlocked ?? solution, plan = solution.game.toPlan(player, shares);
        const least = sum(unlocked.game.bestResponseValues(1 - player, plan)[0]);
        const exploited = Math.max(sign(player) * (unlocked.value - least), 0).toFixed(4);
        const loses = "All else as in the charts, an opponent who knows it can "
            + `win ${exploited} ${tool.unit} a deal more than the game is worth.`;
        const asked = "you were asked about", [{ first, stop }] = sets;
        if (sets.length > 1 || stop - first !== 2)
            return [`As ${who} ${asked} ${taken.size} different hands and decisions.`, loses];
        const acted = shares[stop - 1];
        const played = acted.map((share, hand) => taken.has(`0 ${hand}`) ? share : 0);
        const range = tool.writeWeights(played, 4);
        return [`Your range as ${who}, of the ${taken.size} hands that ${asked}: ${range}.`, loses,
            button(`See what it loses: lock ${who}'s range`,
                () => tool.locker.lockRange(tool.views[player], tool.writeWeights(acted, 4)))];
    }
}
