/* The explorer's solver: a deal times a betting tree, solved where the page is read.

CFR finds which actions matter, and programs over these end it. What finds the way in the package
finds it here: amounts, betting, deals, games, cfr and double_oracle are named as there. */

const ITERATIONS = 4000, LEAST = 1e-4, LIKELY = 0.03, SLICE = 30;

/** Solve what messages ask for, by slices, so that a tool's newer question ends its older one.

A question has the `tool`, a number, `kind` and `setting` of a tree, `locks`, the `belief` in
those of a player, 1 if left out, how narrow a bracket is wanted and, on a river, the `spot`; to
`hold` is to pause, or to go on if it is false. Answers have ever better plans and brackets, the
last one `done`. */
function listen(port) {
    const latest = new Map(), held = new Map();
    let deal;
    port.onmessage = ({ data }) => {
        if (data.deal) deal = new Deal(data.deal);
        else latest.set(data.tool, data.number);
        held.get(data.tool)?.();
        held.delete(data.tool);
        if (data.hold) held.set(data.tool, () => {});
        if (data.kind)
            solve(data).catch(error => port.postMessage({ ...data, error: error.message }));
    };

    async function solve({ tool, number, kind, setting, locks, belief = 1, within, spot }) {
        const dealt = spot ? new RiverDeal(spot) : deal, tree = build(kind, setting);
        const game = belief < 1 ? new Doubted(dealt, tree, locks, belief)
            : new Game(dealt, tree, locks);
        const width = found => found.bracket[1] - found.bracket[0];
        let done = 0, look = 10, rested = performance.now(), told = -Infinity;
        /** @type {any} */
        let found = { bracket: [-Infinity, Infinity] }, better;
        const overtaken = async () => {
            if (performance.now() < rested + SLICE) return false;
            await new Promise(resolve => setTimeout(resolve));
            if (held.has(tool)) await new Promise(resolve => held.set(tool, resolve));
            rested = performance.now();
            return latest.get(tool) !== number;
        };
        for (const averages of iterate(game, ITERATIONS)) {
            if (await overtaken()) return;
            if (++done < look && done < ITERATIONS) continue;
            look = Math.ceil(1.25 * look);
            const plans = game.without(averages, LEAST), worth = game.answers(plans);
            const many = Math.min(100 + done / 2, 600);
            const programs = finish(game, averages, game.without(averages, LIKELY), many);
            better = { plans, worth, bracket: game.bracket(plans, worth) };
            for (; better; better = programs.next().value) {
                if (width(better) < width(found)) found = better;
                if (width(found) <= within) break;
                if (await overtaken()) return;
            }
            const over = width(found) <= within || done === ITERATIONS;
            if (!over && performance.now() < told + 3 * SLICE + tree.ends.length) continue;
            told = performance.now();
            port.postMessage({ tool, number, iterations: done, done: over, ...game.heard(found) });
            if (over) return;
        }
    }
}
