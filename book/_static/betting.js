/* The explorer's betting trees: those of pokerlab/betting.py, in the sequence form of trees.py. */

/** So many decisions may a tree have that is solved while a reader waits. */
const MOST = 1000;

/** @type {Fraction[]} */
const [NONE, TWO, THREE] = [[0n, 1n], [2n, 1n], [3n, 1n]];
const BLINDS = ["small blind", "big blind"];

/** What is won at an end: whether hands are shown, and chips. */
const fold = lost => [[0, float(lost)]];
const showdown = (stake, dead = NONE) => {
    const half = float(dead) / 2;
    return [[1, float(stake) + Math.abs(half)], ...half ? [[0, half]] : []];
};

/** A round of betting, as `build` of pokerlab/betting.py makes it.

`raises` tells to what a bet may be raised, and what that is called. */
function round(setting, raises, own, bet, posted = NONE, turns = Infinity, opening = "call") {
    let made = 0;
    /** @type {(...given: any[]) => any} */
    const act = (player, own, bet, least, turns, closing) => {
        if (++made > MOST)
            deny(`${setting} make more than ${MOST} decisions: this page solves no more`);
        const lost = plus(posted, own), end = showdown(plus(posted, bet));
        const passing = below(own, bet) ? "call" : closing ? "check" : opening;
        /** @type {any[]} */
        const actions = passing !== "call" ? []
            : [["fold", fold(player ? lost : less(NONE, lost))]];
        actions.push([passing, closing ? end : act(1, bet, bet, least, turns - 1, true)]);
        for (const [name, to] of turns > 0 ? raises(bet, least, turns) : [])
            actions.push([name, act(1 - player, bet, to, less(to, bet), turns - 1, true)]);
        return actions.length > 1 ? { player, actions } : end;
    };
    return act(0, own, bet, bet, turns, false);
}

/** No limit: the first bets, and raises to multiples of a bet, or to whole chips if none. */
function untilAllIn(setting, own, bet, posted, most, multiples, first = []) {
    const raises = (bet, least) => {
        const [above, under] = plus(bet, least), pot = plus(times(THREE, bet), times(TWO, posted));
        const whole = i => [BigInt(i) + (above + under - 1n) / under, 1n];
        const all = !bet[0] ? first
            : multiples?.map(many => many[0] ? times(many, bet) : pot)
            ?? Array.from({ length: Math.min(MOST, float(most)) }, (_, i) => whole(i));
        const found = new Map(all.filter(to => below(to, most)).map(to => [written(to), to]));
        const named = [...found].sort(([, one], [, other]) => below(one, other) ? -1 : 1)
            .map(([text, to]) => [`${bet[0] ? "raise to" : "bet"} ${text}`, to]);
        return below(bet, most) ? [...named, ["all-in", most]] : [];
    };
    return round(setting, raises, own, bet, posted, Infinity, bet[0] ? "call" : "check");
}

/** How many times the bet that is faced a raise is; 0 for the pot. */
function multiple(size) {
    const many = size.endsWith("x") ? read(size.slice(0, -1)) : NaN;
    if (!(many >= 2 || size === "pot")) refuse("raises", size, "pot or a multiple from 2x up");
    return many ? exactly(size.slice(0, -1)) : NONE;
}

/** A bet as a part of the pot. */
function share(size) {
    const part = size === "pot" ? "100%" : size, number = part.replace(/%$/, "");
    if (!(read(number) > 0 && (part !== number || read(number) <= 10)))
        refuse("bets", size, "a part of the pot, such as 60%,");
    return times(exactly(number), [1n, part === number ? 1n : 100n]);
}

function pushFold({ stack, other, sb, bb, ante, dead }) {
    const first = positive("stack", stack);
    const second = other === "" ? first : positive("stack", other);
    const extra = exact("big-blind ante", dead), before = exact("ante", ante);
    const [small, big] = blinds(sb, bb).map(blind => plus(before, blind));
    const unit = float(positive("big blind", bb)), left = less(second, extra);
    if (!below(extra, second))
        refuse("big-blind ante", dead, `less than the big blind's stack, ${written(second)},`);
    const risk = lesser(first, left), lost = fold(less(NONE, small));
    const answers = [["fold", fold(plus(big, extra))], ["call", showdown(risk, extra)]];
    const answer = { player: 1, actions: answers.slice(below(big, risk) ? 0 : 1) };
    const actions = [["fold", lost], ["push", answer]].slice(below(small, risk) ? 0 : 1);
    return [{ player: 0, actions }, BLINDS, unit];
}

