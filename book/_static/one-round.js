/* The one-round game: a slider over Alice's raises. */

class OneRound extends Betting {
    /** @type {typeof Tool.settings} */
    static settings = {
        raises: ["0 2:40", "Raises", 14], reraises: ["", "Re-raises", 8],
        turns: ["2", "Turns to raise", 2], sb: ["1", "Alice posts"], bb: ["2", "Bob posts"],
        within: ["0.001", "Solve to within", WITHIN],
    };
    static start = { raise: "15", small: "", big: "", hand: "63s" };
    digits = 4;

    /** @param {HTMLElement} root @param {any} data @param {Shared} shared */
    constructor(root, data, shared) {
        super(root, data, shared);
        this.slider = this.sliding("raise", "Raise by", "chips", []);
    }

    /** @param {State} state */
    question(state) {
        amount("raise by", state.raise);
        return super.question(state);
    }

    /** @param {State} state @returns {Words} */
    words({ raises, reraises, turns, sb, bb }) {
        const list = found => `[${found.map(size => `"${size}"`).join(", ")}]`;
        const first = actions(this.wanted.tree, 0, 0).slice(1)
            .map(name => name.split(" ")[1] ?? "0");
        const later = sizes("reraises", reraises);
        const more = later.length ? `, ${list(later)}, ${Number(turns)}` : "";
        const given = listed(raises).join();
        return {
            command: !later.length
                && `one-round --raises ${given} --small-blind ${sb} --big-blind ${bb}`,
            code: `betting.one_round(${list(first)}, "${sb}", "${bb}"${more})`,
        };
    }

    /** @type {Tool["picture"]} */
    picture(game, views) {
        if (this.state.reraises) return super.picture(game, views);
        const { tree } = game, size = this.state.raise, raise = `raise ${size}`;
        const used = tree.sequences[0].includes(raise), facing = `Bob, facing a raise by ${size}`;
        views[0].draw(game, 0, `Alice: who raises by ${size}`, (names, shares, colors) => {
            const at = name => shares[names.indexOf(name)] || 0;
            const others = names.filter(name => ![raise, "call", "fold"].includes(name));
            /** @type {[string, Color, number][]} */
            const parts = [[raise, colors.raise, at(raise)],
                [used ? "other raises" : "raises", colors.other, sum(others.map(at))],
                ["call", colors.call, at("call")], ["fold", colors.fold, at("fold")]];
            return parts.filter(([name]) => name.includes("raises") || names.includes(name));
        });
        if (used) views[1].draw(game, setOf(tree, 1, raise), facing, asTheyAre);
        else views[1].clear(facing,
            "Alice never raises by this. Many answers of Bob's see to that; none is singled out.");
    }

    show() {
        const { slider, state } = this, raises = actions(this.wanted.tree, 0, 0)
            .filter(name => name.startsWith("raise ")).map(name => name.slice(6));
        if (!slider) return;
        slider.choices = raises.length ? raises : ["0"];
        state.raise = String(slider.nearest(state.raise));
        slider.element.hidden = Boolean(state.reraises);
        for (const view of this.views) view.list.hidden = !state.reraises;
        super.show();
    }
}
