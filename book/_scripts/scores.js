/* How well a reader has played each game: the browser keeps that, if it keeps anything. */

/** Of so many games the browser keeps scores. */
const MAX_SCORES = 200;

/** Of one game: answers, right ones, of how many it is counted what is lost, and what they lost.
@typedef {object} Score
@property {number} answers
@property {number} right
@property {number} priced
@property {number} lost */

/** A score as it is kept, in this order.
@typedef {[answers: number, right: number, priced: number, lost: number]} KeptScore */

/** Whether what was kept is a score.
@param {any} kept */
const isScore = kept => kept?.length === 4 && kept.every?.(Number.isFinite);

/** The scores of all games of a tool. */
export class Scores {
    /** What the browser would keep, where it keeps nothing.
    @type {Record<string, KeptScore>} */
    ofThisPage = {};

    /** @param {string} gameKind */
    constructor(gameKind) {
        this.storageKey = `score ${gameKind}`;
    }

    /** What the browser keeps, if it lets this page. What is no score is left out, such as what was
    kept once, of all games together.
    @returns {Record<string, KeptScore>} */
    read() {
        try {
            const kept = JSON.parse(localStorage.getItem(this.storageKey) ?? "{}") ?? {};
            return Object.fromEntries(Object.entries(kept).filter(([, score]) => isScore(score)));
        } catch { /* what this page knows */ }
        return this.ofThisPage;
    }

    /** Add an answer to the score of a game, and return that.
    @param {string} game  as an address says it
    @param {{ isRight: boolean, isPriced: boolean, lost: number }} answer  whether it is
        counted what it lost, and that
    @returns {Score} */
    add(game, { isRight, isPriced, lost }) {
        const { [game]: lastScore = [0, 0, 0, 0], ...others } = this.read();
        const [answersBefore, rightBefore, pricedBefore, lostBefore] = lastScore;
        const answers = answersBefore + 1, right = rightBefore + Number(isRight);
        const priced = pricedBefore + Number(isPriced), allLost = lostBefore + lost;
        // The game that was played last is the last one.
        const recent = Object.fromEntries(Object.entries(others).slice(1 - MAX_SCORES));
        this.ofThisPage = { ...recent, [game]: [answers, right, priced, allLost] };
        try {
            localStorage.setItem(this.storageKey, JSON.stringify(this.ofThisPage));
        } catch { /* it is kept by this page only */ }
        return { answers, right, priced, lost: allLost };
    }
}