function oneRound({ raises, reraises = "", turns = 2, sb, bb }) {
    const first = sizes("raises", raises, MOST), later = sizes("reraises", reraises, MOST);
    const most = whole("turns", turns, 100), [small, big] = blinds(sb, bb);
    if (!first.length) refuse("raises", "none", "at least one");
    if (later[0] === "0") refuse("reraises", "0", "more than 0");
    const larger = (bet, _, left) => (left === most ? first : later)
        .filter(size => size !== "0").map(size => [`raise ${size}`, plus(bet, exactly(size))]);
    const root = round("these raises", larger, small, big, NONE, most);
    if (first[0] !== "0") root.actions.splice(1, 1);
    return [root, ["Alice", "Bob"]];
}

function limit({ blinds: posted, nr, raise, betting, live }) {
    const [sb, bb, ...more] = String(posted).split("/");
    if (bb === undefined || more.length)
        refuse("blinds", posted, "two such as 0.5/1");
    const [small, big] = blinds(sb, bb), size = positive("raise", raise);
    const most = 2 * whole("actions each", nr, 100);
    const by = bet => betting === "limit" ? size : times(times(TWO, bet), size);
    const larger = bet => [["raise", plus(bet, by(bet))]];
    const root = round("so many actions", larger, small, big, NONE, most);
    const [, limp] = root.actions;
    if (live === "yes") limp[1].actions.unshift(["fold", fold(big)]);
    else limp[1] = showdown(big);
    return [root, BLINDS];
}

function noLimit({ stack, other, raises, sb, bb, ante }) {
    const [small] = blinds(sb, bb), big = positive("big blind", bb);
    const before = exact("ante", ante), given = splitSizes("raises", raises, "x");
    const shorter = other !== "" && amount("stack", other) < amount("stack", stack);
    const shown = shorter ? other : stack, most = less(exact("stack", shown), before);
    if (!below(big, most)) refuse("stack", shown,
        `more than ${written(plus(big, before))}, the big blind and the ante,`);
    const multiples = given.join() === "all" ? undefined : given.map(multiple);
    const setting = "these raises with this stack";
    return [untilAllIn(setting, small, big, before, most, multiples), BLINDS];
}

function river({ pot, stack, bets, raises }) {
    const all = positive("pot", pot), most = positive("stack", stack);
    const [first, multiples] = [["bets", bets], ["raises", raises]].map(([name, text]) => {
        const bet = name === "bets", given = splitSizes(name, text, bet ? "" : "x");
        return given.map(bet ? share : multiple);
    });
    const half = times(all, [1n, 2n]), bet = first.map(part => times(part, all));
    const setting = "these sizes with this stack";
    return [untilAllIn(setting, NONE, NONE, half, most, multiples, bet),
        ["first player", "second player"]];
}

/** Each kind of game as the package names it. */
const builders = {
    "push-fold": pushFold, "one-round": oneRound, preflop: limit, "no-limit": noLimit, river,
};

/** A setting's tree in sequence form, numbered in the order in which it is written.

`players` and `sequences` are names; `sets` are rows of history, parent, the opponent's sequence,
first child and last child + 1; `ends` of both players' last sequences, whether hands are shown, and
chips, which in push or fold are big blinds.
@param {string} kind @param {State} setting @returns {Tree} */
function build(kind, setting) {
    const [root, players, unit = 1] = builders[kind](setting), sequences = [[""], [""]];
    const sets = /** @type {DecisionSet[][]} */ ([[], []]), ends = /** @type {number[][]} */ ([]);
    const visit = (node, history, last) => {
        if (!node.actions)
            return ends.push(...node.map(([shown, won]) => [...last, shown, won / unit]));
        const { player, actions } = node, names = sequences[player], first = names.length;
        sets[player].push(
            [history, last[player], last[1 - player], first, first + actions.length]);
        const histories = actions.map(([name]) => history ? `${history}, ${name}` : name);
        names.push(...histories);
        actions.forEach(([, child], i) => visit(child, histories[i], last.with(player, first + i)));
    };
    visit(root, "", [0, 0]);
    const amounts = ends.map(end => Math.abs(end[3])).filter(Boolean);
    if (Math.max(...amounts) >= 2 ** 53 * Math.min(...amounts)) deny(
        "the amounts are so far apart that the smaller ones are lost beside the larger");
    return { players, sequences, sets, ends };
}
