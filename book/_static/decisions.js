/* What tools share whose games have many decisions: above each chart is a list of its player's. */

class Betting extends Tool {
    /** @param {HTMLElement} root @param {any} data @param {Shared} shared */
    constructor(root, data, shared) {
        super(root, data, shared);
        this.views.forEach((view, player) => {
            const change = () => this.set({ [this.shows(player)]: view.list.value });
            view.list = make("select", { change });
            view.caption.before(view.list);
        });
    }

    /** The setting that says which decision of a player is shown. @param {number} player */
    shows(player) {
        return player ? "big" : "small";
    }

    /** Sizes may be named as they are typed: bet 60%, raise 2.5x. @type {Tool["called"]} */
    called(said, names, history, state) {
        const [, size, unit] = said.match(/ ([\d.]+)(%|x)$/) ?? [];
        const sized = name => read(name.split(" ").pop());
        if (!size) return super.called(said, names, history, state);
        const times = unit === "x", of = times ? sized(history) || chips(state.bb ?? "0")
            : chips(state.pot ?? "0") / 100, to = chips(size) * of;
        return names.findIndex(name => name.startsWith(times ? "raise to " : "bet ")
            && Math.abs(sized(name) - to) <= 1e-9 * to);
    }

    /** @type {Tool["onwards"]} */
    onwards({ than, history, player, game }, name) {
        const next = history ? `${history}, ${name}` : name;
        if (than || !game.tree.sets[1 - player].some(([history]) => history === next)) return;
        return button(name, () => this.set({ [this.shows(1 - player)]: next }),
            { title: `Go on ${after(next)}` });
    }

    /** Forget a decision that the game does not have. */
    show() {
        this.wanted.tree.sets.forEach((sets, player) => {
            const key = this.shows(player);
            if (!sets.some(([name]) => name === this.state[key])) this.state[key] = this.start[key];
        });
        super.show();
    }

    /** @type {Tool["picture"]} */
    picture(game, views) {
        views.forEach((view, player) => {
            const { tree } = game, histories = tree.sets[player].map(set => set[0]);
            const asked = view.than?.history ?? this.state[this.shows(player)];
            const history = view.than || histories.includes(asked) ? asked : histories[0];
            if (!view.than) this.list(view, histories, history, the(tree.players[player]));
            const title = `${capital(tree.players[player])}, ${after(history)}`;
            const set = histories.indexOf(history);
            if (set < 0) view.clear(title, "This game has no such decision.");
            else view.draw(game, set, title, asTheyAre);
        });
    }

    /** List a player's decisions. @param {View} view @param {string[]} histories
    @param {string} history @param {string} who */
    list({ list }, histories, history, who) {
        const choice = value => make("option", { value }, capital(after(value)));
        if ([...list.options].map(({ value }) => value).join() !== histories.join())
            list.replaceChildren(...histories.map(choice));
        list.value = history;
        list.setAttribute("aria-label", `Decision of ${who}`);
    }
}

/** Sizes as the package reads them: 2.5x for 2,5 or 2.5X.
@param {string} text @param {string} unit */
const sized = (text, unit) => text.toLowerCase()
    .replace(/\S+/g, size => size.replace(/^(\d*),(\d+[x%]?)$/, "$1.$2"))
    .replace(/[^\s,]+/g, size => read(size) > 0 ? size + unit : size);
