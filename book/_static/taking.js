/* What a reader takes along from a tool: its link, a range, a table. */

"use strict";

class Taking {
    told = make("span");

    /** @param {Tool} tool @param {string[]} players */
    constructor(tool, players) {
        this.tool = tool;
        const title = "Each hand as often as it gets to the decision shown and acts";
        this.ranges = tool.views.map((view, player) => button(
            `Copy ${the(players[player])}'s range`, () => view.game && this.copyRange(view),
            { title }));
        this.elements = [
            button("Copy link", () => this.copy(this.link, "The link")), ...this.ranges,
            button("Download CSV", () => this.saveTable()), this.told,
        ];
    }

    get link() {
        return `${location.href.split("#")[0]}#${this.tool.kind}?${this.tool.changes.join(";")}`;
    }

    /** Copy how often each hand is held, gets to the decision that a view shows, and takes each
    action. @param {View} view */
    copyRange({ game: { deal, tree, plans }, player, set, names }) {
        const { tool } = this, [, , , first] = tree.sets[player][set];
        const held = deal.hands.map((_, hand) => tool.held(deal, player, hand));
        const taken = names.map((_, i) =>
            held.map((share, hand) => share * plans[player][first + i][hand]));
        const many = shares => sum(shares.map((share, hand) => share * (deal.combos?.[hand] ?? 1)));
        const told = names.map((name, i) => `${name} ${percent(many(taken[i]) / many(held))}`)
            .filter((_, i) => i !== silent(names)).join(", ");
        this.copy(tool.range(names, taken, tool.fine), `${the(tree.players[player])}'s range`,
            `, each hand as often as it gets here and acts: ${told} of all hands that are dealt`);
    }

    async copy(text, what, how = "") {
        try {
            await navigator.clipboard.writeText(text);
            text = `${capital(what)} is copied${how}.`;
        } catch {}
        this.told.textContent = text;
        this.tool.say(() => text);
    }

    /** What both views show: how often each hand takes each action, and what that earns. */
    saveTable() {
        const { tool } = this, short = x => Number(x.toFixed(Math.max(tool.digits, 4)));
        const rows = [["player", "decision", "hand", "action", "share", `earns, ${tool.unit}`]];
        for (const { game, player, set, history, names } of tool.views) {
            if (!game) continue;
            const [, parent, opponent, first] = game.tree.sets[player][set];
            const plan = game.plans[player], reach = game.reach(player, opponent);
            const who = game.tree.players[player], worth = game.worth[player].slice(first);
            game.deal.hands.forEach((hand, at) => names.forEach((name, i) => {
                if (!game.reach(player)[at]) return;
                const divided = (above, below, more = 0) =>
                    below ? short(above / below + more) : "";
                const own = sign(player) * worth[i][at];
                rows.push([who, after(history), hand, name,
                    divided(plan[first + i][at], plan[parent][at]),
                    divided(own, reach[at], game.bonus)]);
            }));
        }
        const quoted = cell => /[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
        const lines = rows.map(row => row.map(cell => quoted(String(cell))).join());
        const text = `${lines.join("\n")}\n`;
        save(new Blob([text], { type: "text/csv" }), `${this.name}.csv`);
    }

    /** What files of a tool are named after. */
    get name() {
        const { kind, keys, state } = this.tool;
        const told = ["board", "blinds", "stack", "other"]
            .filter(key => keys.includes(key) && state[key])
            .map(key => `-${key}-${state[key].replaceAll(/[^\w.]+/g, "-")}`);
        return kind + told.join("");
    }
}

/** Let the browser save a file. @param {Blob} blob @param {string} download */
function save(blob, download) {
    make("a", { href: URL.createObjectURL(blob), download }).click();
}
