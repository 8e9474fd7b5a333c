/* What tools share whose games have many decisions: above each chart is a list of its player's. */

import { sum } from "./amounts.js";
import { button, options } from "./controls.js";
import { make } from "./elements.js";
import { setOf, sizeOf } from "./shown.js";
import { SHOWS, Tool, chips } from "./tool.js";
import { after, capital } from "./words.js";
/** @import { Shared, ToolData } from "./tool.js" */

/** The decision after the same actions with the closest sizes, if there is one.
@param {string} history @param {string[]} others */
function alike(history, others) {
    const numbers = /\d+(\.\d+)?/g;
    /** @type {(text: string) => string} */
    const shape = text => text.replaceAll(numbers, "#");
    /** @type {(text: string) => number[]} */
    const sizes = text => (text.match(numbers) ?? []).map(Number);
    const own = sizes(history);
    /** @type {(other: string) => number} */
    const far = other => sum(sizes(other).map((size, at) => Math.abs(Math.log(size / own[at]))));
    const same = others.filter(other => shape(other) === shape(history));
    return same.sort((a, b) => far(a) - far(b))[0];
}

export class Betting extends Tool {
    /** @param {[root: HTMLElement, data: ToolData, shared: Shared]} given */
    constructor(...given) {
        super(...given);
        this.views.forEach((view, player) => {
            view.list = make("select", {
                change: () => this.set({ [SHOWS[player]]: view.list.value }),
                "aria-label": `Decision of ${this.who[player]}`,
            });
            view.caption.before(view.list);
        });
    }

    /** Sizes may be named as they are typed: bet 60%, raise 2.5x. @type {Tool["called"]} */
    called(said, names, history, state) {
        const [, size, unit] = said.match(/ ([\d.]+)(%|x)$/) ?? [];
        if (!size) return super.called(said, names, history, state);
        const times = unit === "x", of = times ? sizeOf(history) || chips(state.bb ?? "0")
            : chips(state.pot ?? "0") / 100, to = chips(size) * of;
        return names.findIndex(name => name.startsWith(times ? "raise to " : "bet ")
            && Math.abs(sizeOf(name) - to) <= 1e-9 * to);
    }

    /** @type {Tool["onwards"]} */
    onwards({ than, history, player, game }, name) {
        const next = history ? `${history}, ${name}` : name;
        if (than || setOf(game.tree, 1 - player, next) < 0) return;
        return button(name, () => this.set({ [SHOWS[1 - player]]: next }),
            { title: `Go on ${after(next)}` });
    }

    /** In the place of a decision that the game does not have, show one after other sizes. */
    show() {
        for (const player of [0, 1]) {
            const key = SHOWS[player], { wanted: { tree }, state } = this;
            const histories = tree.sets[player].map(([history]) => history);
            if (!histories.includes(state[key]))
                state[key] = alike(state[key], histories) ?? this.start[key];
        }
        super.show();
    }

    /** @type {Tool["picture"]} */
    picture(game, views) {
        const { tree } = game;
        views.forEach((view, player) => {
            const { than, list } = view, histories = tree.sets[player].map(([history]) => history);
            const asked = than?.history ?? this.state[SHOWS[player]];
            const history = than || histories.includes(asked) ? asked : histories[0];
            const title = `${capital(this.players[player])}, ${after(history)}`;
            const set = setOf(tree, player, history);
            if (set < 0) view.clear(title, "This game has no such decision.");
            else view.draw(game, set, title);
            if (than) return;
            if ([...list.options].map(({ value }) => value).join() !== histories.join())
                list.replaceChildren(...options(histories, value => capital(after(value))));
            list.value = history;
        });
    }
}
